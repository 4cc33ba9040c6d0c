/// The constants, switches and features of launching, leaving, suspending and ending an app.
extension PolicyProfile {
    static let lifecycleTable: [Row] = [
        Row("lifecycle", \.lifecycle, [4: .applicationDelegate, 13: .scene], ["LC-01", "LC-02"]),
        Row(
            "suspensionDelay", \.suspensionDelay, [4: .milliseconds(200)],
            ["LC-10", "LC-11", "MD-10", "PC-10", "GAP-01"],
            "Apple publishes no number; output was seen to stop at once"),
        Row(
            "willResignActiveLimit", \.willResignActiveLimit, [4: .seconds(5)], ["MD-19"],
            "not published; our choice, the 5 s that Apple documents for didEnterBackground"),
        Row(
            "enterBackgroundAdvice", \.enterBackgroundAdvice, [4: .seconds(5)], ["LC-08", "CF-01", "PC-07"],
            "Apple's documented time; overrunning it is told, the kill comes at enterBackgroundLimit"),
        Row(
            "enterBackgroundLimit", \.enterBackgroundLimit, [4: .seconds(10)], ["LC-09", "CF-01", "PC-08"],
            [
                4: "seen in reports, which win over the documented 5 s and the 20 s of a talk",
                5: "seen on iOS 4 and 12 to 14; assumed for this version",
                12: "seen in reports, which win over the documented 5 s and the 20 s of a talk",
                15: "seen on iOS 4 and 12 to 14; assumed for this version",
            ]),
        Row(
            "enterForegroundLimit", \.enterForegroundLimit, [4: .seconds(10)], ["LC-32"],
            [4: "seen on iOS 15; assumed for this version", 15: "seen on iOS 15"]),
        Row(
            "launchLimit", \.launchLimit, [4: .seconds(20)], ["LC-14", "PC-11"],
            [
                4: "seen from iOS 12 on; assumed for this version; 19.96, 19.97 and 20.00 s were seen",
                12: "19.96, 19.97 and 20.00 s were seen",
            ]),
        Row(
            "backgroundLaunchCPULimit", \.backgroundLaunchCPULimit, [4: .seconds(5)], ["LC-15", "PC-12"],
            """
            from the start of the process; reports name what was left of it when the scene was made: 2.32 to 4.94 s, by device, \
            and the process of one had used 5.15 s in all
            """),
        Row(
            "backgroundLaunchLimit", \.backgroundLaunchLimit, [4: .seconds(30), 13: .seconds(60), 14: .seconds(30)],
            ["LC-33"],
            [
                4: "29.43 s were seen on iOS 12.3; assumed for this version", 12: "29.43 s were seen on 12.3",
                13: "58.84 and 59.94 s were seen, and 19.56 s once",
                14: "29.91 s were seen on iOS 18, and 5.96 s on a hot device; assumed for this version",
            ]),
        Row(
            "prewarmTime", \.prewarmTime, [4: .seconds(2)], ["LC-34"],
            "not published; our choice: enough for a process to get to main"),
        Row(
            "graphicsAfterLaunch", \.graphicsAfterLaunch, [4: .zero, 26: .seconds(1)], ["LC-26"],
            [
                4: "",
                26: "a log of iOS 26 has work done right after the launch, and refused later; its length is our choice",
            ]),
        Row("willTerminateLimit", \.willTerminateLimit, [4: .seconds(5)], ["LC-12", "LC-13", "PC-09"]),
        Row(
            "freezeRetryLimit", \.freezeRetryLimit, [4: .seconds(5)], ["MD-18"],
            "this machine's, not iOS's; --time-scale does not change it", scales: false),
        Row("scenesSinceSDK", \.scenesSinceSDK, [4: IOSVersion(27)], ["LC-29"]),

        // Switches: the sources say nothing about these behaviours, or contradict each other.
        Row.choice(
            "callsDidEnterBackgroundOnLaunch", \.switches.callsDidEnterBackgroundOnLaunch, [4: false],
            ["LC-06", "CF-05"],
            """
            off: logs of devices with iOS 7 and 10, and a bug report to Apple, have no such call; on, as Apple's page on the \
            background execution sequence has it
            """),
        Row.choice(
            "callsDidEnterBackgroundOnResume", \.switches.callsDidEnterBackgroundOnResume, [4: false],
            ["LC-07", "CF-05"],
            "off for the same reasons; on, as Apple's page has it"),
        Row.choice(
            "reclaimsSockets", \.switches.reclaimsSockets, [4: true], ["LC-23"],
            "on: Apple says may; a test should expect the worse"),
        Row.choice(
            "taskExtendsEnterBackground", \.switches.taskExtendsEnterBackground, [4: true], ["SD-04", "LC-09"],
            """
            on: an article's cure for slow work in didEnterBackground is to begin a task before it; off, the limit holds \
            whatever is held
            """),
        Row.choice(
            "locationRelaunchesForceQuit", \.switches.locationRelaunchesForceQuit, [4: false, 7.1: true],
            ["LC-20", "MD-15"],
            """
            on from iOS 7.1, as an Apple engineer says and logs of 26.2 show, for regions and significant \
            changes; visits were seen not to; one developer saw no relaunch any more on 26.4
            """),
        Row.choice(
            "warnsAboutMissingScenes", \.switches.warnsAboutMissingScenes, [4: false, 18.4: true], ["LC-04"],
            "on from iOS 18.4, the first version that it was seen on"),
        Row.choice(
            "requiresScenes", \.switches.requiresScenes, [4: false, 27: true], ["LC-29"],
            "on from iOS 27, for apps whose Info.plist names its SDK or a later one"),
        Row.choice(
            "bluetoothLaunchesBeforeUnlock", \.switches.bluetoothLaunchesBeforeUnlock, [4: false, 13: true], ["LC-21"],
            [
                4: "off, by Apple's TN3115",
                13: "on: several developers saw it on iOS 13 and 26, now and then; off, by Apple's TN3115",
            ]),
        Row.choice(
            "rebootLiftsForceQuit", \.switches.rebootLiftsForceQuit, [4: false], ["LC-19"],
            "off: an Apple engineer says that the mark outlives a restart; on, as the older guide has it"),
        Row.choice(
            "voipPushesBeforeUnlock", \.switches.voipPushesBeforeUnlock, [4: false], ["LC-21"],
            """
            off: an Apple engineer calls such launches old, undocumented and inconsistent; on, for an app that must be ready \
            for them
            """),

        // Features: only some versions of iOS have these.
        Row(
            "forceQuitMark", \.features.forceQuitMark, [4: false, 7: true], ["LC-19"],
            "before iOS 7 nothing is known to hold back what launches the app"),
        Row(
            "snapshotsBothAppearances", \.features.snapshotsBothAppearances, [4: false, 13: true], ["LC-05"],
            "seen on iOS 13 and 16: the appearance changes to the other one and back"),
        Row(
            "forceQuitEntersBackground", \.features.forceQuitEntersBackground, [4: true, 7: false], ["LC-19"],
            "seen on iOS 6.1; later not looked for"),
        Row(
            "socketsOutliveSuspension", \.features.socketsOutliveSuspension, [4: true, 12: false], ["LC-23"],
            "an Apple engineer: formerly not before the lock; the change was seen with iOS 12"),
        Row("suspendsOnSimulator", \.features.suspendsOnSimulator, [4: false, 11: true], ["LC-17", "MD-14"]),
        Row(
            "exitsOnSuspendKey", \.features.exitsOnSuspendKey, [4: true, 13: false], ["LC-18", "CF-11"],
            "the key is dead from iOS 13"),
        Row(
            "terminatesGracefully", \.features.terminatesGracefully, [4: false, 15: true], ["LC-13"],
            "the words of the report changed between 14.4 and 16.1"),
        Row("prewarming", \.features.prewarming, [4: false, 15: true], ["LC-34"]),
        Row(
            "prewarmLaunches", \.features.prewarmLaunches, [4: false, 15: true, 15.4: false], ["LC-34", "LC-35"],
            [
                4: "",
                15: "a log of 15.0 has didFinishLaunching half an hour before the user",
                15.4:
                    "an Apple engineer: since late in iOS 15 no further than main; spans of hours in start-up telemetry speak against it",
            ]),
        Row(
            "notificationCenterActivatesTwice", \.features.notificationCenterActivatesTwice,
            [4: false, 11: true, 13: false], ["LC-05"], "seen on iOS 11 and 12, not on 10"),
        Row(
            "missingScenesText", \.missingScenesText,
            [
                4: """
                CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle. This will become an \
                assert in a future version.
                """,
                26: "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future.",
            ], ["LC-04"]),
    ]
}

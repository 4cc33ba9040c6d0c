/// The constants, switches and features of fetch, pushes, calls, accessories and other wakes.
extension PolicyProfile {
    static let wakesTable: [Row] = [
        Row(
            "contentWakeBudget", \.contentWakeBudget, [4: .seconds(30)],
            ["WK-02", "WK-04", "UR-05", "BG-14", "BM-18", "PC-13", "PC-14", "PC-15", "PC-16"],
            "fetch, silent push, URL session events, refresh task"),
        Row(
            "accessoryWakeBudget", \.accessoryWakeBudget, [4: .seconds(10)],
            ["BM-06", "BM-07", "CL-18", "BM-19", "PC-18", "PC-19", "GAP-03"],
            "Bluetooth and accessories: about 10 s; regions: one report; visits, significant changes: assumed"),
        Row(
            "voipKeepAliveBudget", \.voipKeepAliveBudget, [4: .seconds(10)], ["WK-13", "SD-51", "BM-20", "PC-21"],
            "Apple says 10 s and suspension; the article's 30 s and kill are a choice: keepAliveOverrunKills"),
        Row(
            "wakeWarningLead", \.wakeWarningLead, [4: .seconds(4)], ["UR-05", "MD-13"],
            "26 of 30 s in the one timed log"),
        Row(
            "wakeOverrunDelay", \.wakeOverrunDelay, [4: .seconds(1)], ["UR-05", "MD-13"],
            "31 s for 30 in the one timed log"),
        Row("voipKeepAliveInterval", \.voipKeepAliveInterval, [4: .seconds(600)], ["WK-13", "PC-20"]),
        Row(
            "rateWindow", \.rateWindow, [4: .seconds(3600)], ["WK-06"], "the hour of what is limited per hour"),
        Row(
            "silentPushesPerHour", \.silentPushesPerHour, [4: 3], unit: "per hour", ["WK-06", "PC-31"],
            "Apple says two or three; more than three are limited"),
        Row(
            "callRingLimit", \.callRingLimit, [4: nil, 16: .seconds(60)], ["WK-17"],
            "60 s in a log of iOS 16; iOS 14 and 15 rang on until the app ended the call"),
        Row("liveActivityLimit", \.liveActivityLimit, [4: .seconds(8 * 3600)], ["WK-24"]),
        Row(
            "callActionTimeout", \.callActionTimeout, [4: .seconds(60)], ["WK-17"],
            "a minute in a log of iOS 14; Apple says that there is a limit, and no number"),
        Row(
            "voipResumesMax", \.voipResumesMax, [4: 15], unit: "times", ["WK-12"],
            "15 in 300 s in reports of iOS 5 and 7"),
        Row("voipResumeWindow", \.voipResumeWindow, [4: .seconds(300)], ["WK-12"], "as voipResumesMax"),
        Row(
            "callReportLimit", \.callReportLimit, [4: .seconds(7)], ["WK-10"],
            "about 7 s, says an Apple engineer: a second check, by another process"),
        Row(
            "pushHoldAfterBoot", \.pushHoldAfterBoot, [4: .zero, 12: .seconds(300)], ["WK-23"],
            [4: "", 12: "300 s stand in logs of iOS 12, 13 and 15"]),
        Row(
            "pushHoldAfterNetwork", \.pushHoldAfterNetwork, [4: .zero, 12: .seconds(900)], ["WK-23"],
            [4: "", 12: "900 s stand in a log of iOS 18; assumed for the others"]),
        Row(
            "longTimeWithoutNetwork", \.longTimeWithoutNetwork, [4: .seconds(3600)], ["WK-23"],
            "not published; an hour is our choice"),
        Row(
            "unreportedCallsLimit", \.unreportedCallsLimit, [4: 3], unit: "pushes", ["WK-11"],
            "Apple says repeated, without a number; 3 is our choice"),
        Row("callReportsSinceSDK", \.callReportsSinceSDK, [4: IOSVersion(13)], ["WK-08"]),
        Row("voipSocketTrapsSinceSDK", \.voipSocketTrapsSinceSDK, [4: IOSVersion(16)], ["WK-22"]),
        Row("legacyVoIPUntilSDK", \.legacyVoIPUntilSDK, [4: IOSVersion(10)], ["WK-13"]),

        // Switches: the sources say nothing about these behaviours, or contradict each other.
        Row.choice(
            "keepAliveOverrunKills", \.switches.keepAliveOverrunKills, [4: false], ["SD-51", "CF-04"],
            """
            off: Apple says that the app is suspended; an article has a kill, after 30 s, for which voipKeepAliveBudget \
            is set, too
            """),
        Row.choice(
            "healthDataReachesForceQuit", \.switches.healthDataReachesForceQuit, [4: true, 16: false],
            ["UR-14", "LC-19"],
            "tests on iOS 9 to 15 saw the launch; an engineer says of iOS 18 that there is none"),
        Row.choice(
            "lowPowerModeHoldsBackPushes", \.switches.lowPowerModeHoldsBackPushes, [4: false, 9: true], ["MD-17"],
            "on: four developers saw silent pushes wait, on iOS 10 to 14, until the mode was off or the app was opened"),
        Row.choice(
            "lowPowerModeHoldsBackFetch", \.switches.lowPowerModeHoldsBackFetch, [4: true], ["MD-17"],
            "on: a talk of Apple's engineers has it among the factors of refresh"),

        // Features: only some versions of iOS have these.
        Row(
            "bluetoothSurvivesReboot", \.features.bluetoothSurvivesReboot, [4: false, 11: true], ["BM-07"],
            "Apple's QA1962"),
        Row(
            "voipPushKeepsAwake", \.features.voipPushKeepsAwake, [4: true, 13: false], ["WK-08"],
            "27 s were measured on iOS 9.3, and about 30 s seen on iOS 11"),
        Row(
            "legacyVoIPOfOldSDK", \.features.legacyVoIPOfOldSDK, [4: true, 13: false], ["WK-13"],
            "seen on iOS 11.4 in an app that was built with the SDK of iOS 9"),
        Row("locationPushes", \.features.locationPushes, [4: false, 15: true], ["WK-20"]),
        Row("liveActivities", \.features.liveActivities, [4: false, 16.1: true], ["WK-21"]),
        Row("liveActivityPushes", \.features.liveActivityPushes, [4: false, 17: true], ["WK-21"]),
        Row("callKit", \.features.callKit, [4: false, 10: true], ["WK-17"]),
        Row("wakeOverrunCodes", \.features.wakeOverrunCodes, [4: false, 13: true], ["CF-04", "MD-13"]),
        Row(
            "backgroundPushPriority", \.features.backgroundPushPriority, [4: false, 13: true, 17: false], ["WK-05"],
            [
                4: "", 13: "a device's log of iOS 13 has it",
                17: "a developer's table of tries on iOS 17: priority 10 wakes, too",
            ]),
        Row("pushKit", \.features.pushKit, [4: false, 8: true], ["SD-54", "WK-08"]),
        Row("voipPushMustReport", \.features.voipPushMustReport, [4: false, 13: true], ["WK-08", "WK-09", "WK-10"]),
        Row(
            "incomingCallNotifications", \.features.incomingCallNotifications, [4: true, 14: false], ["WK-09", "WK-10"]),
        Row("callKitNeedsMode", \.features.callKitNeedsMode, [4: false, 14.5: true], ["BM-17"]),
        Row("encryptedVoIPPushes", \.features.encryptedVoIPPushes, [4: false, 14.5: true], ["WK-16"]),
        Row("voipKeepAlive", \.features.voipKeepAlive, [4: true, 9: false], ["WK-13"]),
        Row("voipSocketsTrap", \.features.voipSocketsTrap, [4: false, 16: true], ["WK-22"]),
        Row("voipRelaunch", \.features.voipRelaunch, [4: true, 10: false], ["WK-14", "WK-15", "SD-52"]),
        Row("backgroundLocationSwitch", \.features.backgroundLocationSwitch, [4: false, 9: true], ["BM-04", "CL-05"]),
        Row("setUpAccessoriesRelaunch", \.features.setUpAccessoriesRelaunch, [4: false, 26: true], ["BM-07"]),
        Row("nearbyInteractionMode", \.features.nearbyInteractionMode, [4: false, 16: true], ["BM-12"]),
        Row("liveActivityRanging", \.features.liveActivityRanging, [4: false, 18.4: true], ["BM-12"]),
    ]
}

/// The features that some versions of iOS have and others have not.
package struct PolicyFeatures: Sendable, Hashable {
    /// An app that the user has removed from the app switcher is not launched by events.
    package internal(set) var forceQuitMark = false
    /// An app that is left is shown light and dark in the app switcher.
    package internal(set) var snapshotsBothAppearances = false
    /// An app that works in the background is told once more that it enters it when the user removes it.
    package internal(set) var forceQuitEntersBackground = false
    /// An app that opens a URL of its own is inactive meanwhile.
    package internal(set) var openURLResigns = false
    /// State restoration of Bluetooth outlives a restart of the device.
    package internal(set) var bluetoothSurvivesReboot = false
    /// An app that a VoIP push wakes has its whole time, whatever it does.
    package internal(set) var voipPushKeepsAwake = false
    /// Keep-alive handlers go on in apps that were built with an old SDK.
    package internal(set) var legacyVoIPOfOldSDK = false
    /// A task request that the Info.plist does not permit raises an exception.
    package internal(set) var unpermittedRequestRaises = false
    /// A crossing of a `CLMonitor` is told twice.
    package internal(set) var monitorTellsTwice = false
    /// Regions are told with always authorization only.
    package internal(set) var regionsNeedAlways = false
    /// Asking for always needs both usage strings.
    package internal(set) var alwaysNeedsBothKeys = false
    /// The sockets of a suspended app end with the lock of the screen.
    package internal(set) var socketsOutliveSuspension = false
    /// A simulator suspends apps.
    package internal(set) var suspendsOnSimulator = false
    /// `UIApplicationExitsOnSuspend` ends an app when the user leaves it.
    package internal(set) var exitsOnSuspendKey = false
    /// A URL is given to `application(_:open:options:)`, and not to the method with `sourceApplication`.
    package internal(set) var openURLWithOptions = false
    /// The kill of `willTerminate` is reported as a failure to terminate gracefully.
    package internal(set) var terminatesGracefully = false
    /// The line about an unknown background task names it in hexadecimal, too.
    package internal(set) var hexadecimalTasks = false
    /// The report of a kill for a background task names the assertion that all tasks share, beside the tasks.
    package internal(set) var namesSharedAssertion = false
    /// The kill for a background task names the assertion that all tasks share.
    package internal(set) var sharedTaskAssertion = false
    /// An app that is killed for a wake that it did not complete gets a code of the wake's kind.
    package internal(set) var wakeOverrunCodes = false
    /// `BGTaskScheduler` is there.
    package internal(set) var taskScheduler = false
    /// `BGTaskScheduler` takes continued tasks.
    package internal(set) var continuedTasks = false
    /// A silent push for an app that is not in front needs `apns-priority` 5.
    package internal(set) var backgroundPushPriority = false
    /// PushKit is there.
    package internal(set) var pushKit = false
    /// A VoIP push that leads to no call ends the app.
    package internal(set) var voipPushMustReport = false
    /// The texts about an unreported VoIP push name IncomingCallNotifications beside CallKit.
    package internal(set) var incomingCallNotifications = false
    /// CallKit is there.
    package internal(set) var callKit = false
    /// CallKit needs `voip` in UIBackgroundModes.
    package internal(set) var callKitNeedsMode = false
    /// An app extension can report an encrypted VoIP push.
    package internal(set) var encryptedVoIPPushes = false
    /// `setKeepAliveTimeout(_:handler:)` has an effect.
    package internal(set) var voipKeepAlive = false
    /// Tagging a socket for VoIP ends an app that was built with a recent SDK.
    package internal(set) var voipSocketsTrap = false
    /// A VoIP app is launched at the boot, and again when it has ended with an error.
    package internal(set) var voipRelaunch = false
    /// `allowsBackgroundLocationUpdates` is there, and decides beside the mode.
    package internal(set) var backgroundLocationSwitch = false
    /// Location updates pause automatically.
    package internal(set) var locationPauses = false
    /// `showsBackgroundLocationIndicator` shows that an app has the location in the background.
    package internal(set) var locationIndicator = false
    /// Updates with a distance filter, or with a coarse accuracy, keep an app running only under the indicator.
    package internal(set) var coarseUpdatesSuspend = false
    /// An app with when-in-use authorization has the location in the background under a blue bar.
    package internal(set) var whenInUseIndicator = false
    /// Visits can be monitored.
    package internal(set) var visits = false
    /// `requestLocation()` is there.
    package internal(set) var requestsLocation = false
    /// An app must have the user's permission to show notifications, which may have actions.
    package internal(set) var notificationPermission = false
    /// `UNUserNotificationCenter` is there.
    package internal(set) var userNotifications = false
    /// Of too many local notifications those that fire first are kept, and not those that were added last.
    package internal(set) var keepsSoonestNotifications = false
    /// There are location pushes.
    package internal(set) var locationPushes = false
    /// There are Live Activities.
    package internal(set) var liveActivities = false
    /// A push starts a Live Activity.
    package internal(set) var liveActivityPushes = false
    /// An app may show quiet notifications before the user has decided.
    package internal(set) var provisionalNotifications = false
    /// Location updates can be deferred.
    package internal(set) var deferredLocations = false
    /// The system starts apps before the user opens them (LC-34).
    package internal(set) var prewarming = false
    /// A prewarmed app is launched; else it stands at `UIApplicationMain`.
    package internal(set) var prewarmLaunches = false
    /// The user can switch Precise Location off.
    package internal(set) var reducedAccuracy = false
    /// The notification center makes the app active once it is open (LC-05).
    package internal(set) var notificationCenterActivatesTwice = false
    /// Accessories that AccessorySetupKit has set up launch an app that was force-quit (BM-07).
    package internal(set) var setUpAccessoriesRelaunch = false
    /// Allow Once, and a provisional always (CL-52, CL-53).
    package internal(set) var temporaryLocationAnswers = false
    /// `CLBackgroundActivitySession` is there.
    package internal(set) var locationActivitySessions = false
    /// `CLServiceSession` is there.
    package internal(set) var locationServiceSessions = false
    /// Paired devices are ranged in the background, with the mode.
    package internal(set) var nearbyInteractionMode = false
    /// A Live Activity lets devices that are not paired be ranged in the background.
    package internal(set) var liveActivityRanging = false
    /// Without Background App Refresh no event of Core Location reaches an app in the background.
    package internal(set) var refreshGatesLocation = false
    /// Drawing with OpenGL ES in the background ends the app, and is not only refused.
    package internal(set) var openGLKills = false
    /// A lock on a shared file, held at suspension, ends the app.
    package internal(set) var fileLocksKill = false
    /// `setActive(false)` fails while sound runs, and changes nothing.
    package internal(set) var sessionStaysActiveWhilePlaying = false
    /// `setActive(false)` fails while sound runs, and stops the sound all the same.
    package internal(set) var deactivationFailsWhilePlaying = false
    /// `setPrefersNoInterruptionsFromSystemAlerts` has an effect.
    package internal(set) var noAlertInterruptions = false
    /// A route that is disconnected interrupts the Now Playing app, unless the app asked to go on.
    package internal(set) var routeDisconnectInterrupts = false
    /// Spoken audio can be interrupted by a session that mixes.
    package internal(set) var spokenAudio = false
    /// Apps in front are told when other audio begins and ends.
    package internal(set) var secondaryAudioHint = false
    /// The notification of an interruption carries a reason.
    package internal(set) var interruptionReasons = false
    /// The system deactivates the audio session of an app that it suspends.
    package internal(set) var deactivatesOnSuspension = false
    /// The app is told of that deactivation when it runs again.
    package internal(set) var tellsOfDeactivation = false
    /// The notification of that deactivation has `wasSuspended`.
    package internal(set) var tellsWasSuspended = false
}

extension PolicyProfile {
    /// The versions that have each feature.
    static let featureTable: [Row] = [
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
            "openURLResigns", \.features.openURLResigns, [4: true, 10: false], ["LN-07"],
            "seen on iOS 7 to 9; later not looked for"),
        Row(
            "bluetoothSurvivesReboot", \.features.bluetoothSurvivesReboot, [4: false, 11: true], ["BM-07"],
            "Apple's QA1962"),
        Row(
            "voipPushKeepsAwake", \.features.voipPushKeepsAwake, [4: true, 13: false], ["WK-08"],
            "27 s were measured on iOS 9.3, and about 30 s seen on iOS 11"),
        Row(
            "legacyVoIPOfOldSDK", \.features.legacyVoIPOfOldSDK, [4: true, 13: false], ["WK-13"],
            "seen on iOS 11.4 in an app that was built with the SDK of iOS 9"),
        Row(
            "unpermittedRequestRaises", \.features.unpermittedRequestRaises, [4: true, 15: false], ["BG-05", "BG-06"],
            "a log of iOS 14 has the exception; Apple's header and a report of 2023 have error 3"),
        Row(
            "monitorTellsTwice", \.features.monitorTellsTwice, [4: false, 26: true], ["CL-17"],
            "two to three times on devices with iOS 26, in recorded drives"),
        Row(
            "regionsNeedAlways", \.features.regionsNeedAlways, [4: true, 13: false], ["CL-17"],
            "Apple's engineers: any authorization from iOS 13 on; a developer saw it on 11.4"),
        Row(
            "alwaysNeedsBothKeys", \.features.alwaysNeedsBothKeys, [4: false, 11: true], ["CL-22"],
            "the line stands in logs of iOS 11"),
        Row(
            "socketsOutliveSuspension", \.features.socketsOutliveSuspension, [4: true, 12: false], ["LC-23"],
            "an Apple engineer: formerly not before the lock; the change was seen with iOS 12"),
        Row(
            "lockText", \.lockText,
            [4: "was task-suspended with locked system files", 13: "was suspended with locked system files"], ["RB-15"],
            "as reports of iOS 12 and 13 say it"),
        Row("suspendsOnSimulator", \.features.suspendsOnSimulator, [4: false, 11: true], ["LC-17", "MD-14"]),
        Row(
            "exitsOnSuspendKey", \.features.exitsOnSuspendKey, [4: true, 13: false], ["LC-18", "CF-11"],
            "the key is dead from iOS 13"),
        Row("openURLWithOptions", \.features.openURLWithOptions, [4: false, 9: true], ["LN-07"]),
        Row(
            "terminatesGracefully", \.features.terminatesGracefully, [4: false, 15: true], ["LC-13"],
            "the words of the report changed between 14.4 and 16.1"),
        Row("hexadecimalTasks", \.features.hexadecimalTasks, [4: false, 13: true], ["BT-27"]),
        Row(
            "namesSharedAssertion", \.features.namesSharedAssertion, [4: false, 12: true], ["BT-20"],
            "seen in a report of iOS 12"),
        Row("sharedTaskAssertion", \.features.sharedTaskAssertion, [4: false, 13: true], ["BT-20", "BT-21"]),
        Row("notificationPermission", \.features.notificationPermission, [4: false, 8: true], ["LN-10", "LN-12"]),
        Row("userNotifications", \.features.userNotifications, [4: false, 10: true], ["LN-11", "LN-14", "LN-20"]),
        Row(
            "keepsSoonestNotifications", \.features.keepsSoonestNotifications, [4: true, 11: false],
            [4: ["LN-01"], 11: ["LN-03"]],
            [
                4: "Apple's reference, and seen on iOS 10",
                11: "measured on iOS 11.2 and 17: the 64 that were added last stay",
            ]),
        Row("locationPushes", \.features.locationPushes, [4: false, 15: true], ["WK-20"]),
        Row("liveActivities", \.features.liveActivities, [4: false, 16.1: true], ["WK-21"]),
        Row("liveActivityPushes", \.features.liveActivityPushes, [4: false, 17: true], ["WK-21"]),
        Row("provisionalNotifications", \.features.provisionalNotifications, [4: false, 12: true], ["LN-10"]),
        Row("callKit", \.features.callKit, [4: false, 10: true], ["WK-17"]),
        Row("wakeOverrunCodes", \.features.wakeOverrunCodes, [4: false, 13: true], ["CF-04", "MD-13"]),
        Row("taskScheduler", \.features.taskScheduler, [4: false, 13: true], ["BG-08"]),
        Row("continuedTasks", \.features.continuedTasks, [4: false, 26: true], ["BG-21", "BG-22"]),
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
        Row("locationPauses", \.features.locationPauses, [4: false, 6: true], ["CL-12"]),
        Row("locationIndicator", \.features.locationIndicator, [4: false, 11: true], ["CL-14"]),
        Row(
            "coarseUpdatesSuspend", \.features.coarseUpdatesSuspend, [4: false, 16.4: true], ["CL-48"],
            "an Apple engineer named the terms after iOS 16.4 had suspended trackers; before it none were seen"),
        Row("whenInUseIndicator", \.features.whenInUseIndicator, [4: false, 8: true], ["CL-09"]),
        Row("visits", \.features.visits, [4: false, 8: true], ["CL-19"]),
        Row("requestsLocation", \.features.requestsLocation, [4: false, 9: true], ["CL-21"]),
        Row(
            "deferredLocations", \.features.deferredLocations, [4: false, 6: true, 10: false], ["CL-20"],
            [
                4: "", 6: "",
                10: "Apple's header says until iOS 13; from 10 on a deferral was seen to end at once with an error",
            ]),
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
        Row("setUpAccessoriesRelaunch", \.features.setUpAccessoriesRelaunch, [4: false, 26: true], ["BM-07"]),
        Row(
            "temporaryLocationAnswers", \.features.temporaryLocationAnswers, [4: false, 13: true], ["CL-52", "CL-53"]),
        Row("reducedAccuracy", \.features.reducedAccuracy, [4: false, 14: true], ["CL-49"]),
        Row(
            "locationActivitySessions", \.features.locationActivitySessions, [4: false, 17: true], ["CL-09", "CL-46"]),
        Row("locationServiceSessions", \.features.locationServiceSessions, [4: false, 18: true], ["CL-11"]),
        Row("nearbyInteractionMode", \.features.nearbyInteractionMode, [4: false, 16: true], ["BM-12"]),
        Row("liveActivityRanging", \.features.liveActivityRanging, [4: false, 18.4: true], ["BM-12"]),
        Row(
            "refreshGatesLocation", \.features.refreshGatesLocation, [4: false, 7: true], ["CL-44"],
            "Background App Refresh came with iOS 7"),
        Row(
            "openGLKills", \.features.openGLKills, [4: true, 13: false], ["LC-25"],
            [
                4: "",
                13: "from iOS 13 on a device's log has a refusal, with Metal's error; on older GPUs it still kills",
            ]),
        Row(
            "fileLocksKill", \.features.fileLocksKill, [4: false, 8: true], ["RB-15", "MD-11"],
            "a report of iOS 8.1 has it"),
        Row(
            "sessionStaysActiveWhilePlaying", \.features.sessionStaysActiveWhilePlaying, [4: true, 8: false], ["AS-21"]),
        Row(
            "deactivationFailsWhilePlaying", \.features.deactivationFailsWhilePlaying, [4: true, 26: false],
            ["AS-43", "CF-08"]),
        Row("noAlertInterruptions", \.features.noAlertInterruptions, [4: false, 14.5: true], ["AS-51"]),
        Row("routeDisconnectInterrupts", \.features.routeDisconnectInterrupts, [4: false, 17: true], ["AS-52"]),
        Row("spokenAudio", \.features.spokenAudio, [4: false, 9: true], ["AS-10"]),
        Row("secondaryAudioHint", \.features.secondaryAudioHint, [4: false, 8: true], ["AS-53"]),
        Row("interruptionReasons", \.features.interruptionReasons, [4: false, 14.5: true], ["AS-48", "AS-49"]),
        Row("deactivatesOnSuspension", \.features.deactivatesOnSuspension, [4: false, 10: true], ["AS-49", "MD-12"]),
        Row("tellsOfDeactivation", \.features.tellsOfDeactivation, [4: true, 16: false], ["AS-50", "CF-06"]),
        Row("tellsWasSuspended", \.features.tellsWasSuspended, [4: false, 10.3: true], ["AS-49"]),
        Row(
            "watchdogNamespace", \.watchdogNamespace, [4: "SPRINGBOARD", 15: "FRONTBOARD"], ["LC-16"],
            "seen to change between 14.4 and 16.1"),
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

extension PolicyProfile {
    /// All constants, switches and features, in the order in which they are printed.
    ///
    /// A constant consists of its row here and of the property that holds it.
    static let table: [Row] =
        lifecycleTable + taskTable + wakeTable + locationTable + limitTable + switchTable + featureTable

    private static let lifecycleTable: [Row] = [
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
            "audioReleaseDelay", \.audioReleaseDelay, [4: .seconds(1)], ["AS-36", "MD-10", "GAP-01"],
            "not published; taken from location's"),
        Row(
            "locationReleaseDelay", \.locationReleaseDelay, [4: .seconds(1)], ["CL-23"],
            [4: "seen on iOS 26; assumed for this version", 26: ""]),
        Row(
            "audioEvidenceWindow", \.audioEvidenceWindow, [4: .seconds(1)], ["AS-34"],
            "this machine's, not iOS's; --time-scale does not change it", scales: false),
        Row(
            "freezeRetryLimit", \.freezeRetryLimit, [4: .seconds(5)], ["MD-18"],
            "this machine's, not iOS's; --time-scale does not change it", scales: false),
    ]

    /// The rules for the expiration handlers of background tasks. The one that states their time comes first.
    static let expirationRules: ByVersion<[RuleID]> = [
        4: ["BT-02", "BT-14", "PC-03", "MD-04"], 7: ["BT-05", "BT-14", "PC-03", "MD-04"],
        13: ["BT-06", "BT-14", "PC-03"], 13.1: ["BT-04", "BT-14", "PC-03", "MD-04"],
    ]

    private static let taskTable: [Row] = [
        Row(
            "finishTaskBudget", \.finishTaskBudget, [4: .seconds(600), 7: .seconds(180), 13: .seconds(30)],
            [
                4: ["BT-02", "BT-08", "BM-21", "PC-01"], 7: ["BT-03", "BT-08", "BM-21", "PC-01"],
                13: ["BT-04", "BT-08", "BM-21", "PC-01"],
            ], "one per process, shared by all tasks"),
        Row(
            "finishTaskBudgetAfterFetch", \.finishTaskBudgetAfterFetch, [4: nil, 7: .seconds(40), 13: nil],
            ["BT-07", "PC-02"], "seen on iOS 7.0 in one project; taken for 7 to 12, after which nothing is stated"),
        Row(
            "finishTaskExpiration", \.finishTaskExpiration,
            [4: .seconds(596), 7: .seconds(176), 13: .seconds(31), 13.1: .seconds(26)],
            expirationRules,
            [
                4: "4.02 s before the end were measured on iOS 10 and 16; assumed for this version",
                7: "4.02 s before the end were measured on iOS 10",
                13: "BT-04 and BT-14 give 26; 31 was measured on this very version, and wins",
                13.1: "4.01 s before the end were measured on iOS 16.4",
            ]),
        Row(
            "finishTaskGrace", \.finishTaskGrace, [4: .seconds(4), 13: .seconds(5)],
            ["BT-15", "MD-05", "MD-08", "PC-04"],
            [4: "the kill at 600 or 180 s was seen, 4 s after the handlers", 13: "seen at 26 and 31 s in one log"]),
        Row(
            "stillHeldWarningDelay", \.stillHeldWarningDelay, [4: nil, 13.4: .milliseconds(100)], ["BT-22"],
            "printed from iOS 13.4; logs have 26 s for a task that was begun on leaving"),
        Row(
            "oldTaskWarningAge", \.oldTaskWarningAge, [4: nil, 13.4: .seconds(30)], ["BT-23"], "printed from iOS 13.4"),
        Row(
            "unsafeTimeRemaining", \.unsafeTimeRemaining, [4: .seconds(5)], ["BT-33"], "said of iOS 14; taken for all"),
        Row(
            "finishTaskOverrunCode", \.finishTaskOverrunCode,
            [4: TerminationCode.watchdog.rawValue, 13: "0x2182BAD2"],
            [4: ["BT-19", "BT-20", "RB-17"], 13: ["BT-19", "BT-21", "RB-18", "CF-02"]],
            [4: "", 13: "seen in logs; a note of 2021 and many blogs still say 0x8badf00d"]),
        Row(
            "finishTaskOverrunNamespace", \.finishTaskOverrunNamespace,
            [4: nil, 10: "SPRINGBOARD", 11: "ASSERTIOND", 13: "RUNNINGBOARD"],
            [4: ["BT-20", "RB-01"], 13: ["BT-21", "RB-33"]],
            [
                4: "reports before iOS 10 name none", 10: "seen in a report of iOS 10",
                11: "seen in reports of iOS 11 and 12, as a number on 11", 13: "",
            ]),
        Row(
            "lockNamespace", \.lockNamespace, [4: "SPRINGBOARD", 13: "RUNNINGBOARD"], ["RB-15", "RB-21"],
            [4: "seen on iOS 10 to 12; assumed for this version", 10: "seen on iOS 10 to 12", 13: ""]),
        Row(
            "finishTaskOverrunWritesReport", \.finishTaskOverrunWritesReport, [4: true, 13: false],
            [4: ["BT-20"], 13: ["BT-21", "CF-02"]]),
        Row(
            "finishTaskLimit", \.finishTaskLimit, [4: nil, 11: 1000], unit: "tasks", ["BT-29", "RB-28", "PC-06"],
            "about 1000"),
    ]

    private static let wakeTable: [Row] = [
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
            "processingBudget", \.processingBudget, [4: .seconds(300)], ["BG-15", "PC-17", "GAP-03"],
            "Apple says minutes; five is our choice"),
        Row(
            "continuedTaskStallLimit", \.continuedTaskStallLimit, [4: .seconds(30)], ["BG-21"],
            "Apple says stalled tasks may be expired, without a number; one developer saw about 30 s"),
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
            "opportunityPause", \.opportunityPause, [4: .seconds(60)], ["MD-21"],
            "iOS's own choice is not published; ours lets an app rest after each run"),
        Row(
            "continuedTaskLimit", \.continuedTaskLimit, [4: 2], unit: "tasks", ["BG-23"],
            "two were measured to run at a time on iOS 26.6; more were not tried"),
        Row(
            "callRingLimit", \.callRingLimit, [4: nil, 16: .seconds(60)], ["WK-17"],
            "60 s in a log of iOS 16; iOS 14 and 15 rang on until the app ended the call"),
        Row("liveActivityLimit", \.liveActivityLimit, [4: .seconds(8 * 3600)], ["WK-24"]),
        Row(
            "callActionTimeout", \.callActionTimeout, [4: .seconds(60)], ["WK-17"],
            "a minute in a log of iOS 14; Apple says that there is a limit, and no number"),
        Row(
            "discretionaryTransfersMax", \.discretionaryTransfersMax, [4: nil, 26: 3], unit: "transfers", ["UR-19"],
            "three in five minutes were measured on iOS 26, on power and Wi-Fi"),
        Row(
            "discretionaryWindow", \.discretionaryWindow, [4: .seconds(300)], ["UR-19"], "as discretionaryTransfersMax"),
        Row("pendingRefreshLimit", \.pendingRefreshLimit, [4: 1], unit: "requests", ["BG-08", "PC-23"]),
        Row("pendingProcessingLimit", \.pendingProcessingLimit, [4: 10], unit: "requests", ["BG-08", "PC-23"]),
        Row(
            "transferDelay", \.transferDelay, [4: .seconds(60)], ["UR-08", "UR-09", "PC-32"],
            "doubled at each resumption; the numbers were seen on iOS 12.4"),
        Row(
            "transferRetryDelay", \.transferRetryDelay, [4: .seconds(5)], ["MD-25"],
            "not published; our choice, doubled at each failure in a row"),
        Row(
            "transferRetryDelayMax", \.transferRetryDelayMax, [4: .seconds(600)], ["MD-25"],
            "not published; our choice"),
        Row(
            "transferResourceTimeout", \.transferResourceTimeout, [4: .seconds(7 * 86_400)], ["UR-11"],
            "the default of timeoutIntervalForResource"),
        Row(
            "fileProtectionDelay", \.fileProtectionDelay, [4: .seconds(10)], ["UR-13", "DP-02"],
            "10 s when the passcode is asked for at once, which is taken for all"),
        Row(
            "localNotificationLimit", \.localNotificationLimit, [4: 64], unit: "notifications",
            ["LN-01", "LN-02", "LN-03", "SD-60", "CF-10", "PC-22"],
            "the API reference's 64 is followed, not the 128 of the older guide and the article"),
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
    ]

    private static let locationTable: [Row] = [
        Row(
            "locationPauseDelay", \.locationPauseDelay, [4: .seconds(15 * 60)], ["CL-12", "CL-13"],
            "not published; the shorter end of the 15 to 20 min that developers tell"),
        Row(
            "locationPauseRadius", \.locationPauseRadiusMetres, [4: 50], unit: "m", ["CL-13"],
            "our choice: Apple says only 'unlikely to change'"),
        Row(
            "reducedAccuracyInterval", \.reducedAccuracyInterval, [4: .seconds(900)], ["CL-49"],
            "Apple says a few times an hour; four times is our choice"),
        Row(
            "reducedAccuracyRadius", \.reducedAccuracyMetres, [4: 5000], unit: "m", ["CL-49"],
            "some kilometres, by Apple's talk, and 5 km by several developers"),
        Row(
            "significantChangeDistance", \.significantChangeMetres, [4: 500], unit: "m", ["CL-16", "PC-27"]),
        Row("significantChangeInterval", \.significantChangeInterval, [4: .seconds(300)], ["CL-16", "PC-28"]),
        Row(
            "visitArrivalDelay", \.visitArrivalDelay, [4: .seconds(354)], ["CL-19"],
            "354 and 926 s in logs of iOS 17 and 18: the shorter one"),
        Row("visitDepartureDelay", \.visitDepartureDelay, [4: .seconds(74)], ["CL-19"], "74 s in a log of iOS 17"),
        Row(
            "locationDenialDelay", \.locationDenialDelay, [4: nil, 15: .seconds(15)], ["CL-07"],
            "within about 20 s, on iOS 15 to 26; the number is our choice"),
        Row("regionLimit", \.regionLimit, [4: 20], unit: "regions", ["CL-17", "PC-29"]),
        Row(
            "regionCrossingDistance", \.regionCrossingMetres, [4: 200], unit: "m", ["CL-17", "PC-30"], "about 200 m"),
        Row(
            "regionEntryDistance", \.regionEntryMetres, [4: 0], unit: "m", ["CL-17"],
            "entries were told almost on the boundary in the maps of two developers; Apple's guide says about 200 m of both"
        ),
        Row(
            "regionCrossingStay", \.regionCrossingStay, [4: .seconds(20)], ["CL-45"],
            "at least 20 s, says an old guide that nothing revokes"),
        Row(
            "missingLocationModeText", \.missingLocationModeText,
            [
                4: "Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient)",
                12: "Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient)"
                    + " || _CFMZEnabled()",
            ],
            [4: ["CL-02", "CL-04", "GAP-02", "SD-31"], 12: ["CL-03", "CL-04", "GAP-02", "SD-31"]],
            "the version that changed the text is not known; the later form was published for iOS 12 and 13 in 2019"),
    ]

    private static let limitTable: [Row] = [
        Row(
            "cpuLimit", \.cpuLimit, [4: nil, 11: .seconds(48)], ["RB-10", "PC-24"],
            "80 % of the window; seen from iOS 11 on"),
        Row("cpuLimitWindow", \.cpuLimitWindow, [4: .seconds(60)], ["RB-10", "PC-24"]),
        Row(
            "callCPULimit", \.callCPULimit, [4: nil, 14.5: .seconds(9)], ["RB-37"],
            "60 % of the window; seen in reports of apps with calls, from 14.5.1 on"),
        Row("callCPULimitWindow", \.callCPULimitWindow, [4: .seconds(15)], ["RB-37"]),
        Row(
            "wakeupLimit", \.wakeupLimitPerSecond, [4: nil, 8: 150], unit: "per second", ["RB-14", "PC-26"],
            "averaged over the window"),
        Row("wakeupLimitWindow", \.wakeupLimitWindow, [4: .seconds(300)], ["RB-14", "PC-26"]),
        Row("wakeupTelemetry", \.wakeupTelemetryPercent, [4: 70], unit: "%", ["RB-14", "PC-26"]),
        Row(
            "backgroundMemoryGoal", \.backgroundMemoryGoalMegabytes, [4: 50], unit: "MB", ["RB-09"],
            "said of iOS 14; taken for all"),
        Row("callReportsSinceSDK", \.callReportsSinceSDK, [4: IOSVersion(13)], ["WK-08"]),
        Row("voipSocketTrapsSinceSDK", \.voipSocketTrapsSinceSDK, [4: IOSVersion(16)], ["WK-22"]),
        Row("legacyVoIPUntilSDK", \.legacyVoIPUntilSDK, [4: IOSVersion(10)], ["WK-13"]),
        Row("locationSwitchSinceSDK", \.locationSwitchSinceSDK, [4: IOSVersion(9)], ["CL-05", "BM-04"]),
        Row("scenesSinceSDK", \.scenesSinceSDK, [4: IOSVersion(27)], ["LC-29"]),
        Row(
            "jetsamBandFactor", \.jetsamBandFactor, [4: 1, 16: 10], ["RB-06"],
            "the bands of the kernel were multiplied by ten in a source that is taken for iOS 16's"),
    ]
}

extension PolicyProfile {
    /// All constants and switches, in the order in which they are printed.
    static let table: [Entry] = lifecycleTable + taskTable + wakeTable + locationTable + limitTable + switchTable

    private static func older(_ version: IOSVersion) -> Bool { version < IOSVersion(13) }

    private static let lifecycleTable: [Entry] = [
        Entry(
            "suspensionDelay", .duration(\.suspensionDelay), ["LC-10", "LC-11", "MD-10", "PC-10", "GAP-01"],
            "Apple publishes no number; output was seen to stop at once"),
        Entry(
            "willResignActiveLimit", .duration(\.willResignActiveLimit), ["LC-05"],
            "not published; our choice, as long as didEnterBackground has in writing"),
        Entry(
            "enterBackgroundAdvice", .duration(\.enterBackgroundAdvice), ["LC-08", "CF-01", "PC-07"],
            "Apple's documented time; overrunning it is told, the kill comes at enterBackgroundLimit"),
        Entry(
            "enterBackgroundLimit", .duration(\.enterBackgroundLimit), rules: { _ in ["LC-09", "CF-01", "PC-08"] },
            note: { version in
                version < IOSVersion(5) || (IOSVersion(12)..<IOSVersion(15)).contains(version)
                    ? "seen in reports, which win over the documented 5 s and the 20 s of a talk"
                    : "seen on iOS 4 and 12 to 14; assumed for this version"
            }),
        Entry(
            "launchLimit", .duration(\.launchLimit), rules: { _ in ["LC-14", "PC-11"] },
            note: { version in
                (version < IOSVersion(12) ? "seen from iOS 12 on; assumed for this version; " : "")
                    + "19.96, 19.97 and 20.00 s were seen"
            }),
        Entry(
            "backgroundLaunchCPULimit", .duration(\.backgroundLaunchCPULimit), ["LC-15", "PC-12"],
            "one report, of iOS 14; assumed for all"),
        Entry("willTerminateLimit", .duration(\.willTerminateLimit), ["LC-12", "LC-13", "PC-09"]),
        Entry(
            "audioReleaseDelay", .duration(\.audioReleaseDelay), ["AS-36", "MD-10", "GAP-01"],
            "not published; taken from location's"),
        Entry(
            "locationReleaseDelay", .duration(\.locationReleaseDelay), rules: { _ in ["CL-23"] },
            note: { $0 < IOSVersion(26) ? "seen on iOS 26; assumed for this version" : "" }),
        Entry(
            "audioEvidenceWindow", .duration(\.audioEvidenceWindow), ["AS-34"],
            "this machine's, not iOS's; --time-scale does not change it", scales: false),
        Entry(
            "freezeRetryLimit", .duration(\.freezeRetryLimit), ["MD-18"],
            "this machine's, not iOS's; --time-scale does not change it", scales: false),
    ]

    private static let taskTable: [Entry] = [
        Entry(
            "finishTaskBudget", .duration(\.finishTaskBudget),
            rules: { version in
                [version < IOSVersion(7) ? "BT-02" : older(version) ? "BT-03" : "BT-04", "BT-08", "BM-21", "PC-01"]
            }, note: { _ in "one per process, shared by all tasks" }),
        Entry(
            "finishTaskBudgetAfterFetch", .optionalDuration(\.finishTaskBudgetAfterFetch), ["BT-07", "PC-02"],
            "seen on iOS 7.0 in one project; taken for 7 to 12, after which nothing is stated"),
        Entry(
            "finishTaskExpiration", .duration(\.finishTaskExpiration),
            rules: { version in
                version == IOSVersion(13)
                    ? ["BT-06", "BT-14", "PC-03"]
                    : [
                        version < IOSVersion(7) ? "BT-02" : older(version) ? "BT-05" : "BT-04", "BT-14", "PC-03",
                        "MD-04",
                    ]
            },
            note: { version in
                switch version {
                case IOSVersion(13): "BT-04 and BT-14 give 25; 31 was measured on this very version, and wins"
                case ..<IOSVersion(7): "the lead of 5 s is seen from iOS 12 on; assumed for this version"
                default: "5 s before the end"
                }
            }),
        Entry("finishTaskGrace", .duration(\.finishTaskGrace), ["BT-15", "MD-05", "MD-08", "PC-04"]),
        Entry(
            "stillHeldWarningDelay", .optionalDuration(\.stillHeldWarningDelay), ["BT-22"], "printed from iOS 13.4"),
        Entry("oldTaskWarningAge", .optionalDuration(\.oldTaskWarningAge), ["BT-23"], "printed from iOS 13.4"),
        Entry("unsafeTimeRemaining", .duration(\.unsafeTimeRemaining), ["BT-33"], "said of iOS 14; taken for all"),
        Entry(
            "finishTaskOverrunCode", .text(\.finishTaskOverrunCode),
            rules: { older($0) ? ["BT-19", "BT-20", "RB-17"] : ["BT-19", "BT-21", "RB-18", "CF-02"] },
            note: { older($0) ? "" : "seen in logs; a note of 2021 and many blogs still say 0x8badf00d" }),
        Entry(
            "finishTaskOverrunNamespace", .text(\.finishTaskOverrunNamespace),
            rules: { older($0) ? ["BT-20", "RB-01"] : ["BT-21", "RB-33"] }, note: { _ in "" }),
        Entry(
            "finishTaskOverrunWritesReport", .flag(\.finishTaskOverrunWritesReport),
            rules: { older($0) ? ["BT-20"] : ["BT-21", "CF-02"] }, note: { _ in "" }),
        Entry(
            "finishTaskLimit", .optionalCount(\.finishTaskLimit), unit: "tasks", ["BT-29", "RB-28", "PC-06"],
            "about 1000"),
    ]

    private static let wakeTable: [Entry] = [
        Entry(
            "contentWakeBudget", .duration(\.contentWakeBudget),
            ["WK-02", "WK-04", "UR-05", "BG-14", "BM-18", "PC-13", "PC-14", "PC-15", "PC-16"],
            "fetch, silent push, URL session events, refresh task"),
        Entry(
            "accessoryWakeBudget", .duration(\.accessoryWakeBudget),
            ["BM-06", "BM-07", "CL-18", "BM-19", "PC-18", "PC-19", "GAP-03"],
            "Bluetooth and accessories: about 10 s; regions: one report; visits, significant changes: assumed"),
        Entry(
            "voipKeepAliveBudget", .duration(\.voipKeepAliveBudget), ["WK-13", "SD-51", "BM-20", "PC-21"],
            "Apple says 10 s and suspension; the article's 30 s and kill is not followed"),
        Entry(
            "processingBudget", .duration(\.processingBudget), ["BG-15", "PC-17", "GAP-03"],
            "Apple says minutes; five is our choice"),
        Entry(
            "continuedTaskStallLimit", .duration(\.continuedTaskStallLimit), ["BG-21"],
            "Apple says stalled tasks may be expired, without a number; one developer saw about 30 s"),
        Entry(
            "wakeWarningLead", .duration(\.wakeWarningLead), ["UR-05", "MD-13"], "26 of 30 s in the one timed log"),
        Entry(
            "wakeOverrunDelay", .duration(\.wakeOverrunDelay), ["UR-05", "MD-13"], "31 s for 30 in the one timed log"),
        Entry("voipKeepAliveInterval", .duration(\.voipKeepAliveInterval), ["WK-13", "PC-20"]),
        Entry("rateWindow", .duration(\.rateWindow), ["WK-06", "WK-12"], "the hour of what is limited per hour"),
        Entry(
            "silentPushesPerHour", .count(\.silentPushesPerHour), unit: "per hour", ["WK-06", "PC-31"],
            "Apple says two or three; more than three are limited"),
        Entry("pendingRefreshLimit", .count(\.pendingRefreshLimit), unit: "requests", ["BG-08", "PC-23"]),
        Entry("pendingProcessingLimit", .count(\.pendingProcessingLimit), unit: "requests", ["BG-08", "PC-23"]),
        Entry(
            "transferDelay", .duration(\.transferDelay), ["UR-08", "UR-09", "PC-32"],
            "doubled at each resumption; the numbers were seen on iOS 12.4"),
        Entry(
            "transferResourceTimeout", .duration(\.transferResourceTimeout), ["UR-11"],
            "the default of timeoutIntervalForResource"),
        Entry(
            "fileProtectionDelay", .duration(\.fileProtectionDelay), ["UR-13"],
            "10 s when the passcode is asked for at once, which is taken for all"),
        Entry(
            "localNotificationLimit", .count(\.localNotificationLimit), unit: "notifications",
            ["LN-01", "LN-02", "LN-03", "SD-60", "CF-10", "PC-22"],
            "the API reference's 64 is followed, not the 128 of the older guide and the article"),
        Entry(
            "voipResumesPerHour", .count(\.voipResumesPerHour), unit: "per hour", ["WK-12"],
            "Apple says too often, without a number; 15 is our choice"),
        Entry(
            "unreportedCallsLimit", .count(\.unreportedCallsLimit), unit: "pushes", ["WK-11"],
            "Apple says repeated, without a number; 3 is our choice"),
    ]

    private static let locationTable: [Entry] = [
        Entry(
            "locationPauseDelay", .duration(\.locationPauseDelay), ["CL-12", "CL-13"],
            "not published; the shorter end of the 15 to 20 min that developers tell"),
        Entry(
            "locationPauseRadius", .metres(\.locationPauseRadiusMetres), unit: "m", ["CL-13"],
            "our choice: Apple says only 'unlikely to change'"),
        Entry("significantChangeDistance", .metres(\.significantChangeMetres), unit: "m", ["CL-16", "PC-27"]),
        Entry("significantChangeInterval", .duration(\.significantChangeInterval), ["CL-16", "PC-28"]),
        Entry("regionLimit", .count(\.regionLimit), unit: "regions", ["CL-17", "PC-29"]),
        Entry("regionCrossingDistance", .metres(\.regionCrossingMetres), unit: "m", ["CL-17", "PC-30"], "about 200 m"),
        Entry(
            "regionCrossingStay", .duration(\.regionCrossingStay), ["CL-45"],
            "at least 20 s, says an old guide that nothing revokes"),
        Entry(
            "missingLocationModeText", .text(\.missingLocationModeText),
            rules: { [$0 < IOSVersion(12) ? "CL-02" : "CL-03", "CL-04", "GAP-02", "SD-31"] },
            note: { _ in
                "the version that changed the text is not known; the later form was published for iOS 12 and 13 in 2019"
            }),
    ]

    private static let limitTable: [Entry] = [
        Entry(
            "cpuLimit", .optionalDuration(\.cpuLimit), ["RB-10", "PC-24"], "80 % of the window; seen from iOS 11 on"),
        Entry("cpuLimitWindow", .duration(\.cpuLimitWindow), ["RB-10", "PC-24"]),
        Entry(
            "callCPULimit", .optionalDuration(\.callCPULimit), ["RB-37"],
            "60 % of the window; seen in reports of apps with calls, from 14.5.1 on"),
        Entry("callCPULimitWindow", .duration(\.callCPULimitWindow), ["RB-37"]),
        Entry(
            "wakeupLimit", .optionalCount(\.wakeupLimitPerSecond), unit: "per second", ["RB-14", "PC-26"],
            "averaged over the window"),
        Entry("wakeupLimitWindow", .duration(\.wakeupLimitWindow), ["RB-14", "PC-26"]),
        Entry("wakeupTelemetry", .count(\.wakeupTelemetryPercent), unit: "%", ["RB-14", "PC-26"]),
        Entry(
            "backgroundMemoryGoal", .count(\.backgroundMemoryGoalMegabytes), unit: "MB", ["RB-09"],
            "said of iOS 14; taken for all"),
        Entry(
            "jetsamBandFactor", .count(\.jetsamBandFactor), ["RB-06"],
            "the bands of the kernel were multiplied by ten in a source that is taken for iOS 16's"),
    ]

    private static func entry(
        _ name: String, _ path: WritableKeyPath<PolicyProfile, Bool> & Sendable, _ rules: [RuleID], _ note: String
    ) -> Entry {
        Entry(name, .flag(path), rules, note)
    }

    private static let switchTable: [Entry] = [
        entry(
            "callsDidEnterBackgroundOnResume", \.switches.callsDidEnterBackgroundOnResume, ["LC-07", "CF-05"],
            "on as Apple's text has it; no log was found that confirms it"),
        entry(
            "reclaimsSockets", \.switches.reclaimsSockets, ["LC-23"],
            "on: Apple says may; a test should expect the worse"),
        entry(
            "locationRelaunchesForceQuit", \.switches.locationRelaunchesForceQuit, ["LC-20", "MD-15"],
            "on from iOS 8, as the old guide has it, for regions, significant changes and visits only; "
                + "one developer saw no relaunch any more on 26.4"),
        entry(
            "warnsAboutMissingScenes", \.switches.warnsAboutMissingScenes, ["LC-04"],
            "on from iOS 18.4, the first version that it was seen on"),
        entry(
            "requiresScenes", \.switches.requiresScenes, ["LC-29"],
            "on from iOS 27, for apps whose Info.plist names its SDK or a later one"),
        entry(
            "logsEndOfInvalidTask", \.switches.logsEndOfInvalidTask, ["BT-28", "GAP-07"],
            "on: not known, and a line does no harm"),
        entry(
            "wakeRestartsTaskClock", \.switches.wakeRestartsTaskClock, ["BT-07", "GAP-04"],
            "on: a budget of its own was seen for tasks begun after a fetch, and in suspension no assertion is left"),
        entry(
            "silenceCountsAsPlaying", \.switches.silenceCountsAsPlaying, ["AS-37"],
            "on: many shipping apps live on it; one developer says that digital silence does not count on some builds"),
        entry(
            "refusesAirPlayAsUnspecified", \.switches.refusesAirPlayAsUnspecified, ["AS-17"],
            "off: seen once, on one device"),
        entry(
            "backgroundStartKeepsRunning", \.switches.backgroundStartKeepsRunning, ["CL-10"],
            "off: Core Location ties its promise to a start in the foreground"),
        entry(
            "deliversCachedSignificantChange", \.switches.deliversCachedSignificantChange, ["CL-16"],
            "on: Apple says that the first event may be a cached one"),
        entry(
            "checksDuplicateRegistrationFirst", \.switches.checksDuplicateRegistrationFirst, ["BG-04"],
            "off: not found; either way the app ends"),
        entry(
            "requestsSurviveReboot", \.switches.requestsSurviveReboot, ["BG-11"],
            "on: one probe; the death of the app alone never loses them"),
        entry(
            "permittedIdentifiersDisableFetch", \.switches.permittedIdentifiersDisableFetch, ["BG-26"],
            "on: believed to be documented"),
        entry(
            "processingOnlyAtNight", \.switches.processingOnlyAtNight, ["BG-15"],
            "off: Apple says typically overnight, not only"
        ),
        entry(
            "useEndsProcessing", \.switches.useEndsProcessing, ["BG-15"],
            "on: general knowledge, and a test should expect it"),
        entry(
            "cpuLimitDuringAudio", \.switches.cpuLimitDuringAudio, ["RB-13", "CF-13"],
            "on from iOS 26, where three such kills were reported; before, the kernel's public default exempts audio"),
        entry(
            "callCPULimitForAll", \.switches.callCPULimitForAll, ["RB-37"],
            "off: all reports are of apps with calls, and none says what switches the limit on"),
        entry(
            "expirationAsMeasured", \.switches.expirationAsMeasured, ["BT-06", "BT-14"],
            "on: 31 s was measured on 13.0; off, the handlers run 5 s before the end, as everywhere else"),
        entry(
            "readsProtectedFilesWhileLocked", \.switches.readsProtectedFilesWhileLocked, ["UR-13"],
            "off: the key is gone; on for an app whose files have another class"),
        entry(
            "cpuLimitOnExternalPower", \.switches.cpuLimitOnExternalPower, ["RB-12"],
            "on: one report says that the limit is lifted on external power"),
        entry("wakeupLimitKills", \.switches.wakeupLimitKills, ["RB-14"], "off: the reports say 'Action taken: none'"),
        entry(
            "lowPowerModeHoldsBackFetch", \.switches.lowPowerModeHoldsBackFetch, ["MD-17"],
            "on: general knowledge; none of the sources states it"),
    ]
}

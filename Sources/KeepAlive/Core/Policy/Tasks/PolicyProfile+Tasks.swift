/// The constants, switches and features of background tasks and task requests.
extension PolicyProfile {
    /// The rules for the expiration handlers of background tasks. The first rule of a version states the time at which
    /// the handlers are called.
    static let expirationRules: ByVersion<[RuleID]> = [
        4: ["BT-02", "BT-14", "PC-03", "MD-04"], 7: ["BT-05", "BT-14", "PC-03", "MD-04"],
        13: ["BT-06", "BT-14", "PC-03"], 13.1: ["BT-04", "BT-14", "PC-03", "MD-04"],
    ]

    static let tasksTable: [Row] = [
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
            "finishTaskOverrunWritesReport", \.finishTaskOverrunWritesReport, [4: true, 13: false],
            [4: ["BT-20"], 13: ["BT-21", "CF-02"]]),
        Row(
            "finishTaskLimit", \.finishTaskLimit, [4: nil, 11: 1000], unit: "tasks", ["BT-29", "RB-28", "PC-06"],
            "about 1000"),
        Row(
            "processingBudget", \.processingBudget, [4: .seconds(300)], ["BG-15", "PC-17", "GAP-03"],
            "Apple says minutes; five is our choice"),
        Row(
            "continuedTaskStallLimit", \.continuedTaskStallLimit, [4: .seconds(30)], ["BG-21"],
            "Apple says stalled tasks may be expired, without a number; one developer saw about 30 s"),
        Row(
            "opportunityPause", \.opportunityPause, [4: .seconds(60)], ["MD-21"],
            "iOS's own choice is not published; ours lets an app rest after each run"),
        Row(
            "continuedTaskLimit", \.continuedTaskLimit, [4: 2], unit: "tasks", ["BG-23"],
            "two were measured to run at a time on iOS 26.6; more were not tried"),
        Row("pendingRefreshLimit", \.pendingRefreshLimit, [4: 1], unit: "requests", ["BG-08", "PC-23"]),
        Row("pendingProcessingLimit", \.pendingProcessingLimit, [4: 10], unit: "requests", ["BG-08", "PC-23"]),

        // Switches: the sources say nothing about these behaviours, or contradict each other.
        Row.choice(
            "renewalGainsTime", \.switches.renewalGainsTime, [4: false], ["SD-14", "BT-12"],
            """
            off: today's sources say that nothing is gained; on, as an article has it, ending the last task and beginning \
            another one starts the clock anew, until the handlers have run
            """),
        Row.choice(
            "logsEndOfInvalidTask", \.switches.logsEndOfInvalidTask, [4: true], ["BT-28", "GAP-07"],
            "on: not known, and a line does no harm"),
        Row.choice(
            "wakeRestartsTaskClock", \.switches.wakeRestartsTaskClock, [4: true], ["BT-07", "GAP-04"],
            "on: a budget of its own was seen for tasks begun after a fetch, and in suspension no assertion is left"),
        Row.choice(
            "checksDuplicateRegistrationFirst", \.switches.checksDuplicateRegistrationFirst, [4: false], ["BG-04"],
            "off: not found; either way the app ends"),
        Row.choice(
            "requestsSurviveReboot", \.switches.requestsSurviveReboot, [4: true], ["BG-11"],
            "on: one probe; the death of the app alone never loses them"),
        Row.choice(
            "permittedIdentifiersDisableFetch", \.switches.permittedIdentifiersDisableFetch, [4: false, 13: true],
            ["BG-26"],
            "on from iOS 13: believed to be documented"),
        Row.choice(
            "processingOnlyOnPower", \.switches.processingOnlyOnPower, [4: false], ["BG-15"],
            "off: Apple's engineers say that a request asks for power if it needs it; several developers saw none run without"
        ),
        Row.choice(
            "refreshNeedsNetwork", \.switches.refreshNeedsNetwork, [4: false], ["BG-14"],
            "off: Apple's pages have it for processing only; one developer's console named the missing network"),
        Row.choice(
            "processingOnlyAtNight", \.switches.processingOnlyAtNight, [4: false], ["BG-15"],
            "off: Apple says typically overnight, not only"
        ),
        Row.choice(
            "useEndsProcessing", \.switches.useEndsProcessing, [4: true], ["BG-15"],
            "on: general knowledge, and a test should expect it"),
        Row.choice(
            "expirationAsMeasured", \.switches.expirationAsMeasured, [4: true], ["BT-06", "BT-14"],
            "on: 31 s was measured on 13.0; off, the handlers run 5 s before the end, as everywhere else"),
        Row.choice(
            "lowPowerModeHoldsBackProcessing", \.switches.lowPowerModeHoldsBackProcessing, [4: false], ["MD-17"],
            "off: the same talk does not have it among the factors of processing"),

        // Features: only some versions of iOS have these.
        Row(
            "unpermittedRequestRaises", \.features.unpermittedRequestRaises, [4: true, 15: false], ["BG-05", "BG-06"],
            "a log of iOS 14 has the exception; Apple's header and a report of 2023 have error 3"),
        Row("hexadecimalTasks", \.features.hexadecimalTasks, [4: false, 13: true], ["BT-27"]),
        Row(
            "namesSharedAssertion", \.features.namesSharedAssertion, [4: false, 12: true], ["BT-20"],
            "seen in a report of iOS 12"),
        Row("sharedTaskAssertion", \.features.sharedTaskAssertion, [4: false, 13: true], ["BT-20", "BT-21"]),
        Row("taskScheduler", \.features.taskScheduler, [4: false, 13: true], ["BG-08"]),
        Row("continuedTasks", \.features.continuedTasks, [4: false, 26: true], ["BG-21", "BG-22"]),
    ]
}

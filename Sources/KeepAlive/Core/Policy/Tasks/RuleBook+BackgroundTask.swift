/// The rules of the background tasks of `UIApplication`.
extension RuleBook {
    static let backgroundTaskRules: [Rule] = [
        Rule(
            "BT-01", .engineer, "4+", "a background task means 'do not suspend me'; it starts nothing", from: .taskNotes
        ),
        Rule("BT-02", .log, "4-6", "iOS 4 to 6 give 600 s", from: .logs, .developers, scope: .value),
        Rule("BT-03", .measured, "7-12", "iOS 7 to 12 give 180 s", from: .logs, .developers, scope: .value),
        Rule("BT-04", .measured, "13+", "iOS 13 and later give about 30 s", from: .taskNotes, .logs, scope: .value),
        Rule("BT-05", .measured, "12.4", "measured on iOS 12.4: 175 s of background run time", from: .sample),
        Rule("BT-06", .measured, "13.0", "measured on iOS 13.0: 31 s of background run time", from: .sample),
        Rule("BT-07", .log, "7.0", "a task begun in a content-fetch wake was seen to have 40 s", from: .logs),
        Rule("BT-08", .engineer, "13+", "one budget per process, shared by all its tasks", from: .taskNotes, .logs),
        Rule(
            "BT-09", .engineer, "all",
            "the clock starts only when the task takes effect; in the foreground it is dormant", from: .taskNotes, .logs
        ),
        Rule(
            "BT-10", .measured, "26", "the clock does not run while location or audio keeps the app alive",
            from: .simulatorLogs, .logs),
        Rule(
            "BT-11", .document, "all",
            "a task may be begun in the background, but may come too late: begin it before it is needed",
            from: .extending, .beginning),
        Rule(
            "BT-12", .reports, "13+",
            "a task begun on a running or spent clock gains no time; one that is begun in an expiration handler is expired at once",
            from: .webKit,
            .oneProject),
        Rule("BT-13", .document, "all", "returning to the foreground resets the budget", from: .webKit),
        Rule("BT-14", .measured, "12-26", "expiration handlers run 5 s before the end", from: .logs),
        Rule("BT-15", .document, "all", "after the handlers, 5 s until the kill", from: .webKit, .taskNotes),
        Rule(
            "BT-16", .measured, "all", "handlers run on the main thread, one after the other", from: .beginning,
            .taskNotes),
        Rule(
            "BT-17", .engineer, "all",
            "handlers may run earlier, whenever the system wants the time back, such as when it is hot",
            from: .taskNotes, .noGuarantee, .logs),
        Rule(
            "BT-18", .document, "13+",
            "WebKit takes an expiration that arrives without a time limit for an outdated one", from: .webKit,
            scope: .notApplicable(reason: "a precaution of one client of the system, not something that iOS does")),
        Rule(
            "BT-19", .log, "all", "an app whose task is not ended is killed, never merely suspended",
            from: .extending, .beginning, .terminations),
        Rule(
            "BT-20", .log, "4-12", "up to iOS 12 the kill is 0x8badf00d and leaves a report", from: .logs,
            .taskNotes),
        Rule(
            "BT-21", .document, "13+", "from iOS 13 the kill is RUNNINGBOARD 0x2182BAD2 and leaves no report",
            from: .sigkill, .logs),
        Rule(
            "BT-22", .log, "13.4+", "from iOS 13.4 a task still held after its handler is told in the log",
            from: .logs),
        Rule(
            "BT-23", .engineer, "13.4+",
            "from iOS 13.4 a task older than 30 s is told in the log: at background entry, and in front when another begins",
            from: .whyKilled, .logs,
            "https://github.com/ocetnik/react-native-background-timer/issues/373"),
        Rule(
            "BT-24", .log, "7+", "a task without a name is named after the app and the function that began it",
            from: .logs),
        Rule(
            "BT-25", .document, "4+", "beginBackgroundTask may return .invalid, raw value 0", from: .beginning,
            .taskNotes),
        Rule(
            "BT-26", .document, "all", "identifiers are small, increase from 1, and are not used twice",
            from: .applicationHeader, .logs),
        Rule(
            "BT-27", .log, "all", "ending an unknown task is only told in the log", from: .logs,
            "https://github.com/transistorsoft/cordova-background-geolocation-lt/issues/108"),
        Rule("BT-28", .notFound, "", "whether ending .invalid is told too is not known; here it is", from: .notFound),
        Rule("BT-29", .engineer, "11+", "about 1000 live tasks end the process with 0xbada5e47", from: .taskNotes),
        Rule(
            "BT-30", .log, "all", "without a limit backgroundTimeRemaining is the greatest finite number",
            from: .logs, "https://developer.apple.com/forums/message/391799"),
        Rule(
            "BT-31", .document, "all", "in the background backgroundTimeRemaining is an estimate", from: .remaining,
            "https://developer.apple.com/forums/message/391799"),
        Rule(
            "BT-32", .document, "", "backgroundTimeRemaining may be read on any thread", from: .remaining,
            scope: .notApplicable(reason: "about the threads inside an app; the policy sees one app, not its threads")),
        Rule("BT-33", .engineer, "14", "with less than 5 s left it is not safe to start a task", from: .whyKilled),
        Rule(
            "BT-34", .document, "8.2+", "app extensions and watchOS have no such tasks but performExpiringActivity",
            from: .extending, scope: .notApplicable(reason: "about app extensions and watchOS; this runs an iOS app")),
        Rule(
            "BT-35", .document, "all", "nobody ends a task that has no handler; the app is killed for it",
            from: .beginning),
    ]
}

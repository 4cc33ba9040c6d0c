extension RuleBook {
    static let taskSchedulerRules: [Rule] = [
        Rule(
            "BG-01", .document, "13+",
            "registering an identifier that BGTaskSchedulerPermittedIdentifiers lacks returns false",
            from: .schedulerHeader),
        Rule(
            "BG-02", .log, "13+",
            "registering after the launch has finished raises NSInternalInconsistencyException", from: .schedulerHeader,
            .logs),
        Rule(
            "BG-03", .log, "13+", "registering an identifier twice raises NSInternalInconsistencyException",
            from: .backgroundTasks, .logs),
        Rule(
            "BG-04", .notFound, "", "which of these two checks comes first is not known", from: .notFound,
            scope: .notApplicable(reason: "no source says which check comes first; either order raises")),
        Rule(
            "BG-05", .log, "13+",
            "submitting a permitted identifier that nobody registered raises NSInternalInconsistencyException",
            from: .logs),
        Rule(
            "BG-06", .document, "13+",
            "submitting an identifier that is not permitted, or without its mode: error 3; up to 14, as if not registered",
            from: .schedulerHeader),
        Rule(
            "BG-07", .document, "13+",
            "BGTaskSchedulerErrorDomain: 1 unavailable, 2 too many pending, 3 not permitted, 4 cannot run now (26+)",
            from: .schedulerHeader, .schedulerHeader26, .projects, scope: .value),
        Rule(
            "BG-08", .document, "13+", "one refresh and ten processing requests may be pending; one more is error 2",
            from: .backgroundTasks),
        Rule(
            "BG-09", .log, "13+", "submitting an identifier again replaces its pending request",
            from: .schedulerHeader),
        Rule(
            "BG-10", .reports, "13+", "a launch uses its request up; the app must submit another one",
            from: .developers),
        Rule("BG-11", .report, "", "pending requests outlive the app and a reboot", from: .simulatorLogs),
        Rule(
            "BG-12", .log, "13+", "earliestBeginDate is a lower bound and nothing more; nil means no delay",
            from: .backgroundTasks),
        Rule(
            "BG-13", .document, "13+", "without a queue the handler runs on a background queue of the system's",
            from: .schedulerHeader,
            scope: .notApplicable(reason: "about the queues inside an app; the policy sees one app, not its threads")),
        Rule(
            "BG-14", .document, "13+", "an app refresh has up to 30 s, else the app is terminated",
            from: .backgroundStrategies),
        Rule(
            "BG-15", .measured, "13+",
            "a processing task has minutes, when the device is idle; a user who returns ends it early",
            from: .backgroundTasks, .backgroundTalk, .limits),
        Rule(
            "BG-16", .document, "13+",
            "requests may require network and external power, both off at first; power also lifts the CPU limit",
            from: .backgroundTasks, .backgroundTalk),
        Rule(
            "BG-17", .document, "13+", "without an expiration handler an expiring task counts as complete and failed",
            from: .backgroundTasks),
        Rule(
            "BG-18", .document, "13+",
            "the expiration handler runs once, maybe early; one fixed time is shared by all handlers",
            from: .backgroundTasks, .schedulerHeader26),
        Rule(
            "BG-19", .document, "13+",
            "without setTaskCompleted the app may be killed; 0x2182bad4 is the code for a fetch that overran",
            from: .backgroundTasks, .sigkill),
        Rule(
            "BG-20", .document, "17+",
            "a health research task is a processing task that needs an entitlement of Apple's", from: .backgroundTasks,
            .simulatorLogs),
        Rule(
            "BG-21", .measured, "26+",
            "a continued task starts in the foreground, reports progress, has no fixed limit; the user may cancel it",
            from: .longRunningTasks, .schedulerHeader26, .continuedTasks, .stallThread),
        Rule(
            "BG-22", .document, "26+",
            "a continued task may be registered late; its identifier starts with the bundle's, the plist holds a '*'",
            from: .schedulerHeader26, .projects),
        Rule(
            "BG-23", .measured, "26+",
            "two continued tasks of an app run at a time; one that cannot run at once is queued, or fails with error 4 when it asked for that",
            from: .schedulerHeader26, .longRunningTasks),
        Rule(
            "BG-24", .measured, "26+",
            "a continued task may ask for the GPU, given an entitlement and a device that supports it",
            from: .longRunningTasks),
        Rule(
            "BG-25", .document, "13+",
            "in the debugger, launch and expiration of a task can be simulated by its identifier",
            from: "Apple, Starting and terminating tasks during development"),
        Rule(
            "BG-26", .belief, "13+",
            "BGTaskSchedulerPermittedIdentifiers in the plist switches performFetch off", from: .generalKnowledge),
        Rule(
            "BG-27", .document, "27+",
            "submitTaskRequest tells later, on another queue, how a submission went; submit is deprecated for it",
            from: .submitTaskRequest),
    ]
}

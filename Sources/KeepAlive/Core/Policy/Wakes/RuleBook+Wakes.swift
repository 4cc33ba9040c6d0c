/// The rules of fetch, pushes, calls and Live Activities.
extension RuleBook {
    static let wakeRules: [Rule] = [
        Rule(
            "WK-01", .document, "7+",
            "fetch: never, until the app sets an interval; at most that often; needs the fetch mode",
            from: .fetchInterval),
        Rule(
            "WK-02", .log, "8.2", "performFetch has 30 s; overrunning it was seen to kill with 0x8badf00d",
            from: .logs, .backgroundTalk),
        Rule(
            "WK-03", .document, "7+", "what the app answers about new data changes when it is woken next",
            from: .guide),
        Rule(
            "WK-04", .log, "7+",
            "a silent push gives 30 s of wall clock; not calling the handler by then ends the app", from: .delegate,
            .backgroundTasks),
        Rule(
            "WK-05", .log, "13+",
            "a silent push has content-available 1 and nothing else in aps, type background, priority 5",
            from: .backgroundPush, .backgroundTalk),
        Rule(
            "WK-06", .document, "",
            "two or three silent pushes an hour; of more the latest is held back: a kill drops it, the user's launch delivers it",
            from: .backgroundPush, .backgroundTasks),
        Rule(
            "WK-07", .log, "7+", "a silent push does not launch an app that the user force-quit", from: .delegate
        ),
        Rule(
            "WK-08", .document, "13+",
            "a VoIP push that is not reported raises NSInternalInconsistencyException, but for an app in front or in a call",
            from: .pushKit,
            .projects),
        Rule(
            "WK-09", .log, "13+",
            "before that exception a log line, with Apple's typing error, says what the app must do", from: .logs,
            scope: .value),
        Rule(
            "WK-10", .engineer, "13+",
            "the call must be reported before the callback returns, else SIGABRT; about 7 s after the push 0xbaadca11 ends the app",
            from: "https://developer.apple.com/forums/thread/817976", .pushKit, .sigkill,
            "https://github.com/hiennguyen92/flutter_callkit_incoming/issues/522"),
        Rule(
            "WK-11", .reports, "13+",
            "an app that fails to report again and again may get no more VoIP pushes, but while it runs",
            from: .pushKit),
        Rule(
            "WK-12", .log, "", "a VoIP app that is resumed too often is killed with 0xbad22222", from: .sigkill),
        Rule(
            "WK-13", .log, "4-12",
            "setKeepAliveTimeout: 600 s at least, needs voip; 10 s to run, and an overrun suspends instead of killing",
            from: .keepAliveTimeout),
        Rule("WK-14", .document, "4-9", "an app with voip is launched in the background after a boot", from: .guide),
        Rule(
            "WK-15", .belief, "4-9", "an app with voip that fails, by its exit code, is launched again",
            from: .generalKnowledge),
        Rule(
            "WK-16", .document, "14.5+", "an extension may hand an encrypted VoIP push to the app, which launches it",
            from: .callKit),
        Rule(
            "WK-17", .reports, "10+",
            "CallKit shows calls; the provider performs actions, each within a minute; from 16 on an unanswered call ends after 60 s",
            from: .callProvider),
        Rule(
            "WK-18", .log, "10+",
            "the system activates the audio session of an answered call; before that, the app's own activation behind fails with '!pri'",
            from: .callProvider),
        Rule(
            "WK-19", .document, "3+",
            "registering for pushes is answered by a call with the token, which another launch may change",
            from: .registering),
        Rule(
            "WK-20", .document, "15+",
            "a location push runs the app's Location Push Service Extension, a process of its own; the app is not woken",
            from: .locationPush),
        Rule(
            "WK-21", .engineer, "16.1+",
            "a push that starts a Live Activity, or a new token of one, wakes the app; a push that updates or ends one does not",
            from: .activityPush),
        Rule(
            "WK-22", .reports, "16+",
            "an app that was built with the SDK of iOS 16 or later ends by a trap when it tags a socket for VoIP",
            from: "https://github.com/pjsip/pjproject/issues/3303", "https://github.com/pjsip/pjproject/issues/3253",
            "https://github.com/daltoniam/Starscream/issues/309"),
        Rule(
            "WK-23", .log, "12+",
            "after a boot silent pushes are held back for 300 s, after a long time without network for 900 s while in use",
            from: "https://stackoverflow.com/questions/58525436",
            "https://github.com/lionheart/openradar-mirror/issues/20555"),
        Rule(
            "WK-24", .log, "16.1+",
            "a Live Activity is requested in the foreground, else 'visibility'; the system ends it after eight hours",
            from: "https://github.com/loopandlearn/LoopFollow/issues/611", .activityPush),
        Rule(
            "WK-25", .reports, "9+", "a message of the watch app launches the phone's app in the background",
            from: "https://github.com/couchbase/couchbase-lite-ios/issues/1443"),
    ]
}

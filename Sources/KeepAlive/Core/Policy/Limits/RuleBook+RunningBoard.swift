/// The rules of RunningBoard and its predecessors: limits, kills and codes.
extension RuleBook {
    static let runningBoardRules: [Rule] = limitRules + terminationCodeRules + namespaceRules

    private static let limitRules: [Rule] = [
        Rule(
            "RB-01", .log, "",
            "who decides: SpringBoard and backboardd, then assertiond up to iOS 12, then runningboardd", from: .logs,
            scope: .notApplicable(reason: "names the system's own daemons; here the policy decides in their place")),
        Rule(
            "RB-02", .log, "13+", "an assertion has a target, an originator and attributes", from: .logs, .webKit,
            scope: .notApplicable(reason: "how the system stores assertions; the policy holds grants instead")),
        Rule(
            "RB-03", .log, "13+",
            "an assertion's duration: how it starts, how it ends, its seconds, and the seconds of warning", from: .logs,
            scope: .notApplicable(
                reason: "how the system stores assertions; their effect is in the rules on each grant")),
        Rule(
            "RB-04", .document, "13+",
            "a client hears of the warning, then of the end, and can ask for the time that is left", from: .webKit,
            scope: .notApplicable(reason: "an interface inside the system that apps do not have")),
        Rule(
            "RB-05", .log, "", "processes that may play in the background carry a tag for it", from: .logs,
            scope: .notApplicable(reason: "a tag inside the system; its effect is in the rules on audio")),
        Rule(
            "RB-06", .document, "7+",
            "jetsam bands: idle 0, background 3, foreground 10, audio and accessory 12; ten times that from iOS 16",
            from: .statusHeader, scope: .value),
        Rule(
            "RB-07", .document, "", "when memory is short the lowest band goes first, and suspended apps are in it",
            from: .jetsamReports, .guide),
        Rule(
            "RB-08", .document, "",
            "jetsam reasons: per-process-limit, vm-pageshortage, vnode-limit, highwater, fc-thrashing, jettisoned",
            from: .jetsamReports, scope: .value),
        Rule(
            "RB-09", .engineer, "14",
            "under 50 MB in the background an app is purged less often; the hard limit is that of the foreground",
            from: .whyKilled),
        Rule(
            "RB-10", .measured, "11-26", "off screen, 80 % of a CPU over 60 s, which is 48 CPU-seconds, kills the app",
            from: .logs),
        Rule(
            "RB-37", .log, "14.5+",
            "apps with calls were killed by a second limit: 60 % of a CPU over 15 s, which is 9 CPU-seconds",
            from: "Apple engineer on a report https://developer.apple.com/forums/thread/758387",
            "https://github.com/twilio/voice-quickstart-ios/issues/481"),
        Rule(
            "RB-11", .document, "", "the kernel counts CPU time per thread; its own default is 50 % over 180 s",
            from: .kernel, .resourceExceptions,
            scope: .notApplicable(reason: "the kernel's ledger is per thread; here CPU time is counted per process")),
        Rule(
            "RB-12", .engineer, "13+", "a processing task with external power is exempt from the CPU limit",
            from: .backgroundTalk, .logs),
        Rule(
            "RB-13", .measured, "",
            "the kernel's source exempts apps that play audio from the CPU limit; apps were seen killed all the same",
            from: .kernel, .logs),
        Rule(
            "RB-14", .log, "8+",
            "150 wakeups a second over 300 s are reported, from 70 % of it on; usually nobody is killed", from: .kernel,
            .logs),
        Rule(
            "RB-15", .log, "9+",
            "a lock held on a file of a shared container at suspension: RUNNINGBOARD 0xdead10cc", from: .sigkill,
            .terminations, "https://inessential.com/2020/02/13/how_we_fixed_the_dreaded_0xdead10cc_cras"),
        Rule(
            "RB-16", .engineer, "14+",
            "the ends that iOS counts: crashes, memory, locked file, watchdog, task timeout, and normal ones",
            from: .whyKilled),
    ]

    private static let terminationCodeRules: [Rule] = [
        Rule(
            "RB-17", .log, "", "0x8badf00d: a watchdog, and up to iOS 12 a task overrun", from: .sigkill,
            scope: .value),
        Rule(
            "RB-18", .document, "", "0x2182bad2: a background task not completed in time", from: .sigkill,
            scope: .value),
        Rule(
            "RB-19", .document, "", "0x2182bad3: events of a background session not handled in time", from: .sigkill,
            scope: .value),
        Rule(
            "RB-20", .document, "", "0x2182bad4: a background fetch that overran", from: .sigkill,
            scope: .value),
        Rule(
            "RB-21", .log, "", "0xdead10cc: a file or database lock held at suspension", from: .sigkill,
            scope: .value),
        Rule(
            "RB-22", .document, "", "0xbaadca11: no call reported to CallKit after a VoIP push", from: .sigkill,
            scope: .value),
        Rule("RB-23", .log, "", "0xbad22222: a VoIP app resumed too often", from: .sigkill, scope: .value),
        Rule("RB-24", .document, "", "0xbaddd15c: caches purged to free disk space", from: .sigkill, scope: .value),
        Rule("RB-25", .document, "", "0xc00010ff: the device was too hot", from: .sigkill, scope: .value),
        Rule("RB-26", .document, "", "0xd00d2bad: key resources used to excess", from: .sigkill, scope: .value),
        Rule(
            "RB-27", .document, "", "0xc51bad01, 02 and 03: limits of CPU and time on watchOS", from: .sigkill,
            scope: .notApplicable(reason: "watchOS only")),
        Rule(
            "RB-28", .engineer, "", "0xbada5e47: about 1000 background task assertions", from: .taskNotes, scope: .value
        ),
        Rule(
            "RB-29", .belief, "", "0xdeadfa11: force quit by the user", from: .generalKnowledge, scope: .value
        ),
    ]

    private static let namespaceRules: [Rule] = [
        Rule(
            "RB-30", .document, "", "namespaces of reasons have a number and a name; 1 is JETSAM",
            from: .reasonHeader, scope: .value),
        Rule("RB-31", .document, "", "namespace 2: SIGNAL", from: .reasonHeader, scope: .value),
        Rule("RB-32", .document, "", "namespace 10: SPRINGBOARD", from: .reasonHeader, scope: .value),
        Rule(
            "RB-33", .log, "", "namespace 15: RUNNINGBOARD, formerly ASSERTIOND", from: .reasonHeader,
            scope: .value),
        Rule("RB-34", .document, "", "namespace 20: WATCHDOG", from: .reasonHeader, scope: .value),
        Rule(
            "RB-35", .log, "", "FRONTBOARD appears by name in newer reports", from: .reasonHeader, .logs,
            scope: .value),
        Rule("RB-36", .document, "", "reason 100 of JETSAM: CPULIMIT", from: .reasonHeader, scope: .value),
    ]
}

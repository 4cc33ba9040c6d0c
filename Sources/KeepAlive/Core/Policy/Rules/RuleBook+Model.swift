/// The rules of this project's model, and of the constants of its profiles.
extension RuleBook {
    static let modelRules: [Rule] = [
        Rule("MD-01", .inference, "", "a process runs as long as it holds a grant", from: .inference()),
        Rule(
            "MD-02", .measured, "", "foreground, audio and location stop the task clock",
            from: .inference(from: "BT-09", "BT-10", "BT-30")),
        Rule(
            "MD-03", .measured, "", "when the last of them ends, a held task starts the clock with the era's budget",
            from: .inference(from: "BT-02", "BT-03", "BT-04")),
        Rule(
            "MD-04", .inference, "", "5 s before the budget ends, all expiration handlers run in order",
            from: .inference(from: "BT-14", "BT-16")),
        Rule(
            "MD-05", .log, "", "at the end of the grace, a held task means a kill",
            from: .inference(from: "BT-19", "BT-20", "BT-21")),
        Rule(
            "MD-06", .log, "", "a task ended in time leads to suspension when nothing else holds the app",
            from: .inference()),
        Rule("MD-07", .inference, "", "a task begun on the running clock joins it", from: .inference(from: "BT-08")),
        Rule("MD-08", .inference, "", "a task begun after the expiration has 5 s", from: .inference(from: "BT-12")),
        Rule(
            "MD-09", .inference, "", "only the foreground or another grant resets the task clock",
            from: .inference(from: "BT-13")),
        Rule(
            "MD-10", .measured, "", "without a grant the app is suspended after a small delay",
            from: .inference(from: "LC-10", "CL-23")),
        Rule(
            "MD-11", .log, "", "at suspension, a lock held in a shared container means a kill with 0xdead10cc",
            from: .inference(from: "RB-15")),
        Rule(
            "MD-12", .measured, "",
            "at suspension the audio session is deactivated, and up to iOS 15 an interruption waits for the resumption",
            from: .inference(from: "AS-49", "AS-50")),
        Rule(
            "MD-13", .inference, "", "a wake warns 4 to 5 s before its budget ends and kills about 1 s after it",
            from: .inference(from: "UR-05")),
        Rule(
            "MD-14", .log, "", "with a debugger attached there is neither suspension nor kill",
            from: .inference(from: "LC-17")),
        Rule(
            "MD-15", .engineer, "",
            "after a force quit wakes are blocked but VoIP pushes, processing, Live Activities, regions and significant changes",
            from: .inference(from: "LC-19", "LC-20")),
        Rule(
            "MD-16", .inference, "",
            "a device of the machine that recovers gives the grant back, and with it the app; phones have no such outage",
            from: .inference()),
        Rule(
            "MD-17", .engineer, "",
            "Low Power Mode holds back fetch, refresh and silent pushes, and not processing",
            from: "Apple, WWDC20 10063, Background execution demystified"),
        Rule(
            "MD-18", .inference, "",
            "an app that this machine does not get frozen is in the background, not suspended, until it is; phones have no "
                + "such failure",
            from: .inference()),
        Rule(
            "MD-19", .inference, "",
            "an app that does not return from willResignActive has left after 5 s, the time that Apple gives didEnterBackground",
            from: .inference(from: "LC-05", "LC-08")),
        Rule(
            "MD-20", .inference, "",
            "a system that acts by itself runs each fetch and each task at the first moment that the rules allow",
            from: .inference(from: "BG-12", "WK-01")),
        Rule(
            "MD-21", .inference, "", "the runs of one app that the system begins by itself are at least 60 s apart",
            from: .inference(from: "BG-10")),
        Rule(
            "MD-22", .inference, "",
            "to a system that acts by itself a device is out of use once the app is in the background",
            from: .inference(from: "BG-15")),
        Rule(
            "MD-23", .inference, "",
            "a typical user sleeps while the device charges, travels, and opens an app at its hours; a seed gives one life",
            from: .inference(from: "BG-15", "BG-16")),
        Rule(
            "MD-24", .inference, "",
            "a typical system runs refreshes shortly before the hours at which the app is opened, and now and then",
            from: .inference(from: "BG-12", "WK-03")),
        Rule(
            "MD-25", .inference, "",
            "a transfer that broke off is tried again after 5 s, doubled at each failure in a row, up to 10 min",
            from: .inference(from: "UR-11", "UR-16")),
        Rule(
            "MD-26", .inference, "",
            "an eager system begins a discretionary transfer at once: it may wait for power and Wi-Fi, and need not",
            from: .inference(from: "MD-20", "UR-19")),
        Rule(
            "MD-27", .inference, "8+",
            "a background action has a content wake's time, then the app is suspended; a force quit does not bar it",
            from: .inference(from: "BM-18", "LN-12")),
        Rule(
            "MD-28", .inference, "10+",
            "an app with a call of CallKit, also one that rings, runs as long as the call lasts; its end ends the call",
            from: .inference(from: "WK-08", "WK-17")),
    ]

    static let constantRules: [Rule] = [
        constant(
            "PC-01",
            "background task budget: 600 s on 4-6, 180 s on 7-12, 30 s from 13; measured 175 s on 12.4, 31 s on 13.0",
            .rules("BT-02", "BT-03", "BT-04", "BT-05", "BT-06")),
        constant("PC-02", "background task budget in a content-fetch wake: 40 s, seen on 7.0", .rules("BT-07")),
        constant("PC-03", "the warning comes 5 s before the end; not stated up to iOS 6", .rules("BT-14")),
        constant("PC-04", "grace after the expiration handler: 5 s", .rules("BT-15")),
        constant(
            "PC-05", "a handler should return within about 1 s, all of them within a few", .rules("BT-15"),
            scope: .notApplicable(reason: "advice to authors; the kill is at finishTaskGrace")),
        constant("PC-06", "live background task assertions: about 1000, from iOS 11", .rules("BT-29")),
        constant("PC-07", "didEnterBackground, documented: 5 s", .rules("LC-08")),
        constant(
            "PC-08", "didEnterBackground, enforced: 10 s, seen on 4 and 12 to 14; a talk says about 20 s",
            .rules("LC-09")),
        constant("PC-09", "applicationWillTerminate: about 5 s; 5.0 s enforced on 26", .rules("LC-12", "LC-13")),
        constant(
            "PC-10", "suspension delay without an assertion: not published; output was seen to stop at once",
            .rules("LC-10", "LC-11", "MD-10")),
        constant(
            "PC-11", "launch watchdog, foreground: about 20 s of wall clock, from 12; 19.96 to 20.00 seen",
            .rules("LC-14")),
        constant("PC-12", "launch watchdog, background: CPU time; 2.32 s seen on 14", .rules("LC-15")),
        constant("PC-13", "performFetch wake: 30 s, from 7", .rules("WK-02", "BM-09")),
        constant("PC-14", "silent push wake: 30 s, from 7", .rules("WK-04")),
        constant(
            "PC-15", "background session wake: 30 s, from 7; on 12 warned at 26 s and killed at 31 s", .rules("UR-05")),
        constant("PC-16", "app refresh task: 30 s, from 13", .rules("BG-14")),
        constant(
            "PC-17", "processing task: minutes, from 13; the upper bound is not published", .rules("BG-15", "GAP-03")),
        constant("PC-18", "Bluetooth and accessory wakes: about 10 s, from 5", .rules("BM-07", "BM-06")),
        constant("PC-19", "region wake: about 10 s, as one source says", .rules("CL-18")),
        constant("PC-20", "VoIP keep-alive, least interval: 600 s on 4-8; deprecated from 9", .rules("WK-13")),
        constant("PC-21", "VoIP keep-alive, time for the handler: 10 s on 4-8; deprecated from 9", .rules("WK-13")),
        constant(
            "PC-22", "local notifications: 64 in Apple's reference, 128 in the older guide",
            .rules("LN-01", "LN-02", "LN-03")),
        constant("PC-23", "pending scheduler requests: one refresh and ten processing, from 13", .rules("BG-08")),
        constant("PC-24", "CPU off screen: 80 % over 60 s, which is 48 CPU-seconds, from 11", .rules("RB-10")),
        constant(
            "PC-25", "CPU, the kernel's own default: 50 % over 180 s", .rules("RB-11"),
            scope: .notApplicable(reason: "holds where no app policy is set, and apps have one")),
        constant("PC-26", "wakeups: 150 a second over 300 s, told from 70 % on, from 8", .rules("RB-14")),
        constant("PC-27", "significant change, distance: at least 500 m", .rules("CL-16")),
        constant("PC-28", "significant change, interval: at least 5 min", .rules("CL-16")),
        constant("PC-29", "regions: 20 per app; from 17 also 20 conditions of a CLMonitor", .rules("CL-17")),
        constant("PC-30", "region crossing: about 200 m", .rules("CL-17")),
        constant("PC-31", "silent pushes: two or three an hour, from 7", .rules("WK-06")),
        constant(
            "PC-32", "delay of new background transfers: doubles from 60 s, as measured on 12.4",
            .rules("UR-08", "UR-09")),
    ]

    private static func constant(
        _ id: RuleID, _ statement: String, _ rules: Source, scope: Scope = .value
    ) -> Rule {
        Rule(id, .summary, "", statement, from: rules, scope: scope)
    }
}

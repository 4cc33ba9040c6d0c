/// The rules about conflicts between sources, and about gaps that no source fills.
extension RuleBook {
    static let conflictRules: [Rule] = [
        Rule(
            "CF-01", .summary, "",
            "didEnterBackground: Apple documents 5 s, reports show about 10 s enforced, a talk says about 20 s",
            from: .rules("LC-08", "LC-09"), scope: .value),
        Rule(
            "CF-02", .summary, "",
            "a leaked task from iOS 13: followed is 0x2182BAD2 without a report, not the often told 0x8badf00d",
            from: .rules("BT-20", "BT-21"), scope: .value),
        Rule(
            "CF-03", .summary, "",
            "a leaked task kills only once its clock runs; followed: any other grant stops that clock",
            from: .rules("BT-09", "BT-10"), scope: .value),
        Rule(
            "CF-04", .summary, "", "the VoIP keep-alive of old suspends when it overruns; everything else kills",
            from: .rules("WK-13"), scope: .value),
        Rule(
            "CF-05", .summary, "",
            "didEnterBackground on a launch or a resumption in the background: Apple's text has it, devices do not call it",
            from: .rules("LC-06", "LC-07"), scope: .value),
        Rule(
            "CF-06", .summary, "", "the interruption that tells of a suspension ended with iOS 16",
            from: .rules("AS-50"), scope: .value),
        Rule(
            "CF-07", .summary, "",
            "'!int' spares one app: what is Now Playing may activate in the background without mixing",
            from: .rules("AS-23"), scope: .value),
        Rule(
            "CF-08", .summary, "8-18", "setActive(false) while playing reports a failure and still deactivates",
            from: .rules("AS-43"), scope: .value),
        Rule(
            "CF-09", .summary, "",
            "scheduler mistakes end in three ways: registering answers false, submitting throws, and the rest raises",
            from: .rules("BG-01", "BG-02", "BG-03", "BG-05", "BG-06"), scope: .value),
        Rule(
            "CF-10", .summary, "",
            "local notifications: 64 in Apple's reference, 128 in the older guide, no number for their successors",
            from: .rules("LN-01", "LN-02", "LN-03"), scope: .value),
        Rule(
            "CF-11", .summary, "", "UIApplicationExitsOnSuspend does nothing from iOS 13", from: .rules("LC-18"),
            scope: .value),
        Rule(
            "CF-12", .summary, "", "0xc51bad01 to 03, often listed for iOS, are watchOS's", from: .rules("RB-27"),
            scope: .notApplicable(reason: "watchOS is not emulated, so nothing raises them")),
        Rule(
            "CF-13", .summary, "",
            "CPU limit during audio: the kernel's source has an exemption that reports from devices do not show",
            from: .rules("RB-13"), scope: .value),
    ]

    static let gapRules: [Rule] = [
        gap(
            "GAP-01", "how long after didEnterBackground, audio or location the suspension comes",
            reason: "no source has a number; suspensionDelay and audioReleaseDelay hold our choice",
            rows: "LC-10, AS-36"),
        gap(
            "GAP-02", "which iOS version added _CFMZEnabled() to the location exception",
            reason: "no source has the version; missingLocationModeText says which form a profile has", rows: "CL-04"),
        gap(
            "GAP-03", "how long a significant change or a visit may run, and the most that a processing task gets",
            reason: "no source has a number", rows: "CL-16, CL-19, BG-15"),
        gap(
            "GAP-04", "how many seconds a task has that is begun after the budget is spent",
            reason: "no source has a number; MD-08 is our choice", rows: "BT-12"),
        gap("GAP-05", "what network-authentication grants", reason: "no source states it", rows: "BM-14"),
        gap(
            "GAP-06", "Apple's own words on relaunching a VoIP app that failed",
            reason: "no source states it; WK-15 is general knowledge", rows: "WK-15"),
        gap(
            "GAP-07", "whether ending .invalid writes a log line", reason: "no source states it; BT-28 is our choice",
            rows: "BT-28"),
        gap(
            "GAP-08", "the full text of WWDC20 10063",
            reason: "a talk that was not read; no rule rests on it", rows: ""),
    ]

    private static func gap(_ id: RuleID, _ question: String, reason: String, rows: String) -> Rule {
        var rule = Rule(
            id, .notFound, "", "not known: \(question)", from: .notFound, scope: .notApplicable(reason: reason))
        if !rows.isEmpty { rule.source += ", \(rows)" }
        return rule
    }
}

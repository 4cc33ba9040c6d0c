/// The rules of the values of `UIBackgroundModes`.
extension RuleBook {
    static let modeRules: [Rule] = [
        Rule("BM-01", .document, "", "the values of UIBackgroundModes", from: .keys, scope: .value),
        Rule("BM-02", .document, "", "workout-processing is for watchOS", from: .modes),
        mode(.audio, "4+", from: .guide, .modes),
        mode(.location, "4+", from: .backgroundUpdates, .guide),
        mode(.voip, "4+", from: .guide, .keepAliveTimeout, .modes),
        mode(.externalAccessory, "5+", from: .guide),
        mode(.bluetoothCentral, "5+", from: .guide, .bluetoothNote),
        mode(.bluetoothPeripheral, "6+", from: .guide, "Apple, CBPeripheralManager"),
        mode(.fetch, "7+", from: .guide, .backgroundTasks),
        mode(.remoteNotification, "7+", from: .guide, .backgroundPush),
        mode(.processing, "13+", from: .backgroundTasks, .modes),
        mode(.nearbyInteraction, "16+", from: "Apple, Nearby Interaction"),
        mode(
            .pushToTalk, "16+", from: "Apple, Push to Talk",
            "developer forums https://developer.apple.com/forums/thread/812592"),
        mode(
            .networkAuthentication, "", from: .keys,
            scope: .notApplicable(reason: "Apple publishes the key, but not what it grants")),
        mode(.newsstandContent, "5-8", from: .guide),
        Rule(
            "BM-16", .log, "7+",
            "implementing a delegate method without its mode is told in the log; nothing crashes", from: .logs),
        Rule("BM-17", .document, "14.5+", "CallKit without voip: CXError missingVoIPBackgroundMode", from: .callKit),
        Rule(
            "BM-18", .summary, "", "30 s a wake: fetch, silent push, events of a background session, app refresh",
            from: .rules("WK-02", "WK-04", "UR-05", "BG-14"), scope: .value),
        Rule(
            "BM-19", .summary, "", "about 10 s a wake: Bluetooth, accessories and, as one source says, regions",
            from: .rules("BM-07", "BM-06", "CL-18"), scope: .value),
        Rule("BM-20", .summary, "", "10 s a wake: the VoIP keep-alive of old", from: .rules("WK-13"), scope: .value),
        Rule(
            "BM-22", .engineer, "16+",
            "the session that Push to Talk has activated keeps the app running until nobody speaks; no task expires then",
            from: .pushToTalkThread),
        Rule(
            "BM-21", .summary, "", "a background task: 600 s, then 180 s, then 30 s, by era",
            from: .rules("BT-02", "BT-03", "BT-04"), scope: .value),
    ]

    /// Returns the rule of a mode. Its statement is the mode's summary.
    private static func mode(
        _ mode: BackgroundMode, _ versions: String, from sources: Source..., scope: Scope = .behaviour
    ) -> Rule {
        Rule(mode.rule, .document, versions, "\(mode.rawValue): \(mode.summary)", from: sources, scope: scope)
    }
}

/// The constants, switches and features of background sessions.
extension PolicyProfile {
    static let transfersTable: [Row] = [
        Row(
            "discretionaryTransfersMax", \.discretionaryTransfersMax, [4: nil, 26: 3], unit: "transfers", ["UR-19"],
            "three in five minutes were measured on iOS 26, on power and Wi-Fi"),
        Row(
            "discretionaryWindow", \.discretionaryWindow, [4: .seconds(300)], ["UR-19"], "as discretionaryTransfersMax"),
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

        // Switches: the sources say nothing about these behaviours, or contradict each other.
        Row.choice(
            "callsHandleEventsForSessions", \.switches.callsHandleEventsForSessions, [4: true], ["UR-04", "SD-42"],
            """
            on, as Apple documents it for every version; an article has the call on systems below 13 only, and later the \
            session's delegate called directly: off, the app that is woken has its time without a handler
            """),
        Row.choice(
            "backgroundTransfersWaitForPower", \.switches.backgroundTransfersWaitForPower, [4: false],
            ["UR-03", "UR-19"],
            """
            off: a transfer that the background starts is discretionary, but is seen to run on battery; on, it waits \
            for power and Wi-Fi as one of a discretionary session does
            """),
    ]
}

import KeepAliveTesting

/// Runs each built-in strategy on virtual time, on the newest iOS, with every mode that strategies ask for.
public enum SimulatedDays {
    /// The names of the strategies, in the order in which they are listed.
    public static var strategies: [String] { StrategyRegistry.builtIn.map { $0.descriptor.name } }

    /// Simulates one strategy for a number of device days.
    ///
    /// - Returns: the number of lines of its timeline.
    public static func run(_ name: String, days: Int) throws -> Int {
        try StrategySimulation(
            of: StrategyRegistry.strategy(named: name), modes: [.audio, .location], for: .seconds(days * 86_400)
        ).timeline.count
    }
}

import KeepAlivePolicy

/// The strategies that a command, a scenario or a test can choose by name.
public enum StrategyRegistry {
    // Written only before the command starts, while the process has a single thread.
    private nonisolated(unsafe) static var added: [any KeepAliveStrategy.Type] = []

    /// The strategies that are part of KeepAlive, in the order in which lists show them.
    public static let builtIn: [any KeepAliveStrategy.Type] = [
        NoStrategy.self, BackgroundTaskStrategy.self, RenewingTaskStrategy.self, LeakedTaskStrategy.self,
        SilentAudioStrategy.self, TaskThenAudioStrategy.self, BackgroundPlayerStrategy.self, LocationStrategy.self,
    ]

    /// The built-in strategies, followed by those that were added with `add(_:)`.
    public static var all: [any KeepAliveStrategy.Type] { builtIn + added }

    /// Adds a strategy. Must be called before a command starts.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if the strategy's name is taken or invalid.
    package static func add(_ strategy: any KeepAliveStrategy.Type) throws {
        try PlugInName.check(strategy.descriptor.name, of: "strategy", taken: all.map { $0.descriptor.name })
        added.append(strategy)
    }

    /// Returns the strategy with a name.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` for an unknown name, with the nearest known name as a remedy.
    public static func strategy(named name: String) throws -> any KeepAliveStrategy.Type {
        let all = all
        let names = all.map { $0.descriptor.name }
        if let index = names.firstIndex(of: name) { return all[index] }
        let hint = NearestName.find(for: name, among: names).map { "Did you mean '\($0)'?" }
        throw KeepAliveError(
            .usage, "unknown strategy '\(name)'", remedy: hint ?? "Strategies: \(names.joined(separator: ", "))")
    }
}

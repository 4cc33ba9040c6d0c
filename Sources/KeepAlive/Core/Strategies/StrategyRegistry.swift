import KeepAlivePolicy

/// The strategies that can be chosen by name.
public enum StrategyRegistry {
    // It is written only while the process has one thread: before the command begins.
    private nonisolated(unsafe) static var added: [any KeepAliveStrategy.Type] = []

    /// The strategies that ship with KeepAlive, in the order of lists.
    public static let builtIn: [any KeepAliveStrategy.Type] = [
        NoStrategy.self, BackgroundTaskStrategy.self, RenewingTaskStrategy.self, LeakedTaskStrategy.self,
        SilentAudioStrategy.self, TaskThenAudioStrategy.self, BackgroundPlayerStrategy.self, LocationStrategy.self,
    ]

    /// The strategies that ship with KeepAlive, and those that were added.
    public static var all: [any KeepAliveStrategy.Type] { builtIn + added }

    /// Adds a strategy that can be chosen by its name, before anything runs.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` when its name is taken or not valid.
    package static func add(_ strategy: any KeepAliveStrategy.Type) throws {
        try PlugInName.check(strategy.descriptor.name, of: "strategy", taken: all.map { $0.descriptor.name })
        added.append(strategy)
    }

    /// Returns the strategy of a name.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`, suggesting the nearest name.
    public static func strategy(named name: String) throws -> any KeepAliveStrategy.Type {
        let all = all
        let names = all.map { $0.descriptor.name }
        if let index = names.firstIndex(of: name) { return all[index] }
        let hint = NearestName.find(for: name, among: names).map { "Did you mean '\($0)'?" }
        throw KeepAliveError(
            .usage, "unknown strategy '\(name)'", remedy: hint ?? "Strategies: \(names.joined(separator: ", "))")
    }
}

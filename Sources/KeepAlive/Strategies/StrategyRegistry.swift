import KeepAlivePolicy

/// The strategies that can be chosen by name.
public enum StrategyRegistry {
    /// The strategies that ship with KeepAlive, in the order in which they are listed.
    public static let builtIn: [any KeepAliveStrategy.Type] = [
        NoStrategy.self, BackgroundTaskStrategy.self, RenewingTaskStrategy.self, LeakedTaskStrategy.self,
        SilentAudioStrategy.self, TaskThenAudioStrategy.self, BackgroundPlayerStrategy.self, LocationStrategy.self,
    ]

    /// The strategy of a name.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`, suggesting the nearest name.
    public static func strategy(named name: String) throws -> any KeepAliveStrategy.Type {
        let names = builtIn.map { $0.descriptor.name }
        if let index = names.firstIndex(of: name) { return builtIn[index] }
        let hint = NearestName.find(for: name, among: names).map { "Did you mean '\($0)'?" }
        throw KeepAliveError(
            .usage, "unknown strategy '\(name)'", remedy: hint ?? "Strategies: \(names.joined(separator: ", "))")
    }
}

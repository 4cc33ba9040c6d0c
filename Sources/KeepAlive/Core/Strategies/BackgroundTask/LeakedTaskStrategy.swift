import KeepAlivePolicy

/// Begins a background task on entering the background and never ends it: shows the kill (BT-19).
public struct LeakedTaskStrategy: KeepAliveStrategy {
    /// The name, the needs and the purpose of the strategy.
    public static let descriptor = StrategyDescriptor(
        name: "leaked-task",
        summary: "a mistake on purpose: one background task that is never ended, so iOS kills the app",
        rules: ["BT-19", "BT-20", "BT-21"])

    private var began = false

    /// Creates the strategy.
    public init(options: StrategyOptions) {}

    /// Begins the task, once.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        guard callback == .didEnterBackground, !began else { return }
        began = host.beginBackgroundTask(named: "leaked") != .invalid
    }
}

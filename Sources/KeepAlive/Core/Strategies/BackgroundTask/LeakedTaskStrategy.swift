import KeepAlivePolicy

/// Begins a background task when the app enters the background and never ends it, to demonstrate the kill that follows
/// (BT-19).
public struct LeakedTaskStrategy: KeepAliveStrategy {
    /// The strategy's name, summary and rules.
    public static let descriptor = StrategyDescriptor(
        name: "leaked-task",
        summary: "a mistake on purpose: one background task that is never ended, so iOS kills the app",
        rules: ["BT-19", "BT-20", "BT-21"])

    private var began = false

    /// Creates the strategy; no option affects it.
    public init(options: StrategyOptions) {}

    /// Begins the background task when the app first enters the background.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        guard callback == .didEnterBackground, !began else { return }
        began = host.beginBackgroundTask(named: "leaked") != .invalid
    }
}

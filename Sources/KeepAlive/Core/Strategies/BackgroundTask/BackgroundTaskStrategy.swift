import KeepAlivePolicy

/// Begins a background task when the app enters the background, and ends the task in its expiration handler or before
/// the app returns to the foreground (SD-10).
public struct BackgroundTaskStrategy: KeepAliveStrategy {
    /// The strategy's name, summary and rules.
    public static let descriptor = StrategyDescriptor(
        name: "background-task", summary: "one background task, ended in its expiration handler",
        rules: ["SD-10", "SD-11", "SD-12"])

    private var task = BackgroundTaskIdentifier.invalid

    /// Creates the strategy; no option affects it.
    public init(options: StrategyOptions) {}

    /// Begins and ends the background task.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didEnterBackground:
            guard task == .invalid else { return }
            task = host.beginBackgroundTask(named: "keep-alive")
            if task == .invalid { host.log("beginBackgroundTask returned .invalid; going on without (SD-16)") }
        case .backgroundTaskExpired(task), .willEnterForeground:
            guard task != .invalid else { return }
            host.endBackgroundTask(task)
            task = .invalid
        default:
            break
        }
    }
}

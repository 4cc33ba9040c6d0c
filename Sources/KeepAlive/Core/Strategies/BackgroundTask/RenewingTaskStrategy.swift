import KeepAlivePolicy

/// Tries to extend the app's time in the background by renewing the background task (SD-14).
///
/// Every 5 s the strategy reads `backgroundTimeRemaining`. When at most 10 s remain, the strategy ends its task and
/// begins another, at most five times. The renewal gains no time, because the time limit applies to the process and not
/// to the task (BT-08, BT-12); the timeline shows this.
public struct RenewingTaskStrategy: KeepAliveStrategy {
    /// The strategy's name, summary and rules.
    public static let descriptor = StrategyDescriptor(
        name: "renewing-task", summary: "ends and begins its task again when time runs low; gains nothing",
        rules: ["SD-14", "BT-08", "BT-12"])

    /// The interval at which the strategy reads the remaining time.
    static let interval = Duration.seconds(5)
    /// The remaining time in seconds at or below which the strategy renews its task.
    static let thresholdSeconds = 10.0
    /// The maximum number of renewals.
    static let renewalsMax = 5

    private var task = BackgroundTaskIdentifier.invalid
    private var timer: Int?
    private var renewals = 0

    /// Creates the strategy; no option affects it.
    public init(options: StrategyOptions) {}

    /// Begins, renews and ends the background task.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didEnterBackground:
            guard task == .invalid else { return }
            renewals = 0
            begin(host)
            if task != .invalid { timer = host.setTimer(after: Self.interval) }
        case .timerFired(timer):
            timer = nil
            guard task != .invalid else { return }
            renewIfNeeded(host)
            timer = host.setTimer(after: Self.interval)
        case .backgroundTaskExpired(task), .willEnterForeground:
            end(host)
            if let timer { host.cancelTimer(timer) }
            timer = nil
        default:
            break
        }
    }

    private mutating func renewIfNeeded(_ host: any StrategyHost) {
        let remaining = host.backgroundTimeRemaining
        // A timer fires slightly late, so at the reading that should see 10 s the app sees slightly less: the
        // comparison is `<=`.
        guard remaining <= Self.thresholdSeconds, renewals < Self.renewalsMax else { return }
        renewals += 1
        end(host)
        begin(host)
        let gained = host.backgroundTimeRemaining - remaining
        host.log(
            "renewal \(renewals) of \(Self.renewalsMax): \(gained > 1 ? "gained \(Int(clamping: gained)) s" : "no time gained")"
        )
    }

    private mutating func begin(_ host: any StrategyHost) {
        task = host.beginBackgroundTask(named: "renewing-\(renewals)")
    }

    private mutating func end(_ host: any StrategyHost) {
        guard task != .invalid else { return }
        host.endBackgroundTask(task)
        task = .invalid
    }
}

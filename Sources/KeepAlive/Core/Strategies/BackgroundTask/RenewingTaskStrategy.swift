import KeepAlivePolicy

/// Tries to renew its background task before the time is over (SD-14).
///
/// Every 5 s it reads `backgroundTimeRemaining`. Below 10 s it ends the task and begins another, five times at most.
/// The clock belongs to the process and goes on (BT-08, BT-12): the trick gains nothing, and the timeline says so.
public struct RenewingTaskStrategy: KeepAliveStrategy {
    /// The name, the needs and the purpose of the strategy.
    public static let descriptor = StrategyDescriptor(
        name: "renewing-task", summary: "ends and begins its task again when time runs low; gains nothing",
        rules: ["SD-14", "BT-08", "BT-12"])

    /// The interval at which it reads the time left.
    static let interval = Duration.seconds(5)
    /// The seconds left below which it renews.
    static let thresholdSeconds = 10.0
    /// The most renewals.
    static let renewalsMax = 5

    private var task = BackgroundTaskIdentifier.invalid
    private var timer: Int?
    private var renewals = 0

    /// Creates the strategy.
    public init(options: StrategyOptions) {}

    /// Begins, renews and ends the task.
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
        // A device's timer fires a little late: when exactly 10 s should be left, the app sees less.
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

import KeepAliveHost

/// A background task on entering the background, ended in time.
struct PatientTask: KeepAliveStrategy {
    static let descriptor = StrategyDescriptor(name: "patient-task", summary: "one background task, ended in time")
    private var task = BackgroundTaskIdentifier.invalid

    init(options: StrategyOptions) {}

    mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didEnterBackground where task == .invalid: task = host.beginBackgroundTask(named: "patient")
        case .backgroundTaskExpired(task), .willEnterForeground:
            if task != .invalid { host.endBackgroundTask(task) }
            task = .invalid
        default: break
        }
    }
}

/// Events of `BGTaskScheduler`, caused by the app or the system.
public enum TaskSchedulerEvent: Sendable, Hashable {
    /// The app called `register(forTaskWithIdentifier:using:launchHandler:)` (BG-01 to BG-03).
    case registered(identifier: String)
    /// The app called `submit(_:)` (BG-05 to BG-09).
    case submitted(BackgroundTaskRequest)
    /// The app called `cancel(taskRequestWithIdentifier:)`; `nil` stands for `cancelAllTaskRequests()`.
    case cancelled(identifier: String?)
    /// The system has time for pending requests (BG-12, BG-15, BG-16).
    case opportunity
    /// The debugger simulates the launch of a task (BG-25, SD-47).
    case launchSimulated(identifier: String)
    /// The system expires a running task long before its time is over (BG-14).
    case expired(identifier: String)
    /// The debugger simulates the expiration of a task (BG-25).
    case expirationSimulated(identifier: String)
    /// The app set (true) or cleared the task's `expirationHandler` (BG-17).
    case expirationHandlerSet(identifier: String, Bool)
    /// The app called `setTaskCompleted(success:)` (BG-18, BG-19).
    case completed(identifier: String, success: Bool)
    /// The continued task reported progress (BG-21).
    case progressed(identifier: String)
    /// The user cancelled the continued task (BG-21).
    case cancelledByUser(identifier: String)
}

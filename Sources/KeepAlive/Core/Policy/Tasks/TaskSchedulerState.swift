/// The state that the task scheduler keeps for the app (the BG rules).
struct TaskSchedulerState: Sendable, Hashable {
    /// A request that waits for its time.
    struct Pending: Sendable, Hashable {
        var request: BackgroundTaskRequest
        var submittedAt: MonotonicInstant

        /// The earliest time at which the task may run (BG-12).
        var earliestStart: MonotonicInstant { submittedAt + (request.earliestBegin ?? .zero) }
    }

    /// The identifiers with a launch handler in this process.
    var registered: Set<String> = []
    /// The waiting requests, oldest first. They outlive the process (BG-11).
    var pending: [Pending] = []
    /// The identifiers of tasks without an expiration handler (BG-17).
    var withoutHandler: Set<String> = []

    /// The last time at which the system ran due tasks or fetches by itself (MD-21).
    var lastOpportunity: MonotonicInstant?

    mutating func forgetProcess() {
        registered.removeAll()
        withoutHandler.removeAll()
        // A continued task ends with the process in which the user started it (BG-23).
        pending.removeAll { $0.request.kind == .continuedProcessing }
    }
}

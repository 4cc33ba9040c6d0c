/// The state that the task scheduler keeps for the app: the BG rules.
struct TaskSchedulerState: Sendable, Hashable {
    /// A request that waits for its time.
    struct Pending: Sendable, Hashable {
        var request: BackgroundTaskRequest
        var submittedAt: MonotonicInstant

        /// The first time at which it may run (BG-12).
        var earliestStart: MonotonicInstant { submittedAt + (request.earliestBegin ?? .zero) }
    }

    /// Identifiers with a launch handler in this process.
    var registered: Set<String> = []
    /// Requests, oldest first; they outlive the process (BG-11).
    var pending: [Pending] = []
    /// Running tasks that have no expiration handler (BG-17).
    var withoutHandler: Set<String> = []

    /// The last time at which the system ran by itself what was due (MD-21).
    var lastOpportunity: MonotonicInstant?

    mutating func forgetProcess() {
        registered.removeAll()
        withoutHandler.removeAll()
        // A continued task belongs to the process that the user has seen (BG-23).
        pending.removeAll { $0.request.kind == .continuedProcessing }
    }
}

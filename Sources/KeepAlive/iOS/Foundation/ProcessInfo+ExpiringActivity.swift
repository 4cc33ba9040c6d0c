import Foundation

extension ProcessInfo {
    /// Runs a block on another thread, and keeps the app from being suspended meanwhile.
    ///
    /// The app stays running as with a background task (BT-01). When the time is over, the block is called a second
    /// time, with `true`; the app may be suspended when this second call returns, so the first call should end soon.
    ///
    /// A virtual device has only one thread, so the block runs there before this method returns: a block that waits for
    /// its second call never returns.
    ///
    /// - Parameters:
    ///   - reason: the reason, which appears in the timeline.
    ///   - block: does the work if its parameter is false. A call with true says that the time is over; if the system
    ///     gives no time at all, the call with true is the only call.
    public func performExpiringActivity(
        withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
    ) {
        let context = AppContext.current
        let tasks = ExpiringTasks.of(context)
        let hold = Hold()
        // This closure runs on another thread. It is declared outside of the handler below, because a closure within
        // the handler would belong to the main actor.
        let isOver: @Sendable () -> Void = {
            block(true)
            if let task = hold.end() { tasks.end(task) }
        }
        let task = tasks.begin(named: reason) {
            if hold.expire() { context.perform(on: nil, isOver) }
        }
        hold.begin(task)
        context.perform(on: nil) {
            guard task > 0 else { return block(true) }
            // If the time was over before the work began, `isOver` alone calls the block.
            guard !hold.isExpired else { return }
            block(false)
            if !hold.isExpired, let task = hold.end() { tasks.end(task) }
        }
    }
}

/// The background task that keeps the app running. The first call of the block to return ends the task.
private final class Hold: @unchecked Sendable {
    private let lock = NSLock()
    private var task: Int?
    private var isOver = false
    private var expired = false

    var isExpired: Bool { lock.withLock { expired } }

    func begin(_ task: Int) { lock.withLock { if !isOver { self.task = task } } }

    /// Notes that the time is over.
    ///
    /// - Returns: false if the activity has already ended.
    func expire() -> Bool {
        lock.withLock {
            guard !isOver else { return false }
            expired = true
            return true
        }
    }

    /// Returns the task to the first caller, and `nil` to all later ones.
    func end() -> Int? {
        lock.withLock {
            isOver = true
            defer { task = nil }
            return task
        }
    }
}

import Foundation

extension ProcessInfo {
    /// Runs a block on a background queue, and keeps the app from being suspended meanwhile.
    ///
    /// The app stays running as with a background task (BT-01). When the time expires, the block is called a second
    /// time, with `true`. The app may be suspended when the second call returns, so the first call should end soon.
    ///
    /// Unlike on iOS, a virtual device has only one thread, and runs the block before this method returns: a block that
    /// waits for its second call never returns.
    ///
    /// - Parameters:
    ///   - reason: the reason, which appears in the timeline.
    ///   - block: does the work if its parameter is false. With true, the time has expired; if the system grants no
    ///     time at all, the call with true is the only call.
    public func performExpiringActivity(
        withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
    ) {
        let context = AppContext.current
        let tasks = ExpiringTasks.of(context)
        let hold = Hold()
        // This closure runs on another thread. It must not be written inside the expiration handler below, where it
        // would belong to the main actor.
        let isOver: @Sendable () -> Void = {
            block(true)
            if let task = hold.end() { tasks.end(task) }
        }
        let task = tasks.begin(named: reason) {
            if hold.expire() { context.perform(on: nil, isOver) }
        }
        // The expiration may have come, and its call returned, before the number of the task was known.
        if !hold.begin(task) { tasks.end(task) }
        context.perform(on: nil) {
            guard task > 0 else { return block(true) }
            // If the time has expired before the work began, only `isOver` calls the block.
            guard !hold.isExpired else { return }
            block(false)
            if !hold.isExpired, let task = hold.end() { tasks.end(task) }
        }
    }
}

/// The background task that keeps the app running. The first call of the block that returns ends the task.
private final class Hold: @unchecked Sendable {
    private let lock = NSLock()
    private var task: Int?
    private var isOver = false
    private var expired = false

    var isExpired: Bool { lock.withLock { expired } }

    /// Records the number of the task.
    ///
    /// - Returns: false if the activity has already ended; the caller then ends the task.
    func begin(_ task: Int) -> Bool {
        lock.withLock {
            guard !isOver else { return false }
            self.task = task
            return true
        }
    }

    /// Records that the time has expired.
    ///
    /// - Returns: false if the activity has already ended.
    func expire() -> Bool {
        lock.withLock {
            guard !isOver else { return false }
            expired = true
            return true
        }
    }

    /// Returns the task to the first caller, and `nil` to all later callers.
    func end() -> Int? {
        lock.withLock {
            isOver = true
            defer { task = nil }
            return task
        }
    }
}

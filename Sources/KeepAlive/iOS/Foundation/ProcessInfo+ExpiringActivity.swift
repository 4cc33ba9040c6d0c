import Foundation

extension ProcessInfo {
    /// Does something that the app is not to be suspended in, on another thread.
    ///
    /// It holds the app as a background task does (BT-01). When the time is over, the block is called once more, with `true`, and
    /// the hold ends when that call returns; the first call should then end soon. On a virtual device, which has one thread, the
    /// block is called where it is asked for: one that waits for its own end does not return.
    ///
    /// - Parameters:
    ///   - reason: why; the timeline names it.
    ///   - block: does it. With `true`, the time is over, or the system gives none: it is then called with that alone.
    public func performExpiringActivity(
        withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
    ) {
        let context = AppContext.current
        let tasks = BackgroundTasks.of(context)
        let hold = Hold()
        // It runs on another thread: a closure within the handler would be one of the main actor.
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
            // One whose time is over before it begins is told that alone.
            guard !hold.isExpired else { return }
            block(false)
            if !hold.isExpired, let task = hold.end() { tasks.end(task) }
        }
    }
}

/// The background task that holds the app, until one of two calls has ended it.
private final class Hold: @unchecked Sendable {
    private let lock = NSLock()
    private var task: Int?
    private var isOver = false
    private var expired = false

    var isExpired: Bool { lock.withLock { expired } }

    func begin(_ task: Int) { lock.withLock { if !isOver { self.task = task } } }

    /// Notes that the time is over.
    ///
    /// - Returns: false if the activity has ended.
    func expire() -> Bool {
        lock.withLock {
            guard !isOver else { return false }
            expired = true
            return true
        }
    }

    /// Returns the task to the first who asks.
    func end() -> Int? {
        lock.withLock {
            isOver = true
            defer { task = nil }
            return task
        }
    }
}

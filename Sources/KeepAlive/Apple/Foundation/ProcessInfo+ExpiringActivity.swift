import Foundation

extension ProcessInfo {
    /// Does something that the app is not to be suspended in, on another thread.
    ///
    /// It holds the app as a background task does (BT-01). When the time is over, the block is called once more, with `true`, and
    /// the hold ends when that call returns; the first call should then end soon.
    ///
    /// - Parameters:
    ///   - reason: why; the timeline names it.
    ///   - block: does it. With `true`, the time is over, or the system gives none: it is then called with that alone.
    public func performExpiringActivity(
        withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
    ) {
        let context = AppContext.current
        let application = UIApplication.of(context)
        let hold = Hold()
        let task = application.beginBackgroundTask(withName: reason) {
            context.perform(on: nil) {
                block(true)
                if let task = hold.end() { application.endBackgroundTask(task) }
            }
        }
        context.perform(on: nil) {
            guard task != .invalid else { return block(true) }
            hold.begin(task)
            block(false)
            if let task = hold.end() { application.endBackgroundTask(task) }
        }
    }
}

/// The task that holds the app, until one of two calls has ended it.
private final class Hold: @unchecked Sendable {
    private let lock = NSLock()
    private var task: UIBackgroundTaskIdentifier?

    func begin(_ task: UIBackgroundTaskIdentifier) { lock.withLock { self.task = task } }

    /// Returns the task to the first who asks.
    func end() -> UIBackgroundTaskIdentifier? {
        lock.withLock {
            defer { task = nil }
            return task
        }
    }
}

import Foundation
import KeepAliveModel

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
        let hold = Hold(context)
        hold.begin(reason) {
            context.perform(on: nil) {
                block(true)
                hold.end()
            }
        }
        context.perform(on: nil) {
            guard hold.hasBegun else { return block(true) }
            // One whose time is over before it begins is told that alone.
            guard !hold.isExpired else { return }
            block(false)
            if !hold.isExpired { hold.end() }
        }
    }
}

/// The background task that holds the app, until one of two calls has ended it.
private final class Hold: @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private var task: Int?
    private var expiration: (@Sendable () -> Void)?
    private var isOver = false
    private var expired = false
    /// The tasks whose time was over before this one's number was known.
    private var expiredBefore: Set<Int> = []

    init(_ context: AppContext) {
        self.context = context
    }

    /// False where the system gave no time.
    var hasBegun: Bool { lock.withLock { task != nil || isOver } }

    var isExpired: Bool { lock.withLock { expired } }

    func begin(_ reason: String, expiration: @escaping @Sendable () -> Void) {
        lock.withLock { self.expiration = expiration }
        // The time of a task that is begun late may be over before its number is known.
        context.listen(to: ["backgroundTaskExpired"], self) { hold, _, parameters in
            if let number = parameters["task"]?.int, hold.expire(number) { hold.takeExpiration()?() }
        }
        let answer = context.send("beginBackgroundTask", ["name": .string(reason), "expirationHandler": true])
        guard let number = answer["task"]?.int, number > 0 else {
            _ = takeExpiration()
            return
        }
        let isOver = lock.withLock {
            task = number
            expired = expiredBefore.contains(number)
            expiredBefore = []
            return expired
        }
        if isOver { takeExpiration()?() }
    }

    /// Returns the block for the end of the time, once: it holds this object, and this object holds it until then.
    private func takeExpiration() -> (@Sendable () -> Void)? {
        lock.withLock {
            defer { expiration = nil }
            return expiration
        }
    }

    /// Notes that the time of a task is over.
    ///
    /// - Returns: false if it is not this one's, or the activity has ended.
    private func expire(_ number: Int) -> Bool {
        lock.withLock {
            if task == nil, !isOver { expiredBefore.insert(number) }
            guard task == number, !isOver, !expired else { return false }
            expired = true
            return true
        }
    }

    func end() {
        let last = lock.withLock {
            isOver = true
            // After the time is over, the block is on its way already.
            expiration = nil
            defer { task = nil }
            return task
        }
        if let last { context.send("endBackgroundTask", ["task": .number(String(last))]) }
    }
}

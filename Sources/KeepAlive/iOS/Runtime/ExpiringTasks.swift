import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// The app's background tasks with their expiration handlers. May be used on any thread (BT-01, BT-14).
package final class ExpiringTasks: @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private var handlers: [Int: @MainActor @Sendable () -> Void] = [:]
    /// The tasks that expired before their handlers were set: another thread had just begun them.
    private var expired: Set<Int> = []

    private init(_ context: AppContext) {
        self.context = context
        context.listen(to: ApplicationCallbacks.backgroundTaskExpired, self) { tasks, number in
            if let handler = tasks.take(number) { MainActor.assumeIsolated(handler) }
        }
    }

    package static func of(_ context: AppContext) -> ExpiringTasks { context.only { ExpiringTasks(context) } }

    /// Begins a background task.
    ///
    /// - Parameters:
    ///   - name: the task's name in the timeline.
    ///   - handler: called on the main thread, shortly before the task's time expires.
    /// - Returns: the number of the task; 0 if the app cannot run in the background.
    package func begin(named name: String?, handler: (@MainActor @Sendable () -> Void)?) -> Int {
        let number = context.send(ApplicationMethods.beginBackgroundTask, name ?? "", handler != nil) ?? 0
        if number > 0, let handler, set(handler, for: number) { context.main { MainActor.assumeIsolated(handler) } }
        return number
    }

    /// Ends a task. For an unknown number, this only writes a line into the log (BT-27).
    package func end(_ number: Int) {
        context.send(ApplicationMethods.endBackgroundTask, number)
        _ = set(nil, for: number)
    }

    /// Sets or removes the handler of a task.
    ///
    /// - Returns: true if the task has already expired: the caller must then call the handler.
    private func set(_ handler: (@MainActor @Sendable () -> Void)?, for number: Int) -> Bool {
        lock.withLock {
            handlers[number] = handler
            return expired.remove(number) != nil && handler != nil
        }
    }

    private func take(_ number: Int) -> (@MainActor @Sendable () -> Void)? {
        lock.withLock {
            if handlers[number] == nil { expired.insert(number) }
            return handlers[number]
        }
    }
}

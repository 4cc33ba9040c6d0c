import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// The app's background tasks with their expiration handlers, for use on any thread (BT-01, BT-14).
package final class BackgroundTasks: @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private var handlers: [Int: @MainActor @Sendable () -> Void] = [:]
    /// Tasks that expired before their handlers were set: they began on another thread at the last moment.
    private var expired: Set<Int> = []

    private init(_ context: AppContext) {
        self.context = context
        context.listen(to: ApplicationCallbacks.backgroundTaskExpired, self) { tasks, number in
            if let handler = tasks.take(number) { MainActor.assumeIsolated(handler) }
        }
    }

    package static func of(_ context: AppContext) -> BackgroundTasks { context.only { BackgroundTasks(context) } }

    /// Asks for time.
    ///
    /// - Parameter handler: called on the main thread, shortly before the time is over.
    /// - Returns: the number of the task; 0 where the app cannot run in the background.
    package func begin(named name: String?, handler: (@MainActor @Sendable () -> Void)?) -> Int {
        let number = context.send(ApplicationMethods.beginBackgroundTask, name ?? "", handler != nil) ?? 0
        if number > 0, let handler, set(handler, for: number) { context.main { MainActor.assumeIsolated(handler) } }
        return number
    }

    /// Ends a task. An unknown one only makes a line in the log (BT-27).
    package func end(_ number: Int) {
        context.send(ApplicationMethods.endBackgroundTask, number)
        _ = set(nil, for: number)
    }

    /// - Returns: whether the handler is due already.
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

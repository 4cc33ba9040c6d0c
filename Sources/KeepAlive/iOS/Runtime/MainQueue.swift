import Foundation
import KeepAliveModel

/// The main queue, which another thread than the main thread may serve, such as under Swift Testing on Linux.
package enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// True if the calling code runs on the main queue or the main thread.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil || Thread.isMainThread }
}

extension NotificationCenter {
    /// Adds an observer whose block runs on a queue. Posting waits for the block, as with Apple's Foundation.
    ///
    /// Foundation's method on Linux takes an optional queue, and assumes that the main thread serves the main queue. If
    /// another thread does, that method would wait for ever for the queue on which it is called.
    ///
    /// - Parameters:
    ///   - name: the name of the observed notifications; `nil` for all names.
    ///   - object: the sender of the notifications; `nil` for all senders.
    ///   - queue: the queue on which the block runs. For the main queue, a notification that is posted there runs the
    ///     block at once.
    ///   - block: called with the notification.
    /// - Returns: the observer, which the caller keeps and later passes to `removeObserver(_:)`.
    @discardableResult
    public func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        let optional: OperationQueue? = queue
        guard queue === OperationQueue.main else {
            return addObserver(forName: name, object: object, queue: optional, using: block)
        }
        let none: OperationQueue? = nil
        return addObserver(forName: name, object: object, queue: none) { notification in
            if MainQueue.isCurrent { return block(notification) }
            // To use the notification on another thread is safe, as the poster waits for the block.
            nonisolated(unsafe) let posted = notification
            OperationQueue.main.addOperations([BlockOperation { block(posted) }], waitUntilFinished: true)
        }
    }
}

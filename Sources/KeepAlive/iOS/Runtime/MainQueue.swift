import Foundation
import KeepAliveModel

/// The main queue. The main thread does not always serve it: under Swift Testing on Linux another thread does.
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
    /// Foundation's method of this name takes an optional queue, and identifies the main queue by the main thread. If
    /// another thread serves the main queue, that method would wait for ever for the queue on which it is called.
    ///
    /// - Parameters:
    ///   - name: the name of the observed notifications; `nil` for all names.
    ///   - object: the sender of the notifications; `nil` for all senders.
    ///   - queue: the queue of the block. On the main queue the block runs at once if the notification is posted there.
    ///   - block: called with the notification.
    /// - Returns: the observer, to be kept and removed.
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
            // Passing the notification to another thread is safe, as the poster waits for the block.
            nonisolated(unsafe) let posted = notification
            OperationQueue.main.addOperations([BlockOperation { block(posted) }], waitUntilFinished: true)
        }
    }
}

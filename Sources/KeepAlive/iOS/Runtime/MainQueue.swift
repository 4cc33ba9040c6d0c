import Foundation
import KeepAliveModel

/// The main queue. It is not always served by the main thread: under Swift Testing on Linux it is not.
package enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// True if the calling code runs on it.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil || Thread.isMainThread }
}

extension NotificationCenter {
    /// Adds an observer whose block runs on a queue. Posting waits for the block, as with Apple's Foundation.
    ///
    /// Foundation's method of this name, which takes an optional queue, identifies the main queue by the main thread.
    /// If another thread serves that queue, the method would wait for ever for the queue that it is called on.
    ///
    /// - Parameters:
    ///   - name: the name of the observed notifications; `nil` for all names.
    ///   - object: the sender of the notifications; `nil` for all senders.
    ///   - queue: the queue of the block. On the main queue it runs at once if the notification is posted there.
    ///   - block: takes the notification.
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
            // The poster waits for the block.
            nonisolated(unsafe) let posted = notification
            OperationQueue.main.addOperations([BlockOperation { block(posted) }], waitUntilFinished: true)
        }
    }
}

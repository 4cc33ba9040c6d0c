import Foundation
import KeepAlivePolicy

/// The main queue, which is not always served by the main thread: under Swift Testing on Linux it is not.
package enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether what runs now runs on it.
    package static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil || Thread.isMainThread }
}

extension NotificationCenter {
    /// Adds an observer whose block runs on a queue; posting waits for it, as Apple has it.
    ///
    /// Foundation's method of this name, which takes an optional queue, knows the main queue by the main thread, and
    /// would wait for ever for the queue that it is called on, where another thread serves that.
    ///
    /// - Parameters:
    ///   - name: what is observed; `nil` for everything.
    ///   - object: whose notifications; `nil` for everybody's.
    ///   - queue: where the block runs: at once if that is the main queue, and the notification is posted on it.
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
            // Who posts waits for it.
            nonisolated(unsafe) let posted = notification
            OperationQueue.main.addOperations([BlockOperation { block(posted) }], waitUntilFinished: true)
        }
    }
}

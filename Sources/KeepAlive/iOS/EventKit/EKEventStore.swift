import Foundation

public enum EKEntityType: UInt, Sendable {
    case event, reminder
}

public enum EKAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted
    case denied, fullAccess, writeOnly

    public static let authorized = EKAuthorizationStatus.fullAccess
}

/// The user's events and reminders. There are none in this reproduction: the permission is always denied.
open class EKEventStore: NSObject, @unchecked Sendable {
    public class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus { .denied }
    open func requestAccess(
        to entityType: EKEntityType, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { AppContext.current.perform(on: nil) { completion(false, nil) } }
    open func requestAccess(to entityType: EKEntityType) async throws -> Bool { false }
    open func requestFullAccessToEvents(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        requestAccess(to: .event, completion: completion)
    }
    open func requestFullAccessToEvents() async throws -> Bool { false }
    open func requestFullAccessToReminders(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        requestAccess(to: .reminder, completion: completion)
    }
    open func requestFullAccessToReminders() async throws -> Bool { false }
}

extension NSNotification.Name {
    /// Never posted, unlike on iOS.
    public static let EKEventStoreChanged = NSNotification.Name("EKEventStoreChangedNotification")
}

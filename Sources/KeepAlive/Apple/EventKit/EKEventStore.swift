import Foundation

/// What an app may see.
public enum EKEntityType: UInt, Sendable {
    /// Dates.
    case event = 0
    /// Reminders.
    case reminder = 1
}

/// The user's permission to see dates.
public enum EKAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// The user may not decide.
    case restricted = 1
    /// The user has refused.
    case denied = 2
    /// The user has agreed.
    case fullAccess = 3
    /// The user has agreed to new ones.
    case writeOnly = 4

    /// The user has agreed, before iOS 17.
    public static let authorized = EKAuthorizationStatus.fullAccess
}

/// The user's dates and reminders. There are none here: the permission is denied.
open class EKEventStore: NSObject, @unchecked Sendable {
    /// The permission: denied.
    public class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus { .denied }
    /// Calls the handler with `false`.
    open func requestAccess(
        to entityType: EKEntityType, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { AppContext.current.perform(on: nil) { completion(false, nil) } }
    /// Returns `false`.
    open func requestAccess(to entityType: EKEntityType) async throws -> Bool { false }
    /// Calls the handler with `false`.
    open func requestFullAccessToEvents(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        requestAccess(to: .event, completion: completion)
    }
    /// Returns `false`.
    open func requestFullAccessToEvents() async throws -> Bool { false }
    /// Calls the handler with `false`.
    open func requestFullAccessToReminders(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        requestAccess(to: .reminder, completion: completion)
    }
    /// Returns `false`.
    open func requestFullAccessToReminders() async throws -> Bool { false }
}

extension NSNotification.Name {
    /// The dates have changed; never posted here.
    public static let EKEventStoreChanged = NSNotification.Name("EKEventStoreChangedNotification")
}

import Foundation

/// What an app may see.
public enum CNEntityType: Int, Sendable {
    /// People.
    case contacts = 0
}

/// The user's permission to see people.
public enum CNAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// The user may not decide.
    case restricted = 1
    /// The user has refused.
    case denied = 2
    /// The user has agreed.
    case authorized = 3
    /// The user has agreed for some.
    case limited = 4
}

/// The people whom the user knows. There are none here: the permission is denied.
open class CNContactStore: NSObject, @unchecked Sendable {
    /// The permission: denied.
    public class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus { .denied }
    /// Calls the handler with `false` and an error.
    open func requestAccess(
        for entityType: CNEntityType, completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { AppContext.current.perform(on: nil) { completionHandler(false, CNError()) } }
    /// Throws an error.
    open func requestAccess(for entityType: CNEntityType) async throws -> Bool { throw CNError() }
}

/// The user has refused.
public struct CNError: Error, CustomNSError, Sendable {
    /// `CNErrorDomain`.
    public static var errorDomain: String { "CNErrorDomain" }
    /// The number of `authorizationDenied`.
    public var errorCode: Int { 100 }
}

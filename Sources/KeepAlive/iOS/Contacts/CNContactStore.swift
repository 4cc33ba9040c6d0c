import Foundation

public enum CNEntityType: Int, Sendable {
    case contacts
}

public enum CNAuthorizationStatus: Int, Sendable {
    case notDetermined, restricted
    case denied, authorized, limited
}

/// The user's contacts. There are none in this reproduction: the permission is always denied.
open class CNContactStore: NSObject, @unchecked Sendable {
    public class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus { .denied }
    open func requestAccess(
        for entityType: CNEntityType, completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { AppContext.current.perform(on: nil) { completionHandler(false, CNError()) } }
    open func requestAccess(for entityType: CNEntityType) async throws -> Bool { throw CNError() }
}

public struct CNError: Error, CustomNSError, Sendable {
    public static var errorDomain: String { "CNErrorDomain" }
    public var errorCode: Int { 100 }
}

import Foundation

/// The user's permission to be followed through other apps. Nobody is followed here: it is denied.
open class ATTrackingManager: NSObject {
    /// The permission.
    public enum AuthorizationStatus: UInt, Sendable {
        /// The user was not asked.
        case notDetermined = 0
        /// The user may not decide.
        case restricted = 1
        /// The user has refused.
        case denied = 2
        /// The user has agreed.
        case authorized = 3
    }

    /// The permission: denied.
    public class var trackingAuthorizationStatus: AuthorizationStatus { .denied }
    /// Calls the handler with `denied`.
    public class func requestTrackingAuthorization(
        completionHandler completion: @escaping @Sendable (AuthorizationStatus) -> Void
    ) { AppContext.current.perform(on: nil) { completion(.denied) } }
    /// Returns `denied`.
    public class func requestTrackingAuthorization() async -> AuthorizationStatus { .denied }
}

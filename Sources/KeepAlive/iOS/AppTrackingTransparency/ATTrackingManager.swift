import Foundation

/// The user's permission to track across other apps; always denied, unlike on iOS.
open class ATTrackingManager: NSObject {
    public enum AuthorizationStatus: UInt, Sendable {
        case notDetermined, restricted
        case denied, authorized
    }

    public class var trackingAuthorizationStatus: AuthorizationStatus { .denied }
    public class func requestTrackingAuthorization(
        completionHandler completion: @escaping @Sendable (AuthorizationStatus) -> Void
    ) { AppContext.current.perform(on: nil) { completion(.denied) } }
    public class func requestTrackingAuthorization() async -> AuthorizationStatus { .denied }
}

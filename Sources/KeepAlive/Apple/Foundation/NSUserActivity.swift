import Foundation

/// What the user was doing, to go on with elsewhere. Here nothing hands it on, but an app that makes one compiles.
public final class NSUserActivity: NSObject, @unchecked Sendable {
    /// Its type, in reverse DNS.
    public let activityType: String
    /// Its title.
    public var title: String?
    /// Its data.
    public var userInfo: [AnyHashable: Any]?

    /// Creates an activity.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }
}

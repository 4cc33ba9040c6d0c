import Foundation

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// What the user was doing, to go on with elsewhere. Here nothing hands it on, but an app that makes one compiles.
public final class NSUserActivity: NSObject, @unchecked Sendable {
    public let activityType: String
    public var title: String?
    public var userInfo: [AnyHashable: Any]?
    public var webpageURL: URL?
    public var referrerURL: URL?
    public var requiredUserInfoKeys: Set<String>?
    public var targetContentIdentifier: String?
    /// True if another device may go on with it; nothing does here.
    public var isEligibleForHandoff = true
    /// True if the user may find it; nothing does here.
    public var isEligibleForSearch = false
    /// True if it may be offered to the user; nothing does here.
    public var isEligibleForPrediction = false
    public private(set) var isCurrent = false

    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    public func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }

    public func becomeCurrent() { isCurrent = true }
    public func resignCurrent() { isCurrent = false }
    public func invalidate() { isCurrent = false }
}

import Foundation

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// An activity that the user could continue on another device. Unlike on iOS, no other device continues an activity.
public final class NSUserActivity: NSObject, @unchecked Sendable {
    public let activityType: String
    public var title: String?
    public var userInfo: [AnyHashable: Any]?
    public var webpageURL: URL?
    public var referrerURL: URL?
    public var requiredUserInfoKeys: Set<String>?
    public var targetContentIdentifier: String?
    @WithoutEffect public var isEligibleForHandoff = true
    @WithoutEffect public var isEligibleForSearch = false
    @WithoutEffect public var isEligibleForPrediction = false
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

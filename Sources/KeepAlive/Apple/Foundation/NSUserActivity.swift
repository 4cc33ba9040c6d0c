import Foundation

/// The type of an activity that is the view of a page.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// What the user was doing, to go on with elsewhere. Here nothing hands it on, but an app that makes one compiles.
public final class NSUserActivity: NSObject, @unchecked Sendable {
    /// Its type, in reverse DNS.
    public let activityType: String
    /// Its title.
    public var title: String?
    /// Its data.
    public var userInfo: [AnyHashable: Any]?
    /// The page that shows the same.
    public var webpageURL: URL?
    /// The page that led to it.
    public var referrerURL: URL?
    /// The keys of the data that is needed.
    public var requiredUserInfoKeys: Set<String>?
    /// The scene that it is for.
    public var targetContentIdentifier: String?
    /// True if another device may go on with it; nothing does here.
    public var isEligibleForHandoff = true
    /// True if the user may find it; nothing does here.
    public var isEligibleForSearch = false
    /// True if it may be offered to the user; nothing does here.
    public var isEligibleForPrediction = false
    /// True if it is what the user does now.
    public private(set) var isCurrent = false

    /// Creates an activity.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    /// Adds to its data.
    public func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
    }

    /// It is what the user does now.
    public func becomeCurrent() { isCurrent = true }
    /// The user does something else.
    public func resignCurrent() { isCurrent = false }
    /// It is over.
    public func invalidate() { isCurrent = false }
}

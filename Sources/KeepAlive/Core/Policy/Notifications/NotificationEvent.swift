/// Events of local notifications, by the app or the system.
public enum NotificationEvent: Sendable, Hashable {
    /// `requestAuthorization(options:)`, or `registerUserNotificationSettings(_:)` (LN-10).
    case authorizationRequested(isProvisional: Bool = false)
    /// `add(_:)`, or `scheduleLocalNotification(_:)` (LN-01, LN-17).
    indirect case added(NotificationRequest)
    /// Pending notifications with these identifiers, or all of them, were cancelled (SD-60, LN-17).
    case removedPending([String]?)
    /// Notifications that the user sees, with these identifiers or all of them, were removed (LN-17).
    case removedDelivered([String]?)
    /// `setNotificationCategories(_:)` (LN-13).
    case categoriesSet([NotificationCategory])
    /// `setBadgeCount(_:)`, or `applicationIconBadgeNumber` (LN-18).
    case badgeSet(Int)
    /// The notification centre has a delegate, or has none (LN-11, LN-12).
    case delegateSet(Bool)
    /// The user clears all notifications of the app at once (LN-13).
    case cleared
    /// The completion handler of `willPresent` was called (LN-11).
    case presentationChosen(identifier: String, NotificationPresentation)
    /// The app has dealt with the answer for which it was woken, known by the wake's identifier (LN-12, MD-27).
    case answerHandled(wake: String)
    /// The user allows notifications in Settings, or no longer; before the app asks, the answer that it will get (LN-10).
    case permissionChanged(allowed: Bool)
    /// A notification fires now, whatever its trigger (LN-04, LN-05).
    case fired(identifier: String)
    /// The user tapped a notification, chose an action of it, or dismissed it (LN-05, LN-12, LN-13).
    indirect case responded(NotificationResponse)
}

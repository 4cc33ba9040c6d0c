/// Events of local notifications, caused by the app, the user or the system.
public enum NotificationEvent: Sendable, Hashable {
    /// The app called `requestAuthorization(options:)`, or `registerUserNotificationSettings(_:)` (LN-10).
    case authorizationRequested(isProvisional: Bool = false)
    /// The app called `add(_:)`, or `scheduleLocalNotification(_:)` (LN-01, LN-17).
    indirect case added(NotificationRequest)
    /// The app cancelled pending notifications with these identifiers; `nil` stands for all (SD-60, LN-17).
    case removedPending([String]?)
    /// The app removed shown notifications with these identifiers; `nil` stands for all (LN-17).
    case removedDelivered([String]?)
    /// The app called `setNotificationCategories(_:)` (LN-13).
    case categoriesSet([NotificationCategory])
    /// The app called `setBadgeCount(_:)`, or set `applicationIconBadgeNumber` (LN-18).
    case badgeSet(Int)
    /// The app set (true) or removed the delegate of the notification centre (LN-11, LN-12).
    case delegateSet(Bool)
    /// The user clears all notifications of the app at once (LN-13).
    case cleared
    /// The app called the completion handler of `willPresent` (LN-11).
    case presentationChosen(identifier: String, NotificationPresentation)
    /// The app has handled the answer for which it was woken; `wake` is the identifier of the wake (LN-12, MD-27).
    case answerHandled(wake: String)
    /// The user allowed or disallowed notifications in Settings. Before the app has requested permission, the value is
    /// the answer that the user will give (LN-10).
    case permissionChanged(allowed: Bool)
    /// A notification fires now, regardless of its trigger (LN-04, LN-05).
    case fired(identifier: String)
    /// The user tapped a notification, chose an action of it, or dismissed it (LN-05, LN-12, LN-13).
    indirect case responded(NotificationResponse)
}

import KeepAliveFormats
import KeepAliveModel

/// The methods of `UNUserNotificationCenter`, and of its predecessor for local notifications.
package enum NotificationMethods {
    package static let requestAuthorization = Method(
        "requestNotificationAuthorization",
        "requestAuthorization(options:), or registerUserNotificationSettings: the user is asked once (LN-10)",
        .flag("provisional").or(false), returns: .object(.flag("granted")))
    package static let settings = Method(
        "notificationSettings", "getNotificationSettings(completionHandler:) (LN-10)",
        returns: .object(Parameter<NotificationAuthorization>.choice("authorizationStatus")))
    package static let add = Method(
        "addNotificationRequest",
        "add(_:), or scheduleLocalNotification with legacy: it appears at once, after interval seconds, at each date "
            + "that matches dateComponents, or at the boundary of a region (LN-01, LN-14 to LN-17)", .notification)
    package static let pending = Method(
        "pendingNotificationRequests",
        "getPendingNotificationRequests, or scheduledLocalNotifications; firesIn in seconds (LN-17)",
        returns: .list(.pendingNotification))
    package static let delivered = Method(
        "deliveredNotifications", "getDeliveredNotifications: those that the user sees (LN-17)",
        returns: .list(.notification))
    package static let removePending = Method(
        "removePendingNotificationRequests",
        "removes pending requests: those of the identifiers, or all (SD-60, LN-17)",
        Parameter<[String]>.texts("identifiers").optional)
    package static let removeDelivered = Method(
        "removeDeliveredNotifications",
        "removes notifications that the user sees: those of the identifiers, or all (LN-17)",
        Parameter<[String]>.texts("identifiers").optional)
    package static let setCategories = Method(
        "setNotificationCategories", "setNotificationCategories(_:): they replace the former ones (LN-13)",
        .notificationCategories)
    package static let categories = Method(
        "notificationCategories", "getNotificationCategories(completionHandler:) (LN-13)",
        returns: .list(.notificationCategory))
    package static let setBadgeCount = Method(
        "setBadgeCount", "setBadgeCount(_:), or applicationIconBadgeNumber: 0 is no badge (LN-18)",
        .whole("count", 0...Int(Int32.max)))
    package static let badgeCount = Method(
        "badgeCount", "applicationIconBadgeNumber (LN-18)", returns: .object(.whole("count", 0...Int.max)))
    package static let setDelegate = Method(
        "setNotificationDelegate",
        "the delegate of UNUserNotificationCenter: to be set before didFinishLaunching returns (LN-11, LN-12)",
        .flag("exists"))
}

import KeepAliveFormats
import KeepAliveModel

/// The callbacks of `UNUserNotificationCenterDelegate`, and of its predecessor for local notifications.
package enum NotificationCallbacks {
    package static let didReceiveLocal = Callback(
        "didReceiveLocalNotification",
        "application(_:didReceive:) of a UILocalNotification: in the foreground, or after a tap (LN-04, LN-05)",
        .notification)
    package static let willPresent = Callback(
        "willPresentNotification",
        "willPresent: the answer says what of a notification appears in the foreground; nothing, without one (LN-11)",
        .notification,
        reply: Reply(.orNull(.object([.init("options", .list(.word(NotificationPresentation.names.map(\.name))))]))) {
            (options: NotificationPresentation) in
            let names = NotificationPresentation.names.filter { options.contains($0.option) }
            return ["options": .array(names.map { .string($0.name) })]
        } read: {
            NotificationPresentation(names: $0?["options"]?.array?.compactMap(\.string) ?? [])
        })
    package static let didReceiveResponse = Callback(
        "didReceiveNotificationResponse",
        "didReceive response, or handleActionWithIdentifier: the user's answer; an app that was woken for it has 30 s "
            + "(LN-12, MD-27)",
        .answeredNotification, reply: .returned)
}

import KeepAliveFormats
import KeepAliveModel

/// The callbacks of remote notifications, PushKit, Push to Talk and Live Activities.
package enum PushCallbacks {
    package static let didReceiveRemoteNotification = Callback(
        "didReceiveRemoteNotification", "didReceiveRemoteNotification with its completion handler: 30 s (WK-04)",
        .payload, reply: .fetchResult)
    package static let didReceiveIncomingPush = Callback(
        "didReceiveIncomingPush", "a VoIP push: call reportNewIncomingCall first (WK-08)", .payload,
        .flag("mustReport"), reply: .returned)
    package static let didUpdatePushCredentials = Callback(
        "didUpdatePushCredentials", "pushRegistry(_:didUpdate:for:) (SD-54)", .token)
    package static let didInvalidatePushToken = Callback(
        "didInvalidatePushToken", "pushRegistry(_:didInvalidatePushTokenFor:) (SD-54)")
    package static let didRegisterForRemoteNotifications = Callback(
        "didRegisterForRemoteNotifications",
        "application(_:didRegisterForRemoteNotificationsWithDeviceToken:), as lower-case hex (WK-19)", .token)
    package static let didReceivePushToken = Callback(
        "didReceivePushToken", "a token for location, Push to Talk or Live Activity pushes (WK-19)",
        Parameter<PushType>.choice("type"), .token, Parameter<String>.text("activity").optional)
    package static let liveActivityEnded = Callback(
        "liveActivityEnded", "Activity.activityStateUpdates: the system has ended it (WK-24)", .text("activity"))
    package static let pushToTalk = wake(
        .pushToTalk, "a Push to Talk push, with its payload: PTChannelManager's incomingPushResult (BM-13)")
    package static let liveActivity = wake(
        .liveActivity, "a push that starts a Live Activity, with its payload (WK-21)")

    private static func wake(_ kind: WakeKind, _ summary: String) -> Callback<Void, WakeKind, String?, JSONValue> {
        Callback(
            "woken.\(kind.rawValue)", summary, .wake, Parameter<String>.text("identifier").optional, .payload,
            reply: .returned)
    }
}

extension Parameter where Value == JSONValue {
    fileprivate static let payload = json("userInfo", .map(.anything))
}

extension Parameter where Value == String {
    fileprivate static let token = text("token")
}

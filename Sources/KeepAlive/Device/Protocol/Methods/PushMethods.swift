import KeepAliveFormats
import KeepAliveModel

/// The methods of remote notifications, PushKit and Live Activities.
package enum PushMethods {
    package static let register = Method(
        "registerForRemoteNotifications",
        "registerForRemoteNotifications(): didRegisterForRemoteNotifications follows (WK-19)")
    package static let unregister = Method(
        "unregisterForRemoteNotifications",
        "unregisterForRemoteNotifications(): a push server answers 410 for its token from now on (WK-19)")
    package static let setDesiredPushTypes = Method(
        "setDesiredPushTypes",
        "PKPushRegistry.desiredPushTypes: with voip didUpdatePushCredentials follows, with another token, from iOS 8 on (SD-54)",
        .words("types", ["voip", "complication", "fileProvider"]))
    package static let requestPushToken = Method(
        "requestPushToken",
        "a token for pushes of a kind, such as location, pushtotalk, liveactivity: didReceivePushToken follows (WK-19)",
        Parameter<PushType>.choice("type"), Parameter<String>.text("activity").optional)
    package static let requestLiveActivity = Method(
        "requestLiveActivity",
        "Activity.request: in the foreground alone, else 'visibility'; the system ends it after eight hours (WK-24)",
        .text("activity", lengthMax: 100))
    package static let endLiveActivity = Method(
        "endLiveActivity", "Activity.end (WK-24)", .text("activity", lengthMax: 100))
    package static let liveActivities = Method(
        "liveActivities", "Activity.activities: those that are shown (WK-24)", returns: .texts)
}

import KeepAliveFormats
import KeepAliveModel

package enum CallCallbacks {
    package static let perform = Callback(
        "performCallAction", "provider(_:perform:): the user or the app wants it; fulfilled: false fails it (WK-17)",
        Parameter<CallAction>.choice("action"), .text("uuid"),
        reply: Reply(.orNull(.object([.init("fulfilled", .flag, isOptional: true)])), unserved: false) {
            ["fulfilled": .bool($0)]
        } read: {
            $0?["fulfilled"] != false
        })
    package static let timedOut = Callback(
        "callActionTimedOut",
        "provider(_:timedOutPerforming:): the app has not answered an action in time; an answer or a start ends the call (WK-17)",
        Parameter<CallAction>.choice("action"), .text("uuid"))
    package static let didActivateAudioSession = Callback(
        "didActivateAudioSession", "provider(_:didActivate:): the app starts its sound (WK-18)")
    package static let didDeactivateAudioSession = Callback(
        "didDeactivateAudioSession", "provider(_:didDeactivate:) (WK-18)")
}

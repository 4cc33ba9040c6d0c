import KeepAliveFormats
import KeepAliveModel

/// The callbacks of the audio session, of players and of remote commands.
package enum AudioCallbacks {
    package static let interruptionBegan = Callback(
        "audioInterruptionBegan", "interruptionNotification, began (AS-45, AS-48)",
        Parameter<Int>.whole("reason", 0...Int.max), .flag("wasSuspended"))
    package static let interruptionEnded = Callback(
        "audioInterruptionEnded", "interruptionNotification, ended (AS-46)", .flag("shouldResume"))
    package static let engineConfigurationChanged = Callback(
        "audioEngineConfigurationChanged",
        "AVAudioEngineConfigurationChange: the engine has stopped, as the route has changed (AS-62)")
    package static let routeChanged = Callback(
        "audioRouteChanged", "routeChangeNotification (AS-52)", .audioRoute)
    package static let remoteCommand = Callback(
        "remoteCommand",
        "a handler of MPRemoteCommandCenter (AS-60); value: seconds of a skip or a position, a rate, 1 and 0 of a seek",
        Parameter.group(
            Parameter<RemoteCommand.Name>.choice("command"), Parameter<Double>.number("value").optional
        ) {
            RemoteCommand($0, value: $1)
        } split: {
            ($0.name, $0.value)
        }, reply: .returned)
    package static let mediaServicesLost = Callback("mediaServicesLost", "mediaServicesWereLostNotification (AS-20)")
    package static let mediaServicesReset = Callback(
        "mediaServicesReset", "mediaServicesWereResetNotification (AS-54)")
    package static let silenceSecondaryAudioHint = Callback(
        "silenceSecondaryAudioHint", "silenceSecondaryAudioHintNotification (AS-53)", .flag("begins"))
    package static let playerDidFinishPlaying = Callback(
        "audioPlayerDidFinishPlaying", "audioPlayerDidFinishPlaying", Parameter<Int>.whole("player", 0...1_000_000))
}

/// Changes to an audio session from outside, and the preferences that an app sets.
public enum AudioSessionEvent: Sendable, Hashable {
    /// The cause of an interruption.
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        /// A phone call that has been accepted.
        case call
        /// A phone rings, on the whole screen: the call has not been accepted.
        case ringing
        /// A banner of an incoming call that has not been accepted (AS-51).
        case callBanner
        /// An alarm or timer.
        case alarm
        /// Siri listens or answers.
        case siri
        /// Another app's session that does not mix.
        case otherApp
        /// The built-in microphone was muted (AS-48).
        case builtInMicMuted
        /// The route was disconnected (AS-52).
        case routeDisconnected
    }

    /// Another app activated its session and plays.
    case otherAppBegan(AudioSessionArbiter.Session)
    /// Another app ended its sound, and notifies others or not (AS-44); without a name, all apps that play did.
    case otherAppEnded(app: String? = nil, notifiesOthers: Bool)
    /// A call, an alarm or a muted microphone interrupts the session (AS-45).
    case interruptionBegan(Cause)
    /// The interruption by this cause is over (AS-46); without a cause, any interruption.
    case interruptionEnded(Cause? = nil, shouldResume: Bool)
    /// Headphones or another route came or went; `disconnected` means that the route in use is gone (AS-52).
    case routeChanged(to: AudioPort, disconnected: Bool)
    /// The media server died (AS-20).
    case mediaServicesLost
    /// The media server is back: everything is to be built anew (AS-54).
    case mediaServicesReset
    /// Siri began or ceased to record (AS-25).
    case siriRecording(Bool)
    /// The app set what is playing, and so became the Now Playing app, or cleared it (AS-23).
    case nowPlaying(Bool)
    /// Another app became the Now Playing app (AS-23).
    case nowPlayingTaken
    /// The app handles these remote commands from now on, and no others (AS-60).
    case remoteCommandsHandled(Set<RemoteCommand.Name>)
    /// The user gives a remote command, and the app is the Now Playing app, or none is (AS-60).
    case remoteCommand(RemoteCommand)
    /// `setPrefersNoInterruptionsFromSystemAlerts` (AS-51).
    case prefersNoInterruptionsFromSystemAlerts(Bool)
    /// `setPrefersInterruptionOnRouteDisconnect` (AS-52).
    case prefersInterruptionOnRouteDisconnect(Bool)
    /// The device has an input, or has none (AS-30).
    case inputAvailable(Bool)

    /// Another app's sound began, which mixes or does not.
    public static func otherAppBegan(mixes: Bool) -> Self { .otherAppBegan(.init(mixes: mixes)) }

    /// Another app began a spoken prompt with `interruptSpokenAudioAndMixWithOthers` (AS-10).
    public static var otherAppPrompted: Self { .otherAppBegan(.init(mixes: true, interruptsSpeech: true)) }
}

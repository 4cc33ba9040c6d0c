/// Changes of an audio session from outside, and the preferences of the session that the app sets.
public enum AudioSessionEvent: Sendable, Hashable {
    /// The causes for which a session is interrupted.
    public enum Cause: String, Sendable, Hashable, CaseIterable {
        /// A phone call that the user has accepted.
        case call
        /// A full-screen ring of a phone call that has not been accepted.
        case ringing
        /// A banner of an incoming call that has not been accepted (AS-51).
        case callBanner
        /// An alarm or timer.
        case alarm
        /// Siri listens or answers.
        case siri
        /// The session of another app, if neither session mixes.
        case otherApp
        /// The built-in microphone was muted (AS-48).
        case builtInMicMuted
        /// The route was disconnected (AS-52).
        case routeDisconnected
    }

    /// Another app activated its session and plays.
    case otherAppBegan(AudioSessionArbiter.Session)
    /// Another app ended its sound, with or without notifying others (AS-44). `nil` stands for all other apps.
    case otherAppEnded(app: String? = nil, notifiesOthers: Bool)
    /// A call, an alarm or a muted microphone interrupts the session (AS-45).
    case interruptionBegan(Cause)
    /// The interruption with this cause is over (AS-46). `nil` stands for any cause.
    case interruptionEnded(Cause? = nil, shouldResume: Bool)
    /// The audio route changed, for instance to or from headphones. `disconnected` is true if the former route no
    /// longer exists (AS-52).
    case routeChanged(to: AudioPort, disconnected: Bool)
    /// The media server died (AS-20).
    case mediaServicesLost
    /// The media server runs again: the app must create all its audio objects anew (AS-54).
    case mediaServicesReset
    /// Siri started (true) or stopped recording (AS-25).
    case siriRecording(Bool)
    /// The app set `nowPlayingInfo` and so became the Now Playing app (true), or cleared `nowPlayingInfo` (AS-23).
    case nowPlaying(Bool)
    /// Another app became the Now Playing app (AS-23).
    case nowPlayingTaken
    /// The app now handles exactly these remote commands (AS-60).
    case remoteCommandsHandled(Set<RemoteCommand.Name>)
    /// The user gave a remote command. The command has no effect if the app is not the Now Playing app (AS-60).
    case remoteCommand(RemoteCommand)
    /// The app called `setPrefersNoInterruptionsFromSystemAlerts` (AS-51).
    case prefersNoInterruptionsFromSystemAlerts(Bool)
    /// The app called `setPrefersInterruptionOnRouteDisconnect` (AS-52).
    case prefersInterruptionOnRouteDisconnect(Bool)
    /// The device got an audio input (true) or lost it (AS-30).
    case inputAvailable(Bool)

    /// Another app's sound began; `mixes` says whether its session mixes with others.
    public static func otherAppBegan(mixes: Bool) -> Self { .otherAppBegan(.init(mixes: mixes)) }

    /// Another app began a spoken prompt with `interruptSpokenAudioAndMixWithOthers` (AS-10).
    public static var otherAppPrompted: Self { .otherAppBegan(.init(mixes: true, interruptsSpeech: true)) }
}

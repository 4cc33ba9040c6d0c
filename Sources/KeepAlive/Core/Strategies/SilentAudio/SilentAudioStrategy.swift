import KeepAlivePolicy

/// Loops a silent sound in the background, without interrupting other apps (SD-20).
///
/// The session is activated at launch, because it must be active before the app enters the background (AS-34). The
/// player is started when the app enters the background, and paused when the app enters the foreground.
public struct SilentAudioStrategy: KeepAliveStrategy {
    /// The strategy's name, summary, required background mode and rules.
    public static let descriptor = StrategyDescriptor(
        name: "silent-audio", summary: "loops a silent buffer in the background, mixing with others",
        requiredModes: [.audio], rules: ["SD-20", "SD-24", "AS-34"])

    /// A session that plays in the background and does not interrupt other apps (AS-03, AS-08).
    static let session = AudioSessionConfiguration(category: .playback, mixWithOthers: true)

    private var player = PlayerState()

    /// Creates the strategy; no option affects it.
    public init(options: StrategyOptions) {}

    /// Activates the session, and starts and pauses the player.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didFinishLaunching:
            activate(host)
            host.preparePlayer()
        case .didBecomeActive:
            // A suspension may have deactivated the session (AS-49). From iOS 16 on the app gets no notification of the
            // deactivation (AS-50), so the strategy activates the session each time that the app becomes active.
            activate(host)
        case .didEnterBackground:
            guard !player.isPlaying else { return }
            play(host)
        case .audioInterruptionBegan(_, let wasSuspended): player.interruptionBegan(wasSuspended: wasSuspended)
        case .audioInterruptionEnded(let shouldResume):
            guard player.interruptionEnded(shouldResume: shouldResume) else { return }
            activate(host)
            play(host)
        case .mediaServicesReset:
            // AS-54: after a reset of the media services the app must create its session and player again.
            activate(host)
            host.preparePlayer()
            if player.isPlaying { play(host) }
        case .willEnterForeground:
            if player.stop() { host.pause() }
        default:
            break
        }
    }

    private func activate(_ host: any StrategyHost) {
        do {
            try host.activateAudioSession(Self.session)
        } catch {
            host.log("setActive(true) failed: \(error)")
        }
    }

    private mutating func play(_ host: any StrategyHost) {
        player.isPlaying = host.play()
        if !player.isPlaying { host.log("play() returned false: turn on the audio background mode (SD-23)") }
    }
}

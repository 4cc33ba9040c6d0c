import KeepAlivePolicy

/// Loops a silent buffer while in the background, without interrupting anyone (SD-20).
///
/// The session is activated at launch: it must be active before the app goes to the background (AS-34). The player is
/// started on entering the background and paused on entering the foreground.
public struct SilentAudioStrategy: KeepAliveStrategy {
    /// The name, the needs and the purpose of the strategy.
    public static let descriptor = StrategyDescriptor(
        name: "silent-audio", summary: "loops a silent buffer in the background, mixing with others",
        requiredModes: [.audio], rules: ["SD-20", "SD-24", "AS-34"])

    /// The session of a player that must not disturb: playback, mixing (AS-03, AS-08).
    static let session = AudioSessionConfiguration(category: .playback, mixWithOthers: true)

    private var player = PlayerState()

    /// Creates the strategy.
    public init(options: StrategyOptions) {}

    /// Prepares, plays and pauses.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didFinishLaunching:
            activate(host)
            host.preparePlayer()
        case .didBecomeActive:
            // A suspension has deactivated the session (AS-49); from iOS 16 on the app is not told (AS-50).
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
            // AS-54: everything must be built anew.
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

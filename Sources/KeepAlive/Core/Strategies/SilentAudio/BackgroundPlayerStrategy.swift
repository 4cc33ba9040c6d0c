import KeepAlivePolicy

/// The articles' player: its session fits the current route, and ends when the app is in front again (SD-22).
///
/// It loops the run's sound, silence or a file. The session also records, so it needs the microphone's permission on a
/// phone; it mixes, so that it may be activated in the background (AS-38).
public struct BackgroundPlayerStrategy: KeepAliveStrategy {
    /// The name, the needs and the purpose of the strategy.
    public static let descriptor = StrategyDescriptor(
        name: "background-player", summary: "loops a sound in the background, with a session that fits the route",
        requiredModes: [.audio], rules: ["SD-20", "SD-22", "SD-24"])

    private var player = PlayerState()

    /// Creates the strategy.
    public init(options: StrategyOptions) {}

    /// Prepares, plays, follows the route, and deactivates the session.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didFinishLaunching: host.preparePlayer()
        case .didEnterBackground where !player.isPlaying: start(host)
        case .audioRouteChanged where player.isPlaying: activate(host)
        case .audioInterruptionBegan(_, let wasSuspended): player.interruptionBegan(wasSuspended: wasSuspended)
        case .audioInterruptionEnded(let shouldResume):
            if player.interruptionEnded(shouldResume: shouldResume) { start(host) }
        case .mediaServicesReset:
            host.preparePlayer()
            if player.isPlaying { start(host) }
        case .willEnterForeground:
            guard player.stop() else { return }
            // The player stops first, or setActive(false) would be an error (AS-43).
            host.pause()
            host.deactivateAudioSession()
        default: break
        }
    }

    private mutating func start(_ host: any StrategyHost) {
        activate(host)
        player.isPlaying = host.play()
        if !player.isPlaying { host.log("play() returned false: turn on the audio background mode (SD-23)") }
    }

    private func activate(_ host: any StrategyHost) {
        var session = AudioSessionConfiguration.sample(outputs: host.audioRouteOutputs)
        do {
            do {
                try host.activateAudioSession(session)
            } catch let error as AudioSessionError
                where error == .badParam && session.options.contains(.allowBluetoothA2DP)
            {
                // The option came with iOS 10.
                session.options.remove(.allowBluetoothA2DP)
                try host.activateAudioSession(session)
            }
        } catch {
            host.log("setActive(true) failed: \(error)")
        }
    }
}

import KeepAlivePolicy

/// Reproduces the player of published articles on keeping an app alive: the audio session fits the current route, and
/// is deactivated when the app returns to the foreground (SD-22).
///
/// The strategy loops the run's sound, silence or a file. Its session also records, so on a phone the app needs
/// permission to use the microphone. The session mixes with others, so that it may be activated in the background
/// (AS-38).
public struct BackgroundPlayerStrategy: KeepAliveStrategy {
    /// The strategy's name, summary, required background mode and rules.
    public static let descriptor = StrategyDescriptor(
        name: "background-player", summary: "loops a sound in the background, with a session that fits the route",
        requiredModes: [.audio], rules: ["SD-20", "SD-22", "SD-24"])

    private var player = PlayerState()

    /// Creates the strategy; no option affects it.
    public init(options: StrategyOptions) {}

    /// Prepares and starts the player, adapts the session to route changes, and deactivates the session at the end.
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
            // The player must stop first, because `setActive(false)` while it plays is an error (AS-43).
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
                // iOS versions before 10 do not have the option `allowBluetoothA2DP`.
                session.options.remove(.allowBluetoothA2DP)
                try host.activateAudioSession(session)
            }
        } catch {
            host.log("setActive(true) failed: \(error)")
        }
    }
}

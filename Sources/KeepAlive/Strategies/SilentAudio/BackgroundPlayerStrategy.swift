/// The articles' player: its session fits the current route, and is given back when the app is in front again (SD-22).
///
/// It loops what the run has for it, silence or a file. The session also records, so that it needs the microphone's
/// permission on a phone; it mixes, so that it may be activated in the background (AS-38).
public struct BackgroundPlayerStrategy: KeepAliveStrategy {
    /// What it is.
    public static let descriptor = StrategyDescriptor(
        name: "background-player", summary: "loops a sound in the background, with a session that fits the route",
        requiredModes: [.audio], rules: ["SD-20", "SD-22", "SD-24"])

    private var playing = false
    private var interrupted = false

    /// Creates the strategy.
    public init(options: StrategyOptions) {}

    /// Prepares, plays, follows the route, and gives the session back.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didFinishLaunching: host.preparePlayer()
        case .didEnterBackground where !playing: start(host)
        case .audioRouteChanged where playing: activate(host)
        case .audioInterruptionBegan(_, let wasSuspended):
            interrupted = playing && !wasSuspended
            playing = false
        case .audioInterruptionEnded(let shouldResume):
            if interrupted, shouldResume { start(host) }
            interrupted = false
        case .mediaServicesReset:
            host.preparePlayer()
            if playing { start(host) }
        case .willEnterForeground:
            interrupted = false
            guard playing else { return }
            // The player first, or setActive(false) would be an error (AS-43).
            host.pause()
            host.deactivateAudioSession()
            playing = false
        default: break
        }
    }

    private mutating func start(_ host: any StrategyHost) {
        activate(host)
        playing = host.play()
        if !playing { host.log("play() returned false: turn on the audio background mode (SD-23)") }
    }

    private func activate(_ host: any StrategyHost) {
        do {
            try host.activateAudioSession(.sample(outputs: host.audioRouteOutputs))
        } catch {
            host.log("setActive(true) failed: \(error)")
        }
    }
}

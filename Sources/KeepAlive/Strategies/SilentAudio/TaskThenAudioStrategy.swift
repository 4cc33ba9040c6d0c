import KeepAlivePolicy

/// A background task first; only when it expires, and only if there is still something to do, silent audio (SD-21).
public struct TaskThenAudioStrategy: KeepAliveStrategy {
    /// What it is.
    public static let descriptor = StrategyDescriptor(
        name: "task-then-audio", summary: "a background task; when it expires, silent audio if still needed",
        requiredModes: [.audio], rules: ["SD-21", "SD-24"])

    private let needsToRunInBackground: Bool
    private var task = BackgroundTaskIdentifier.invalid
    private var player = PlayerState()

    /// Creates the strategy.
    public init(options: StrategyOptions) {
        needsToRunInBackground = options.needsToRunInBackground
    }

    /// Begins the task, hands over to the player, and takes both back.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didFinishLaunching:
            host.preparePlayer()
        case .didEnterBackground:
            guard task == .invalid, !player.isPlaying else { return }
            task = host.beginBackgroundTask(named: "task-then-audio")
        case .backgroundTaskExpired(task):
            // Audio first, task last: at no moment is the app without a reason to run.
            if needsToRunInBackground { startAudio(host) }
            end(host)
        case .willEnterForeground:
            if player.stop() {
                host.pause()
                host.deactivateAudioSession()
            }
            end(host)
        case .audioInterruptionBegan(_, let wasSuspended): player.interruptionBegan(wasSuspended: wasSuspended)
        case .audioInterruptionEnded(let shouldResume):
            if player.interruptionEnded(shouldResume: shouldResume) { startAudio(host) }
        case .mediaServicesReset:
            if player.isPlaying { startAudio(host) }
        default:
            break
        }
    }

    private mutating func startAudio(_ host: any StrategyHost) {
        do {
            // A session that mixes may be activated in the background (AS-38).
            try host.activateAudioSession(SilentAudioStrategy.session)
            player.isPlaying = host.play()
        } catch {
            host.log("setActive(true) failed: \(error)")
        }
    }

    private mutating func end(_ host: any StrategyHost) {
        guard task != .invalid else { return }
        host.endBackgroundTask(task)
        task = .invalid
    }
}

import KeepAlivePolicy

/// A background task first. When it expires and the app still has something to do, silent audio follows (SD-21).
public struct TaskThenAudioStrategy: KeepAliveStrategy {
    /// The name, the needs and the purpose of the strategy.
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

    /// Begins the task, starts the player after it, and ends both.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didFinishLaunching:
            host.preparePlayer()
        case .didEnterBackground:
            guard task == .invalid, !player.isPlaying else { return }
            task = host.beginBackgroundTask(named: "task-then-audio")
        case .backgroundTaskExpired(task):
            // Audio starts before the task ends: the app always has a reason to run.
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

import KeepAlivePolicy

/// Begins a background task. When the task expires and the app still has work to do, plays silent audio (SD-21).
public struct TaskThenAudioStrategy: KeepAliveStrategy {
    /// The strategy's name, summary, required background mode and rules.
    public static let descriptor = StrategyDescriptor(
        name: "task-then-audio", summary: "a background task; when it expires, silent audio if still needed",
        requiredModes: [.audio], rules: ["SD-21", "SD-24"])

    private let needsToRunInBackground: Bool
    private var task = BackgroundTaskIdentifier.invalid
    private var player = PlayerState()

    /// Creates the strategy. ``StrategyOptions/needsToRunInBackground`` determines whether audio follows the task.
    public init(options: StrategyOptions) {
        needsToRunInBackground = options.needsToRunInBackground
    }

    /// Begins the task, starts the player when the task expires, and ends both when the app enters the foreground.
    public mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didFinishLaunching:
            host.preparePlayer()
        case .didEnterBackground:
            guard task == .invalid, !player.isPlaying else { return }
            task = host.beginBackgroundTask(named: "task-then-audio")
        case .backgroundTaskExpired(task):
            // Audio starts before the task ends, so that the app has a reason to run at every moment.
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
            // AS-54: after a reset of the media services the app must create its player again.
            host.preparePlayer()
            if player.isPlaying { startAudio(host) }
        default:
            break
        }
    }

    private mutating func startAudio(_ host: any StrategyHost) {
        do {
            // A session that mixes with others may be activated in the background (AS-38).
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

import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveStrategies

/// All voices of an app: its strategies, its strategy programs, and the app's own code. A callback goes to all voices,
/// and the app has returned from the callback when all voices have returned.
///
/// Each process of the app gets new strategies and programs; the voice of the app's own code serves all its processes.
final class Voices {
    /// The voice of the app's own code, and the closures that make the other voices for each process.
    struct Speakers {
        /// The voice of the app's own code; `nil` if that code cannot connect to the runner.
        let app: AppVoice?
        let strategies: () -> [any KeepAliveStrategy]
        let companions: () -> [CompanionVoice]
    }

    private unowned let engine: Engine
    private let speakers: Speakers
    private var strategies: [StrategyVoice] = []
    /// The hosts of the strategies and strategy programs in the present process, without the host of the app's own
    /// code.
    private var otherHosts: [VoiceHost] = []
    private var appHost: VoiceHost?
    /// All hosts of the present process, with the host of the app's own code last.
    private var hosts: [VoiceHost] { otherHosts + (appHost.map { [$0] } ?? []) }
    private var taskOwners: [BackgroundTaskIdentifier: VoiceHost] = [:]
    private var nextTask = 1
    /// The callbacks from which the app has returned while a strategy program has not.
    private var earlyReturns: Set<AwaitedCallback> = []
    private let reactions: AppReactions

    init(_ engine: Engine, _ speakers: Speakers) {
        self.engine = engine
        self.speakers = speakers
        reactions = AppReactions(engine)
    }

    var app: AppVoice? { speakers.app }

    /// Begins a process of the app with new strategies and programs.
    func begin() {
        for host in hosts { host.end() }
        earlyReturns.removeAll()
        reactions.begin()
        // BT-26: background task identifiers start at 1 in each process.
        nextTask = 1
        taskOwners.removeAll()
        strategies = speakers.strategies().map(StrategyVoice.init)
        let companions = speakers.companions()
        for companion in companions { companion.attach(to: engine) }
        otherHosts = (strategies as [any Voice] + companions).map { VoiceHost($0, engine: engine) }
        appHost = app.map { VoiceHost($0, engine: engine) }
    }

    /// Makes the script of a scenario, which is the last strategy, carry out a step: now, or when the suspended app
    /// runs again (LC-27).
    func carryOut(step: Int) {
        guard let script = strategies.last, let host = hosts.first(where: { $0.voice === script }) else { return }
        host.takeTurn { try script.carryOut(step: step, host: host) }
    }

    // MARK: The system calls

    /// Delivers a callback to all voices; the expiration of a background task goes only to the voice that began the
    /// task.
    func deliver(_ callback: AppCallback) {
        if case .backgroundTaskExpired(let identifier) = callback {
            taskOwners[identifier]?.deliver(callback)
            return
        }
        for host in otherHosts { host.deliver(callback) }
        // If the app's own code is not connected, the planned reactions answer in its place.
        if let app, app.speaks { appHost?.deliver(callback) } else { reactions.react(to: callback) }
    }

    func entered(_ state: ApplicationState) {
        for host in hosts { host.entered(state) }
        for host in hosts { host.voice.entered(state) }
    }

    func wakeEnded(_ kind: WakeKind) {
        for host in hosts { host.voice.wakeEnded(kind) }
    }

    // MARK: The app returns

    /// Returns whether all voices have returned from a callback. If a strategy program has not, the return is reported
    /// to the policy once the program has returned.
    func isBack(from callback: AwaitedCallback) -> Bool {
        guard hosts.contains(where: { $0.voice is CompanionVoice && $0.voice.holds(callback) }) else { return true }
        earlyReturns.insert(callback)
        return false
    }

    /// Called when a strategy program has returned from a callback.
    func companionReturned(from callback: AppCallback) {
        guard let awaited = callback.awaited, earlyReturns.remove(awaited) != nil else { return }
        engine.happened(.callbackReturned(awaited))
    }

    /// Called when the app's own code has connected; drops the planned reactions, because that code answers from now
    /// on.
    func checkedIn() { reactions.end() }

    // MARK: Background tasks

    func beginTask(named name: String, hasHandler: Bool, for host: VoiceHost) -> BackgroundTaskIdentifier {
        // SD-16, BT-25: a task cannot begin in a state in which no code of the app runs.
        guard engine.machine.canBeginBackgroundTask else { return .invalid }
        let identifier = BackgroundTaskIdentifier(rawValue: nextTask)
        nextTask += 1
        taskOwners[identifier] = host
        engine.recorder.write(.taskBegan) {
            $0.task = identifier.rawValue
            $0.message = name
        }
        _ = engine.submit(.backgroundTaskBegan(identifier, name: name, hasHandler: hasHandler))
        return identifier
    }

    /// Returns the timeline's reason why the end of a task changes nothing: other tasks are still live. `nil` if no
    /// other task is live, or if the task itself is not live.
    private func othersHeld(besides identifier: BackgroundTaskIdentifier) -> Reason? {
        let live = engine.machine.openTasks
        let others = live.filter { $0.number != identifier.rawValue }
        guard let ended = live.first(where: { $0.number == identifier.rawValue }), let other = others.first else {
            return nil
        }
        let rest =
            others.count == 1
            ? "task \(other.number) \"\(other.name)\" is still live" : "\(others.count) others are still live"
        return Reason("SD-15", "task \(ended.number) \"\(ended.name)\" ended; \(rest)")
    }

    func endTask(_ identifier: BackgroundTaskIdentifier) {
        if taskOwners.removeValue(forKey: identifier) != nil {
            engine.recorder.write(.taskEnded, othersHeld(besides: identifier)) { $0.task = identifier.rawValue }
        }
        _ = engine.submit(.backgroundTaskEnded(identifier))
    }
}

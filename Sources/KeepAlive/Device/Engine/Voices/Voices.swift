import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveStrategies

/// All voices that speak for an app: its strategies, the programs that act for it, and its own code. They are called as
/// one, and the app is back from a callback when all of them are.
///
/// Each process of the app begins with new strategies and programs; the app's own service serves all its processes.
final class Voices {
    /// The sources of the voices of a process.
    struct Speakers {
        /// The service of the app's own code, where it can have one.
        let app: AppVoice?
        let strategies: () -> [any KeepAliveStrategy]
        let companions: () -> [CompanionVoice]
    }

    private unowned let engine: Engine
    private let speakers: Speakers
    private var strategies: [StrategyVoice] = []
    /// The hosts of this life that are not the app's own: those of strategies and of programs.
    private var otherHosts: [VoiceHost] = []
    private var appHost: VoiceHost?
    /// All hosts of this life, the app's own last.
    private var hosts: [VoiceHost] { otherHosts + (appHost.map { [$0] } ?? []) }
    private var taskOwners: [BackgroundTaskIdentifier: VoiceHost] = [:]
    private var nextTask = 1
    /// Callbacks from which the app has returned while another voice has not.
    private var earlyReturns: Set<AwaitedCallback> = []
    private let reactions: AppReactions

    init(_ engine: Engine, _ speakers: Speakers) {
        self.engine = engine
        self.speakers = speakers
        reactions = AppReactions(engine)
    }

    var app: AppVoice? { speakers.app }

    /// Begins a process.
    func begin() {
        for host in hosts { host.end() }
        earlyReturns.removeAll()
        reactions.begin()
        // BT-26: each process counts its own tasks.
        nextTask = 1
        taskOwners.removeAll()
        strategies = speakers.strategies().map(StrategyVoice.init)
        let companions = speakers.companions()
        for companion in companions { companion.attach(to: engine) }
        otherHosts = (strategies as [any Voice] + companions).map { VoiceHost($0, engine: engine) }
        appHost = app.map { VoiceHost($0, engine: engine) }
    }

    /// Has the script of a scenario, the last of the strategies, carry out a step: now, or when the suspended app runs
    /// again (LC-27).
    func carryOut(step: Int) {
        guard let script = strategies.last, let host = hosts.first(where: { $0.voice === script }) else { return }
        host.takeTurn { try script.carryOut(step: step, host: host) }
    }

    // MARK: The system calls

    /// Calls the app.
    func deliver(_ callback: AppCallback) {
        if case .backgroundTaskExpired(let identifier) = callback {
            taskOwners[identifier]?.deliver(callback)
            return
        }
        for host in otherHosts { host.deliver(callback) }
        // If the app's own code does not answer, the plan says how it would.
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

    /// Returns whether the app is back from a callback. If a voice is not, the app is back when that voice is.
    func isBack(from callback: AwaitedCallback) -> Bool {
        guard hosts.contains(where: { $0.voice is CompanionVoice && $0.voice.holds(callback) }) else { return true }
        earlyReturns.insert(callback)
        return false
    }

    /// Called when a program has dealt with a callback.
    func companionReturned(from callback: AppCallback) {
        guard let awaited = callback.awaited, earlyReturns.remove(awaited) != nil else { return }
        engine.happened(.callbackReturned(awaited))
    }

    /// Ends the planned reactions: the app's own code answers for its process from here on.
    func checkedIn() { reactions.end() }

    // MARK: Background tasks

    func beginTask(named name: String, hasHandler: Bool, for host: VoiceHost) -> BackgroundTaskIdentifier {
        // SD-16, BT-25: not from a state in which no code of the app runs.
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

    /// Returns why the end of a task changes nothing for the app; `nil` when it is the last one, or not live.
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

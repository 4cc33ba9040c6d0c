import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveStrategies

/// Carries out the calls that a voice makes in one process of the app, and keeps the timers of the voice.
final class VoiceHost: StrategyHost {
    let voice: any Voice
    private unowned let engine: Engine
    private var nextTimer = 1
    private var timers: [Int: ScheduledAction] = [:]
    /// The turns of the app's code, such as timers, that fell due while the app was suspended; they run after the
    /// resumption (LC-27).
    private var overdue: [(timer: Int?, turn: () throws -> Void)] = []

    /// The number of entries that have not run: timers that are set, and overdue turns.
    var openTimers: Int { timers.count + overdue.count }

    init(_ voice: any Voice, engine: Engine) {
        self.voice = voice
        self.engine = engine
        voice.begin(host: self)
    }

    /// Calls the voice. An error that the voice throws counts as an uncaught exception of the app.
    func deliver(_ callback: AppCallback) { attempt { try voice.hear(callback, host: self) } }

    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            _ = engine.submit(.exceptionNotCaught(AppleException(escaped: error)))
        }
    }

    /// Runs the turns that fell due during a suspension when the app runs again; drops them when the app ends.
    func entered(_ state: ApplicationState) {
        switch state {
        case .terminated: end()
        case .foregroundActive, .foregroundInactive, .background:
            let due = overdue
            overdue.removeAll()
            for entry in due { attempt(entry.turn) }
        case .notRunning, .unattached, .suspended: break
        }
    }

    /// Called when the process has ended: cancels the timers and drops the overdue turns.
    func end() {
        for action in timers.values { engine.scheduler.cancel(action) }
        timers.removeAll()
        overdue.removeAll()
    }

    /// Runs a turn of the app's code that no callback causes, such as a timer. The turn runs now, or, if the app is
    /// suspended, when it runs again (LC-27).
    func takeTurn(timer: Int? = nil, _ turn: @escaping () throws -> Void) {
        if applicationState.isRunning {
            engine.callOut { attempt(turn) }
        } else {
            overdue.append((timer, turn))
        }
    }

    // MARK: StrategyHost

    var applicationState: ApplicationState { engine.machine.state }

    var backgroundTimeRemaining: Double {
        let remaining = engine.machine.backgroundTimeRemaining(at: engine.scheduler.now)
        return remaining.map { $0.inSeconds / engine.plan.timeScale } ?? .greatestFiniteMagnitude
    }

    func beginBackgroundTask(named name: String, hasExpirationHandler: Bool) -> BackgroundTaskIdentifier {
        engine.voices.beginTask(named: name, hasHandler: hasExpirationHandler, for: self)
    }

    func endBackgroundTask(_ identifier: BackgroundTaskIdentifier) {
        engine.voices.endTask(identifier)
    }

    func activateAudioSession(_ configuration: AudioSessionConfiguration) throws {
        try submit(.audioSessionActivated(configuration))
    }

    func deactivateAudioSession() {
        engine.sampleAudio()
        _ = engine.submit(.audioSessionDeactivated())
    }

    var audioRouteOutputs: Set<AudioPort> { [engine.machine.audioRoute] }

    func preparePlayer() {
        // Nothing needs to be done: the sound device was opened before the launch, because a phone's sound device is
        // always available.
    }

    func play() -> Bool {
        (try? submit(.audioPlaybackRequested(silent: engine.plan.loopIsSilent))) != nil
    }

    func pause() {
        engine.sampleAudio()
        _ = engine.submit(.audioPlaybackStopped)
    }

    func report(_ call: PolicyEvent) throws {
        try call.expectCallOfApp()
        try submit(call.scaled(by: engine.plan.timeScale))
    }

    func requestAlwaysAuthorization() -> LocationAuthorization { requestAuthorization(always: true) }

    /// Requests location authorization, and returns the authorization after the request. If iOS asks the user, the user
    /// gives the answer of the run's plan.
    func requestAuthorization(always: Bool) -> LocationAuthorization {
        _ = engine.submit(.locationAuthorizationRequested(always: always, answer: engine.plan.locationAuthorization))
        return engine.machine.locationAuthorization
    }

    func setAllowsBackgroundLocationUpdates(_ value: Bool) throws {
        try submit(.allowsBackgroundLocationUpdatesSet(value))
    }

    func startUpdatingLocation(pausesAutomatically: Bool) {
        _ = engine.submit(.locationUpdatesStarted(pausesAutomatically: pausesAutomatically))
    }

    func stopUpdatingLocation() {
        _ = engine.submit(.locationUpdatesStopped)
    }

    func setTimer(after delay: Duration) -> Int {
        let number = nextTimer
        nextTimer += 1
        timers[number] = engine.scheduler.schedule(after: delay.scaled(by: engine.plan.timeScale)) { [weak self] in
            guard let self, timers.removeValue(forKey: number) != nil else { return }
            takeTurn(timer: number) { try self.voice.hear(.timerFired(number), host: self) }
        }
        return number
    }

    func cancelTimer(_ number: Int) {
        if let action = timers.removeValue(forKey: number) { engine.scheduler.cancel(action) }
        overdue.removeAll { $0.timer == number }
    }

    func log(_ message: String) {
        engine.log(message)
    }

    /// Reports a call of the app to the policy.
    ///
    /// - Throws: the exception or the error with which the policy answers the call.
    private func submit(_ call: PolicyEvent) throws {
        for effect in engine.submit(call) {
            switch effect.action {
            case .raise(let exception): throw exception
            case .refuseAudio(let error): throw error
            case .refuse(let error): throw error
            default: break
            }
        }
    }
}

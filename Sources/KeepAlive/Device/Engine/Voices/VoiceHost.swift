import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveStrategies

/// The calls that a voice can make in one life of the app, and its timers.
final class VoiceHost: StrategyHost {
    let voice: any Voice
    private unowned let engine: Engine
    private var nextTimer = 1
    private var timers: [Int: ScheduledAction] = [:]
    /// Turns that fell due while the app was suspended; they are taken after the resumption (LC-27).
    private var overdue: [(timer: Int?, turn: () throws -> Void)] = []

    /// The number of timers that are set, or due.
    var openTimers: Int { timers.count + overdue.count }

    init(_ voice: any Voice, engine: Engine) {
        self.voice = voice
        self.engine = engine
        voice.begin(host: self)
    }

    /// Calls the voice. An error that leaves it is one that the app has not caught.
    func deliver(_ callback: AppCallback) { attempt { try voice.hear(callback, host: self) } }

    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            _ = engine.submit(.exceptionNotCaught(AppleException(escaped: error)))
        }
    }

    /// Takes the turns that fell due in a suspension when the app runs again, and drops them at its end.
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

    /// Ends the life: cancels its timers and drops its turns.
    func end() {
        for action in timers.values { engine.scheduler.cancel(action) }
        timers.removeAll()
        overdue.removeAll()
    }

    /// Takes a turn of the app's own accord: now, or when the suspended app runs again (LC-27).
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
        // The device was opened before the launch: a phone's is always there.
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

    /// If iOS asks, the user answers as the run says.
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

    /// Tells the policy a call of the app.
    ///
    /// - Throws: the exception or the error that the policy answers it with.
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

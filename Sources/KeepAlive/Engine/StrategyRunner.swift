import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveStrategies

/// Runs one strategy: gives it the system's calls and carries its own to the engine.
final class StrategyRunner: StrategyHost {
    private let handle: (AppCallback, any StrategyHost) throws -> Void
    private unowned let engine: Engine
    private var nextTimer = 1
    private var timers: [Int: ScheduledAction] = [:]
    /// Timers that fell due while the app was suspended; they fire after the resumption (LC-27).
    private var overdue: [Int] = []

    /// How many timers are set, or due.
    var openTimers: Int { timers.count + overdue.count }

    /// Runs what reacts to the system's calls.
    init(engine: Engine, handle: @escaping (AppCallback, any StrategyHost) throws -> Void) {
        self.handle = handle
        self.engine = engine
    }

    convenience init(_ strategy: any KeepAliveStrategy, engine: Engine) {
        var strategy = strategy
        self.init(engine: engine) { try strategy.handle($0, host: $1) }
    }

    /// Calls the strategy; what it lets escape, the app has not caught.
    func deliver(_ callback: AppCallback) {
        do {
            try handle(callback, self)
        } catch let exception as AppleException {
            _ = engine.submit(.exceptionNotCaught(exception))
        } catch {
            let exception = AppleException(name: "\(type(of: error))", reason: "\(error)", rule: "LC-01")
            _ = engine.submit(.exceptionNotCaught(exception))
        }
    }

    /// Holds timers back while the app is suspended, and drops them at its end.
    func applicationStateChanged(to state: ApplicationState) {
        switch state {
        case .terminated:
            for action in timers.values { engine.scheduler.cancel(action) }
            timers.removeAll()
            overdue.removeAll()
        case .foregroundActive, .foregroundInactive, .background:
            let due = overdue
            overdue.removeAll()
            for number in due { deliver(.timerFired(number)) }
        case .notRunning, .unattached, .suspended:
            break
        }
    }

    // MARK: StrategyHost

    var applicationState: ApplicationState { engine.machine.state }

    var backgroundTimeRemaining: Double {
        let remaining = engine.machine.backgroundTimeRemaining(at: engine.scheduler.now)
        return remaining.map { $0.inSeconds / engine.plan.timeScale } ?? .greatestFiniteMagnitude
    }

    func beginBackgroundTask(named name: String, hasExpirationHandler: Bool) -> BackgroundTaskIdentifier {
        engine.beginTask(named: name, hasHandler: hasExpirationHandler, for: self)
    }

    func endBackgroundTask(_ identifier: BackgroundTaskIdentifier) {
        engine.endTask(identifier)
    }

    func activateAudioSession(_ configuration: AudioSessionConfiguration) throws {
        try throwRefusal(in: engine.submit(.audioSessionActivated(configuration)))
    }

    func deactivateAudioSession() {
        engine.sampleAudio()
        _ = engine.submit(.audioSessionDeactivated())
    }

    var audioRouteOutputs: Set<AudioPort> { [engine.machine.audioRoute] }

    func preparePlayer() {
        // The device was opened before the launch, as a phone's is always there.
    }

    func play() -> Bool {
        (try? throwRefusal(in: engine.submit(.audioPlaybackRequested(silent: engine.plan.loopIsSilent)))) != nil
    }

    func pause() {
        engine.sampleAudio()
        _ = engine.submit(.audioPlaybackStopped)
    }

    func report(_ call: PolicyEvent) throws {
        for effect in engine.submit(call.scaled(by: engine.plan.timeScale)) {
            switch effect.action {
            case .raise(let exception): throw exception
            case .refuseAudio(let error): throw error
            case .refuse(let error): throw error
            default: break
            }
        }
    }

    func requestAlwaysAuthorization() -> LocationAuthorization {
        let declared = engine.machine.manifest.usageDescriptions
        if let missing = missingUsageKey(declared) {
            _ = engine.submit(.locationAuthorizationAskedWithoutUsageString(key: missing))
        } else if engine.machine.locationAuthorization == .notDetermined || engine.mayAskForAlways {
            // The user is asked once, and once more after when-in-use; later only Settings change the answer (Apple,
            // requestAlwaysAuthorization).
            engine.mayAskForAlways = false
            _ = engine.submit(.locationAuthorizationChanged(engine.plan.locationAuthorization))
        }
        return engine.machine.locationAuthorization
    }

    private func missingUsageKey(_ declared: [String: String]) -> String? {
        if declared[Manifest.whenInUseUsageKey] == nil { return Manifest.whenInUseUsageKey }
        return Manifest.alwaysUsageKeys.contains { declared[$0] != nil } ? nil : Manifest.alwaysUsageKeys[0]
    }

    func setAllowsBackgroundLocationUpdates(_ value: Bool) throws {
        for effect in engine.submit(.allowsBackgroundLocationUpdatesSet(value)) {
            if case .raise(let exception) = effect.action { throw exception }
        }
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
            self?.timerFired(number)
        }
        return number
    }

    func cancelTimer(_ number: Int) {
        if let action = timers.removeValue(forKey: number) { engine.scheduler.cancel(action) }
        overdue.removeAll { $0 == number }
    }

    func log(_ message: String) {
        engine.log(message)
    }

    private func timerFired(_ number: Int) {
        guard timers.removeValue(forKey: number) != nil else { return }
        fire(number)
    }

    /// Fires a timer now, or when the suspended app runs again (LC-27).
    func fire(_ number: Int) {
        if applicationState.isRunning {
            engine.callOut { deliver(.timerFired(number)) }
        } else {
            overdue.append(number)
        }
    }

    private func throwRefusal(in effects: [Effect]) throws {
        for effect in effects {
            if case .refuseAudio(let error) = effect.action { throw error }
        }
    }
}

/// A handle on the script of a scenario: its steps are timers of the app.
package struct ScenarioScript {
    let runner: StrategyRunner

    /// Fires a step now, or when the suspended app runs again (LC-27).
    package func fire(_ timer: Int) {
        runner.fire(timer)
    }
}

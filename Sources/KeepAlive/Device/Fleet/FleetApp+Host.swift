import KeepAlivePolicy
import KeepAliveStrategies

/// The calls that strategies make as the code of an app of a fleet.
extension FleetApp: StrategyHost {
    var applicationState: ApplicationState { machine.state }

    var backgroundTimeRemaining: Double {
        machine.backgroundTimeRemaining(at: MonotonicInstant(nanoseconds: now))?.inSeconds ?? .greatestFiniteMagnitude
    }

    func beginBackgroundTask(named name: String, hasExpirationHandler: Bool) -> BackgroundTaskIdentifier {
        guard machine.canBeginBackgroundTask else { return .invalid }
        let identifier = BackgroundTaskIdentifier(rawValue: activity.nextTask)
        activity.nextTask += 1
        submit(.backgroundTaskBegan(identifier, name: name, hasHandler: hasExpirationHandler))
        return identifier
    }

    func endBackgroundTask(_ identifier: BackgroundTaskIdentifier) { submit(.backgroundTaskEnded(identifier)) }

    func activateAudioSession(_ configuration: AudioSessionConfiguration) throws {
        try report(.audioSessionActivated(configuration))
    }

    func deactivateAudioSession() { submit(.audioSessionDeactivated()) }

    var audioRouteOutputs: Set<AudioPort> { [machine.audioRoute] }

    func preparePlayer() {}

    func play() -> Bool {
        submit(.audioPlaybackRequested(silent: true))
        return refusal == nil
    }

    func pause() { submit(.audioPlaybackStopped) }

    func requestAlwaysAuthorization() -> LocationAuthorization {
        submit(.locationAuthorizationRequested(always: true, answer: user.authorization))
        return machine.locationAuthorization
    }

    func setAllowsBackgroundLocationUpdates(_ value: Bool) throws {
        submit(.allowsBackgroundLocationUpdatesSet(value))
        if let exception = refusal as? AppleException { throw exception }
    }

    func startUpdatingLocation(pausesAutomatically: Bool) {
        submit(.locationUpdatesStarted(pausesAutomatically: pausesAutomatically))
    }

    func stopUpdatingLocation() { submit(.locationUpdatesStopped) }

    func report(_ call: PolicyEvent) throws {
        try call.expectCallOfApp()
        submit(call)
        if let refusal { throw refusal }
    }

    func setTimer(after delay: Duration) -> Int {
        let number = activity.nextTimer
        activity.nextTimer += 1
        activity.timers.insert(number)
        plan(.timer(number), after: delay.nanoseconds)
        return number
    }

    func cancelTimer(_ number: Int) { activity.timers.remove(number) }

    func log(_ message: String) {}
}

import KeepAlivePolicy
import KeepAliveReport

extension Device {
    /// Returns the present status of the device and of all its apps.
    ///
    /// - Parameters:
    ///   - name: the device's name.
    ///   - timeScale: the factor on all durations of the device.
    ///   - origin: the instant at which the device was started.
    package func status(
        name: String, ios: IOSVersion, timeScale: Double = 1, since origin: MonotonicInstant, now: MonotonicInstant
    ) -> DeviceStatus {
        for app in apps { app.engine.checkFrozen() }
        return DeviceStatus(
            name: name, ios: ios.description, timeScale: timeScale == 1 ? nil : timeScale,
            uptimeSeconds: (now - origin).inSeconds, conditions: conditionsInWords,
            world: DeviceStatus.World(
                conditions: conditions, callInProgress: callInProgress, route: route ?? .builtInSpeaker),
            apps: apps.map { app in
                let explanation = app.engine.explanation
                return DeviceStatus.App(
                    name: app.name, pid: app.engine.hasProcess ? app.engine.pid : nil, state: explanation.state,
                    isFrozen: app.engine.isFrozen, sinceSeconds: explanation.sinceSeconds, reason: explanation.reason,
                    grants: explanation.grants.map(\.grant), next: explanation.next.first.map(DeviceStatus.Next.init),
                    speaks: app.engine.voices.app?.speaks ?? false)
            })
    }

    private var conditionsInWords: [String] {
        var words = DeviceCondition.all.compactMap { $0.inWords(conditions) }
        if callInProgress { words.append("in a call") }
        if let route, route != .builtInSpeaker { words.append("sound: \(route.name)") }
        if let place { words.append(place) }
        return words
    }
}

import KeepAliveEngine
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

extension RunningDevice {
    /// The device's status, for `ctl status`.
    var status: DeviceStatus {
        model.status(
            name: name, ios: settings.policy.profile.version, timeScale: settings.plan.timeScale, since: origin,
            now: loop.now)
    }

    /// Returns the figures of an app up to now; `nil` if the app's run is over.
    func figures(of app: Device.App) -> RunSummary? {
        apps.first { $0.engine === app.engine }?.figures?()
    }

    /// The longest wait for transitions before a client gets its answer, in time of this machine. The limit is this
    /// project's choice; it is shorter than the time that `ctl` waits.
    private static let transitionMax = Duration.seconds(8)

    /// Makes a change for a client, and answers with the events. The answer waits until each app that the change moves
    /// out of the foreground has left it and each app that the change ends has ended, for ``transitionMax`` at the
    /// longest.
    ///
    /// - Parameters:
    ///   - isAboutApp: whether the request concerns one app, and for which transitions of that app the answer waits.
    ///   - waits: false to answer at once.
    func tell(
        _ call: ControlCall, isAboutApp: ControlMethod.AboutApp, waits: Bool, _ change: () throws -> Void
    ) throws -> ControlReply {
        let before = Dictionary(
            uniqueKeysWithValues: model.inTransition.map { (ObjectIdentifier($0), $0.engine.transition) })
        let observation = log.observe()
        do {
            try change()
        } catch {
            log.stop(observation)
            throw error
        }
        let named = isAboutApp == .no ? nil : try? call.app()
        let moving = model.inTransition.filter { app in
            app === named && isAboutApp == .yes || before[ObjectIdentifier(app)] != app.engine.transition
        }
        // If an app makes the request from within its own callback, the answer is sent at once, because the callback
        // would otherwise wait for itself.
        let waitsForItself = apps.contains { app in
            moving.contains { $0.engine === app.engine } && app.workload.contains(call.client.peer)
        }
        func answer() -> JSONValue { take(observation, moving: moving, named: named) }
        if moving.isEmpty || waitsForItself || !waits { return .now(answer()) }
        return .later { [self] give in
            var limit: ScheduledAction?
            var isGiven = false
            func finish() {
                guard !isGiven else { return }
                isGiven = true
                if let limit { loop.cancel(limit) }
                give(.success(answer()))
            }
            limit = loop.schedule(after: Self.transitionMax) { finish() }
            model.once(settled: moving) { finish() }
        }
    }

    /// Ends an observation and returns its events as lines of text.
    ///
    /// - Parameters:
    ///   - moving: the apps whose transitions were waited for.
    ///   - named: the app that the request concerns; `nil` if there is none.
    private func take(_ observation: DeviceLog.Observation, moving: [Device.App], named: Device.App?) -> JSONValue {
        log.stop(observation)
        let text = TimelineText(colours: false)
        var lines = observation.entries.compactMap { entry -> String? in
            switch entry {
            case .news(let news): return "\(name): \(news)"
            case .event(let event):
                guard event.event != .environment, let words = text.words(for: event) else { return nil }
                return "\(event.app): \(words)"
            }
        }
        for app in moving {
            if let transition = app.engine.transition { lines.append("\(app.name): \(transition.words)") }
        }
        if lines.isEmpty {
            // The text timeline leaves out an app's calls. If there are no other lines, the calls are listed.
            lines = observation.entries.compactMap { entry in
                guard case .event(let event) = entry, event.event == .called else { return nil }
                return "\(event.app): called: \(event.callback ?? "")\(event.rule.map { " [\($0)]" } ?? "")"
            }
        }
        if lines.isEmpty {
            let reason = named?.engine.explanation.reason
            lines = [
                named.flatMap { app in
                    reason.map {
                        "\(app.name): no change: \(app.engine.machine.state.rawValue), \($0.text) [\($0.rule)]"
                    }
                } ?? "\(name): nothing has changed"
            ]
        }
        return .object(["happened": .array(lines.map { .string($0) })])
    }

    /// Records an event of an app's timeline in the log and the outputs.
    func record(_ event: TimelineEvent) {
        log.append(event)
        outputs.write(event)
    }

    /// Throws an error if the device cannot start an app now.
    func expectToTakeApps() throws {
        guard !isShuttingDown else { throw JSONRPCError.refused("the device is being switched off") }
        guard takesApps else { throw JSONRPCError.refused("the device is still being started") }
    }

    /// Starts an app that is new on the device.
    ///
    /// - Throws: ``KeepAliveError`` if the app cannot be started. Then nothing of the app is left on the device.
    func launch(_ launch: AppLaunch, _ configuration: RunConfiguration, _ prepared: PreparedApp) throws {
        let app: SupervisedApp
        let manifest = prepared.manifest
        do {
            // The state of the device may have changed during the preparation.
            try expectToTakeApps()
            app = try SupervisedApp(
                configuration, prepared, plan: configuration.plan,
                strategies: { configuration.app.ownStrategies }, on: self, record: { [unowned self] in record($0) })
        } catch {
            prepared.discard()
            throw error
        }
        app.engine.origin = origin
        app.engine.onEnd = { [unowned self, unowned app] _ in ended(app) }
        app.figures = { [unowned app] in
            app.engine.summary(
                strategies: configuration.app.strategies.map { $0.descriptor.name },
                environment: app.environment, outcome: nil)
        }
        if app.name != manifest.bundleIdentifier {
            log.say(
                "another app of \(manifest.bundleIdentifier), called \(app.name); 'ctl launch \(manifest.bundleIdentifier)' opens the first"
            )
        }
        if launch.isInstalledOnly { log.say("\(app.name) is installed") }
        add(app)
        do {
            try app.engine.start()
        } catch {
            remove(app)
            throw error
        }
    }

    /// Ends all apps, and stops the event loop when they have ended.
    ///
    /// - Parameter cause: the reason, for the timelines.
    func shutDown(_ cause: String) {
        isShuttingDown = true
        for app in apps { app.engine.endAsPlanned(cause) }
        stopWhenEmpty()
    }

    /// Schedules the removal of an app whose run is over.
    func ended(_ app: SupervisedApp) {
        // The removal is deferred, because this method is called from within the app's engine.
        _ = loop.schedule(at: loop.now) { [self] in
            remove(app)
            if isShuttingDown { stopWhenEmpty() }
        }
    }

    /// The largest receiver log that is accepted while the device runs, in bytes. The size is limited because
    /// splitting a log into sentences blocks the event loop.
    private static let logMaxBytes = 4 << 20

    private func stopWhenEmpty() {
        if apps.isEmpty { loop.stop() }
    }

    /// Moves the private receiver to a place, and reports the place to apps that monitor locations without receiving
    /// updates.
    ///
    /// - Throws: ``KeepAliveError`` if the receiver is not a private one of the runner.
    func simulateLocation(latitude: Double, longitude: Double) throws {
        try receiver().simulate(.place(latitude: latitude, longitude: longitude))
        model.move(to: LocationFix(latitude: latitude, longitude: longitude, horizontalAccuracy: 5, timestamp: 0))
        log.say(model.place ?? "")
    }

    /// Reads a log to play on the private receiver.
    ///
    /// - Parameter completion: called with a closure that starts to play the log, or with an error.
    func readLog(_ file: String, _ completion: @escaping (Result<() throws -> Void, KeepAliveError>) -> Void) {
        files.read(file, limit: Self.logMaxBytes) { [unowned self] result in
            completion(
                result.map { content in
                    { [unowned self] in
                        try receiver().simulate(.log(DeviceReceiver.log(of: content, name: file)))
                        leavePlace(for: "plays \(file)")
                    }
                })
        }
    }

    /// Makes the private receiver lose all satellites.
    ///
    /// - Throws: ``KeepAliveError`` if the receiver is not a private one of the runner.
    func simulateNoLocation() throws {
        try receiver().simulate(DeviceReceiver.Simulation.none)
        leavePlace(for: "no satellites")
    }

    private func leavePlace(for words: String) {
        model.leavePlace(for: words)
        log.say(words)
    }
}

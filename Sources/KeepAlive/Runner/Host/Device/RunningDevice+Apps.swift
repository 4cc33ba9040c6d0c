import KeepAliveEngine
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

extension RunningDevice {
    /// The status that `ctl status` prints.
    var status: DeviceStatus {
        model.status(
            name: name, ios: settings.policy.profile.version, timeScale: settings.plan.timeScale, since: origin,
            now: loop.now)
    }

    /// The figures of an app up to now; `nil` when its run is over.
    func figures(of app: Device.App) -> RunSummary? {
        apps.first { $0.engine === app.engine }?.figures?()
    }

    /// The longest wait of a client that has taken an app from the screen or ended one, on this machine's clock: our
    /// choice, less than `ctl` waits.
    private static let transitionMax = Duration.seconds(8)

    /// Makes a change for a client, and answers with the events: when the apps that are left by it have been left, and
    /// those that it ends have gone.
    ///
    /// - Parameter isAboutApp: whether the request is about one app, and for which transitions of it the answer waits.
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
        // An app that makes the request from within its own callback would wait for itself.
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

    /// Returns the events as lines without columns.
    ///
    /// - Parameters:
    ///   - moving: the apps that were waited for.
    ///   - named: the app that the request is about.
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
            // A timeline for people leaves out the calls of an app.
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

    /// Takes an event of an app's timeline.
    func record(_ event: TimelineEvent) {
        log.append(event)
        outputs.write(event)
    }

    /// Throws while no app can be started.
    func expectToTakeApps() throws {
        guard !isShuttingDown else { throw JSONRPCError.refused("the device is being switched off") }
        guard takesApps else { throw JSONRPCError.refused("the device is still being started") }
    }

    /// Starts an app that is new on the device.
    ///
    /// - Throws: ``KeepAliveError``; nothing of it is left then.
    func launch(_ launch: AppLaunch, _ configuration: RunConfiguration, _ prepared: PreparedApp) throws {
        let app: SupervisedApp
        let manifest = prepared.manifest
        do {
            // The preparation may have taken its time.
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

    /// Ends every app, and stops the loop when they are gone.
    ///
    /// - Parameter cause: why, for the timelines.
    func shutDown(_ cause: String) {
        isShuttingDown = true
        for app in apps { app.engine.endAsPlanned(cause) }
        stopWhenEmpty()
    }

    /// Removes an app whose run is over.
    func ended(_ app: SupervisedApp) {
        // This must not happen from within the app's own call.
        _ = loop.schedule(at: loop.now) { [self] in
            remove(app)
            if isShuttingDown { stopWhenEmpty() }
        }
    }

    /// The largest log that is taken while the device runs: cutting it into sentences blocks the device for a moment.
    private static let logMaxBytes = 4 << 20

    private func stopWhenEmpty() {
        if apps.isEmpty { loop.stop() }
    }

    /// Moves the private receiver to a place, and tells the apps that watch it without updates.
    ///
    /// - Throws: ``KeepAliveError`` when the receiver is not the runner's own.
    func simulateLocation(latitude: Double, longitude: Double) throws {
        try receiver().simulate(.place(latitude: latitude, longitude: longitude))
        model.move(to: LocationFix(latitude: latitude, longitude: longitude, horizontalAccuracy: 5, timestamp: 0))
        log.say(model.place ?? "")
    }

    /// Reads a log that is to be played on the private receiver.
    ///
    /// - Parameter completion: gets the work of playing it.
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

    /// Takes the satellites away from the private receiver.
    ///
    /// - Throws: ``KeepAliveError`` when the receiver is not the runner's own.
    func simulateNoLocation() throws {
        try receiver().simulate(DeviceReceiver.Simulation.none)
        leavePlace(for: "no satellites")
    }

    private func leavePlace(for words: String) {
        model.leavePlace(for: words)
        log.say(words)
    }
}

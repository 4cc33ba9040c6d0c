import KeepAliveEngine
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios
import KeepAliveStrategies

/// A run of one command. The device is switched on with the command as its app, and off when the command has ended.
package final class CommandRun {
    /// The result of a run, for the caller.
    package struct Result {
        /// The exit status of the runner.
        package var status: Int32
        /// The figures of the run.
        package var summary: RunSummary
        /// True if a signal from the user ended the run.
        package var interrupted: Bool
        /// The result of the scenario; `nil` if none was played.
        package var scenario: ScenarioResult?
        /// The reason why an output file is incomplete; `nil` if all files are complete.
        package var outputFailure: KeepAliveError?
    }

    private let device: RunningDevice
    private let manifest: Manifest
    private let player: ScenarioPlayer?
    private let files: RunFiles
    private var lint: BehaviourLint?
    /// The meters for the cost of the run and for the noise of the machine; `nil` if no figures are wanted.
    private var meters: (cost: RunMeter, noise: NoiseMeter)?
    /// The app, which is kept until the end because parts that are closed last refer to the app.
    private var app: SupervisedApp?
    private var outcome: Engine.Outcome?
    private var interrupted = false

    /// The configuration with host names resolved.
    private var configuration: RunConfiguration { device.settings }

    /// Checks the settings and opens the output files; no process is started.
    ///
    /// - Throws: ``KeepAliveError`` if a setting is invalid or an output file cannot be opened.
    package init(_ configuration: RunConfiguration) throws {
        manifest = try configuration.manifest()
        player = try configuration.scenario.map { scenario in
            try Self.requireReal(scenario)
            return ScenarioPlayer(
                scenario, timeScale: configuration.plan.timeScale, tolerance: configuration.tolerance)
        }
        files = try RunFiles(configuration.outputs)
        if configuration.outputs.measures {
            lint = BehaviourLint(soundIsSilent: configuration.machine.sound.isSilent)
        }
        do {
            try configuration.requireUse(of: configuration.usedModes)
        } catch {
            // The error is ignored for an app that makes calls itself, because such an app may use any part of the
            // machine.
            guard configuration.app.mayUseAnything else { throw error }
        }
        // The sound file is opened only when it is played. A wrong path is reported here, before the command starts.
        if case .file(let path) = configuration.machine.sound {
            try InputFile.expectRegular(path, code: .audio, what: "a sound file")
        }
        device = try RunningDevice(configuration)
    }

    /// Throws an error if the scenario has a step that is only possible on virtual time.
    private static func requireReal(_ scenario: Scenario) throws {
        for step in scenario.steps {
            for case .system(let action) in step.actions where action.isVirtualOnly {
                throw KeepAliveError(
                    .usage,
                    "\(step.place.file):\(step.place.line): '\(step.label)' needs a process that is only simulated",
                    remedy: "Play this scenario with 'keepalive-run simulate'")
            }
        }
    }

    /// Runs the command until it ends.
    ///
    /// - Throws: ``KeepAliveError`` if the command cannot be started. An error of an output file is returned in the
    ///   result.
    package func run() throws -> Result {
        defer { device.close() }
        device.endsAtSignals()
        // Looking up names may take a while, so it is done before clients can connect.
        try device.lookUpNames()
        device.openControl()
        let app = try prepareApp()
        self.app = app
        device.add(app)
        device.takesApps = true
        player?.begin(with: app.engine)
        watchSignals(app)
        beginFigures(app)
        defer { app.figures = nil }
        app.engine.onEnd = { [unowned self, unowned app] outcome in ended(app, outcome) }
        let start = Machine.monotonicSeconds
        try app.engine.start()
        if outcome == nil { device.loop.run() }
        guard let outcome else { throw KeepAliveError(.supervision, "the run ended without an outcome") }
        return finish(app, outcome, seconds: Machine.monotonicSeconds - start)
    }

    // MARK: Before the start

    /// The plan of the run: the scenario's plan, or the plan of the command line.
    private var plan: RunPlan {
        var plan = player?.plan ?? configuration.plan
        plan.loopIsSilent = configuration.machine.sound.isSilent
        plan.sampleEvery = configuration.plan.sampleEvery
        plan.tellsFreezer = configuration.plan.tellsFreezer
        return plan
    }

    private func strategies() throws -> () -> [any KeepAliveStrategy] {
        if let player {
            let strategies = try player.strategies()
            return { strategies }
        }
        return { [app = configuration.app] in app.ownStrategies }
    }

    /// Prepares the app's parts; no process of the app runs yet.
    ///
    /// - Throws: ``KeepAliveError`` if a part is missing, or if the device was switched off during the preparation.
    private func prepareApp() throws -> SupervisedApp {
        let switchedOff = KeepAliveError(.supervision, "the device was switched off before the command was started")
        let app: SupervisedApp
        do {
            app = try SupervisedApp(
                configuration, try device.prepare(configuration, manifest: manifest), plan: plan,
                strategies: try strategies(), on: device,
                record: { [unowned self] in record($0) })
        } catch  where device.isShuttingDown {
            throw switchedOff
        }
        guard !device.isShuttingDown else {
            app.close()
            throw switchedOff
        }
        return app
    }

    private func watchSignals(_ app: SupervisedApp) {
        device.signals.onSignal = { [unowned self, unowned app] arrival in
            switch arrival.signal {
            case SignalNumber.cont: app.workload.runnerContinued()
            case SignalNumber.user1, SignalNumber.user2: app.workload.signal(arrival.signal)
            default:
                interrupted = true
                app.engine.userSignalled(
                    arrival.signal, fromTerminal: arrival.fromKernel,
                    delivered: app.workload.terminalDelivers(arrival))
            }
        }
    }

    private func beginFigures(_ app: SupervisedApp) {
        if configuration.outputs.measures {
            meters = (RunMeter(loop: device.loop, servers: { [unowned app] in app.parts.servers }), NoiseMeter())
            meters?.cost.begin()
        }
        app.figures = { [unowned self, unowned app] in outcome == nil ? figures(app) : nil }
        files.begin(on: device.loop) { [unowned app] in app.figures?() }
    }

    // MARK: While it runs

    private func record(_ event: TimelineEvent) {
        player?.record(event)
        lint?.observe(event)
        files.observe(event)
        device.record(event)
    }

    private func figures(_ app: SupervisedApp) -> RunSummary {
        app.engine.summary(
            strategies: configuration.scenario?.app.strategies
                ?? configuration.app.strategies.map { $0.descriptor.name },
            others: meters?.cost.costs ?? [:], environment: app.environment, outcome: outcome)
    }

    private func ended(_ app: SupervisedApp, _ outcome: Engine.Outcome) {
        self.outcome = outcome
        // The device belongs to this run, so other apps that were launched on the device end with the run.
        device.shutDown("the run of the device's first app is over")
        device.ended(app)
    }

    // MARK: After the end

    private func finish(_ app: SupervisedApp, _ outcome: Engine.Outcome, seconds: Double) -> Result {
        var summary = figures(app)
        summary.environment.noise = meters?.noise.noise
        summary.environment.machine = configuration.outputs.measures ? MachineFacts.current : nil
        summary.findings = lint?.findings(in: summary)
        summary.energy = configuration.outputs.energy.map { profile in
            EnergyEstimate(profile) { summary.proxies[$0.part]?[$0.proxy]?.value }
        }
        // Writing to a pipe may wait for its reader. The default action of signals is restored, so that the user can
        // end the wait.
        device.signals.release()
        let failure = files.write(summary, app.engine.series)
        var result = Result(
            status: outcome.exitStatus, summary: summary, interrupted: interrupted,
            outputFailure: device.outputs.finish() ?? failure)
        if let player, let scenario = configuration.scenario {
            var played = player.result(
                of: scenario, ios: configuration.policy.profile.version, tolerance: configuration.tolerance)
            // If a signal has ended the run before the scenario's end, the player has no explanation, so the engine
            // gives it.
            played.explanation = played.explanation ?? app.engine.explanation
            played.realSeconds = seconds
            let failed = outcome.exitStatus != 0 && !outcome.asPlanned
            result.status = failed ? outcome.exitStatus : played.passed ? 0 : 1
            result.scenario = played
        }
        return result
    }
}

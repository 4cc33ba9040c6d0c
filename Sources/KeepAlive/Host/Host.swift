import KeepAliveEngine
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios
import KeepAliveStrategies

/// Wires a run: reads the manifest, picks the machine's parts, builds an engine and lets it run.
package final class Host {
    /// What a run left behind for its caller.
    package struct Result {
        /// What the runner exits with.
        package var status: Int32
        /// The figures.
        package var summary: RunSummary
        /// Whether a signal of the user ended it.
        package var interrupted: Bool
        /// What became of the scenario, if one was played.
        package var scenario: ScenarioResult?
        /// Why a file that was asked for is not whole.
        package var outputFailure: KeepAliveError?
    }

    private var configuration: RunConfiguration
    private let host: DeviceHost
    private var loop: EventLoop { host.loop }
    private var signals: SignalWatcher { host.signals }
    private let manifest: Manifest
    private let summaryFile: OutputDocument?
    private var lint: BehaviourLint?
    private let traceFile: OutputDocument?
    private let metricsDocument: OutputDocument?
    private var metrics: MetricsFile?
    private let reportFile: OutputDocument?
    /// What has happened, kept where a trace or a page is asked for.
    private var timeline: [TimelineEvent] = []
    /// Kept until the end: the parts that the run gives back last refer to it.
    private var app: HostedApp?
    private var engine: Engine? { app?.engine }
    private let player: ScenarioPlayer?

    /// Reads what the user gave and opens the files to write; nothing is started.
    ///
    /// - Throws: ``KeepAliveError``.
    package init(_ configuration: RunConfiguration) throws {
        self.configuration = configuration
        manifest = try configuration.manifest()
        player = try configuration.scenario.map { scenario in
            try Self.requireReal(scenario)
            return ScenarioPlayer(
                scenario, timeScale: configuration.plan.timeScale, tolerance: configuration.tolerance)
        }
        summaryFile = try configuration.summary.map(OutputDocument.init)
        lint = configuration.measures ? BehaviourLint(soundIsSilent: configuration.sound.isSilent) : nil
        metricsDocument = try configuration.metrics.map { path in
            let document = try OutputDocument(path)
            guard document.isReplaced else {
                throw KeepAliveError(
                    .output,
                    "--metrics \(path): cannot be replaced: a pipe, a device, one of several links, or not yours",
                    remedy: "Name a file of your own, or one that is not there yet")
            }
            return document
        }
        traceFile = try configuration.trace.map(OutputDocument.init)
        reportFile = try configuration.report.map(OutputDocument.init)
        do {
            try configuration.requireUse(of: configuration.usedModes)
        } catch {
            // An app that speaks for itself may use all parts.
            guard configuration.mayUseAnything else { throw error }
        }
        host = try DeviceHost(
            configuration, conditions: configuration.scenario?.device.conditions ?? DeviceConditions())
    }

    /// Refuses what only a process in memory can do.
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

    /// The plan of the run: the scenario's, or the one of the command line.
    private var plan: RunPlan {
        var plan = player?.plan ?? configuration.plan
        plan.loopIsSilent = configuration.sound.isSilent
        plan.sampleEvery = configuration.plan.sampleEvery
        return plan
    }

    private func machine() throws -> PolicyMachine {
        let profile = try configuration.profileWithOverrides()
        return PolicyMachine(
            profile: profile.scaled(by: configuration.plan.timeScale), manifest: manifest,
            conditions: configuration.scenario?.device.conditions ?? DeviceConditions(), monitorsUsage: true,
            cpuCount: Self.policyCPUCount)
    }

    /// As many as an iPhone has: an app that keeps more busy is caught as soon as it would be there, and the many cores of a
    /// server do not make the runner look at an idle app all the time.
    static var policyCPUCount: Int { min(Machine.cpuCount, 6) }

    private func strategies() throws -> () -> [any KeepAliveStrategy] {
        if let player {
            let strategies = try player.strategies()
            return { strategies }
        }
        return { [configuration] in
            configuration.ownStrategies
        }
    }

    /// Makes the app's parts ready; nothing of it runs yet.
    ///
    /// - Throws: ``KeepAliveError``: what is not there, or that the device was switched off meanwhile.
    private func prepareApp() throws -> HostedApp {
        let switchedOff = KeepAliveError(.supervision, "the device was switched off before the command was started")
        let app: HostedApp
        do {
            app = try HostedApp(
                configuration, manifest: manifest, machine: try machine(),
                name: host.device.name(for: manifest.bundleIdentifier), plan: plan, strategies: try strategies(),
                on: host, record: { [unowned self] in write($0) })
        } catch  where host.isShuttingDown {
            throw switchedOff
        }
        guard !host.isShuttingDown else {
            app.close()
            throw switchedOff
        }
        return app
    }

    /// Runs the command to its end.
    ///
    /// - Throws: ``KeepAliveError`` when the command cannot be started. A file that could not be written is told in the
    ///   result.
    package func run() throws -> Result {
        // Until the workload runs, a signal ends the runner; its guardians clean up after it.
        defer { host.close() }
        signals.onSignal = { [unowned self] arrival in
            guard arrival.signal != SignalNumber.cont else { return }
            host.close()
            Machine.leave(128 + arrival.signal)
        }
        // Before anybody can ask for something.
        try host.lookUpNames()
        configuration.location = host.settings.location
        host.openControl()
        let app = try prepareApp()
        host.add(app)
        host.takesApps = true
        self.app = app
        let engine = app.engine
        let workload = app.workload
        player?.begin(with: engine)
        var outcome: Engine.Outcome?
        var interrupted = false
        engine.onEnd = { [host, app] in
            outcome = $0
            // The device is this run's: what else was launched on it ends with it.
            host.shutDown()
            host.ended(app)
        }
        signals.onSignal = { arrival in
            switch arrival.signal {
            case SignalNumber.cont: workload.runnerContinued()
            case SignalNumber.user1, SignalNumber.user2: workload.signal(arrival.signal)
            default:
                interrupted = true
                engine.userSignalled(
                    arrival.signal, fromTerminal: arrival.fromKernel, delivered: workload.terminalDelivers(arrival))
            }
        }
        let start = Machine.monotonicSeconds
        let watch = configuration.measures ? NoiseMeter() : nil
        let meter = configuration.measures ? RunMeter(loop: loop, servers: { [app] in app.parts.servers }) : nil
        meter?.begin()
        func figures(_ outcome: Engine.Outcome?) -> RunSummary {
            engine.summary(
                strategies: configuration.scenario?.app.strategies
                    ?? configuration.strategies.map { $0.descriptor.name },
                others: meter?.costs ?? [:],
                environment: RunSummary.Environment(
                    kernel: Machine.kernelRelease, freezer: workload.freezerDescription,
                    audio: app.parts.audio.flatMap { $0.isPrepared ? $0.description : nil },
                    gpsd: app.parts.location.flatMap { $0.isPrepared ? $0.description : nil }),
                outcome: outcome)
        }
        app.figures = { outcome == nil ? figures(nil) : nil }
        defer { app.figures = nil }
        metrics = metricsDocument.map { document in
            MetricsFile(document, loop: loop) { [unowned app] in app.figures?() }
        }
        try engine.start()
        if outcome == nil { loop.run() }
        guard let outcome else { throw KeepAliveError(.supervision, "the run ended without an outcome") }
        var summary = figures(outcome)
        summary.environment.noise = watch?.noise
        summary.environment.machine = configuration.measures ? MachineFacts.current : nil
        summary.findings = lint?.findings(in: summary)
        summary.energy = configuration.energy.map { profile in
            EnergyEstimate(profile) { summary.proxies[$0.part]?[$0.proxy]?.value }
        }
        // From here on a file may wait for its reader, and the user may end that.
        signals.release()
        var result = Result(
            status: outcome.exitStatus, summary: summary, interrupted: interrupted, outputFailure: write(summary))
        if let player, let scenario = configuration.scenario {
            var played = player.result(
                of: scenario, ios: configuration.profile.version, tolerance: configuration.tolerance)
            // A signal may have come before the scenario's end.
            played.explanation = played.explanation ?? engine.explanation
            played.realSeconds = Machine.monotonicSeconds - start
            let failed = outcome.exitStatus != 0 && !outcome.asPlanned
            result.status = failed ? outcome.exitStatus : played.passed ? 0 : 1
            result.scenario = played
        }
        return result
    }

    /// Writes the figures and the last events.
    private func write(_ summary: RunSummary) -> KeepAliveError? {
        metrics?.write(summary, hasEnded: true)
        var failure = metrics?.failure
        do {
            try summaryFile?.write(JSONText.pretty(summary))
        } catch {
            failure = error as? KeepAliveError ?? KeepAliveError(.output, "the summary cannot be written: \(error)")
        }
        do {
            let series = engine?.series ?? SampleSeries()
            try traceFile?.write(TraceText(events: timeline, series: series).rendered())
        } catch {
            failure = error as? KeepAliveError ?? KeepAliveError(.output, "the trace cannot be written: \(error)")
        }
        do {
            let series = engine?.series ?? SampleSeries()
            try reportFile?.write(RunReport(summary, events: timeline, series: series).rendered())
        } catch {
            failure = error as? KeepAliveError ?? KeepAliveError(.output, "the report cannot be written: \(error)")
        }
        return host.outputs.finish() ?? failure
    }

    private func write(_ event: TimelineEvent) {
        player?.record(event)
        lint?.observe(event)
        metrics?.observe(event)
        if traceFile != nil || reportFile != nil { timeline.append(event) }
        host.record(event)
    }
}

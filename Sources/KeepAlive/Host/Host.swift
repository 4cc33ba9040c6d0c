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
    }

    private let configuration: RunConfiguration
    private let loop: EventLoop
    private let signals: SignalWatcher
    private let manifest: Manifest
    private let eventsFile: OutputFile?
    private let summaryFile: OutputFile?
    private let terminal: OutputFile?
    private let text: TimelineText
    private var parts = DeviceParts()
    /// Kept until the end: the parts that the run gives back last refer to it.
    private var engine: Engine?

    /// Reads what the user gave and opens the files to write; nothing is started.
    ///
    /// - Throws: ``KeepAliveError``.
    package init(_ configuration: RunConfiguration) throws {
        self.configuration = configuration
        manifest = try configuration.manifest()
        eventsFile = try configuration.events.map(OutputFile.init)
        summaryFile = try configuration.summary.map(OutputFile.init)
        terminal = configuration.quiet ? nil : try OutputFile("-")
        text = TimelineText(colours: configuration.colours)
        do {
            loop = try EventLoop()
            signals = try SignalWatcher(loop: loop)
        } catch {
            throw KeepAliveError(.supervision, "cannot set up the event loop: \(error)")
        }
    }

    /// Runs the command to its end.
    ///
    /// - Throws: ``KeepAliveError`` when the command cannot be started or a file cannot be written.
    package func run() throws -> Result {
        // Until the workload runs, a signal ends the runner; its guardians clean up after it.
        defer { parts.close() }
        let workload = try SupervisedProcess(
            command: configuration.command, environment: Machine.rawEnvironment, freezer: configuration.freezer,
            loop: loop)
        defer { workload.end() }
        signals.onSignal = { arrival in
            guard arrival.signal != SignalNumber.cont else { return }
            workload.end()
            Machine.leave(128 + arrival.signal)
        }
        try parts.prepare(configuration, manifest: manifest, loop: loop)

        let engine = Engine(
            machine: PolicyMachine(
                profile: configuration.profile.scaled(by: configuration.plan.timeScale), manifest: manifest,
                monitorsUsage: true, cpuCount: Machine.cpuCount),
            scheduler: loop, workload: workload, audio: parts.audio, location: parts.location,
            strategies: { [configuration] in
                configuration.strategies.map { $0.init(options: configuration.strategyOptions) }
            },
            plan: configuration.plan, record: { [unowned self] in write($0) })
        self.engine = engine
        var outcome: Engine.Outcome?
        var interrupted = false
        engine.onEnd = { [loop] in
            outcome = $0
            loop.stop()
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
        try engine.start()
        if outcome == nil { loop.run() }
        guard let outcome else { throw KeepAliveError(.supervision, "the run ended without an outcome") }
        let summary = engine.summary(
            strategies: configuration.strategies.map { $0.descriptor.name },
            environment: RunSummary.Environment(
                kernel: Machine.kernelRelease, freezer: workload.freezerDescription,
                audio: parts.audio?.description, gpsd: parts.location?.description),
            outcome: outcome)
        summaryFile?.write(try JSONText.pretty(summary))
        if let failure = eventsFile?.failure ?? summaryFile?.failure { throw failure }
        return Result(status: outcome.exitStatus, summary: summary, interrupted: interrupted)
    }

    private func write(_ event: TimelineEvent) {
        if let eventsFile, let line = try? JSONText.line(event) { eventsFile.write(line) }
        if let terminal, let line = text.line(for: event) { terminal.write(line + "\n") }
    }
}

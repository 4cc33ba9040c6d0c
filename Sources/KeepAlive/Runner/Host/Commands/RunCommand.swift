import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios

/// The command `keepalive-run run`, which supervises a command as an iOS app.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Supervise a command as an iOS app (the default subcommand).",
        usage: "keepalive-run [run] [OPTIONS] -- COMMAND [ARG…]",
        discussion: """
            The command owns standard input, output and error; the timeline goes to standard error, or to files. \
            DUR is a duration with its unit: 1.5s, 200ms, 2m, 1h. Times are counted from the launch.
            """
    )

    @OptionGroup(title: "App") var app: AppOptions

    @OptionGroup(title: "App") var policy: PolicyOptions

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "The command speaks the app protocol: its launch ends when it says so. Default: known for programs that link KeepAlive, and found out for others when they say hello."
        ))
    var speaks: Bool?

    @Option(
        help: ArgumentHelp("The name of this run for 'ctl --system'. Default: its process id.", valueName: "NAME"),
        transform: Values.systemName)
    var name: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Press home after this time. Default: never.", valueName: "DUR"),
        transform: Values.duration)
    var backgroundAfter: Duration?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Bring it back after this time. Default: never.", valueName: "DUR"),
        transform: Values.duration)
    var foregroundAfter: Duration?

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp(
            "End the run after this time, with status 0: SIGTERM, and 5 s later SIGKILL; at once when it is frozen. Default: when the command ends.",
            valueName: "DUR"),
        transform: Values.duration)
    var duration: Duration?

    @OptionGroup(title: "Scenario") var script: ScenarioOptions

    @Option(
        help: ArgumentHelp(
            "The shared (app-group) container: an app that is suspended while it locks a file in it is killed, 0xdead10cc.",
            valueName: "DIRECTORY"), completion: .directory)
    var appGroup: String?

    @Option(
        help: ArgumentHelp(
            "The app's container: its home, with Documents and Library, which are made. Default: the user's home.",
            valueName: "DIRECTORY"), completion: .directory)
    var container: String?

    @OptionGroup var bundle: BundleOption

    @OptionGroup var time: TimeScaleOption

    @OptionGroup var life: DeviceOptions

    @OptionGroup(title: "Machine") var machine: MachineOptions

    @Flag(help: "Loop a quiet tone instead of silence, to hear that it works.")
    var audible = false

    @Option(
        help: ArgumentHelp(
            "Loop this sound file instead of silence, without a gap: WAV, FLAC, Ogg, AIFF; AAC and others with ffmpeg.",
            valueName: "FILE"),
        completion: .file())
    var audioFile: String?

    @OptionGroup(title: "Timeline") var timeline: TimelineOptions

    @OptionGroup(title: "Figures") var cost: FigureOptions

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("The command and its arguments, after --.", valueName: "command"),
        completion: .file())
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("no command given. Put it after --: keepalive-run [OPTIONS] -- COMMAND")
        }
        if let back = backgroundAfter, let fore = foregroundAfter, fore <= back {
            throw ValidationError("--foreground-after must be later than --background-after")
        }
        if script.scenario != nil {
            let others = [
                backgroundAfter == nil ? nil : "--background-after",
                foregroundAfter == nil ? nil : "--foreground-after",
                duration == nil ? nil : "--for", app.infoPlist == nil ? nil : "--info-plist",
                app.modes.isEmpty ? nil : "--modes", app.strategy.isEmpty ? nil : "--strategy",
            ].compactMap { $0 }
            if let other = others.first {
                throw ValidationError("--scenario says all that \(other) could say: leave it out")
            }
        }
        if let appGroup, !InputFile.isDirectory(appGroup) {
            throw ValidationError("--app-group \(appGroup): not a directory. Make it first: mkdir -p \(appGroup)")
        }
        if foregroundAfter != nil, backgroundAfter == nil {
            throw ValidationError("--foreground-after needs --background-after: the app starts in the foreground")
        }
    }

    func run() throws {
        if audible, audioFile != nil { throw ValidationError("Give one of --audible and --audio-file") }
        var configuration = RunConfiguration(try self.setup())
        configuration.name = name
        configuration.policy = policy.choice
        life.apply(to: &configuration)
        if let scenario = script.scenario {
            let only = try ScenarioLibrary.single(scenario)
            configuration.scenario = only
            if let version = try ScenarioLibrary.version(of: only, chosen: policy.version.ios?.version) {
                configuration.policy.profile = try .init(of: version)
            }
        }
        if let tolerance = script.tolerance { configuration.tolerance = tolerance }
        try checkFiles()
        configuration.machine = try machine.choice()
        configuration.machine.sound = audioFile.map { .file(path: $0) } ?? (audible ? .quietTone : .silence)
        configuration.outputs = timeline.choice
        cost.apply(to: &configuration.outputs)
        configuration.plan = plan
        if configuration.outputs.measures { configuration.plan.sampleEvery = cost.sampleEvery }
        let outputs = try ScenarioOutputs(
            of: script.scenario ?? command.joined(separator: " "), results: script.results, junit: script.junit)
        try outputs.reporting {
            try finish(try CommandRun(configuration), outputs, colours: configuration.outputs.colours)
        }
    }

    /// Returns the setup of the app to start.
    private func setup() throws -> AppSetup {
        var app = try app.app()
        // `command` has been converted to String, but an argument need not be valid UTF-8, so the original bytes are
        // used instead.
        app.command = Machine.argumentsAfterTerminator
        app.speaks = speaks
        app.appGroup = appGroup
        app.container = try container.map(Machine.fullPath)
        try bundle.place(&app.command, infoPlist: &app.infoPlist)
        // The app's environment contains the full path of the Info.plist. The path is resolved here to report an error
        // before the start.
        if let infoPlist = app.infoPlist { _ = try Machine.fullPath(infoPlist) }
        return app
    }

    private var plan: RunPlan {
        var plan = RunPlan(
            backgroundAfter: backgroundAfter, foregroundAfter: foregroundAfter, endAfter: duration,
            timeScale: time.timeScale ?? 1)
        plan.locationAuthorization = policy.authorization
        // With a typical system life, the simulated user opens the app again, so the run continues without a process.
        if case .typical = life.systemLife { plan.outlivesProcess = true }
        return plan
    }

    /// Throws an error if an output file is also an input file.
    private func checkFiles() throws {
        try OutputConflict.check(
            outputs: [
                ("--events", timeline.events), ("--summary", cost.summary), ("--trace", cost.trace),
                ("--report", cost.report), ("--metrics", cost.metrics), ("--results", script.results),
                ("--junit", script.junit),
            ],
            inputs: [
                app.infoPlist, machine.replay.gpsReplay, audioFile, cost.energy.energy?.path,
                script.scenario.map { ScenarioLibrary.place($0).file },
            ].compactMap { $0 })
    }

    /// Runs the app to its end, writes the results and exits with the exit status of the run.
    private func finish(_ run: CommandRun, _ outputs: ScenarioOutputs, colours: Bool) throws {
        let result = try run.run()
        if let played = result.scenario {
            if !timeline.quiet || !played.passed {
                let text = ScenarioText(colours: colours)
                Machine.tell(text.text(played, explains: script.explain))
            }
            outputs.write(played)
            try outputs.finish([played])
        }
        if cost.figures { Machine.tell("\n" + CostText(result.summary).rendered()) }
        if let failure = result.outputFailure { throw failure }
        throw ExitCode(result.status)
    }
}

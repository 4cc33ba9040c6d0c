import ArgumentParser
import KeepAliveHost
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios

/// `keepalive-run run`: supervises a command as an iOS app.
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

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "The command speaks the app protocol: its launch ends when it says so. Default: known of programs that link KeepAlive, and found out of others when they say hello."
        ))
    var speaks: Bool?

    @Option(
        help: ArgumentHelp("What 'ctl --system' calls this run. Default: its process id.", valueName: "NAME"),
        transform: Values.systemName)
    var name: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("When home is pressed. Default: never.", valueName: "DUR"),
        transform: Values.duration)
    var backgroundAfter: Duration?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("When the user returns. Default: never.", valueName: "DUR"),
        transform: Values.duration)
    var foregroundAfter: Duration?

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp(
            "When the run ends, with status 0: SIGTERM, and 5 s later SIGKILL; at once when it is frozen. Default: when the command does.",
            valueName: "DUR"),
        transform: Values.duration)
    var duration: Duration?

    @Option(
        help: ArgumentHelp(
            "Play the scenario of this YAML file (FILE:LINE where it holds several) instead of the three times above, and check what it expects; exit status 1 when something is not met.",
            valueName: "FILE"), completion: .file())
    var scenario: String?

    @Option(help: ArgumentHelp("Write the scenario's result as JUnit XML.", valueName: "FILE"), completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp("Write the scenario's result as a line of JSON; - is standard error.", valueName: "FILE"),
        completion: .file())
    var results: String?

    @Flag(help: "Say at the end of the scenario why the app is in its state, and what would change it.")
    var explain = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "By how much this machine's timing may miss what a scenario expects. Default: 250ms.", valueName: "DUR"),
        transform: Values.duration)
    var tolerance: Duration?

    @Option(
        help: ArgumentHelp(
            "The shared (app-group) container: who holds a lock on a file in it when suspended is killed, 0xdead10cc.",
            valueName: "DIRECTORY"), completion: .directory)
    var appGroup: String?

    @Option(
        help: ArgumentHelp(
            "The app's container: its home, with Documents and Library, which are made. Default: the user's home.",
            valueName: "DIRECTORY"), completion: .directory)
    var container: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Multiply every duration of the policy; 0.1 is ten times faster. Default: 1.", valueName: "F"),
        transform: Values.factor)
    var timeScale: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How to suspend: auto, cgroup, signal. Default: auto, the cgroup v2 freezer where it is writable, else SIGSTOP.",
            valueName: "KIND"), completion: Completions.of(SupervisedProcess.FreezerChoice.self),
        transform: Values.choice)
    var freezer: SupervisedProcess.FreezerChoice?

    @OptionGroup var soundDevice: SoundDeviceOption

    @Flag(help: "Loop a quiet tone instead of silence, to hear that it works.")
    var audible = false

    @Option(
        help: ArgumentHelp(
            "Loop this sound file instead of silence, without a gap: WAV, FLAC, Ogg, AIFF.", valueName: "FILE"),
        completion: .file())
    var audioFile: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A running gpsd. Default: the machine's own, else a private one with a recorded walk.",
            valueName: "HOST:PORT"),
        transform: Values.gpsd)
    var gpsd: LocationChoice?

    @OptionGroup var replay: ReplayOption

    @Option(
        help: ArgumentHelp("Write every decision as NDJSON; - is standard error.", valueName: "FILE"),
        completion: .file())
    var events: String?

    @Option(
        help: ArgumentHelp("Write the figures as JSON; - is standard error.", valueName: "FILE"), completion: .file())
    var summary: String?

    @Option(
        help: ArgumentHelp(
            "Write a page for a browser: what happened, why, and what it cost; - is standard error.", valueName: "FILE"),
        completion: .file()
    )
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Write states, reasons to run, freezes, decisions and counters as a trace for ui.perfetto.dev; - is standard error.",
            valueName: "FILE"), completion: .file())
    var trace: String?

    @Option(
        help: ArgumentHelp(
            "Keep a file of Prometheus metrics up to date, such as for node_exporter's textfile collector: after each change, and every 15 s while the app can run.",
            valueName: "FILE"), completion: .file())
    var metrics: String?

    @Flag(help: "Print what the run cost, at its end, on standard error.")
    var figures = false

    @OptionGroup var energy: EnergyOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How often the app's counters are read while it can run, 0.1s or more; 0s: not. Default: 1s where figures are asked for.",
            valueName: "DUR"),
        transform: Values.duration)
    var sample: Duration?

    @Flag(name: .shortAndLong, help: "No timeline on standard error.")
    var quiet = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Colours in the timeline: auto, always, never. Default: auto.", valueName: "WHEN"),
        completion: Completions.of(ColourChoice.self), transform: Values.choice)
    var color: ColourChoice?

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("The command and its arguments, after --.", valueName: "command"),
        completion: .file())
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("no command given. Put it after --: keepalive-run [OPTIONS] -- COMMAND")
        }
        guard gpsd == nil || replay.gpsReplay == nil else {
            throw ValidationError("--gpsd and --gps-replay exclude each other: fixes come from one place")
        }
        if let back = backgroundAfter, let fore = foregroundAfter, fore <= back {
            throw ValidationError("--foreground-after must be later than --background-after")
        }
        if scenario != nil {
            let others = [
                backgroundAfter == nil ? nil : "--background-after",
                foregroundAfter == nil ? nil : "--foreground-after",
                duration == nil ? nil : "--for", app.infoPlist == nil ? nil : "--info-plist",
                app.modes.isEmpty ? nil : "--modes", app.strategy.isEmpty ? nil : "--strategy",
            ].compactMap { $0 }
            if let other = others.first {
                throw ValidationError("--scenario says all that \(other) could say: leave it out")
            }
        } else {
            let others = [
                tolerance == nil ? nil : "--tolerance", junit == nil ? nil : "--junit",
                results == nil ? nil : "--results", explain ? "--explain" : nil,
            ].compactMap { $0 }
            if let other = others.first {
                throw ValidationError("\(other) is for a scenario: name its file with --scenario FILE")
            }
        }
        if let appGroup, !InputFile.isDirectory(appGroup) {
            throw ValidationError("--app-group \(appGroup): not a directory. Make it first: mkdir -p \(appGroup)")
        }
        if let sample, sample != .zero {
            guard sample >= .milliseconds(100) else {
                throw ValidationError("--sample takes 0.1s or more: reading costs CPU time too")
            }
            guard summary != nil || trace != nil || report != nil || metrics != nil || figures else {
                throw ValidationError(
                    "--sample is for the figures: ask for them with --figures, --summary, --report, --trace or --metrics"
                )
            }
        }
        if metrics == "-" { throw ValidationError("--metrics takes a file: it is written again and again") }
        if energy.energy != nil, summary == nil, report == nil, !figures {
            throw ValidationError("--energy is for the figures: ask for them with --figures, --summary or --report")
        }
        if foregroundAfter != nil, backgroundAfter == nil {
            throw ValidationError("--foreground-after needs --background-after: the app starts in the foreground")
        }
    }

    func run() throws {
        // Not `command`: that has been through String, and an argument need not be UTF-8.
        var configuration = RunConfiguration(command: Machine.argumentsAfterTerminator)
        try app.apply(to: &configuration)
        if let scenario {
            let only = try ScenarioLibrary.single(scenario)
            configuration.scenario = only
            if let version = try ScenarioLibrary.version(of: only, chosen: app.version.ios?.version) {
                configuration.profile = try .init(of: version)
            }
        }
        try OutputConflict.check(
            outputs: [
                ("--events", events), ("--summary", summary), ("--trace", trace), ("--report", report),
                ("--metrics", metrics),
                ("--results", results),
                ("--junit", junit),
            ],
            inputs: [
                app.infoPlist, replay.gpsReplay, audioFile, energy.energy?.path,
                scenario.map { ScenarioLibrary.place($0).file },
            ].compactMap {
                $0
            })
        configuration.speaks = speaks
        configuration.name = name
        configuration.tolerance = tolerance ?? configuration.tolerance
        configuration.appGroup = appGroup
        configuration.container = container.map(Machine.absolute)
        configuration.plan.backgroundAfter = backgroundAfter
        configuration.plan.foregroundAfter = foregroundAfter
        configuration.plan.endAfter = duration
        configuration.plan.timeScale = timeScale ?? 1
        configuration.freezer = freezer ?? .auto
        configuration.audioDevice = soundDevice.choice
        if audible, audioFile != nil { throw ValidationError("Give one of --audible and --audio-file") }
        configuration.sound = audioFile.map { .file(path: $0) } ?? (audible ? .quietTone : .silence)
        configuration.location = try gpsd ?? replay.choice() ?? .auto
        configuration.events = events
        configuration.summary = summary
        configuration.figures = figures
        configuration.energy = energy.energy?.profile
        configuration.trace = trace
        configuration.metrics = metrics
        configuration.report = report
        if configuration.measures { configuration.plan.sampleEvery = sample == .zero ? nil : sample ?? .seconds(1) }
        configuration.quiet = quiet
        configuration.colours = (color ?? .auto).onStandardError
        let host = try Host(configuration)
        let outputs = try ScenarioOutputs(results: results, junit: junit)
        let result = try host.run()
        if let played = result.scenario {
            if !quiet || !played.passed {
                let text = ScenarioText(colours: configuration.colours)
                Machine.writeToStandardError(text.text(played, explains: explain))
            }
            outputs.write(played)
            try outputs.finish([played])
        }
        if figures { Machine.writeToStandardError("\n" + CostText(result.summary).rendered()) }
        if let failure = result.outputFailure { throw failure }
        throw ExitCode(result.status)
    }
}

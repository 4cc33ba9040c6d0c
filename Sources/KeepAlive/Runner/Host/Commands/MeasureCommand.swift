import ArgumentParser
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAliveStrategies

/// The command `keepalive-run measure`, which compares the costs of the same app under several strategies.
struct Measure: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Run the same app under several strategies, again and again, and compare the costs.",
        usage: "keepalive-run measure --strategy NAME,NAME [OPTIONS] -- COMMAND [ARG…]",
        discussion: """
            Every block has each arm once, in random order; 'none' is always one of them, and the others are \
            compared with it, unless --baseline names another. The app goes to the background when it has started \
            (--background-after), and its output is not kept. Ctrl-C ends it early: \
            whole blocks count. Exit status: 0, 1 a limit of --fail-if was reached or the machine was too noisy, 64 wrong usage, 125 a run failed, 128 \
            plus the signal when it was ended early.
            """
    )

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The strategies, one after the other or in one list; 'keepalive-run list strategies' prints all. Default: \(Measure.usual.joined(separator: ",")).",
            valueName: "NAME,…"))
    var strategy: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Another arm: a command for sh in place of COMMAND, under a strategy or none; repeatable.",
            valueName: "NAME[@STRATEGY]=COMMAND"))
    var arm: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The arm that the others are compared with. Default: none.", valueName: "ARM"))
    var baseline: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of blocks, 1 to 1000. Default: 5; 10 show small differences.", valueName: "N"),
        transform: Values.whole(1...1000, "blocks"))
    var `repeat`: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of first blocks that do not count, 0 to 100. Without one each arm is started once before. Default: 1.",
            valueName: "N"),
        transform: Values.whole(0...100, "blocks"))
    var warmUp: Int?

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("The time of each run in the background, 1s or more. Default: 30s.", valueName: "DUR"),
        transform: Values.duration)
    var duration: Duration?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time of each run before that, in the foreground: the app's start, which is to be over by then, does not count. Default: 1s.",
            valueName: "DUR"), transform: Values.duration)
    var backgroundAfter: Duration?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The rest of the machine between two runs. Default: 1s.", valueName: "DUR"),
        transform: Values.duration)
    var rest: Duration?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The seed of the order of the arms: same seed, same order. Default: 1.", valueName: "N"),
        transform: Values.whole(0...Int.max, "the seed"))
    var seed: Int?

    @OptionGroup var version: ProfileOption

    @Option(
        help: ArgumentHelp(
            "The app's manifest. Default: one that declares what the strategies need.", valueName: "FILE"),
        completion: .file())
    var infoPlist: String?

    @OptionGroup var bundle: BundleOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Declare these UIBackgroundModes, too: audio,location,… Default: what the strategies need, without --info-plist.",
            valueName: "LIST"), completion: Completions.of(BackgroundMode.self), transform: Values.modes)
    var modes: [BackgroundMode] = []

    @OptionGroup var soundDevice: SoundDeviceOption

    @OptionGroup var replay: ReplayOption

    @OptionGroup var time: TimeScaleOption

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A limit that ends it with status 1, such as 'cpuSeconds > 1.0', 'idleWakeups/s > 10' or 'silent-audio: audioPlayer.cpuSeconds > 0.1'; medians count; repeatable.",
            valueName: "LIMIT"), transform: Measure.threshold)
    var failIf: [Threshold] = []

    @Flag(help: "End with status 1 when more than a quarter of the runs were noisy, too: something else used the CPUs.")
    var failIfNoisy = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "An energy meter beside the machine: a command for sh that prints the joules up to now. Default: the machine's own, if it has one.",
            valueName: "COMMAND"))
    var meter: String?

    @OptionGroup var energy: EnergyOption

    @Option(
        help: ArgumentHelp("Write every run as a line of JSON; - is standard error.", valueName: "FILE"),
        completion: .file())
    var raw: String?

    @Option(
        help: ArgumentHelp("Write the comparison as JSON; - is standard error.", valueName: "FILE"), completion: .file()
    )
    var summary: String?

    @Option(
        help: ArgumentHelp(
            "Write a page for a browser, with a plot for each figure; - is standard error.", valueName: "FILE"),
        completion: .file())
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Write a trace of the last block for ui.perfetto.dev, the arms below each other; - is standard error.",
            valueName: "FILE"), completion: .file())
    var trace: String?

    @Option(
        help: ArgumentHelp("Write the limits as JUnit's XML; - is standard error.", valueName: "FILE"),
        completion: .file())
    var junit: String?

    @Flag(name: .shortAndLong, help: "No progress on standard error.")
    var quiet = false

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("The command and its arguments, after --.", valueName: "command"),
        completion: .file())
    var command: [String] = []

    /// The strategies that are compared by default.
    static let usual = ["none", "background-task", "silent-audio", "location"]

    private var foreground: Duration { backgroundAfter ?? .seconds(1) }

    static func threshold(_ text: String) throws -> Threshold {
        try Values.orUsage { try Threshold(text) }
    }

    func validate() throws {
        guard !command.isEmpty else {
            throw ValidationError("no command given. Put it after --: keepalive-run measure [OPTIONS] -- COMMAND")
        }
        if let duration, duration < .seconds(1) { throw ValidationError("--for takes 1s or more: less tells nothing") }
        if foreground < .milliseconds(100) {
            throw ValidationError("--background-after takes 0.1s or more: in less no app has started")
        }
        let names = try arms().map(\.name)
        for name in Set(names) where names.count(where: { $0 == name }) > 1 {
            throw ValidationError("the arm '\(name)' is there twice")
        }
        if let baseline, !names.contains(baseline) {
            throw ValidationError("--baseline: no arm '\(baseline)'; there are \(names.joined(separator: ", "))")
        }
        for threshold in failIf {
            if let arm = threshold.arm, !names.contains(arm) {
                throw ValidationError(
                    "--fail-if '\(threshold.text)': no arm '\(arm)'; there are \(names.joined(separator: ", "))")
            }
        }
        if junit != nil, failIf.isEmpty { throw ValidationError("--junit is for limits: give one with --fail-if") }
    }

    /// Returns the strategies to compare, `none` first.
    private func strategies() throws -> [any KeepAliveStrategy.Type] {
        let given = strategy.flatMap { $0.split(separator: ",").map(String.init) }
        let names = given.isEmpty ? (arm.isEmpty ? Self.usual : []) : given
        var seen: Set<String> = ["none"]
        let others = names.filter { seen.insert($0).inserted }
        return try (["none"] + others).map(named)
    }

    private func named(_ name: String) throws -> any KeepAliveStrategy.Type {
        try Values.orUsage { try StrategyRegistry.strategy(named: name) }
    }

    private func arms() throws -> [MeasureRun.Arm] {
        let strategies = try strategies()
        let others = arm.compactMap { $0.prefix { $0 != "=" }.split(separator: "@").dropFirst().first }
        let used = try strategies + others.map { try named(String($0)) }
        let needed = infoPlist == nil && bundle.bundle == nil ? used.flatMap { $0.descriptor.requiredModes } : []
        let declared = Set((needed + modes).map(\.rawValue)).sorted()
        var common = ["--background-after", "\(foreground.inSeconds)s"]
        if let infoPlist { common += ["--info-plist", infoPlist] }
        if let bundle = bundle.bundle { common += ["--bundle", bundle] }
        if !declared.isEmpty { common += ["--modes", declared.joined(separator: ",")] }
        if let ios = version.ios { common += ["--ios", "\(ios.version)"] }
        if let timeScale = time.timeScale { common += ["--time-scale", "\(timeScale)"] }
        let own = Machine.argumentsAfterTerminator
        func options(_ descriptor: StrategyDescriptor) -> [String] {
            var options = common + ["--strategy", descriptor.name]
            if descriptor.requiredModes.contains(.audio), let device = soundDevice.audioDevice {
                options += ["--audio-device", device]
            }
            if descriptor.requiredModes.contains(.location), let log = replay.gpsReplay {
                options += ["--gps-replay", log] + (replay.strict ? ["--strict"] : [])
            }
            return options
        }
        var arms = strategies.map { type in
            MeasureRun.Arm(name: type.descriptor.name, options: options(type.descriptor), command: own)
        }
        for text in arm {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            let name = (parts.first ?? "").split(separator: "@", maxSplits: 1).map(String.init)
            guard parts.count == 2, let first = name.first, !first.contains(where: { $0 == ":" || $0 == " " }) else {
                throw ValidationError(
                    "--arm '\(text)': expected NAME=COMMAND or NAME@STRATEGY=COMMAND, such as fast='./tick 1000'")
            }
            let type = try named(name.count > 1 ? name[1] : "none")
            arms.append(
                MeasureRun.Arm(
                    name: first, options: options(type.descriptor),
                    command: ["/bin/sh", "-c", RawText("exec " + parts[1])]))
        }
        // The first arm is the baseline, so the chosen arm is moved to the front.
        if let baseline, let place = arms.firstIndex(where: { $0.name == baseline }) {
            arms.insert(arms.remove(at: place), at: 0)
        }
        return arms
    }

    func run() throws {
        var plan = MeasureRun.Plan(
            arms: try arms(), repeats: `repeat` ?? 5, warmUp: warmUp ?? 1, duration: duration ?? .seconds(30),
            rest: rest ?? .seconds(1), seed: UInt64(seed ?? 1))
        plan.foreground = foreground
        try OutputConflict.check(
            outputs: [
                ("--raw", raw), ("--summary", summary), ("--report", report), ("--trace", trace), ("--junit", junit),
            ],
            inputs: [infoPlist, replay.gpsReplay, energy.energy?.path].compactMap { $0 })
        let outputs = try MeasureOutputs(summary: summary, report: report, trace: trace, junit: junit)
        let measurement = try MeasureRun(plan, raw: raw)
        measurement.meter = meter.map { CommandMeter($0, loop: measurement.loop) }
        measurement.keepsTimelines = report != nil
        measurement.keepsTraces = trace != nil
        let progress = MeasureProgress(plan: plan, shows: !quiet)
        measurement.onRun = { progress.update(number: $0, block: $1, arm: $2) }
        var failure: (any Error)?
        do {
            try measurement.run()
        } catch {
            failure = error
        }
        progress.finish()
        var conditions = Comparison.Conditions()
        conditions.runSeconds = plan.runDuration.inSeconds
        conditions.backgroundSeconds = plan.duration.inSeconds
        conditions.timeScale = time.timeScale
        conditions.invocation = Machine.commandLine
        conditions.missing = measurement.missing
        let comparison = Comparison(
            arms: plan.arms.map(\.name), runs: measurement.runs, seed: plan.seed, energy: energy.energy?.profile,
            conditions: conditions)
        let outcomes = failIf.flatMap { $0.check(comparison) }
        // If nothing was measured, no files are written: the JUnit file keeps its message that no result exists.
        if comparison.blocks > 0 {
            try outputs.write(comparison, outcomes, measurement)
        } else if failure == nil {
            Machine.complain("no block is whole: nothing to compare, and no file was written")
        }
        if let failure { throw failure }
        if let signal = measurement.signal { throw ExitCode(128 + signal) }
        let isNoisy = failIfNoisy && comparison.noisyRuns * 4 > comparison.runs
        if isNoisy {
            Machine.complain("\(comparison.noisyRuns) of \(comparison.runs) runs were noisy; close what else runs")
        }
        if isNoisy || outcomes.contains(where: \.isReached) { throw ExitCode(1) }
    }
}

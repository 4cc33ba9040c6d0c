import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

/// The command `keepalive-run calibrate`, which measures this machine's energy coefficients with a meter.
struct Calibrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract:
            "Measure what CPU time and wakeups cost on this machine, with a meter, as a profile for --energy.",
        usage: "keepalive-run calibrate --output FILE [--meter 'COMMAND'] [OPTIONS]",
        discussion: """
            Runs known loads in an order of chance, reads the meter around each, and fits; one load is held out, and must \
            be predicted. Close everything else. A profile is written only when the fit explains 90 % of what the meter \
            showed, no interval includes 0, and the held-out load is predicted to 15 %; else the exit status is 1. \
            The cost of keeping a machine awake is not part of it: that needs one that sleeps.
            """
    )

    @Option(
        help: ArgumentHelp("Write the profile as JSON; - is standard error.", valueName: "FILE"), completion: .file()
    )
    var output: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A meter beside the machine: a command for sh that prints the joules up to now. Default: RAPL, a hwmon chip, or the battery.",
            valueName: "COMMAND"))
    var meter: String?

    @Option(
        help: ArgumentHelp("The profile's name. Default: calibrated.", valueName: "NAME"))
    var name = "calibrated"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Take the other coefficients from this profile; 'keepalive-run list energy' prints them. Default: none.",
            valueName: "PROFILE"), completion: Completions.energyProfiles, transform: ChosenProfile.named)
    var base: ChosenProfile?

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("The time that each load runs, 1s or more. Default: 60s.", valueName: "DUR"),
        transform: Values.duration)
    var duration: Duration?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of runs of each load, 1 to 100. Default: 3.", valueName: "N"),
        transform: Values.whole(1...100, "repeats"))
    var `repeat`: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The rest of the machine between two runs. Default: 10s.", valueName: "DUR"),
        transform: Values.duration)
    var rest: Duration?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The seed of the order of the loads. Default: 1.", valueName: "N"), transform: Values.seed)
    var seed: UInt64?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Measure a silent stream on this ALSA device, too. Default: not.", valueName: "NAME"))
    var audioDevice: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Measure the receiver of this gpsd, too. Default: not.", valueName: "HOST:PORT"))
    var gpsd: String?

    @Option(
        help: ArgumentHelp("Write every run as a line of JSON; - is standard error.", valueName: "FILE"),
        completion: .file())
    var raw: String?

    @Flag(name: .shortAndLong, help: "No progress on standard error.")
    var quiet = false

    func validate() throws {
        if let duration, duration < .seconds(1) { throw ValidationError("--for takes 1s or more: less tells nothing") }
        if let gpsd { _ = try Values.gpsd(gpsd) }
        if name.isEmpty { throw ValidationError("--name: empty") }
    }

    func run() throws {
        try OutputConflict.check(
            outputs: [("--output", output), ("--raw", raw)], inputs: [base?.path].compactMap { $0 })
        let document = try OutputDocument(output)
        let calibration = try CalibrationRun(
            CalibrationRun.Plan(
                repeats: `repeat` ?? 3, duration: duration ?? .seconds(60), rest: rest ?? .seconds(10), seed: seed ?? 1,
                audioDevice: audioDevice, gpsd: gpsd), meter: meter, raw: raw)
        let progress = MeasureProgress(plan: calibration.plan, shows: !quiet)
        calibration.measurement.onRun = { progress.update(number: $0, block: $1, arm: $2) }
        defer { progress.finish() }
        try calibration.run()
        progress.finish()
        let outcome = calibration.fit()
        try Machine.show(CalibrationText.loads(calibration.points, fit: outcome.fit) + "\n")
        if let fit = outcome.fit {
            try Machine.show(CalibrationText.fit(fit, parts: outcome.parts))
        }
        if outcome.noisyRuns > 0 {
            try Machine.show(
                "\(outcome.noisyRuns) runs were noisy: something else used the CPUs\n")
        }
        if let signal = calibration.measurement.signal { throw ExitCode(128 + signal) }
        let (profile, objections) = calibration.profile(of: outcome, named: name, base: base?.profile)
        for objection in objections { try Machine.show("not in the profile: \(objection)\n") }
        guard let profile else { throw ExitCode(1) }
        try document.write(JSONText.pretty(profile))
        guard output != "-" else { return }
        // A name without a slash or a dot could be mistaken for a built-in profile, so `./` is put before it.
        let path = output.contains("/") || output.contains(".") ? output : "./\(output)"
        try Machine.show("profile '\(profile.name)' is written: --energy \(path) uses it\n")
    }
}

/// The command `keepalive-run calibration-load`, the load that `calibrate` runs. It is not for users.
struct CalibrationLoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibration-load", abstract: "Use a part of a CPU, and wake at a rate, until it is ended.",
        shouldDisplay: false)

    @Argument(help: "Percent of each period.") var duty: Int
    @Argument(help: "Periods a second.") var hertz: Int
    @Argument(help: "Threads.") var copies: Int
    @Flag(help: "Begin the periods of the threads one after the other.") var staggered = false

    func validate() throws {
        guard (0...100).contains(duty), (0...100_000).contains(hertz), (1...1000).contains(copies) else {
            throw ValidationError("expected a duty of 0 to 100, 0 to 100000 Hz, 1 to 1000 threads")
        }
    }

    func run() {
        CalibrationWork.run(
            duty: Double(duty) / 100, hertz: Double(hertz), copies: copies, isStaggered: staggered)
    }
}

import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// Measures the energy that CPU time, wakeups, sound and a location receiver cost on a machine with an energy meter.
package final class CalibrationRun {
    package struct Plan: Sendable {
        /// The number of runs of each load.
        package var repeats: Int
        /// The duration of each run.
        package var duration: Duration
        /// The pause between two runs.
        package var rest: Duration
        /// The seed for the random order of the loads.
        package var seed: UInt64
        /// The name of the sound device whose stream is measured; `nil` to measure none.
        package var audioDevice: String?
        /// The address `HOST:PORT` of the gpsd whose receiver is measured; `nil` to measure none.
        package var gpsd: String?

        package init(
            repeats: Int, duration: Duration, rest: Duration, seed: UInt64, audioDevice: String?, gpsd: String?
        ) {
            self.repeats = repeats
            self.duration = duration
            self.rest = rest
            self.seed = seed
            self.audioDevice = audioDevice
            self.gpsd = gpsd
        }
    }

    /// A run with an idle load and one part of the machine in use.
    private struct PartPoint {
        var point: CalibrationPoint
        var seconds: Double
    }

    private static let audioArm = "sound"
    private static let receiverArm = "receiver"

    /// The measured runs of loads, in order.
    package private(set) var points: [CalibrationPoint] = []
    private var parts: [EnergyTerm: [PartPoint]] = [:]
    /// The plan of all runs, for progress messages.
    package let plan: MeasureRun.Plan
    /// The measurement that performs the runs. The caller may set ``MeasureRun/onRun``.
    package let measurement: MeasureRun
    private let meter: any JouleCounter

    /// Prepares the runs; no process is started yet.
    ///
    /// - Parameters:
    ///   - plan: the plan of the calibration.
    ///   - meter: the command of an energy meter; `nil` for the machine's own meter.
    ///   - raw: the path for a line of JSON per run; `nil` for no file.
    /// - Throws: ``KeepAliveError`` if there is no meter, or an error of ``MeasureRun``.
    package init(_ plan: Plan, meter command: String?, raw: String?) throws {
        let own = [RawText(Machine.executable), "calibration-load"]
        var arms = CalibrationLoad.standard.map { load in
            MeasureRun.Arm(
                name: load.name, options: ["--sample", "0s"],
                command: own + ["\(load.duty)", "\(load.hertz)", "\(load.copies)"].map { RawText($0) }
                    + (load.isStaggered ? ["--staggered"] : []))
        }
        let idle = own + ["0", "0", "1"]
        let background = ["--background-after", "0.1s", "--sample", "0s"]
        if let device = plan.audioDevice {
            arms.append(
                MeasureRun.Arm(
                    name: Self.audioArm,
                    options: background + ["--modes", "audio", "--strategy", "silent-audio", "--audio-device", device],
                    command: idle))
        }
        if let gpsd = plan.gpsd {
            arms.append(
                MeasureRun.Arm(
                    name: Self.receiverArm,
                    options: background + ["--modes", "location", "--strategy", "location", "--gpsd", gpsd],
                    command: idle))
        }
        self.plan = MeasureRun.Plan(
            arms: arms, repeats: plan.repeats, warmUp: 0, duration: plan.duration, rest: plan.rest, seed: plan.seed)
        let measurement = try MeasureRun(self.plan, raw: raw)
        meter = try command.map { CommandMeter($0, loop: measurement.loop) } ?? Self.ownMeter()
        self.measurement = measurement
        measurement.meter = meter
    }

    private static func ownMeter() throws -> any JouleCounter {
        switch EnergyMeter.find() {
        case .success(let meter): return meter
        case .failure(let missing):
            throw KeepAliveError(
                .supervision, missing.reason,
                remedy: (missing.remedy.map { "\($0); or name" } ?? "Name")
                    + " a command that prints the joules of a meter beside it: --meter 'COMMAND'")
        }
    }

    /// Performs the runs. A signal ends the measurement early; finished runs count.
    ///
    /// - Throws: ``KeepAliveError`` if a run or the meter fails.
    package func run() throws {
        measurement.onMeasured = { [unowned self] run, summary, metered in
            let own = summary.proxies[.workload] ?? [:]
            func value(_ quantity: MeasuredQuantity) -> Double? {
                summary.proxies[quantity.part]?[quantity.proxy]?.value
            }
            // CPU time and wakeups include those of the audio player and the receiver's client, as in an energy
            // estimate.
            guard let metered, let cpu = EnergyTerm.cpu.amount(value)?.typical else { return }
            guard own[.idleWakeups]?.value != nil, let wakeups = EnergyTerm.wakeups.amount(value)?.typical else {
                throw KeepAliveError(
                    .supervision, "idle wakeups cannot be counted: \(own[.idleWakeups]?.source ?? "")",
                    remedy: "Without them nobody can say what a wakeup takes")
            }
            let load = CalibrationLoad.standard.first { $0.name == run.arm }
            let point = CalibrationPoint(
                load: load ?? CalibrationLoad(duty: 0, hertz: 0), seconds: metered.seconds, joules: metered.joules,
                cpuSeconds: cpu, idleWakeups: wakeups)
            switch run.arm {
            case Self.audioArm:
                add(point, of: .audio, seconds: own[.audioStreamSeconds]?.value ?? 0)
            case Self.receiverArm:
                add(point, of: .gnssTrack, seconds: own[.gnssSeconds]?.value ?? 0)
            default: points.append(point)
            }
        }
        try measurement.run()
    }

    private func add(_ point: CalibrationPoint, of term: EnergyTerm, seconds: Double) {
        guard seconds > 0 else { return }
        parts[term, default: []].append(PartPoint(point: point, seconds: seconds))
    }

    /// The coefficients that a calibration has fitted, and the number of noisy runs.
    package struct Outcome {
        /// The fit; `nil` if there are too few runs, or if the loads differ too little.
        package var fit: CalibrationFit?
        /// The power of sound and of a receiver, in watts.
        package var parts: [EnergyTerm: Sample]
        /// The number of runs during which other processes used the CPUs.
        package var noisyRuns: Int
        /// The meter, as its own description names it.
        package var meter: String
    }

    /// Fits the coefficients to the measured runs.
    package func fit() -> Outcome {
        let fit = CalibrationFit(points, seed: plan.seed)
        var watts: [EnergyTerm: Sample] = [:]
        if let fit {
            for (term, points) in parts {
                watts[term] = Sample(
                    points.map { ($0.point.watts - fit.watts($0.point)) * $0.point.seconds / $0.seconds },
                    seed: plan.seed)
            }
        }
        return Outcome(
            fit: fit, parts: watts, noisyRuns: measurement.runs.count { $0.noise.isNoisy }, meter: meter.description)
    }

    /// Creates an energy profile from an outcome.
    ///
    /// - Parameters:
    ///   - outcome: the outcome of this calibration.
    ///   - name: the profile's name.
    ///   - base: the profile that provides all other coefficients; `nil` for none.
    /// - Returns: the profile, and the reasons why coefficients are missing in it. The profile is `nil` if no fit was
    ///   possible or the fit is too poor.
    package func profile(
        of outcome: Outcome, named name: String, base: EnergyProfile?
    ) -> (profile: EnergyProfile?, objections: [String]) {
        guard let fit = outcome.fit else {
            return (nil, ["too few runs, or loads that the meter cannot tell apart"])
        }
        guard fit.objections.isEmpty else { return (nil, fit.objections) }
        let source =
            "calibrated: \(outcome.meter); \(points.count) runs, R² \(Figures.fixed(fit.rSquared, 3)); "
            + "Linux \(Machine.kernelRelease)"
        var profile = base ?? EnergyProfile(name: name, description: "")
        profile.name = name
        profile.description = "A machine as its meter showed it" + (base.map { "; the rest is \($0.name)'s" } ?? "")
        profile.coefficients[.cpu] = .init(value: fit.cpu, quality: .measured, source: source)
        profile.coefficients[.wakeups] = .init(value: fit.wakeup, quality: .measured, source: source)
        var objections: [String] = []
        for (term, sample) in outcome.parts {
            guard sample.low > 0 else {
                objections.append("the meter does not tell \(term.label) from nothing: its interval includes 0")
                continue
            }
            profile.coefficients[term] = .init(
                value: EnergyRange(low: sample.low, typical: sample.median, high: sample.high), quality: .measured,
                source: source)
        }
        return (profile, objections)
    }
}

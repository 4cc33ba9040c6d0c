import FoundationEssentials
import KeepAliveFormats
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// Runs the same app repeatedly under several arms in random order, and measures the costs.
///
/// Each run is a `keepalive-run run` process of its own, so that no run affects the next one. Every block contains
/// each arm once (randomised complete blocks), so that changes on the machine affect all arms.
package final class MeasureRun {
    /// An arm: one way to run the app.
    package struct Arm: Sendable {
        /// The unique name of the arm.
        package var name: String
        /// The options of `run` for this arm.
        package var options: [String]
        /// The command and its arguments.
        package var command: [RawText]

        package init(name: String, options: [String], command: [RawText]) {
            self.name = name
            self.options = options
            self.command = command
        }
    }

    package struct Plan: Sendable {
        /// The arms, the baseline first.
        package var arms: [Arm]
        /// The number of blocks that count.
        package var repeats: Int
        /// The number of warm-up blocks before the blocks that count.
        package var warmUp: Int
        /// The time in the foreground at the beginning of each run. The app's start should be over by then.
        package var foreground = Duration.zero
        /// The time in the background, until the end of the run.
        package var duration: Duration
        /// The pause between two runs.
        package var rest: Duration
        /// The seed for the random order of the arms.
        package var seed: UInt64

        package init(arms: [Arm], repeats: Int, warmUp: Int, duration: Duration, rest: Duration, seed: UInt64) {
            self.arms = arms
            self.repeats = repeats
            self.warmUp = warmUp
            self.duration = duration
            self.rest = rest
            self.seed = seed
        }

        /// The duration of a run, in the foreground and the background.
        package var runDuration: Duration { foreground + duration }

        /// The total number of runs, including warm-up.
        package var runCount: Int { arms.count * (repeats + warmUp) }
    }

    /// The difference between a meter's readings before and after a run.
    package struct Metered: Sendable, Encodable {
        /// The time between the readings, in seconds.
        package var seconds: Double
        /// The energy used between the readings, in joules.
        package var joules: Double
    }

    /// The line of a run in the raw file: the values for the comparison, and the whole summary.
    private struct Record: Encodable {
        var run: MeasuredRun
        var metered: Metered?
        var summary: RunSummary
    }

    /// The finished runs, in order.
    package private(set) var runs: [MeasuredRun] = []
    /// The machine's parts that the last run used; `nil` before the first run has ended.
    package private(set) var environment: RunSummary.Environment?
    /// The signal that ended the measurement early; `nil` if there was none.
    package private(set) var signal: Int32?
    /// Called before each run with its number (from 1), its block and its arm.
    package var onRun: ((_ number: Int, _ block: Int, _ arm: String) -> Void)?
    /// Called after each run. If it throws an error, the measurement ends.
    package var onMeasured: ((_ run: MeasuredRun, _ summary: RunSummary, _ metered: Metered?) throws -> Void)?
    /// The meter that is read before and after each run; `nil` to use the meter that each run finds itself.
    package var meter: (any JouleCounter)?
    package let loop: EventLoop

    /// The events and the trace of an arm's run in the last measured block.
    package struct Sight: Sendable {
        /// The events of the timeline; empty unless ``keepsTimelines``.
        package var timeline: [TimelineEvent]
        /// The trace; `nil` unless ``keepsTraces``.
        package var trace: JSONValue?
    }

    /// True if the timelines of the last block are kept.
    package var keepsTimelines = false
    /// True if the traces of the last block are kept.
    package var keepsTraces = false
    /// The figures of the app that were missing in a run, each with the reason.
    package private(set) var missing: [Proxy: String] = [:]
    /// The last block's events and trace of each arm, by the arm's name.
    package private(set) var sights: [String: Sight] = [:]

    private let plan: Plan
    private let raw: OutputFile?
    private let signals: SignalWatcher
    /// The longest time for a run to start and end, in addition to its planned duration.
    private static let patience = Duration.seconds(60)

    /// Prepares the measurement; no run is started yet.
    ///
    /// - Parameter raw: the path for a line of JSON per run; `nil` for no file.
    /// - Throws: ``KeepAliveError`` with code `output` or `supervision` if the file cannot be opened or the event
    ///   loop cannot be set up.
    package init(_ plan: Plan, raw: String?) throws {
        self.plan = plan
        self.raw = try raw.map { try OutputFile($0, overflow: .waits) }
        do {
            loop = try EventLoop()
            signals = try SignalWatcher(loop: loop)
        } catch {
            throw KeepAliveError(.supervision, "cannot set up the event loop: \(error)")
        }
    }

    /// Performs all runs. A signal ends the measurement early; ``runs`` keeps the finished runs.
    ///
    /// - Throws: ``KeepAliveError`` if a run fails. ``runs`` keeps the finished runs in this case too.
    package func run() throws {
        meter?.keepReading(on: loop)
        signals.onSignal = { [unowned self] arrival in
            guard arrival.signal != SignalNumber.cont else { return }
            signal = arrival.signal
            loop.stop()
        }
        guard try unlessEnded({ try warmCaches() }) ?? false else { return }
        var random = SplitMix64(state: plan.seed)
        var number = 0
        for block in (1 - plan.warmUp)...plan.repeats {
            for arm in plan.arms.shuffled(using: &random) {
                guard signal == nil else { return }
                number += 1
                onRun?(number, block, arm.name)
                if number > 1, plan.rest > .zero { _ = loop.run(until: { false }, timeout: plan.rest) }
                guard signal == nil, let record = try unlessEnded({ try measure(arm, block: block) }) else { return }
                runs.append(record.run)
                environment = record.summary.environment
                try onMeasured?(record.run, record.summary, record.metered)
                if let raw {
                    raw.write(try JSONText.line(record))
                    if let failure = raw.failure { throw failure }
                }
            }
        }
    }

    /// Starts each arm once without a record if there is no warm-up block. Without this start, only the first measured
    /// run of an arm would read the program from the disk.
    ///
    /// - Returns: true; `nil` if a signal has ended the measurement.
    private func warmCaches() throws -> Bool? {
        guard plan.warmUp == 0, plan.foreground > .zero else { return true }
        for arm in plan.arms {
            guard signal == nil, try play(arm, for: plan.foreground) != nil else { return nil }
        }
        return true
    }

    /// Returns the result of a closure, or `nil` if the closure fails after a signal, because the signal then caused
    /// the error.
    private func unlessEnded<Value>(_ body: () throws -> Value?) throws -> Value? {
        do {
            return try body()
        } catch {
            if signal != nil { return nil }
            throw error
        }
    }

    /// The process of a finished run, with its summary and the noise during the run.
    private struct Played {
        let process: RunnerProcess
        let summary: RunSummary
        let noise: MachineNoise
    }

    /// Runs an arm for a duration; returns `nil` if a signal ends the run.
    private func play(_ arm: Arm, for duration: Duration) throws -> Played? {
        let child = try RunnerProcess(
            options: arm.options + ["--for", "\(duration.inSeconds)s"], command: arm.command,
            keepsTimeline: keepsTimelines, keepsTrace: keepsTraces, loop: loop)
        let watch = NoiseMeter()
        _ = loop.run(until: { child.status != nil }, timeout: duration + Self.patience)
        let noise = watch.noise
        guard signal == nil else {
            child.end()
            return nil
        }
        guard let status = child.status else {
            child.end()
            throw KeepAliveError(.supervision, "a run of '\(arm.name)' did not end in time")
        }
        guard let summary = try? JSONDecoder().decode(RunSummary.self, from: Data(child.summary)) else {
            throw KeepAliveError(
                .supervision, "a run of '\(arm.name)' failed with status \(status)", remedy: child.complaint)
        }
        return Played(process: child, summary: summary, noise: noise)
    }

    private func measure(_ arm: Arm, block: Int) throws -> Record? {
        let before = try meter.map { (joules: try $0.joules(), at: Machine.monotonicSeconds) }
        guard let played = try play(arm, for: plan.runDuration) else { return nil }
        let (child, summary) = (played.process, played.summary)
        sights[arm.name] = Sight(
            timeline: child.timeline.split(separator: UInt8(ascii: "\n")).compactMap {
                try? JSONDecoder().decode(TimelineEvent.self, from: Data($0))
            }, trace: keepsTraces ? try? JSONValue(parsing: child.trace) : nil)
        for (proxy, value) in summary.proxies[.workload] ?? [:] where value.quality == .unavailable {
            missing[proxy] = value.source
        }
        var values = summary.measuredValues
        var metered: Metered?
        if let meter, let before {
            let joules = try meter.joules() - before.joules
            guard joules >= 0 else {
                throw KeepAliveError(
                    .supervision, "\(meter.description): it went down by \(-joules) J",
                    remedy: "It must count what has been used, from any start on")
            }
            metered = Metered(seconds: Machine.monotonicSeconds - before.at, joules: joules)
            values[MeasuredQuantity(.energyJoules, of: .machine).name] = joules
        }
        return Record(
            run: MeasuredRun(
                arm: arm.name, block: block, noise: played.noise, ended: summary.exit.how, values: values),
            metered: metered, summary: summary)
    }
}

extension RunSummary {
    /// The values by which arms are compared, by the name of the quantity. The app's counters cover only the time in
    /// the background, because the start costs most and is the same for all arms.
    var measuredValues: [String: Double] {
        var background = Usage()
        for state in [ApplicationState.background, .suspended] {
            if let account = states[state.rawValue] { background.book(account.used) }
        }
        var values: [String: Double] = [:]
        for (part, proxies) in proxies {
            for (proxy, value) in proxies where value.quality != .unavailable {
                let quantity = MeasuredQuantity(proxy, of: part)
                values[quantity.name] =
                    quantity.isOfBackground ? proxy.counter.flatMap { background[$0] } : value.value
            }
        }
        // A part that was not in use has cost nothing, so its values are 0. A sound server or gpsd that was in use and
        // was not counted has cost something, so its values stay missing.
        let absent: [RunPart] =
            [.audioPlayer, .locationClient, .receiverFeed, .transferService]
            + (environment.audio == nil ? [.soundServer] : []) + (environment.gpsd == nil ? [.gpsd] : [])
        for part in absent where proxies[part] == nil {
            for proxy in [Proxy.cpuSeconds, .voluntarySwitches] { values[MeasuredQuantity(proxy, of: part).name] = 0 }
        }
        return values
    }
}

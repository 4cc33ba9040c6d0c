import FoundationEssentials
import KeepAliveFormats
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// Runs the same app under several arms, again and again, in random order, and compares the costs.
///
/// Each run is a process of its own, as `keepalive-run run` is, so nothing of one run is left for the next. Every block
/// has each arm once (randomised complete blocks), so that changes on the machine affect all arms.
package final class MeasureRun {
    /// One way to run the app.
    package struct Arm: Sendable {
        /// Its name, unique.
        package var name: String
        /// The options of `run` that this arm is made of.
        package var options: [String]
        /// The command and its arguments.
        package var command: [RawText]

        package init(name: String, options: [String], command: [RawText]) {
            self.name = name
            self.options = options
            self.command = command
        }
    }

    /// The plan of a measurement.
    package struct Plan: Sendable {
        /// The arms, the baseline first.
        package var arms: [Arm]
        /// The number of blocks that count.
        package var repeats: Int
        /// The number of blocks that come before and do not count.
        package var warmUp: Int
        /// The time of the app in the foreground, at the beginning of each run: its start is to be over by then.
        package var foreground = Duration.zero
        /// The rest of a run.
        package var duration: Duration
        /// The rest of the machine between two runs.
        package var rest: Duration
        /// The seed of the order of the arms.
        package var seed: UInt64

        package init(arms: [Arm], repeats: Int, warmUp: Int, duration: Duration, rest: Duration, seed: UInt64) {
            self.arms = arms
            self.repeats = repeats
            self.warmUp = warmUp
            self.duration = duration
            self.rest = rest
            self.seed = seed
        }

        /// The length of a run.
        package var runDuration: Duration { foreground + duration }

        /// The number of runs in all.
        package var runCount: Int { arms.count * (repeats + warmUp) }
    }

    /// The readings of a meter around a run.
    package struct Metered: Sendable, Encodable {
        /// Seconds between its two readings.
        package var seconds: Double
        /// The difference of its two readings.
        package var joules: Double
    }

    /// A run as it is stored in a file: the figures for the comparison, and all other known facts.
    private struct Record: Encodable {
        var run: MeasuredRun
        var metered: Metered?
        var summary: RunSummary
    }

    /// The runs so far, in the order in which they were made.
    package private(set) var runs: [MeasuredRun] = []
    /// The machine's parts, as the last run had them.
    package private(set) var environment: RunSummary.Environment?
    /// The signal that ended it early, or `nil`.
    package private(set) var signal: Int32?
    /// Called before each run with its number from 1, its block and its arm.
    package var onRun: ((_ number: Int, _ block: Int, _ arm: String) -> Void)?
    /// Called after each run; an error that it throws ends the measurement.
    package var onMeasured: ((_ run: MeasuredRun, _ summary: RunSummary, _ metered: Metered?) throws -> Void)?
    /// A meter that is read around each run, or `nil` for the one that the run itself has found.
    package var meter: (any JouleCounter)?
    /// The loop in which it waits.
    package let loop: EventLoop

    /// The events and the trace of an arm in the last block that measured it.
    package struct Sight: Sendable {
        /// Its decisions; empty unless ``keepsTimelines``.
        package var timeline: [TimelineEvent]
        /// Its trace; `nil` unless ``keepsTraces``.
        package var trace: JSONValue?
    }

    /// True when the timelines of the last block are wanted.
    package var keepsTimelines = false
    /// True when the traces of the last block are wanted.
    package var keepsTraces = false
    /// The reasons why figures of the app were missing in a run.
    package private(set) var missing: [Proxy: String] = [:]
    /// The last block of each arm, by the arm's name.
    package private(set) var sights: [String: Sight] = [:]

    private let plan: Plan
    private let raw: OutputFile?
    private let signals: SignalWatcher
    /// The most time that a run may take beyond its plan, to start and to end.
    private static let patience = Duration.seconds(60)

    /// Prepares the measurement; nothing runs yet.
    ///
    /// - Parameter raw: the path for each run as a line of JSON, or `nil`.
    /// - Throws: ``KeepAliveError`` with code `output` or `supervision`.
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

    /// Measures. A signal ends it early: the runs made by then stay in ``runs``.
    ///
    /// - Throws: ``KeepAliveError`` when a run fails; the runs made by then stay in ``runs``, too.
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

    /// Starts each arm once, without a record, where no block warms up: else the first run alone would read the program
    /// from the disk.
    ///
    /// - Returns: `nil` when a signal has ended it.
    private func warmCaches() throws -> Bool? {
        guard plan.warmUp == 0, plan.foreground > .zero else { return true }
        for arm in plan.arms {
            guard signal == nil, try play(arm, for: plan.foreground) != nil else { return nil }
        }
        return true
    }

    /// Returns `nil` for an error that comes after a signal: the signal has caused it.
    private func unlessEnded<Value>(_ body: () throws -> Value?) throws -> Value? {
        do {
            return try body()
        } catch {
            if signal != nil { return nil }
            throw error
        }
    }

    /// A run that has ended.
    private struct Played {
        let process: RunnerProcess
        let summary: RunSummary
        let noise: MachineNoise
    }

    /// Plays an arm for a while; returns `nil` when a signal has ended it.
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
    /// The values by which arms are compared. The app's counters count only from the background on: its start is the
    /// same for all arms, and costs most.
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
        // A part that was not there has cost nothing. A server of the machine has cost something, but it was not
        // counted.
        let absent: [RunPart] =
            [.audioPlayer, .locationClient, .receiverFeed, .transferService]
            + (environment.audio == nil ? [.soundServer] : []) + (environment.gpsd == nil ? [.gpsd] : [])
        for part in absent where proxies[part] == nil {
            for proxy in [Proxy.cpuSeconds, .voluntarySwitches] { values[MeasuredQuantity(proxy, of: part).name] = 0 }
        }
        return values
    }
}

import FoundationEssentials
import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// Runs the same app under several arms, again and again, in an order of chance, and compares what that cost.
///
/// Each run is a process of its own, as `keepalive-run run` is: nothing of one is left for the next. Every block has each
/// arm once (randomised complete blocks), so that what changes on the machine in between hits all of them.
package final class MeasureRun {
    /// One way to run the app.
    package struct Arm: Sendable {
        /// Its name, unique.
        package var name: String
        /// Options of `run` that make it what it is.
        package var options: [String]
        /// The command and its arguments.
        package var command: [RawText]

        package init(name: String, options: [String], command: [RawText]) {
            self.name = name
            self.options = options
            self.command = command
        }
    }

    /// What is to be measured.
    package struct Plan: Sendable {
        /// The arms, the baseline first.
        package var arms: [Arm]
        /// How many blocks count.
        package var repeats: Int
        /// How many blocks come before, and do not count.
        package var warmUp: Int
        /// How long each run takes.
        package var duration: Duration
        /// How long the machine rests between two runs.
        package var rest: Duration
        /// Of the order of the arms.
        package var seed: UInt64

        package init(arms: [Arm], repeats: Int, warmUp: Int, duration: Duration, rest: Duration, seed: UInt64) {
            self.arms = arms
            self.repeats = repeats
            self.warmUp = warmUp
            self.duration = duration
            self.rest = rest
            self.seed = seed
        }

        /// How many runs there will be.
        package var runCount: Int { arms.count * (repeats + warmUp) }
    }

    /// What a meter showed around a run.
    package struct Metered: Sendable, Encodable {
        /// Seconds between its two readings.
        package var seconds: Double
        /// What it went up by.
        package var joules: Double
    }

    /// A run as it is kept in a file: what is compared, and everything else that is known of it.
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
    /// Told before each run: its number from 1, its block, its arm.
    package var onRun: ((_ number: Int, _ block: Int, _ arm: String) -> Void)?
    /// Told after each run; what it throws ends the measurement.
    package var onMeasured: ((_ run: MeasuredRun, _ summary: RunSummary, _ metered: Metered?) throws -> Void)?
    /// A meter that is read around each run, or `nil` for the one that the run itself has found.
    package var meter: (any JouleCounter)?
    /// What it waits in.
    package let loop: EventLoop

    /// What an arm did in the last block that measured it.
    package struct Sight: Sendable {
        /// Its decisions; empty unless ``keepsTimelines``.
        package var timeline: [TimelineEvent]
        /// Its trace; `nil` unless ``keepsTraces``.
        package var trace: JSONValue?
    }

    /// Whether the timelines of the last block are wanted.
    package var keepsTimelines = false
    /// Whether the traces of the last block are wanted.
    package var keepsTraces = false
    /// Why figures of the app were missing in a run.
    package private(set) var missing: [Proxy: String] = [:]
    /// By arm.
    package private(set) var sights: [String: Sight] = [:]

    private let plan: Plan
    private let raw: OutputFile?
    private let signals: SignalWatcher
    /// How much longer than planned a run may take to start and to end.
    private static let patience = Duration.seconds(60)

    /// Prepares; nothing runs yet.
    ///
    /// - Parameter raw: where each run is written as a line of JSON, or `nil`.
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

    /// Measures. A signal ends it early: what has been measured by then stays in ``runs``.
    ///
    /// - Throws: ``KeepAliveError`` when a run fails; what has been measured by then stays in ``runs``, too.
    package func run() throws {
        meter?.keepReading(on: loop)
        signals.onSignal = { [unowned self] arrival in
            guard arrival.signal != SignalNumber.cont else { return }
            signal = arrival.signal
            loop.stop()
        }
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

    /// What fails because a signal has ended it is no failure.
    private func unlessEnded(_ body: () throws -> Record?) throws -> Record? {
        do {
            return try body()
        } catch {
            if signal != nil { return nil }
            throw error
        }
    }

    private func measure(_ arm: Arm, block: Int) throws -> Record? {
        let before = try meter.map { (joules: try $0.joules(), at: Machine.monotonicSeconds) }
        let child = try RunnerProcess(
            options: arm.options + ["--for", "\(plan.duration.inSeconds)s"], command: arm.command,
            keepsTimeline: keepsTimelines, keepsTrace: keepsTraces, loop: loop)
        let watch = NoiseMeter()
        _ = loop.run(until: { child.status != nil }, timeout: plan.duration + Self.patience)
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
                arm: arm.name, block: block, noise: noise, ended: summary.exit.how, values: values),
            metered: metered, summary: summary)
    }
}

extension RunSummary {
    /// What arms are compared by. Of the app's counters it is what came after it had left the foreground: the launch is
    /// the same for all, and costs most.
    var measuredValues: [String: Double] {
        var background = Usage()
        for state in [ApplicationState.background, .suspended] {
            if let account = states[state.rawValue] { background.book(account.used) }
        }
        var values: [String: Double] = [:]
        for (part, proxies) in proxies {
            for (proxy, value) in proxies where value.quality != .unavailable {
                let isCounter = part == .workload && proxy.counter != nil && proxy != .memoryPeakBytes
                let number = isCounter ? proxy.counter.flatMap { background[$0] } : value.value
                values[MeasuredQuantity(proxy, of: part).name] = number
            }
        }
        // A part that was not there has cost nothing; a server of the machine's has, but nobody counted it.
        let absent: [RunPart] =
            [.audioPlayer, .locationClient, .receiverFeed]
            + (environment.audio == nil ? [.soundServer] : []) + (environment.gpsd == nil ? [.gpsd] : [])
        for part in absent where proxies[part] == nil {
            for proxy in [Proxy.cpuSeconds, .voluntarySwitches] { values[MeasuredQuantity(proxy, of: part).name] = 0 }
        }
        return values
    }
}

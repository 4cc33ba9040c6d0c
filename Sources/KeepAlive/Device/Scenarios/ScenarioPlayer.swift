import KeepAliveEngine
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport
import KeepAliveStrategies

/// Plays the timeline of a scenario on an engine, on virtual time or with a real process.
package final class ScenarioPlayer {
    private let scenario: Scenario
    private let timeScale: Double
    /// The engine. The engine's recording closure retains the player, so this reference is weak; the creator retains
    /// the engine.
    private weak var engine: Engine?
    private var next = 0
    /// The pattern that the next step waits for, and the delay after the match; `nil` if the next step waits for no
    /// event.
    private var awaited: (pattern: Scenario.Pattern, after: Duration)?
    private var start = MonotonicInstant.zero
    private var lastStep = MonotonicInstant.zero
    /// The instants at which the steps were carried out, in device nanoseconds after the start.
    private var carriedOut: [Int64] = []
    /// The time limit for the condition of a step, in a scenario that does not set its end.
    package static let conditionMax = Duration.seconds(900)
    /// True if any step waits for a condition, so that the end is not known at the start.
    private let hasConditions: Bool
    /// The action that ends the scenario; it is rescheduled when a step moves the end.
    private var ending: ScheduledAction?
    /// The explanation of the app's last state; `nil` before the end of the run.
    package private(set) var explanation: Explanation?
    /// The time that is added to the end if the scenario does not set one, because on a real machine the last events
    /// may arrive late.
    private let patience: Duration
    /// The maximum number of lines of a timeline. The limit is this project's choice: the comparison needs the whole
    /// timeline in memory, and a line takes 1 to 2 KB.
    package static let linesMax = 100_000
    private var isFull: Bool { timeline.count >= Self.linesMax }
    /// The maximum number of timers that fire on virtual time. The limit is this project's choice: playing sound takes
    /// one timer every ten seconds, so the limit allows two months of sound, which take about ten seconds to simulate.
    package static let timersMax = 500_000
    private var isOutOfTimers = false
    /// All recorded lines, in order.
    package private(set) var timeline: [TimelineEvent] = []
    /// The instants of the steps by label, in device nanoseconds after the start. If steps share a label, the instant
    /// of the first one counts.
    package private(set) var instants: [String: Int64] = [:]
    /// The number of steps that have not been carried out.
    package var stepsLeft: Int { scenario.steps.count - next }

    /// Creates a player. Nothing happens before ``begin(with:)`` is called.
    ///
    /// - Parameter tolerance: the largest timing error of the machine, in machine time.
    package init(_ scenario: Scenario, timeScale: Double = 1, tolerance: Duration = .zero) {
        self.scenario = scenario
        self.timeScale = timeScale
        patience = tolerance.scaled(by: 2 / timeScale)
        hasConditions = scenario.steps.contains { if case .when = $0.time { true } else { false } }
    }

    /// Returns the strategies of one process of the app: the strategies that the scenario names, then the scenario's
    /// script.
    package func strategies() throws -> [any KeepAliveStrategy] {
        let named = try scenario.app.strategies.map {
            try StrategyRegistry.strategy(named: $0).init(options: scenario.app.options)
        }
        let steps = scenario.steps.map { step in
            step.actions.compactMap { if case .app(let action) = $0 { action } else { nil } }
        }
        let script = ScriptedApp(reactions: scenario.app.reactions, steps: steps, options: scenario.app.options)
        return named + [script]
    }

    /// The plan for the engine. The plan has no end, because the player ends the run.
    package var plan: RunPlan {
        RunPlan(
            timeScale: timeScale, locationAuthorization: scenario.app.authorization, behaviour: scenario.app.behaviour,
            outlivesProcess: true, launchesAtStart: scenario.launches)
    }

    /// The time from the start to the end of the scenario: the end that the scenario sets, or one second and the
    /// ``patience`` after the last instant that its steps and expectations name.
    package var end: Duration {
        if let end = scenario.end { return end }
        let steps = expectedTimes
        let lastTime = steps.last?.time ?? 0
        let named = scenario.expectations.map { expectation -> Int64 in
            func end(of instant: Scenario.Instant?) -> Int64 {
                guard let instant else { return 0 }
                let origin = instant.label.flatMap { label in steps.first { $0.label == label }?.time } ?? 0
                return origin + instant.offsetNanoseconds
            }
            let tolerance = expectation.tolerance.nanoseconds
            switch expectation.kind {
            case .state(_, let at), .grants(_, let at), .event(_, let at, _): return end(of: at) + tolerance
            case .never(_, _, let to): return end(of: to) + tolerance
            case .alive(let time): return lastTime + time.nanoseconds + tolerance
            case .order: return 0
            }
        }
        return .nanoseconds(max(steps.map(\.time).max() ?? 0, named.max() ?? 0)) + .seconds(1) + patience
    }

    /// The instants in device nanoseconds after the start: of a step that was carried out, its instant; of a later
    /// step, the latest instant at which it is due.
    private var expectedTimes: [(label: String, time: Int64)] {
        var time: Int64 = 0
        return scenario.steps.enumerated().map { index, step in
            if index < carriedOut.count {
                time = carriedOut[index]
            } else {
                switch step.time {
                case .at(let instant): time = max(time, instant.nanoseconds)
                case .after(let delay): time += delay.nanoseconds
                case .when(_, let delay): time += (Self.conditionMax + delay).nanoseconds
                }
            }
            return (step.label, time)
        }
    }

    /// Schedules the end of the scenario. Called again after each step, because a step with a condition may have moved
    /// the end.
    private func armEnd() {
        guard let engine else { return }
        if let ending {
            guard scenario.end == nil, hasConditions else { return }
            engine.scheduler.cancel(ending)
        }
        ending = engine.scheduler.schedule(at: start + end.scaled(by: timeScale)) { [weak self, weak engine] in
            guard let self, let engine else { return }
            explanation = engine.explanation
            engine.endAsPlanned()
        }
    }

    /// Connects the player to an engine. The player begins when the engine starts.
    package func begin(with engine: Engine) {
        self.engine = engine
        engine.onStart = { [unowned self, unowned engine] in
            start = engine.scheduler.now
            lastStep = start
            arm()
            armEnd()
        }
    }

    /// Records a line of the timeline, and schedules the next step if the step waits for this line.
    package func record(_ event: TimelineEvent) {
        guard !isFull else { return }
        timeline.append(event)
        if isFull, let engine {
            // The timeline is full, so the run is ended. The run must not end at once, because the engine is still
            // carrying out the decision that this line records.
            _ = engine.scheduler.schedule(at: engine.scheduler.now) { [weak engine] in engine?.endAsPlanned() }
        }
        guard let awaited, awaited.pattern.matches(event), let engine else { return }
        self.awaited = nil
        // The step must not begin at once, because the engine is still carrying out the decision that this line
        // records.
        schedule(at: engine.scheduler.now + awaited.after.scaled(by: timeScale))
    }

    /// Ends the scenario because too many timers have fired.
    func runOutOfTimers() {
        isOutOfTimers = true
        engine?.endAsPlanned()
    }

    /// Returns the result of comparing the timeline with the expectations.
    ///
    /// - Parameters:
    ///   - tolerance: the timing error of the machine, which is added to every tolerance, in machine time; zero on
    ///     virtual time.
    package func result(of scenario: Scenario, ios: IOSVersion, tolerance: Duration = .zero) -> ScenarioResult {
        let check = ScenarioCheck(
            timeline: timeline, instants: instants, end: end - .nanoseconds(1), endIsSet: scenario.end != nil,
            timeScale: timeScale, era: engine?.machine.profile.lifecycle ?? PolicyProfile(version: ios).lifecycle,
            slack: tolerance.scaled(by: 1 / timeScale))
        var failures = check.failures(of: scenario.expectations)
        if isFull || isOutOfTimers {
            let last = Duration.seconds(clamping: (timeline.last?.t ?? 0) / timeScale).inWords
            failures.insert(
                .init(
                    expected: isFull
                        ? "a timeline of at most \(Self.linesMax) lines" : "at most \(Self.timersMax) timers that fire",
                    found: "as many by \(last): make it shorter",
                    line: scenario.place.line, at: nil), at: 0)
        } else if stepsLeft > 0 {
            let step = scenario.steps[next]
            failures.append(
                .init(
                    expected: "the step '\(step.label)'",
                    found: "what it waited for never came\(scenario.end == nil ? " within 15 minutes" : "")",
                    line: step.place.line, at: nil))
        }
        return ScenarioResult(
            scenario, ios: ios, failures: failures, timeline: timeline, deviceSeconds: end.inSeconds,
            explanation: explanation)
    }

    private func arm() {
        guard next < scenario.steps.count else { return }
        switch scenario.steps[next].time {
        case .at(let time): schedule(at: max(lastStep, start + time.scaled(by: timeScale)))
        case .after(let delay): schedule(at: lastStep + delay.scaled(by: timeScale))
        case .when(let pattern, let delay): awaited = (pattern, delay)
        }
    }

    private func schedule(at instant: MonotonicInstant) {
        _ = engine?.scheduler.schedule(at: instant) { [weak self] in self?.carryOut() }
    }

    private func carryOut() {
        guard let engine, next < scenario.steps.count, !engine.endingAsPlanned else { return }
        let index = next
        let step = scenario.steps[index]
        next += 1
        lastStep = engine.scheduler.now
        let instant = (lastStep - start).scaled(by: 1 / timeScale).nanoseconds
        if instants[step.label] == nil { instants[step.label] = instant }
        carriedOut.append(instant)
        engine.note(step: step.label)
        // The next step is scheduled before the actions of this step, because an effect of this step may be the
        // condition of the next step.
        arm()
        armEnd()
        var scripted = false
        for action in step.actions {
            switch action {
            case .system(let action): carryOut(action, engine)
            case .app where scripted: break
            case .app:
                // All actions of the app in one step run in one turn of the app's run loop.
                scripted = true
                engine.carryOut(step: index)
            }
        }
    }

    private func carryOut(_ action: Scenario.SystemAction, _ engine: Engine) {
        switch action {
        case .happen(let event): engine.happened(event.scaled(by: engine.plan.timeScale))
        case .lock:
            for event in [.left(by: .lock), .device(.locked(true)), .device(.inUse(false))] as [PolicyEvent] {
                engine.happened(event)
            }
        case .receiver(let answers): engine.receiverFails(!answers)
        case .serve(let resource, let url): (engine.transfers as? VirtualTransfers)?.serve(resource, at: url)
        case .soundDevice(let plays): engine.soundDeviceFails(!plays)
        case .memoryNeeded(let megabytes):
            let own = Jetsam.Candidate(
                name: scenario.app.manifest.bundleIdentifier, band: engine.machine.jetsamBand,
                megabytes: scenario.app.megabytes)
            for victim in Jetsam.victims(among: scenario.device.others + [own], freeing: megabytes) {
                engine.note("purged: \(victim.name), band \(victim.band), \(victim.megabytes) MB")
                if victim == own { engine.happened(.device(.memoryPressure(.purge))) }
            }
        case .load(let cpu, let wakeups): (engine.workload as? VirtualWorkload)?.use(cpu: cpu, wakeups: wakeups)
        case .exit(let status): (engine.workload as? VirtualWorkload)?.end(status)
        }
    }
}

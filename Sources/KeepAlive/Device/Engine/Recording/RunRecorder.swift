import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// Writes down what happens in a run: the lines of its timeline, its figures, and readings of the workload's counters.
final class RunRecorder {
    /// The app's name in the timeline.
    var name: String
    /// The instant from which the timeline counts; the launch if none is set.
    var origin: MonotonicInstant?
    /// The start of the run: with the first launch, or with the wait for one.
    private(set) var startedAt: MonotonicInstant?
    /// The instant at which the order being performed was decided; its line in the timeline carries that time.
    var decidedAt: MonotonicInstant?
    var figures: RunFigures
    /// Readings of the counters, if they are wanted.
    var series: SampleSeries
    var sampling: ScheduledAction?
    /// Returns whether the tree can run now, and whether something holds the device awake.
    var condition: () -> (canRun: Bool, isHeld: Bool) = { (false, false) }

    let plan: RunPlan
    let profile: PolicyProfile
    let workload: any Workload
    let scheduler: any Scheduler
    private let record: (TimelineEvent) -> Void
    /// The time of the last line of the timeline.
    private var lastTime = 0.0

    init(
        _ machine: PolicyMachine, plan: RunPlan, workload: any Workload, scheduler: any Scheduler,
        record: @escaping (TimelineEvent) -> Void
    ) {
        name = machine.manifest.bundleIdentifier
        profile = machine.profile
        self.plan = plan
        self.workload = workload
        self.scheduler = scheduler
        self.record = record
        figures = RunFigures(state: machine.state, at: scheduler.now)
        series = plan.sampleEvery == nil ? SampleSeries() : SampleSeries(windows: Self.budgetWindows(machine.profile))
    }

    /// Begins the run, unless it has begun already; returns whether it does.
    func begin() -> Bool {
        guard startedAt == nil else { return false }
        startedAt = scheduler.now
        return true
    }

    // MARK: Timeline

    func write(
        _ kind: TimelineEvent.Kind, _ reason: Reason? = nil, _ fill: (inout TimelineEvent) -> Void = { _ in }
    ) {
        // An event caused in between carries its own, later time. The next line must not seem to come before it.
        let t = max(lastTime, (origin ?? startedAt).map { (time - $0).inSeconds } ?? 0)
        lastTime = t
        var event = TimelineEvent(t: t, app: name, event: kind)
        event.rule = reason?.rule
        event.reason = reason?.text
        // A state always carries its evidence, even if it is empty.
        event.evidence = reason?.evidence ?? (kind == .state ? Evidence() : nil)
        fill(&event)
        record(event)
    }

    func note(_ message: String) {
        write(.note) { $0.message = message }
    }

    private var time: MonotonicInstant { decidedAt ?? scheduler.now }

    // MARK: Figures

    /// Notes that the app has entered another state.
    func entered(_ state: ApplicationState, _ reason: Reason) {
        figures.enter(state, reason, at: time, usage: workload.counters)
    }

    func gained(_ grant: Grant, _ reason: Reason) {
        figures.gain(grant, at: time, usage: workload.counters)
        takeSample()
        write(.grantGained, reason) { $0.grant = grant }
    }

    func lost(_ grant: Grant, _ reason: Reason) {
        figures.lose(grant, at: time, usage: workload.counters)
        takeSample()
        write(.grantLost, reason) { $0.grant = grant }
    }

    func frozen(_ latency: Duration) {
        takeSample()
        figures.frozen(latency, at: scheduler.now, usage: workload.counters())
        write(.frozen) { $0.latency = latency.inSeconds }
    }

    func thawed(_ latency: Duration) {
        takeSample()
        figures.thawed(latency, at: scheduler.now)
        write(.thawed) { $0.latency = latency.inSeconds }
    }

    /// Notes that somebody else has let the frozen tree run.
    func disturbed() {
        takeSample()
        figures.disturbed(at: scheduler.now, usage: workload.counters())
        write(.thawed) { $0.message = "by somebody else" }
    }

    /// Brings the figures up to now.
    func finish() {
        takeSample()
        figures.finish(at: scheduler.now, usage: workload.counters())
    }

    /// Returns the figures so far. For a run that goes on, they reach up to now.
    func summary(
        _ machine: PolicyMachine, strategies: [String], others: [RunPart: ProxyValues],
        environment: RunSummary.Environment, outcome: Engine.Outcome?
    ) -> RunSummary {
        var figures = figures
        var series = series
        if outcome == nil {
            // These are copies: a request changes neither the times of the readings nor the totals.
            if plan.sampleEvery != nil, let reading { series.add(reading) }
            figures.finish(at: scheduler.now, usage: workload.counters())
        }
        return figures.summary(
            machine: machine, plan: plan, strategies: strategies,
            proxies: others.merging([.workload: workloadProxies(figures, series)]) { $1 },
            environment: environment, outcome: outcome)
    }
}

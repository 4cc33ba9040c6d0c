import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// Records a run: the lines of its timeline, its figures, and the readings of the workload's counters.
final class RunRecorder {
    /// The app's name in the timeline.
    var name: String
    /// The instant from which the timeline counts; `nil` means the launch.
    var origin: MonotonicInstant?
    /// The start of the run, which is the first launch or the beginning of the wait for it; `nil` before the start.
    private(set) var startedAt: MonotonicInstant?
    /// The instant at which the policy decided the present order. The timeline lines of the order get this instant as
    /// their time. `nil` between orders.
    var decidedAt: MonotonicInstant?
    var figures: RunFigures
    /// The readings of the counters; empty if the plan has no sampling interval.
    var series: SampleSeries
    var sampling: ScheduledAction?
    /// Returns whether the process tree can run now, and whether a grant holds the device awake.
    var condition: () -> (canRun: Bool, isHeld: Bool) = { (false, false) }

    let plan: RunPlan
    let profile: PolicyProfile
    let workload: any Workload
    let scheduler: any Scheduler
    private let record: (TimelineEvent) -> Void
    /// The time of the last line of the timeline, in seconds.
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

    /// Begins the run; returns false if the run had begun already.
    func begin() -> Bool {
        guard startedAt == nil else { return false }
        startedAt = scheduler.now
        return true
    }

    // MARK: Timeline

    func write(
        _ kind: TimelineEvent.Kind, _ reason: Reason? = nil, _ fill: (inout TimelineEvent) -> Void = { _ in }
    ) {
        // A line with a later time may have been written while the present order was waiting. The present line must
        // not get an earlier time than that line.
        let t = max(lastTime, (origin ?? startedAt).map { (time - $0).inSeconds } ?? 0)
        lastTime = t
        var event = TimelineEvent(t: t, app: name, event: kind)
        event.rule = reason?.rule
        event.reason = reason?.text
        // A line about a state always has evidence, even if the evidence is empty.
        event.evidence = reason?.evidence ?? (kind == .state ? Evidence() : nil)
        fill(&event)
        record(event)
    }

    func note(_ message: String) {
        write(.note) { $0.message = message }
    }

    private var time: MonotonicInstant { decidedAt ?? scheduler.now }

    // MARK: Figures

    /// Records that the app has entered another state.
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

    /// Records that another program has thawed the frozen process tree.
    func disturbed() {
        takeSample()
        figures.disturbed(at: scheduler.now, usage: workload.counters())
        write(.thawed) { $0.message = "by somebody else" }
    }

    /// Adds the times and the usage up to the present instant to the figures.
    func finish() {
        takeSample()
        figures.finish(at: scheduler.now, usage: workload.counters())
    }

    /// Returns the figures so far. The figures of a run that has not ended reach up to now.
    func summary(
        _ machine: PolicyMachine, strategies: [String], others: [RunPart: ProxyValues],
        environment: RunSummary.Environment, outcome: Engine.Outcome?
    ) -> RunSummary {
        var figures = figures
        var series = series
        if outcome == nil {
            // `figures` and `series` are copies here, so that a request for a summary changes neither the recorded
            // figures nor the times of later readings.
            if plan.sampleEvery != nil, let reading { series.add(reading) }
            figures.finish(at: scheduler.now, usage: workload.counters())
        }
        return figures.summary(
            machine: machine, plan: plan, strategies: strategies,
            proxies: others.merging([.workload: workloadProxies(figures, series)]) { $1 },
            environment: environment, outcome: outcome)
    }
}

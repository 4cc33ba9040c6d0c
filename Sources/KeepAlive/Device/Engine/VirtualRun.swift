import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport
import KeepAliveStrategies

/// A run on virtual time: the device has no failures, the app has no process, and the run never waits in real time.
package struct VirtualRun {
    /// The figures of the run at its end.
    package let summary: RunSummary

    /// Runs one strategy: launches the app, presses home after one second, and lets device time pass.
    ///
    /// - Parameters:
    ///   - strategy: the strategy that acts for the app.
    ///   - duration: the device time after home is pressed.
    ///   - record: takes each event of the timeline, in order. Only the first fix is recorded as an event, because a
    ///     day has 86,400 fixes.
    package init(
        strategy: StrategyFactory, options: StrategyOptions, manifest: Manifest, profile: PolicyProfile,
        locationAuthorization: LocationAnswer = .authorizedAlways, duration: Duration,
        record: @escaping (TimelineEvent) -> Void
    ) throws {
        let scheduler = VirtualScheduler()
        let workload = VirtualWorkload(scheduler: scheduler)
        var plan = RunPlan(backgroundAfter: .seconds(1), locationAuthorization: locationAuthorization)
        plan.tellsEveryFix = false
        let engine = Engine(
            machine: PolicyMachine(profile: profile, manifest: manifest), scheduler: scheduler, workload: workload,
            audio: VirtualAudioOutput(scheduler: scheduler), location: VirtualLocationSource(scheduler: scheduler),
            strategies: { [strategy.make(options)] }, plan: plan, record: record)
        var outcome: Engine.Outcome?
        engine.onEnd = { outcome = $0 }
        try engine.start()
        scheduler.advance(by: .seconds(1) + duration)
        engine.settle()
        summary = engine.summary(
            strategies: [strategy.descriptor.name],
            environment: RunSummary.Environment(kernel: "virtual", freezer: workload.freezerDescription),
            outcome: outcome)
    }
}

import KeepAlivePolicy
import KeepAlivePorts

/// Plays days, one step after the other, each at its time of the device's day.
final class LifePlayer<Step> {
    private let clock: DayClock
    private let scheduler: any Scheduler
    private let days: (Int64) -> [(second: Int64, step: Step)]
    private let perform: (Step) -> Void
    private var nextDay: Int64
    private var steps: ArraySlice<(second: Int64, step: Step)> = []
    private var actions: [ScheduledAction] = []

    /// Begins with what comes after now.
    ///
    /// - Parameters:
    ///   - days: returns the steps of a day, in order; there is one on every day.
    ///   - perform: carries out a step; it is called for each until this is gone.
    init(
        _ clock: DayClock, _ scheduler: any Scheduler, days: @escaping (Int64) -> [(second: Int64, step: Step)],
        perform: @escaping (Step) -> Void
    ) {
        self.clock = clock
        self.scheduler = scheduler
        self.days = days
        self.perform = perform
        let now = clock.time(at: scheduler.now)
        nextDay = now / DayClock.day
        takeDay()
        steps = steps.drop { $0.second * 1_000_000_000 <= now }
        arm()
    }

    deinit { for action in actions { scheduler.cancel(action) } }

    /// Adds a step that no day has, a while of the device from now.
    func add(_ step: Step, after wait: Duration) { schedule(step, at: scheduler.now + wait.scaled(by: clock.scale)) {} }

    private func takeDay() {
        steps = days(nextDay)[...]
        nextDay += 1
    }

    private func arm() {
        while steps.isEmpty { takeDay() }
        let next = steps.removeFirst()
        schedule(next.step, at: max(scheduler.now, clock.instant(of: next.second * 1_000_000_000))) { [weak self] in
            self?.arm()
        }
    }

    private func schedule(_ step: Step, at instant: MonotonicInstant, then: @escaping () -> Void) {
        var made: ScheduledAction?
        let action = scheduler.schedule(at: instant) { [weak self] in
            guard let self else { return }
            actions.removeAll { $0 == made }
            perform(step)
            then()
        }
        made = action
        actions.append(action)
    }
}

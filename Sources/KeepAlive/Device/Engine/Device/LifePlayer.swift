import KeepAlivePolicy
import KeepAlivePorts

/// Performs the steps of successive days, each at its time of day on the device's clock.
final class LifePlayer<Step> {
    typealias Day = [(second: Int64, step: Step)]

    private let clock: DayClock
    private let scheduler: any Scheduler
    private let days: (Int64) -> Day
    private let perform: (Step) -> Void
    private var nextDay: Int64
    /// The remaining steps of the day in reverse order: the next step is the last element.
    private var steps: Day = []
    private var action: ScheduledAction?

    /// Starts with the first step after the present time of the device.
    ///
    /// - Parameters:
    ///   - first: an additional step, with the device time in seconds from now to the step; `nil` for none.
    ///   - days: returns the steps of a day, given by its number, in order; every day has at least one step.
    ///   - perform: carries out a step. It is called for each step until the player is deallocated.
    init(
        _ clock: DayClock, _ scheduler: any Scheduler, first: (second: Int64, step: Step)? = nil,
        days: @escaping (Int64) -> Day, perform: @escaping (Step) -> Void
    ) {
        self.clock = clock
        self.scheduler = scheduler
        self.days = days
        self.perform = perform
        let now = clock.time(at: scheduler.now)
        nextDay = now / DayClock.day
        takeDay()
        steps.removeAll { $0.second * DayClock.second <= now }
        if let first {
            steps.append((now / DayClock.second + first.second, first.step))
            steps.sort { $0.second > $1.second }
        }
        arm()
    }

    deinit { if let action { scheduler.cancel(action) } }

    private func takeDay() {
        steps = days(nextDay).reversed()
        nextDay += 1
    }

    private func arm() {
        while steps.isEmpty { takeDay() }
        let next = steps.removeLast()
        let instant = max(scheduler.now, clock.instant(of: next.second * DayClock.second))
        action = scheduler.schedule(at: instant) { [weak self] in
            self?.perform(next.step)
            self?.arm()
        }
    }
}

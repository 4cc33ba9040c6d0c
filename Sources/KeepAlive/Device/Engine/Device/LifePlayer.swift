import KeepAlivePolicy
import KeepAlivePorts

/// Plays days, one step after the other, each at its time of the device's day.
final class LifePlayer<Step> {
    typealias Day = [(second: Int64, step: Step)]

    private let clock: DayClock
    private let scheduler: any Scheduler
    private let days: (Int64) -> Day
    private let perform: (Step) -> Void
    private var nextDay: Int64
    /// The rest of the day, the next step last.
    private var steps: Day = []
    private var action: ScheduledAction?

    /// Begins with what comes after now.
    ///
    /// - Parameters:
    ///   - first: a step that no day has, with its time from now, in seconds of the device.
    ///   - days: returns the steps of a day, in order; there is one on every day.
    ///   - perform: carries out a step; it is called for each until this is gone.
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

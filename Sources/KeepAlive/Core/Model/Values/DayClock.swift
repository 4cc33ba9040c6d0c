/// The clock of the device: the time of day at the start of the timeline, and the speed of the clock.
package struct DayClock: Sendable, Hashable {
    /// The length of a day in nanoseconds.
    package static let day = 24 * hour
    /// The length of an hour in nanoseconds.
    package static let hour = 3600 * second
    /// The length of a second in nanoseconds.
    package static let second: Int64 = 1_000_000_000

    /// The device's time of day at ``start``, as a duration since midnight.
    package var timeOfDay: Duration
    /// The instant of the timeline at which the device's time is ``timeOfDay``.
    package var start: MonotonicInstant
    /// The time scale: the timeline's time divided by the device's time.
    package var scale: Double

    package init(timeOfDay: Duration, start: MonotonicInstant = .zero, scale: Double = 1) {
        self.timeOfDay = timeOfDay
        self.start = start
        self.scale = scale
    }

    /// Returns the device's time at an instant, in nanoseconds since the midnight before ``start``.
    package func time(at instant: MonotonicInstant) -> Int64 {
        let elapsed = instant - start
        return timeOfDay.nanoseconds + (scale == 1 ? elapsed : elapsed.scaled(by: 1 / scale)).nanoseconds
    }

    /// Returns the instant of a device time, which is given in nanoseconds since the midnight before ``start``.
    package func instant(of time: Int64) -> MonotonicInstant {
        let wait = Duration.nanoseconds(time - timeOfDay.nanoseconds)
        return start + (scale == 1 ? wait : wait.scaled(by: scale))
    }
}

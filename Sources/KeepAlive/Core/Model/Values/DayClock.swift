/// The clock of the device: the time of day at the start of a time line, and how fast it runs.
package struct DayClock: Sendable, Hashable {
    /// Nanoseconds of a day.
    package static let day = 24 * hour
    /// Nanoseconds of an hour.
    package static let hour = 3600 * second
    /// Nanoseconds of a second.
    package static let second: Int64 = 1_000_000_000

    /// The time of day at ``start``, from midnight.
    package var timeOfDay: Duration
    /// The instant at which that was the time.
    package var start: MonotonicInstant
    /// Nanoseconds of the time line in one of the device.
    package var scale: Double

    package init(timeOfDay: Duration, start: MonotonicInstant = .zero, scale: Double = 1) {
        self.timeOfDay = timeOfDay
        self.start = start
        self.scale = scale
    }

    /// Returns the time of an instant: nanoseconds since the midnight before ``start``.
    package func time(at instant: MonotonicInstant) -> Int64 {
        let elapsed = instant - start
        return timeOfDay.nanoseconds + (scale == 1 ? elapsed : elapsed.scaled(by: 1 / scale)).nanoseconds
    }

    /// Returns the instant of a time: nanoseconds since the midnight before ``start``.
    package func instant(of time: Int64) -> MonotonicInstant {
        let wait = Duration.nanoseconds(time - timeOfDay.nanoseconds)
        return start + (scale == 1 ? wait : wait.scaled(by: scale))
    }
}

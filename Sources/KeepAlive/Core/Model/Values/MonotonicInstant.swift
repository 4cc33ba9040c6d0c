/// A point on the runner's monotonic time line, in nanoseconds since an arbitrary start.
///
/// A real run reads `CLOCK_MONOTONIC`, which does not count the time that the machine itself sleeps; a virtual run
/// counts from zero.
public struct MonotonicInstant: Sendable, Hashable, Comparable, Codable {
    /// Nanoseconds since the start of the time line.
    public var nanoseconds: Int64

    /// Creates an instant.
    ///
    /// - Parameter nanoseconds: nanoseconds since the start of the time line.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The start of the time line.
    public static let zero = MonotonicInstant(nanoseconds: 0)

    /// Returns whether one instant comes before another.
    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The instant a duration later; an instant beyond the time line becomes its end.
    public static func + (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        let delta = duration.nanoseconds
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(delta)
        return MonotonicInstant(nanoseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// The duration from one instant to another; a duration beyond 292 years is clamped.
    public static func - (end: MonotonicInstant, start: MonotonicInstant) -> Duration {
        let (difference, overflow) = end.nanoseconds.subtractingReportingOverflow(start.nanoseconds)
        return .nanoseconds(overflow ? (end < start ? .min : .max) : difference)
    }
}

extension Duration {
    /// The whole duration in nanoseconds; a duration beyond 292 years is clamped.
    public var nanoseconds: Int64 {
        // `components` ends the process where the seconds are beyond Int64.
        guard self < .seconds(Int64.max / 1_000_000_000), self > .seconds(Int64.min / 1_000_000_000) else {
            return self < .zero ? .min : .max
        }
        let (seconds, attoseconds) = components
        let (product, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return tooLong || overflow ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in seconds, as a fraction.
    public var inSeconds: Double {
        Double(nanoseconds) / 1_000_000_000
    }

    /// The duration in seconds with at most three decimals, as `25 s` or `0.998 s`.
    public var inWords: String {
        let milliseconds = Int64(clamping: (Double(nanoseconds) / 1_000_000).rounded())
        if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
        var decimals = String(1000 + abs(milliseconds) % 1000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        let sign = milliseconds < 0 ? "-" : ""
        return "\(sign)\(abs(milliseconds) / 1000)\(decimals.isEmpty ? "" : ".")\(decimals) s"
    }

    /// The duration multiplied by a factor, to the nanosecond; a result beyond 292 years is clamped.
    ///
    /// - Parameter factor: a finite factor of at least 0.
    public func scaled(by factor: Double) -> Duration {
        let product = (Double(nanoseconds) * factor).rounded()
        return .nanoseconds(Int64(exactly: product) ?? (product < 0 ? .min : .max))
    }
}

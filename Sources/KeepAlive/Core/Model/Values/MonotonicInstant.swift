/// A point in time on the timeline of a run, in nanoseconds since an arbitrary start.
///
/// A run in real time reads `CLOCK_MONOTONIC`, which does not advance while the machine sleeps. A run on virtual time
/// counts from zero.
public struct MonotonicInstant: Sendable, Hashable, Comparable, Codable {
    /// Nanoseconds since the start of the timeline.
    public var nanoseconds: Int64

    /// Creates an instant.
    ///
    /// - Parameter nanoseconds: nanoseconds since the start of the timeline.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The start of the timeline.
    public static let zero = MonotonicInstant(nanoseconds: 0)

    /// Returns whether one instant comes before another.
    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns the instant that is a duration later; a result outside of the range of `Int64` is clamped.
    public static func + (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        let delta = duration.nanoseconds
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(delta)
        return MonotonicInstant(nanoseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// Returns the duration from the second instant to the first; durations beyond 292 years are clamped.
    public static func - (end: MonotonicInstant, start: MonotonicInstant) -> Duration {
        let (difference, overflow) = end.nanoseconds.subtractingReportingOverflow(start.nanoseconds)
        return .nanoseconds(overflow ? (end < start ? .min : .max) : difference)
    }
}

extension Duration {
    /// The duration in nanoseconds; durations beyond 292 years are clamped.
    public var nanoseconds: Int64 {
        // `components` traps if the seconds exceed `Int64`, so such durations are clamped first.
        guard self < .seconds(Int64.max / 1_000_000_000), self > .seconds(Int64.min / 1_000_000_000) else {
            return self < .zero ? .min : .max
        }
        let (seconds, attoseconds) = components
        let (product, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return tooLong || overflow ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in seconds, with a fraction.
    public var inSeconds: Double {
        Double(nanoseconds) / 1_000_000_000
    }

    /// The duration in seconds with at most three decimals, such as `25 s` or `0.998 s`.
    public var inWords: String {
        let milliseconds = Int64(clamping: (Double(nanoseconds) / 1_000_000).rounded())
        if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
        var decimals = String(1000 + abs(milliseconds) % 1000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        let sign = milliseconds < 0 ? "-" : ""
        return "\(sign)\(abs(milliseconds) / 1000)\(decimals.isEmpty ? "" : ".")\(decimals) s"
    }

    /// Returns the duration multiplied by a factor, rounded to the nanosecond; results beyond 292 years are clamped.
    ///
    /// - Parameter factor: a finite factor of at least 0.
    public func scaled(by factor: Double) -> Duration {
        let product = (Double(nanoseconds) * factor).rounded()
        return .nanoseconds(Int64(exactly: product) ?? (product < 0 ? .min : .max))
    }
}

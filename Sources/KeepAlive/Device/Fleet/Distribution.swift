import KeepAlivePolicy

/// The distribution of a quantity that is never negative, either a time in seconds or a count. A drawn number above
/// `max` is replaced by `max`; a `max` of `nil` means no maximum.
package enum Distribution: Sendable, Hashable, Codable {
    case constant(Double)
    /// All numbers between the two bounds are equally likely.
    case uniform(from: Double, to: Double)
    /// The exponential distribution, which describes the times between independent events.
    case exponential(mean: Double, max: Double?)
    /// The lognormal distribution, with many small and few large numbers: half of the numbers are below the median, and
    /// 68 % are within a factor of `exp(sigma)` of the median.
    case lognormal(median: Double, sigma: Double, max: Double?)

    /// Draws a number from the distribution.
    func draw(_ random: inout RandomStream) -> Double {
        switch self {
        case .constant(let value): value
        case .uniform(let from, let to): from + (to - from) * random.unit()
        case .exponential(let mean, let max): Self.capped(mean * random.exponential(), max)
        case .lognormal(let median, let sigma, let max):
            Self.capped(median * ExactFunctions.exp(sigma * random.normal()), max)
        }
    }

    /// Draws a time in nanoseconds. The time is a whole number of microseconds and at most about 100 years.
    func drawNanoseconds(_ random: inout RandomStream) -> Int64 {
        let microseconds = draw(&random) * 1e6
        return Int64(clamping: min(microseconds, 3.2e15).rounded()) * 1000
    }

    private static func capped(_ value: Double, _ max: Double?) -> Double {
        max.map { Swift.min(value, $0) } ?? value
    }

    /// True for the constant 0, with which every drawn number is 0.
    var isZero: Bool { self == .constant(0) }
}

/// A choice with its weight relative to the other choices.
package struct Weighted<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    package var value: Value
    /// The weight relative to the other choices, above 0.
    package var weight: Double
}

extension Array {
    /// Draws one of the weighted choices, each with a probability in proportion to its weight.
    func draw<Value>(_ random: inout RandomStream) -> Value where Element == Weighted<Value> {
        self[index(at: random.unit(), weight: \.weight)].value
    }

    /// Returns the index of the element at a point from 0 to 1. The elements divide the interval from 0 to 1 in
    /// proportion to their weights.
    func index(at point: Double, weight: (Element) -> Double) -> Int {
        var left = point * reduce(0) { $0 + weight($1) }
        for (index, element) in enumerated() {
            left -= weight(element)
            if left < 0 { return index }
        }
        return count - 1
    }
}

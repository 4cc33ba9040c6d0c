import KeepAlivePolicy

/// The distribution of a quantity, which is never negative: in seconds or as a count.
package enum Distribution: Sendable, Hashable, Codable {
    /// Always the same.
    case constant(Double)
    /// Every number between two bounds is equally likely.
    case uniform(from: Double, to: Double)
    /// The times between things that happen independently.
    case exponential(mean: Double, max: Double?)
    /// Many small numbers, few large ones: half are below the median, and 68 % within a factor of `exp(sigma)` of it.
    case lognormal(median: Double, sigma: Double, max: Double?)

    /// Draws a number.
    func draw(_ random: inout RandomStream) -> Double {
        switch self {
        case .constant(let value): value
        case .uniform(let from, let to): from + (to - from) * random.unit()
        case .exponential(let mean, let max): Self.capped(mean * random.exponential(), max)
        case .lognormal(let median, let sigma, let max):
            Self.capped(median * ExactFunctions.exp(sigma * random.normal()), max)
        }
    }

    /// Draws a time in nanoseconds: whole microseconds, at most a hundred years.
    func drawNanoseconds(_ random: inout RandomStream) -> Int64 {
        let microseconds = draw(&random) * 1e6
        return Int64(clamping: min(microseconds, 3.2e15).rounded()) * 1000
    }

    private static func capped(_ value: Double, _ max: Double?) -> Double {
        max.map { Swift.min(value, $0) } ?? value
    }

    /// True if it draws nothing but 0.
    var isZero: Bool { self == .constant(0) }
}

/// A choice with its weight in relation to the others.
package struct Weighted<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    /// The choice.
    package var value: Value
    /// The weight in relation to the others, above 0.
    package var weight: Double
}

extension Array {
    /// Draws one of the choices.
    func draw<Value>(_ random: inout RandomStream) -> Value where Element == Weighted<Value> {
        self[index(at: random.unit(), weight: \.weight)].value
    }

    /// Returns the index of the element that holds a point, from 0 to 1, on the line of all weights.
    func index(at point: Double, weight: (Element) -> Double) -> Int {
        var left = point * reduce(0) { $0 + weight($1) }
        for (index, element) in enumerated() {
            left -= weight(element)
            if left < 0 { return index }
        }
        return count - 1
    }
}

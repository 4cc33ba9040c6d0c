import Histogram
import KeepAlivePolicy

/// The distribution of a quantity over apps or stays: the exact sum, count and maximum, and quantiles within 0.8 %.
///
/// The values are kept in an HdrHistogram, which has fixed buckets, 128 for each power of two, so the order of
/// recording and adding does not matter.
package struct Spread: Sendable, Equatable {
    /// The exact sum of all recorded values.
    package private(set) var sum: UInt128 = 0
    private var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .two)

    /// The largest value that can be recorded, which is 146,000 years in microseconds.
    static let valueMax: UInt64 = 1 << 62

    package init() {}

    /// The number of recorded values.
    package var count: UInt64 { histogram.totalCount }

    /// The exact maximum of the recorded values.
    package var max: UInt64 { histogram.maxRecorded }

    /// The mean of the recorded values, exact except for the rounding of the division; 0 without values.
    package var mean: Double { count == 0 ? 0 : Double(sum) / Double(count) }

    /// Records a value. The histogram records a value above ``valueMax`` as ``valueMax``; the sum counts the value
    /// itself.
    mutating func record(_ value: UInt64) {
        histogram.record(min(value, Self.valueMax))
        sum += UInt128(value)
    }

    /// Adds all values of another distribution.
    mutating func add(_ other: Spread) {
        histogram.add(other.histogram)
        sum += other.sum
    }

    /// Returns the quantile that a fraction of the values does not exceed. The result is at most 0.8 % too large, and 0
    /// without values.
    ///
    /// - Parameter part: the fraction, from 0 to 1.
    package func quantile(_ part: Double) -> UInt64 {
        count == 0 ? 0 : min(histogram.valueAtPercentile(part * 100), max)
    }

    /// The memory that the distribution takes, in bytes.
    var bytes: Int { histogram.estimatedFootprintInBytes }
}

/// The form of a distribution in files: the sum, the maximum, and the non-empty buckets in order, each as `lowest
/// value:count`.
extension Spread: Codable {
    private enum Key: String, CodingKey { case sum, max, counts }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(sum, forKey: .sum)
        try container.encode(max, forKey: .max)
        var counts: [String] = []
        // `recordedValues()` cannot be used, because it adds up the values in 64 bits, which overflow for a large
        // fleet.
        var value: UInt64 = 0
        while value <= max, count > 0 {
            let count = histogram.countForValue(value)
            if count > 0 { counts.append("\(value):\(count)") }
            value = histogram.nextNonEquivalentForValue(value)
        }
        try container.encode(counts.joined(separator: " "), forKey: .counts)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        sum = try container.decode(UInt128.self, forKey: .sum)
        let max = try container.decode(UInt64.self, forKey: .max)
        let text = try container.decode(String.self, forKey: .counts)
        let entries = try text.split(separator: " ").map { entry in
            let numbers = entry.split(separator: ":").map { UInt64($0) }
            guard numbers.count == 2, let value = numbers[0], let count = numbers[1], count > 0 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .counts, in: container, debugDescription: "'\(entry)' is no bucket")
            }
            return (value: value, count: count)
        }
        guard max <= Self.valueMax, isSound(entries, max) else {
            throw DecodingError.dataCorruptedError(
                forKey: .counts, in: container, debugDescription: "sum, maximum and buckets do not fit each other")
        }
        for (index, entry) in entries.enumerated() {
            // The last bucket contains the maximum, so one value of this bucket is recorded as exactly the maximum.
            let isLast = index == entries.count - 1
            if isLast { histogram.record(max) }
            if !isLast || entry.count > 1 { histogram.record(entry.value, count: entry.count - (isLast ? 1 : 0)) }
        }
    }

    /// Returns whether the buckets are valid and in order, the last bucket contains the maximum, and the sum is
    /// possible.
    private func isSound(_ entries: [(value: UInt64, count: UInt64)], _ max: UInt64) -> Bool {
        guard let last = entries.last else { return sum == 0 && max == 0 }
        var next: UInt64 = 0
        var (total, least, most) = (UInt128(0), UInt128(max - min(max, last.value)), UInt128(0))
        for entry in entries {
            guard entry.value >= next, entry.value <= max,
                histogram.lowestEquivalentForValue(entry.value) == entry.value
            else { return false }
            next = histogram.nextNonEquivalentForValue(entry.value)
            total += UInt128(entry.count)
            guard total <= UInt128(Self.valueMax) else { return false }
            least += UInt128(entry.value) * UInt128(entry.count)
            most += UInt128(min(next - 1, max)) * UInt128(entry.count)
        }
        return max < next && (least...most).contains(sum)
    }
}

import Histogram
import KeepAlivePolicy

/// The spread of a quantity over apps or stays: its exact sum, count and maximum, and its quantiles to 0.8 %.
///
/// The buckets of HdrHistogram are fixed, 128 for each power of two: any order of recording and adding gives the same.
package struct Spread: Sendable, Equatable {
    /// The sum of all values, exact.
    package private(set) var sum: UInt128 = 0
    private var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .two)

    /// The largest value that can be recorded: 146,000 years in microseconds.
    static let valueMax: UInt64 = 1 << 62

    package init() {}

    /// The number of recorded values.
    package var count: UInt64 { histogram.totalCount }

    /// The largest value, exact.
    package var max: UInt64 { histogram.maxRecorded }

    /// The mean, exact except for the division.
    package var mean: Double { count == 0 ? 0 : Double(sum) / Double(count) }

    /// Records a value.
    mutating func record(_ value: UInt64) {
        histogram.record(min(value, Self.valueMax))
        sum += UInt128(value)
    }

    /// Adds the values that another spread has recorded.
    mutating func add(_ other: Spread) {
        histogram.add(other.histogram)
        sum += other.sum
    }

    /// Returns the value that a part of all values does not exceed: at most 0.8 % too large, and 0 without values.
    ///
    /// - Parameter part: the part, from 0 to 1.
    package func quantile(_ part: Double) -> UInt64 {
        count == 0 ? 0 : min(histogram.valueAtPercentile(part * 100), max)
    }

    /// The number of bytes that it takes.
    var bytes: Int { histogram.estimatedFootprintInBytes }
}

/// The form in files: the sum, the maximum, and the non-empty buckets as `lowest value:count`, in order.
extension Spread: Codable {
    private enum Key: String, CodingKey { case sum, max, counts }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(sum, forKey: .sum)
        try container.encode(max, forKey: .max)
        var counts: [String] = []
        // recordedValues() is not used: it adds up the values in 64 bits, which a large fleet overflows.
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
            // The last bucket holds the maximum: one of its values is recorded with its exact value.
            let isLast = index == entries.count - 1
            if isLast { histogram.record(max) }
            if !isLast || entry.count > 1 { histogram.record(entry.value, count: entry.count - (isLast ? 1 : 0)) }
        }
    }

    /// Returns whether the buckets are valid and in order, the last one holds the maximum, and the sum fits the values.
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

/// What repeated measuring of one quantity gave, and how far it can be trusted.
///
/// The interval is a percentile bootstrap of the median (Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
/// chapter 13): nothing is assumed of how the values are spread. With fewer than eight values it is close to their range.
package struct Sample: Sendable, Equatable, Codable {
    /// The values, in the order in which they were measured.
    package var values: [Double]
    /// The value in the middle.
    package var median: Double
    /// Within these, 95 % of the medians of resampled values lie; both are the value where all are the same.
    package var low: Double
    package var high: Double

    /// How often values are drawn anew.
    private static let resamples = 4_000

    /// - Parameters:
    ///   - values: at least one.
    ///   - seed: of the resampling; the same seed gives the same interval.
    package init(_ values: [Double], seed: UInt64 = 1) {
        precondition(!values.isEmpty, "no value")
        self.values = values
        median = Self.median(of: values)
        (low, high) = (median, median)
        guard Set(values).count > 1 else { return }
        var random = SplitMix64(state: seed)
        var drawn = [Double](repeating: 0, count: values.count)
        let medians = (0..<Self.resamples).map { _ in
            for place in drawn.indices { drawn[place] = values[Int.random(in: values.indices, using: &random)] }
            return Self.median(of: drawn)
        }.sorted()
        low = medians[Self.resamples * 25 / 1000]
        high = medians[Self.resamples * 975 / 1000 - 1]
    }

    /// Whether every value is the same: a counter that is set by the program alone.
    package var isExact: Bool { values.allSatisfy { $0 == values.first } }

    private static func median(of values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// Differences between two arms, taken within each block: what changed on the machine in between hits both.
package struct PairedDifference: Sendable, Equatable, Codable {
    /// Whether one arm of a comparison uses more of something than another.
    package enum Verdict: String, Sendable, Codable {
        /// More, in every way to look at it.
        case more
        /// Less.
        case less
        /// No difference that these repeats could tell from chance, or none worth telling.
        case same
    }

    /// The differences.
    package var sample: Sample
    /// What they come to.
    package var verdict: Verdict

    /// What nobody would call a difference: 1 % of the greater one.
    package static let negligible = 0.01

    /// - Parameters:
    ///   - arm: the values of an arm, by block.
    ///   - baseline: those of what it is compared with, of the same blocks.
    ///   - resolution: how far a reading may be off, such as one event; smaller differences are none.
    ///   - seed: of the resampling.
    package init(_ arm: [Double], minus baseline: [Double], resolution: Double, seed: UInt64 = 1) {
        precondition(arm.count == baseline.count, "\(arm.count) values and \(baseline.count)")
        sample = Sample(zip(arm, baseline).map { $0 - $1 }, seed: seed)
        let greatest = (arm + baseline).map(abs).max() ?? 0
        let threshold = max(resolution, greatest * Self.negligible)
        if sample.low > 0, sample.median > threshold {
            verdict = .more
        } else if sample.high < 0, sample.median < -threshold {
            verdict = .less
        } else {
            verdict = .same
        }
    }
}

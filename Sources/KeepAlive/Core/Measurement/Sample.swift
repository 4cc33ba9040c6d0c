import KeepAlivePolicy

/// Repeated measurements of one quantity, and how far they can be trusted.
///
/// The interval is a percentile bootstrap of the median (Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
/// chapter 13). It assumes nothing about the values' spread. With fewer than eight values it is close to their range.
package struct Sample: Sendable, Equatable, Codable {
    /// The values, in the order in which they were measured.
    package var values: [Double]
    /// The value in the middle.
    package var median: Double
    /// From here to `high` lie 95 % of the medians of resampled values. Both are the value if all values are the same.
    package var low: Double
    package var high: Double

    /// The number of resamplings.
    private static let resamples = 4_000

    /// - Parameters:
    ///   - values: at least one.
    ///   - seed: the seed of the resampling; the same seed gives the same interval.
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

    /// True if all values are the same: a counter that the program alone determines.
    package var isExact: Bool { values.allSatisfy { $0 == values.first } }

    /// The side of 0 on which the values lie, if chance puts them there less than once in a hundred times: 1, -1, or 0.
    ///
    /// The interval of the median must be on that side, and Student's t of the values beyond its quantile (Student, The
    /// probable error of a mean, 1908). The interval alone is not enough: for five values it is little more than their
    /// range, and one time in sixteen all five are on one side by chance.
    package var side: Double {
        guard values.count > 1, low > 0 || high < 0 else { return 0 }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
        guard abs(mean) > Self.quantile(degrees: values.count - 1) * (variance / count).squareRoot() else { return 0 }
        return low > 0 ? 1 : -1
    }

    /// The value of Student's t that chance exceeds, on either side, once in a hundred times.
    private static func quantile(degrees: Int) -> Double {
        let table = [
            63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169, 3.106, 3.055, 3.012, 2.977, 2.947,
            2.921, 2.898, 2.878, 2.861, 2.845,
        ]
        return table[min(degrees, table.count) - 1]
    }

    private static func median(of values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// Differences between two arms, taken within each block: a change of the machine between blocks affects both arms.
package struct PairedDifference: Sendable, Equatable, Codable {
    /// The result of comparing the use of two arms.
    package enum Verdict: String, Sendable, Codable {
        /// It uses more, beyond chance.
        case more
        /// It uses less, beyond chance.
        case less
        /// There is no difference worth a mention, or a small one that these repeats could not tell from chance.
        case same
        /// The difference is not small, but these repeats could not tell it from chance. More repeats would.
        case unclear
    }

    /// The differences.
    package var sample: Sample
    /// The verdict on them.
    package var verdict: Verdict

    /// The largest difference that is negligible: 1 % of the greater value.
    package static let negligible = 0.01
    /// From this difference on, the verdict is not `same` only because chance could explain it.
    package static let small = 0.05

    /// - Parameters:
    ///   - arm: the values of an arm, by block.
    ///   - baseline: the baseline's values of the same blocks.
    ///   - resolution: the largest error of a reading, such as one event; smaller differences do not count.
    ///   - seed: the seed of the resampling.
    package init(_ arm: [Double], minus baseline: [Double], resolution: Double, seed: UInt64 = 1) {
        precondition(arm.count == baseline.count, "\(arm.count) values and \(baseline.count)")
        sample = Sample(zip(arm, baseline).map { $0 - $1 }, seed: seed)
        let greatest = (arm + baseline).map(abs).max() ?? 0
        let threshold = max(resolution, greatest * Self.negligible)
        let side = sample.side == 0 ? Self.separation(arm, baseline) : sample.side
        if side > 0, sample.median > threshold {
            verdict = .more
        } else if side < 0, sample.median < -threshold {
            verdict = .less
        } else {
            verdict = abs(sample.median) > max(resolution, greatest * Self.small) ? .unclear : .same
        }
    }

    /// Returns 1 or -1 if every value of one arm is beyond every value of the other. With five each, chance does that 2
    /// times in 252 (Wilcoxon, Individual comparisons by ranking methods, 1945). One disturbed run does not hide such a
    /// clear difference, as it does with Student's t.
    private static func separation(_ arm: [Double], _ baseline: [Double]) -> Double {
        guard arm.count >= 5, let least = arm.min(), let most = arm.max(), let lowest = baseline.min(),
            let highest = baseline.max()
        else { return 0 }
        return least > highest ? 1 : most < lowest ? -1 : 0
    }
}

import KeepAlivePolicy

/// Repeated measurements of one quantity, with a confidence interval.
///
/// The interval is a percentile bootstrap of the median (Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
/// chapter 13). It assumes no distribution of the values. With fewer than eight values it is close to the values'
/// range.
package struct Sample: Sendable, Equatable, Codable {
    /// The values, in the order in which they were measured.
    package var values: [Double]
    package var median: Double
    /// The bounds of the 95 % confidence interval of the median. Both are equal to the median if all values are equal.
    package var low: Double
    package var high: Double

    private static let resamples = 4_000

    /// - Parameters:
    ///   - values: the measured values, at least one.
    ///   - seed: the seed of the resampling. The same seed gives the same interval.
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

    /// True if all values are equal, as for a counter that only the program determines.
    package var isExact: Bool { values.allSatisfy { $0 == values.first } }

    /// The side of 0 on which the values lie significantly: 1 above, -1 below, 0 if neither. The probability of error
    /// is less than 1 %.
    ///
    /// Two conditions must hold: the confidence interval of the median lies on that side, and Student's t exceeds its
    /// quantile (Student, The probable error of a mean, 1908). The interval alone does not suffice: with five values
    /// the interval is about as wide as the range of the values, and all five values lie on one side by chance in one
    /// of sixteen cases.
    package var side: Double {
        guard values.count > 1, low > 0 || high < 0 else { return 0 }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
        guard abs(mean) > Self.quantile(degrees: values.count - 1) * (variance / count).squareRoot() else { return 0 }
        return low > 0 ? 1 : -1
    }

    /// Returns the absolute value of Student's t that chance exceeds in 1 % of cases (two-sided).
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

/// The differences between two arms within each block. Changes of the machine between blocks affect both arms and
/// cancel out.
package struct PairedDifference: Sendable, Equatable, Codable {
    /// The result of the comparison of an arm with the baseline.
    package enum Verdict: String, Sendable, Codable {
        /// The arm uses significantly more.
        case more
        /// The arm uses significantly less.
        case less
        /// The difference is negligible, or it is small and may be due to chance.
        case same
        /// The difference is not small, but may be due to chance. More repeats would decide.
        case unclear
    }

    /// The differences, one for each block.
    package var sample: Sample
    package var verdict: Verdict

    /// The largest negligible difference: 1 % of the greatest value.
    package static let negligible = 0.01
    /// The largest small difference, 5 % of the greatest value. A greater difference that may be due to chance is
    /// `unclear` and not `same`.
    package static let small = 0.05

    /// - Parameters:
    ///   - arm: the values of the arm, by block.
    ///   - baseline: the values of the baseline in the same blocks.
    ///   - resolution: the largest error of a reading, such as one event. Smaller differences are ignored.
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

    /// Returns 1 if every value of the arm exceeds every value of the baseline, -1 in the opposite case, otherwise 0.
    /// With five values in each arm, chance causes this in 2 of 252 cases (Wilcoxon, Individual comparisons by ranking
    /// methods, 1945). Unlike Student's t, this test still detects a clear difference if one run is disturbed.
    private static func separation(_ arm: [Double], _ baseline: [Double]) -> Double {
        guard arm.count >= 5, let least = arm.min(), let most = arm.max(), let lowest = baseline.min(),
            let highest = baseline.max()
        else { return 0 }
        return least > highest ? 1 : most < lowest ? -1 : 0
    }
}

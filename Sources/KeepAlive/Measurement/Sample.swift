import KeepAlivePolicy

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

    /// On which side of 0 the values lie, where chance would put them there less than once in a hundred times: 1, -1, or 0.
    ///
    /// The interval of the median must be on that side, and Student's t of the values beyond its quantile (Student, The
    /// probable error of a mean, 1908): an interval of five values is little more than their range, and one time in
    /// sixteen all five are on one side by chance alone.
    package var side: Double {
        guard values.count > 1, low > 0 || high < 0 else { return 0 }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
        guard abs(mean) > Self.quantile(degrees: values.count - 1) * (variance / count).squareRoot() else { return 0 }
        return low > 0 ? 1 : -1
    }

    /// Student's t that chance exceeds, to either side, once in a hundred times.
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

/// Differences between two arms, taken within each block: what changed on the machine in between hits both.
package struct PairedDifference: Sendable, Equatable, Codable {
    /// Whether one arm of a comparison uses more of something than another.
    package enum Verdict: String, Sendable, Codable {
        /// More, beyond chance.
        case more
        /// Less.
        case less
        /// No difference worth telling, or a small one that these repeats could not tell from chance.
        case same
        /// More than a small difference, that these repeats could not tell from chance: more of them would.
        case unclear
    }

    /// The differences.
    package var sample: Sample
    /// What they come to.
    package var verdict: Verdict

    /// What nobody would call a difference: 1 % of the greater one.
    package static let negligible = 0.01
    /// From here on nobody may call it the same, only because chance could explain it.
    package static let small = 0.05

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
        let side = sample.side == 0 ? Self.separation(arm, baseline) : sample.side
        if side > 0, sample.median > threshold {
            verdict = .more
        } else if side < 0, sample.median < -threshold {
            verdict = .less
        } else {
            verdict = abs(sample.median) > max(resolution, greatest * Self.small) ? .unclear : .same
        }
    }

    /// 1 or -1 where every value of one arm is beyond every one of the other: of five each, chance does that 2 times in
    /// 252 (Wilcoxon, Individual comparisons by ranking methods, 1945). One disturbed run does not hide what is so plain,
    /// as it does from Student's t.
    private static func separation(_ arm: [Double], _ baseline: [Double]) -> Double {
        guard arm.count >= 5, let least = arm.min(), let most = arm.max(), let lowest = baseline.min(),
            let highest = baseline.max()
        else { return 0 }
        return least > highest ? 1 : most < lowest ? -1 : 0
    }
}

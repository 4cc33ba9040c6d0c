import KeepAlivePolicy

/// The estimated energy of the arms on a device, and for each pair of arms whether the order is certain within the
/// profile's ranges.
package struct EnergyComparison: Sendable, Equatable, Codable {
    /// The result of the comparison of two arms.
    package enum Verdict: String, Sendable, Codable {
        /// The other arm costs more for all values of the coefficients within their ranges.
        case more
        /// The other arm costs less for all values of the coefficients within their ranges.
        case less
        /// The difference is below 1 % for all coefficients in their ranges, or it is small and may be due to chance.
        case same
        /// The difference is larger than for `same`, but may be due to chance.
        case unclear
        /// Some values of the coefficients within their ranges give `more`, others give `less`.
        case dependsOnDevice
    }

    /// The estimated energy of one arm.
    package struct Arm: Sendable, Equatable, Codable {
        package var name: String
        /// The estimate of the run whose typical total is the median.
        package var estimate: EnergyEstimate
        /// The typical totals of the arm in joules, one for each block. The spread of the totals shows how much runs
        /// differ on the same device.
        package var repeats: Sample
    }

    /// Two arms, with their difference and the verdict.
    package struct Pair: Sendable, Equatable, Codable {
        /// The first arm, with which the other arm is compared.
        package var arm: String
        /// The second arm.
        package var other: String
        /// The additional energy of the second arm in joules. Each bound is the median of that bound over the blocks.
        package var difference: EnergyRange
        /// The verdict on the second arm.
        package var verdict: Verdict
        /// The term whose coefficient decides; `nil` unless the verdict is `dependsOnDevice`.
        package var decides: EnergyTerm?
    }

    /// The energy profile of the device.
    package var profile: EnergyProfile
    /// The arms with a known total, in the order of the comparison.
    package var arms: [Arm]
    /// All pairs of arms; empty if the total of an arm is unknown.
    package var pairs: [Pair]
    /// The terms that were counted but have no coefficient in the profile.
    package var leftOut: [EnergyTerm]
    /// The terms that have a coefficient but could not be counted in every run.
    package var unknown: [EnergyTerm]

    /// - Parameters:
    ///   - profile: the energy profile of the device.
    ///   - arms: the names of the arms, the baseline first.
    ///   - blocks: the runs of each complete block.
    ///   - seed: the seed of the resampling.
    package init(_ profile: EnergyProfile, arms names: [String], blocks: [[MeasuredRun]], seed: UInt64) {
        self.profile = profile
        // A quantity that is missing in one run is ignored in all runs. Otherwise an exact count in one run would be
        // compared with an upper bound in another.
        let quantities = Proxy.allCases.map { MeasuredQuantity($0) }
        let uncounted = Set(
            quantities.map(\.name).filter { name in blocks.joined().contains { $0.values[name] == nil } })
        let estimates = names.map { name in
            blocks.compactMap { block in
                block.first { $0.arm == name }.map { run in
                    EnergyEstimate(profile) { uncounted.contains($0.name) ? nil : run.values[$0.name] }
                }
            }
        }
        let all = estimates.joined()
        leftOut = EnergyTerm.allCases.filter { term in all.contains { $0.leftOut.contains(term) } }
        unknown = EnergyTerm.allCases.filter { term in all.contains { $0.unknown.contains(term) } }
        arms = zip(names, estimates).compactMap { name, estimates in
            let totals = estimates.compactMap { $0.joules?.typical }
            guard !totals.isEmpty, totals.count == estimates.count else { return nil }
            let middle = estimates.sorted { ($0.joules?.typical ?? 0) < ($1.joules?.typical ?? 0) }[totals.count / 2]
            return Arm(name: name, estimate: middle, repeats: Sample(totals, seed: seed))
        }
        pairs = []
        guard arms.count == names.count else { return }
        for (index, arm) in names.enumerated() {
            for other in names.indices.dropFirst(index + 1) {
                pairs.append(
                    Self.pair((arm, estimates[index]), (names[other], estimates[other]), seed: seed))
            }
        }
    }

    private static func pair(
        _ one: (name: String, runs: [EnergyEstimate]), _ other: (name: String, runs: [EnergyEstimate]), seed: UInt64
    ) -> Pair {
        let differences = zip(one.runs, other.runs).compactMap { $0.difference(to: $1) }
        guard !differences.isEmpty else {
            let nothing = EnergyRange(exactly: 0)
            return Pair(arm: one.name, other: other.name, difference: nothing, verdict: .unclear, decides: nil)
        }
        let least = Sample(differences.map(\.low), seed: seed)
        let typical = Sample(differences.map(\.typical), seed: seed)
        let most = Sample(differences.map(\.high), seed: seed)
        let greatest = (one.runs + other.runs).compactMap { $0.joules?.typical }.max() ?? 0
        let negligible = greatest * PairedDifference.negligible
        let verdict: Verdict
        if least.side > 0, typical.median > negligible {
            verdict = .more
        } else if most.side < 0, typical.median < -negligible {
            verdict = .less
        } else if least.low >= -negligible && most.high <= negligible {
            verdict = .same
        } else if typical.side == 0, least.side >= 0 || most.side <= 0 {
            verdict = abs(typical.median) > greatest * PairedDifference.small ? .unclear : .same
        } else {
            verdict = .dependsOnDevice
        }
        let decides = one.runs.first.flatMap { run in other.runs.first.flatMap(run.leastCertainTerm) }
        return Pair(
            arm: one.name, other: other.name,
            difference: EnergyRange(low: least.median, typical: typical.median, high: most.median), verdict: verdict,
            decides: verdict == .dependsOnDevice ? decides : nil)
    }
}

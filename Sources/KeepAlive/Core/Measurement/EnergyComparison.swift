import KeepAlivePolicy

/// The estimated costs of arms on a device, and the arm that costs more on every device within the profile's ranges.
package struct EnergyComparison: Sendable, Equatable, Codable {
    /// The result of the comparison of two arms.
    package enum Verdict: String, Sendable, Codable {
        /// The other arm costs more, with every coefficient within its range.
        case more
        /// The other arm costs less, with every coefficient within its range.
        case less
        /// Less than 1 % with every coefficient, or a small typical difference that the repeats cannot tell from chance.
        case same
        /// The difference is larger than that, but the repeats cannot tell it from chance.
        case unclear
        /// Different coefficients within their ranges give opposite answers.
        case dependsOnDevice
    }

    /// One arm.
    package struct Arm: Sendable, Equatable, Codable {
        /// Its name.
        package var name: String
        /// The estimate of the run in the middle, by the typical coefficients.
        package var estimate: EnergyEstimate
        /// The typical totals of the blocks in joules. They show how far runs differ on one device.
        package var repeats: Sample
    }

    /// Two arms.
    package struct Pair: Sendable, Equatable, Codable {
        /// The arm that the other is compared with.
        package var arm: String
        /// The other arm.
        package var other: String
        /// The extra cost of the other arm, in joules: the median over the blocks of each bound.
        package var difference: EnergyRange
        /// The verdict.
        package var verdict: Verdict
        /// The coefficient that decides, where it depends on the device.
        package var decides: EnergyTerm?
    }

    /// The device.
    package var profile: EnergyProfile
    /// The arms whose total is known, in the comparison's order.
    package var arms: [Arm]
    /// The pairs of each arm with each other arm; none if the total of an arm is not known.
    package var pairs: [Pair]
    /// The terms that were counted, but have no coefficient.
    package var leftOut: [EnergyTerm]
    /// The terms that have a coefficient, but could not be counted in every run.
    package var unknown: [EnergyTerm]

    /// - Parameters:
    ///   - profile: the device.
    ///   - arms: the names, the baseline first.
    ///   - blocks: the runs of each whole block.
    ///   - seed: the seed of the resampling.
    package init(_ profile: EnergyProfile, arms names: [String], blocks: [[MeasuredRun]], seed: UInt64) {
        self.profile = profile
        // A quantity that one run lacks is used for no run: a bound and an exact count would differ for that alone.
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

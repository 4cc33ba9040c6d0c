import KeepAlivePolicy

/// The energy of a run on a device, estimated by the energy model: a range, with all its terms. It is not a
/// measurement.
package struct EnergyEstimate: Sendable, Equatable, Codable {
    /// A term of the energy model, with the run's amount and energy.
    package struct Term: Sendable, Equatable, Codable {
        package var term: EnergyTerm
        /// The counted amount: seconds, events or bytes.
        package var amount: EnergyRange
        /// The energy of the term, in joules.
        package var joules: EnergyRange
        /// The energy per second, event or byte, with its source.
        package var coefficient: EnergyProfile.Coefficient
    }

    /// The name of the energy profile.
    package var profile: String
    /// The terms in their usual order.
    package var terms: [Term]
    /// The sum of all terms in joules; `nil` if an essential term could not be counted.
    package var joules: EnergyRange?
    /// The sum as a percentage of a full battery; `nil` if the sum is unknown or the profile has no battery.
    package var batteryPercent: EnergyRange?
    /// The terms that were counted but have no coefficient in the profile. The sum does not include them.
    package var leftOut: [EnergyTerm]
    /// The terms that have a coefficient but could not be counted.
    package var unknown: [EnergyTerm]

    /// - Parameters:
    ///   - profile: the energy profile of the device.
    ///   - value: returns the value of a quantity in the run; `nil` if it is unknown.
    package init(_ profile: EnergyProfile, of value: (MeasuredQuantity) -> Double?) {
        self.profile = profile.name
        terms = []
        leftOut = []
        unknown = []
        for term in EnergyTerm.allCases {
            let amount = term.amount(value)
            guard let coefficient = profile.coefficients[term] else {
                if let amount, amount.high > 0 { leftOut.append(term) }
                continue
            }
            guard let amount else {
                unknown.append(term)
                continue
            }
            terms.append(
                Term(term: term, amount: amount, joules: amount * coefficient.value, coefficient: coefficient))
        }
        guard !unknown.contains(where: \.isEssential) else { return }
        let total = terms.reduce(EnergyRange(exactly: 0)) { $0 + $1.joules }
        joules = total
        batteryPercent = profile.battery.map { total * EnergyRange(exactly: 100 / $0.joules) }
    }

    /// Returns the additional energy of another run on the same device in joules. Both runs use the same coefficients,
    /// so their uncertainty cancels out as far as the amounts are equal.
    ///
    /// - Returns: `nil` if one of the totals is unknown.
    package func difference(to other: EnergyEstimate) -> EnergyRange? {
        guard joules != nil, other.joules != nil, terms.map(\.term) == other.terms.map(\.term) else { return nil }
        return zip(terms, other.terms).map(Self.difference).reduce(EnergyRange(exactly: 0), +)
    }

    /// Returns the term that contributes most to the uncertainty of the difference to another run; `nil` if no term is
    /// uncertain.
    package func leastCertainTerm(against other: EnergyEstimate) -> EnergyTerm? {
        let widths = zip(terms, other.terms).map { own, other in
            let range = Self.difference(own, other)
            return (term: own.term, width: range.high - range.low)
        }
        return widths.max { $0.width < $1.width }.flatMap { $0.width > 0 ? $0.term : nil }
    }

    private static func difference(_ one: Term, _ other: Term) -> EnergyRange {
        let least = other.amount.low - one.amount.high
        let most = other.amount.high - one.amount.low
        let coefficient = one.coefficient.value
        let corners = [
            least * coefficient.low, least * coefficient.high, most * coefficient.low, most * coefficient.high,
        ]
        return EnergyRange(
            low: corners.min() ?? 0, typical: (other.amount.typical - one.amount.typical) * coefficient.typical,
            high: corners.max() ?? 0)
    }
}

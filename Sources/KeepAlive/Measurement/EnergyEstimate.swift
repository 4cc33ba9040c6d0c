import KeepAlivePolicy

/// What a run may have cost on a device, by the energy model: a range, with every term of it. Nothing here was measured
/// with a meter.
package struct EnergyEstimate: Sendable, Equatable, Codable {
    /// One term.
    package struct Term: Sendable, Equatable, Codable {
        /// Which.
        package var term: EnergyTerm
        /// What was counted: seconds, events or bytes.
        package var amount: EnergyRange
        /// What that comes to, in joules.
        package var joules: EnergyRange
        /// What a second or an event takes.
        package var coefficient: EnergyProfile.Coefficient
    }

    /// The profile's name.
    package var profile: String
    /// The terms, in their usual order.
    package var terms: [Term]
    /// All of them together, in joules; `nil` where a counter is not known that nothing can be told without.
    package var joules: EnergyRange?
    /// The same as a part of a full battery, in percent, where the profile has one.
    package var batteryPercent: EnergyRange?
    /// What was counted and has no coefficient in the profile: it is not part of the estimate.
    package var leftOut: [EnergyTerm]
    /// What the profile has a coefficient for, and nobody could count.
    package var unknown: [EnergyTerm]

    /// - Parameters:
    ///   - profile: the device.
    ///   - value: the figures of the run.
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

    /// By how much another run costs more than this one, when both are on the same device: its coefficients are the same
    /// for both, whatever they are. `nil` where one of the totals is not known.
    package func difference(to other: EnergyEstimate) -> EnergyRange? {
        guard joules != nil, other.joules != nil, terms.map(\.term) == other.terms.map(\.term) else { return nil }
        return zip(terms, other.terms).map(Self.difference).reduce(EnergyRange(exactly: 0), +)
    }

    /// The term that makes a difference to another run most uncertain, if any does.
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

import KeepAliveMeasurement
import KeepAlivePolicy

/// Adds energy estimates to a page: the ranges as bars, and each term with its contribution to the range.
enum EnergyPanel {
    /// Adds the estimate of one run to a page.
    static func add(_ estimate: EnergyEstimate, to page: inout HTMLPage) {
        page.heading("Energy, by the model of \(estimate.profile)")
        addNotes(estimate.leftOut, estimate.unknown, estimate.batteryPercent, to: &page)
        let terms = estimate.terms.filter { $0.amount.high > 0 }
        var bars = terms.map { ($0.term.label, $0.joules) }
        if let joules = estimate.joules { bars.append(("all of them", joules)) }
        if !bars.isEmpty {
            page.figures([
                (
                    whiskers(bars, what: "Joules"),
                    "Each term, \(estimate.profile): the bar is its typical value, the line its range"
                )
            ])
        }
        page.folded(
            ["term", "low", "typical", "high", "worth", "source"], numeric: [1, 2, 3],
            terms.map {
                [$0.term.label] + cells($0.joules) + [$0.coefficient.quality.rawValue, $0.coefficient.source]
            },
            caption: "Terms and where their coefficients come from")
    }

    /// Adds the estimates of the arms of a comparison to a page.
    static func add(_ comparison: EnergyComparison, to page: inout HTMLPage) {
        page.heading("Energy, by the model of \(comparison.profile.name)")
        page.paragraph(comparison.profile.description + ".")
        addNotes(comparison.leftOut, comparison.unknown, nil, to: &page)
        let bars = comparison.arms.compactMap { arm in arm.estimate.joules.map { (arm.name, $0) } }
        var drawings: [(svg: String, caption: String)] = []
        if !bars.isEmpty {
            drawings.append(
                (
                    whiskers(bars, what: "Joules"),
                    "Joules, \(comparison.profile.name): the bar is the typical value, the line what coefficients allow"
                ))
        }
        for arm in comparison.arms {
            let terms = arm.estimate.terms.filter { $0.joules.high > 0 }
                .sorted { $0.joules.high - $0.joules.low > $1.joules.high - $1.joules.low }
            guard terms.count > 1 else { continue }
            drawings.append(
                (
                    whiskers(terms.map { ($0.term.label, $0.joules) }, what: "Joules of \(arm.name)"),
                    "\(arm.name): its terms, those that are least certain first"
                ))
        }
        page.figures(drawings)
        page.table(
            ["on one device", "costs", "at least", "typically", "at most"], numeric: [2, 3, 4],
            comparison.pairs.map { pair in
                ["\(pair.other) against \(pair.arm)", EnergyText.words(pair)]
                    + [pair.difference.low, pair.difference.typical, pair.difference.high].map(EnergyText.signed)
            },
            caption: "Each two with the same coefficients, whatever they are; said only when all of them agree")
        page.folded(
            ["term", "low", "typical", "high", "of a", "worth", "source"], numeric: [1, 2, 3],
            EnergyTerm.allCases.compactMap { term in
                comparison.profile.coefficients[term].map { coefficient in
                    [term.label]
                        + [coefficient.value.low, coefficient.value.typical, coefficient.value.high].map {
                            Figures.joules($0).replacingUnit(term.unit)
                        } + [
                            term.unit == .watt ? "second" : "event", coefficient.quality.rawValue, coefficient.source,
                        ]
                }
            }, caption: "Coefficients of \(comparison.profile.name), and where they come from")
    }

    private static func addNotes(
        _ leftOut: [EnergyTerm], _ unknown: [EnergyTerm], _ battery: EnergyRange?, to page: inout HTMLPage
    ) {
        for note in EnergyText.notes(leftOut: leftOut, unknown: unknown, battery: battery) { page.paragraph(note) }
    }

    private static func cells(_ range: EnergyRange) -> [String] {
        [range.low, range.typical, range.high].map(Figures.joules)
    }

    /// Draws a bar up to the typical value of each range, and a line from its lowest to its highest value.
    private static func whiskers(_ bars: [(name: String, range: EnergyRange)], what: String) -> String {
        var plot = LanePlot(highest: bars.map(\.range.high).max() ?? 0, right: 124)
        var told: [String] = []
        for (name, range) in bars {
            let ends = "\(Figures.joules(range.low)) to \(Figures.joules(range.high))"
            told.append("\(name) \(Figures.joules(range.typical)), \(ends)")
            plot.add(name, text: ends) { lane in
                lane.bar(to: range.typical, colour: "grant")
                lane.line(from: range.low, to: range.high, colour: "text", title: told[told.count - 1])
                lane.tick(at: range.low, height: 10)
                lane.tick(at: range.high, height: 10)
            }
        }
        return plot.svg(alternative: "\(what): \(told.joined(separator: "; "))")
    }
}

extension String {
    /// The text with the unit W instead of J if the unit is watt.
    fileprivate func replacingUnit(_ unit: EnergyTerm.Unit) -> String {
        unit == .watt ? dropLast() + "W" : self
    }
}

import KeepAliveMeasurement
import KeepAlivePolicy

/// Formats energy estimates as tables of at most 80 columns, with the range of every term.
package enum EnergyText {
    /// Returns the table and the notes for the estimate of a run.
    package static func text(_ estimate: EnergyEstimate) -> String {
        var table = TextTable(
            ["energy, by the model of \(estimate.profile)", "low", "typical", "high"], numeric: [1, 2, 3])
        for term in estimate.terms where term.amount.high > 0 {
            table.add([term.term.label] + cells(term.joules))
        }
        if let joules = estimate.joules { table.add(["all of them"] + cells(joules)) }
        return table.rendered()
            + lines(
                notes(leftOut: estimate.leftOut, unknown: estimate.unknown, battery: estimate.batteryPercent))
    }

    /// Returns the tables for the estimates of the arms, with the verdict on each pair of arms.
    package static func text(_ comparison: EnergyComparison) -> String {
        var text = ""
        if !comparison.arms.isEmpty {
            var arms = TextTable(
                ["energy, by the model of \(comparison.profile.name)", "typical", "repeats", "low", "high"],
                numeric: [1, 2, 3, 4])
            for arm in comparison.arms {
                guard let joules = arm.estimate.joules else { continue }
                arms.add([
                    arm.name, Figures.joules(arm.repeats.median),
                    arm.repeats.isExact
                        ? "exact" : "\(Figures.joules(arm.repeats.low)) to \(Figures.joules(arm.repeats.high))",
                    Figures.joules(joules.low), Figures.joules(joules.high),
                ])
            }
            var terms = TextTable(["of which", "in", "low", "typical", "high"], numeric: [2, 3, 4])
            for arm in comparison.arms {
                for term in arm.estimate.terms where term.joules.high > 0 {
                    terms.add([arm.name, term.term.label] + cells(term.joules))
                }
            }
            text += arms.rendered() + "\n" + terms.rendered() + "\n"
        }
        if !comparison.pairs.isEmpty {
            var pairs = TextTable(["on one device", "costs", "by"])
            for pair in comparison.pairs {
                pairs.add([
                    "\(pair.other) against \(pair.arm)", words(pair),
                    "\(signed(pair.difference.low)) to \(signed(pair.difference.high))",
                ])
            }
            text += pairs.rendered()
        }
        return text + lines(notes(leftOut: comparison.leftOut, unknown: comparison.unknown, battery: nil))
    }

    /// Returns the verdict on two arms in words.
    static func words(_ pair: EnergyComparison.Pair) -> String {
        switch pair.verdict {
        case .more: "more"
        case .less: "less"
        case .same: "the same"
        case .unclear: "unclear"
        case .dependsOnDevice: "depends" + (pair.decides.map { ": \($0.label)" } ?? "")
        }
    }

    /// Returns notes that explain an estimate: its nature, and the terms that it does not include.
    static func notes(leftOut: [EnergyTerm], unknown: [EnergyTerm], battery: EnergyRange?) -> [String] {
        var notes = [
            "No meter was read: these are counters times the profile's coefficients, each somewhere between low and high."
        ]
        if let battery {
            notes.append(
                "Of a full battery: \(Figures.significant(battery.low)) to \(Figures.significant(battery.high)) %, "
                    + "typically \(Figures.significant(battery.typical)) %.")
        }
        if !leftOut.isEmpty {
            notes.append("Not part of it, for want of a coefficient: \(leftOut.map(\.label).joined(separator: ", ")).")
        }
        let essential = unknown.filter(\.isEssential)
        let others = unknown.filter { !$0.isEssential }
        if !essential.isEmpty {
            notes.append(
                "No total: \(essential.map(\.label).joined(separator: ", ")) could not be counted; the list of what is "
                    + "unavailable says why.")
        }
        if !others.isEmpty {
            notes.append(
                "Not part of it, since it could not be counted: \(others.map(\.label).joined(separator: ", ")).")
        }
        return notes
    }

    private static func lines(_ notes: [String]) -> String {
        notes.flatMap(Figures.wrapped).map { $0 + "\n" }.joined()
    }

    private static func cells(_ range: EnergyRange) -> [String] {
        [range.low, range.typical, range.high].map(Figures.joules)
    }

    /// Returns joules with a sign, for differences.
    static func signed(_ joules: Double) -> String { (joules < 0 ? "-" : "+") + Figures.joules(abs(joules)) }
}

extension Figures {
    /// Returns joules with three significant digits and a prefix, such as `1.23 mJ`.
    package static func joules(_ value: Double) -> String {
        let magnitude = abs(value)
        if magnitude == 0 { return "0 J" }
        if magnitude >= 999.5 { return significant(value / 1000) + " kJ" }
        if magnitude >= 0.9995 { return significant(value) + " J" }
        if magnitude >= 0.0009995 { return significant(value * 1000) + " mJ" }
        return significant(value * 1e6) + " µJ"
    }

    /// Returns a number with three significant digits; numbers from 100 on are rounded to whole numbers.
    package static func significant(_ value: Double) -> String {
        let magnitude = abs(value)
        if magnitude == 0 || magnitude >= 99.95 { return fixed(value, 0) }
        if magnitude >= 9.995 { return fixed(value, 1) }
        if magnitude >= 0.9995 { return fixed(value, 2) }
        return fixed(value, magnitude >= 0.09995 ? 3 : magnitude >= 0.009995 ? 4 : 5)
    }
}

import KeepAliveMeasurement
import KeepAlivePolicy

/// Formats the results of a calibration as tables of at most 80 columns.
package enum CalibrationText {
    /// Returns a table with the measured and the modelled watts of each load.
    package static func loads(_ points: [CalibrationPoint], fit: CalibrationFit?) -> String {
        var table = TextTable(
            ["load", "runs", "CPU", "wakeups/s", "W", "by the model", "off"], numeric: [1, 2, 3, 4, 5, 6])
        for load in CalibrationLoad.standard {
            let own = points.filter { $0.load == load }
            guard !own.isEmpty else { continue }
            func median(_ value: (CalibrationPoint) -> Double) -> Double { Sample(own.map(value)).median }
            let seen = median { $0.watts }
            let model = fit.map { fit in median { fit.watts($0) } }
            table.add([
                load.name + (load == .heldOut ? " (held out)" : ""), "\(own.count)",
                Figures.fixed(median { $0.cpuRate } * 100, 1) + " %", Figures.fixed(median { $0.wakeupRate }, 1),
                Figures.significant(seen), model.map(Figures.significant) ?? "-",
                model.map { Figures.significant($0 - seen) } ?? "-",
            ])
        }
        return table.rendered()
    }

    /// Returns a table with the coefficients of the fit and their intervals.
    package static func fit(_ fit: CalibrationFit, parts: [EnergyTerm: Sample]) -> String {
        var table = TextTable(["what", "takes", "interval"], numeric: [1])
        func add(_ name: String, _ range: EnergyRange, _ unit: EnergyTerm.Unit) {
            func text(_ value: Double) -> String { String(Figures.joules(value).dropLast()) + unit.rawValue }
            table.add([name, text(range.typical), "\(text(range.low)) to \(text(range.high))"])
        }
        add("the idle machine", fit.baseline, .watt)
        add("a CPU that works", fit.cpu, .watt)
        add("an idle wakeup", fit.wakeup, .joule)
        for (term, sample) in parts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            add(term.label, EnergyRange(low: sample.low, typical: sample.median, high: sample.high), .watt)
        }
        var lines = ["The model explains \(Figures.fixed(fit.rSquared * 100, 1)) % of what the meter showed."]
        if let heldOut = fit.heldOut {
            lines.append(
                "'\(CalibrationLoad.heldOut.name)', which took no part in it: \(Figures.significant(heldOut.seen)) W above "
                    + "idle, predicted \(Figures.significant(heldOut.predicted)) W: "
                    + "\(Figures.fixed(heldOut.error * 100, 1)) % off.")
        }
        return table.rendered() + lines.flatMap(Figures.wrapped).map { $0 + "\n" }.joined()
    }
}

import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts

/// A comparison of arms as tables of at most 80 columns.
package struct ComparisonText {
    private let comparison: Comparison
    /// The ways in which the runs of an arm ended, in words and each only once, by the arm's name.
    private let endings: [String: [String]]

    /// - Parameter runs: the runs that were compared.
    package init(_ comparison: Comparison, runs: [MeasuredRun]) {
        self.comparison = comparison
        endings = Dictionary(grouping: runs.filter { $0.block > 0 }, by: \.arm).mapValues { runs in
            runs.map(\.ended).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }

    /// Returns the tables and the notes about them.
    package func rendered() -> String {
        guard comparison.blocks > 0 else { return "no block is whole: nothing to compare\n" }
        let rows = comparison.rows.filter { $0.isSeen && $0.quantity.part == .workload }
        let isAlike = { (row: Comparison.Row) in row.isCompared(of: comparison.arms) && !row.hasDifference }
        let parts = [overview] + rows.filter { !isAlike($0) }.map(table) + [same(rows.filter(isAlike)), others, notes]
        return (parts + [comparison.energy.map(EnergyText.text) ?? ""]).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Returns a line with the quantities in which no arm differs from the baseline.
    private func same(_ rows: [Comparison.Row]) -> String {
        let names = rows.map { row in
            let medians = row.cells.values.map(\.sample.median)
            let ends = [medians.min(), medians.max()].compactMap { $0.map { Self.text($0, row.quantity) } }
            return "\(row.quantity.label) \(ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])")"
        }
        guard !names.isEmpty else { return "" }
        let what = comparison.arms.count > 1 ? "no difference" : "figures"
        return Figures.wrapped("\(what): \(names.joined(separator: ", "))").map { $0 + "\n" }.joined()
    }

    /// The CPU time, the voluntary context switches and the energy of all parts of the run except the app, as a table.
    private var others: String {
        let isMetered = comparison.rows.contains { $0.quantity.part == .machine }
        var table = TextTable(
            ["beside the app", "with", "CPU time", "switches"] + (isMetered ? ["energy"] : []), numeric: [2, 3, 4])
        for part in RunPart.allCases where part != .workload {
            for arm in comparison.arms {
                let medians = [Proxy.cpuSeconds, .voluntarySwitches, .energyJoules].map { proxy -> Double? in
                    comparison[MeasuredQuantity(proxy, of: part)]?.cells[arm]?.sample.median
                }
                guard medians.contains(where: { $0 ?? 0 != 0 }) else { continue }
                table.add(
                    [
                        part.label, arm, medians[0].map { Figures.amount($0, .seconds) } ?? "",
                        medians[1].map { Figures.amount($0, .count) } ?? "",
                    ] + (isMetered ? [medians[2].map(Figures.joules) ?? ""] : []))
            }
        }
        return table.isEmpty ? "" : table.rendered()
    }

    private var baseline: String { comparison.arms.first ?? "" }

    private var overview: String {
        let count = comparison.blocks
        let length = comparison.conditions.lengthInWords.map { " of \($0)" } ?? ""
        var lines =
            Figures.wrapped(
                "\(count) block\(count == 1 ? "" : "s"), each with every arm once, in an order of chance; figures of runs"
                    + length + ", medians with 95 % intervals") + [""]
        for arm in comparison.arms {
            lines.append("\(Figures.left(arm, width))  \((endings[arm] ?? []).joined(separator: "; "))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private var width: Int { max(12, min(32, comparison.arms.map(\.count).max() ?? 12)) }

    private func table(_ row: Comparison.Row) -> String {
        var table = TextTable(
            [Figures.left(row.quantity.label, width), "median", "interval", "against \(baseline)", ""],
            numeric: [1, 2, 3])
        for arm in comparison.arms {
            guard let cell = row.cells[arm] else {
                table.add([arm, "-", "", "", ""])
                continue
            }
            table.add([
                arm, Self.text(cell.sample.median, row.quantity), Self.interval(cell.sample, row.quantity),
                cell.difference.map { Self.signed($0.sample.median, row.quantity) } ?? "",
                cell.difference?.verdict.rawValue ?? "",
            ])
        }
        return table.rendered()
    }

    private static func interval(_ sample: Sample, _ quantity: MeasuredQuantity) -> String {
        if sample.isExact { return sample.values.count > 1 ? "exact" : "one run" }
        return "\(text(sample.low, quantity)) to \(text(sample.high, quantity))"
    }

    private static func signed(_ number: Double, _ quantity: MeasuredQuantity) -> String {
        (number < 0 ? "-" : "+") + text(abs(number), quantity)
    }

    private static func text(_ number: Double, _ quantity: MeasuredQuantity) -> String {
        Figures.amount(number, quantity.proxy.unit)
    }

    private var notes: String {
        var lines = [
            "more, less: beyond chance (1 in 100) and 1 %; unclear: over 5 %, and it could be chance"
        ]
        if let words = comparison.conditions.timeScale.flatMap(TimeScale.words) { lines.append("At \(words).") }
        if comparison.blocks < 5 {
            lines.append("With fewer than 5 blocks chance explains nearly every difference; --repeat 5 tells more.")
        } else if comparison.blocks < 8 {
            lines.append("With fewer than 8 blocks an interval is little more than the range; --repeat 10 tells more.")
        }
        let unknown = Proxy.allCases.filter { proxy in
            proxy.counter != nil && comparison[MeasuredQuantity(proxy)]?.cells.count != comparison.arms.count
        }
        if !unknown.isEmpty {
            var reasons: [String: [String]] = [:]
            for proxy in unknown {
                reasons[comparison.conditions.missing[proxy] ?? "", default: []].append(proxy.label)
            }
            for (reason, labels) in reasons.sorted(by: { $0.key < $1.key }) {
                let why = reason.isEmpty ? "not in every run" : reason
                lines.append("unavailable: \(labels.joined(separator: ", ")): \(why)")
            }
        }
        if comparison.noisyRuns > 0 {
            lines.append(
                "\(comparison.noisyRuns) of \(comparison.runs) runs were noisy: something else used the CPUs "
                    + "(pressure over \(Int(clamping: MachineNoise.pressureMax * 100)) %, or steal over "
                    + "\(Int(clamping: MachineNoise.stealMax * 100)) %)")
        }
        return lines.flatMap { Figures.wrapped($0) }.map { $0 + "\n" }.joined()
    }
}

extension Comparison.Conditions {
    /// The length of a run and its time in the background, to which the app's counters refer, in words; `nil` if
    /// unknown.
    var lengthInWords: String? {
        guard let runSeconds else { return nil }
        let background = backgroundSeconds.map { ", \(Figures.amount($0, .seconds)) of it in the background" } ?? ""
        return Figures.amount(runSeconds, .seconds) + background
    }
}

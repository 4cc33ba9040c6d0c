import KeepAliveMeasurement
import KeepAlivePolicy

/// A comparison of arms as an HTML page: for each quantity a dot plot with an interval.
package struct ComparisonReport {
    private let comparison: Comparison
    private let runs: [MeasuredRun]
    private let environment: RunSummary.Environment?
    private let timelines: [String: [TimelineEvent]]

    /// - Parameters:
    ///   - runs: the runs that were compared.
    ///   - environment: the machine as described in the last run; `nil` if unknown.
    ///   - timelines: the timeline of one run for each arm, by the arm's name.
    package init(
        _ comparison: Comparison, runs: [MeasuredRun], environment: RunSummary.Environment?,
        timelines: [String: [TimelineEvent]] = [:]
    ) {
        self.timelines = timelines
        self.comparison = comparison
        self.runs = runs
        self.environment = environment
    }

    package func rendered() -> String {
        var page = HTMLPage(title: "What strategies cost")
        page.add("<h1>What strategies cost</h1>")
        page.paragraph(
            "\(comparison.blocks) blocks, each with every arm once in an order of chance"
                + (comparison.conditions.lengthInWords.map { ", for \($0)" } ?? "")
                + ". A dot is a run, the line the 95 % "
                + "interval of the median, the bar the median. Everything is compared with \(baseline)."
                + (comparison.conditions.timeScale.flatMap(TimeScale.words).map { " At \($0)." } ?? ""))
        if let invocation = comparison.conditions.invocation { page.add("<pre>\(HTMLPage.escaped(invocation))</pre>") }
        if comparison.noisyRuns > 0 {
            page.paragraph(
                "\(comparison.noisyRuns) of \(comparison.runs) runs were noisy: something else used the CPUs.")
        }
        page.heading("How the runs ended")
        let endings = comparison.arms.map { arm -> [String] in
            let words = runs.filter { $0.arm == arm && $0.block > 0 }.map(\.ended)
            return [arm, Array(Set(words)).sorted().joined(separator: "; ")]
        }
        page.table(["arm", "ended"], numeric: [], endings, caption: "How the runs of each arm ended")
        addTimelines(&page)
        page.heading("What they cost")
        // Only the app's quantities are plotted; the table below also has the quantities of the other parts of the run.
        page.figures(
            comparison.rows.filter { $0.isSeen && $0.quantity.part == .workload }.map { (plot($0), $0.quantity.label) })
        if let energy = comparison.energy { EnergyPanel.add(energy, to: &page) }
        page.heading("All figures, also of parts beside the app")
        let rows = comparison.rows.filter(\.isSeen).flatMap { row in
            comparison.arms.compactMap { arm -> [String]? in
                guard let cell = row.cells[arm] else { return nil }
                return [
                    row.quantity.label, arm, Self.text(cell.sample.median, row), Self.text(cell.sample.low, row),
                    Self.text(cell.sample.high, row),
                    cell.difference.map { Self.text($0.sample.median, row) } ?? "",
                    cell.difference?.verdict.rawValue ?? "",
                ]
            }
        }
        page.folded(
            ["quantity", "arm", "median", "from", "to", "against \(baseline)", ""], numeric: [2, 3, 4, 5], rows,
            caption: "Medians, 95 % intervals, and differences within blocks")
        if let environment {
            page.heading("Where they ran")
            page.table(["", ""], numeric: [], environment.machineRows, caption: "The machine, as the last run had it")
            page.paragraph(
                "Linux \(environment.kernel); freezer: \(environment.freezer.kind). Figures of different machines "
                    + "do not compare.")
        }
        return page.rendered
    }

    /// Adds a timeline of one run of each arm, all on the same time scale.
    private func addTimelines(_ page: inout HTMLPage) {
        let told = comparison.arms.enumerated().compactMap { number, arm in
            timelines[arm].flatMap { $0.isEmpty ? nil : (number: number, arm: arm, events: $0) }
        }
        guard !told.isEmpty else { return }
        let end = told.compactMap(\.events.last?.t).max() ?? 0
        page.heading("What they did")
        page.paragraph(
            "One run of each. Hatched: really frozen. Point at a bar or a mark for the rule, the reason and the evidence."
        )
        for (number, arm, events) in told {
            page.figure(
                TimelinePlot(events: events, end: end, id: "timeline-\(number)").svg(), caption: arm, above: true)
        }
    }

    private var baseline: String { comparison.arms.first ?? "" }

    private static func text(_ number: Double, _ row: Comparison.Row) -> String {
        Figures.amount(number, row.quantity.proxy.unit)
    }

    /// Draws the runs of each arm as dots, the interval as a line, and the median as a tick on this line.
    private func plot(_ row: Comparison.Row) -> String {
        var plot = LanePlot(highest: row.cells.values.flatMap(\.sample.values).max() ?? 0, right: 76)
        for arm in comparison.arms {
            guard let sample = row.cells[arm]?.sample else {
                plot.add(arm, text: "unavailable")
                continue
            }
            plot.add(arm, text: Self.text(sample.median, row)) { lane in
                lane.line(from: sample.low, to: sample.high, colour: "accent")
                for value in sample.values { lane.dot(at: value, colour: "mark", title: Self.text(value, row)) }
                lane.tick(at: sample.median, height: 16)
            }
        }
        let told = comparison.arms.compactMap { arm in
            row.cells[arm].map { "\(arm) \(Self.text($0.sample.median, row))" }
        }
        return plot.svg(alternative: "\(row.quantity.label), medians: \(told.joined(separator: ", "))")
    }
}

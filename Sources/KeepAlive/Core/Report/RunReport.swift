import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts

/// A run as an HTML page.
package struct RunReport {
    private let summary: RunSummary
    private let events: [TimelineEvent]
    private let series: SampleSeries

    /// - Parameters:
    ///   - summary: the figures of the run.
    ///   - events: the timeline.
    ///   - series: the readings of the app's counters.
    package init(_ summary: RunSummary, events: [TimelineEvent], series: SampleSeries) {
        self.summary = summary
        self.events = events
        self.series = series
    }

    private var end: Double { max(events.last?.t ?? 0, series.readings.last?.t ?? 0) }

    /// Returns the whole page.
    package func rendered() -> String {
        var page = HTMLPage(title: "\(summary.app) on iOS \(summary.ios)")
        addHead(&page)
        addFindings(&page)
        page.heading("What happened")
        page.figure(
            TimelinePlot(events: events, end: end).svg(),
            caption:
                "Hatched: really frozen. Point at a bar or a mark, or step through the marks with the Tab key, for the "
                + "rule, the reason and the evidence.")
        addDecisions(&page)
        if series.readings.count > 2 { addRates(&page) }
        addCosts(&page)
        if let energy = summary.energy { EnergyPanel.add(energy, to: &page) }
        addEnvironment(&page)
        return page.rendered
    }

    private var workload: ProxyValues { summary.proxies[.workload] ?? [:] }

    private func addHead(_ page: inout HTMLPage) {
        page.add("<h1>\(HTMLPage.escaped(summary.app)) on iOS \(HTMLPage.escaped(summary.ios))</h1>")
        let strategies = summary.strategies.isEmpty ? "none" : summary.strategies.joined(separator: ", ")
        let modes = summary.declaredModes.isEmpty ? "no mode" : summary.declaredModes.joined(separator: ", ")
        page.paragraph("Strategy: \(strategies). Declared: \(modes). It \(Self.ending(summary.exit)).")
        let scale = summary.timeScale
        if let words = TimeScale.words(scale) {
            page.paragraph(
                "At \(words). The times that it ran, was alive in the background and was frozen, and those in sentences, are "
                    + "the device's; all other seconds on this page are this machine's.")
        }
        var cards: [(String, String)] = [("in all", Figures.amount(end / scale, .seconds))]
        if let alive = summary.exit.aliveInBackgroundSeconds {
            cards.append(("alive in the background", Figures.amount(alive / scale, .seconds)))
        }
        for proxy in [Proxy.frozenSeconds, .cpuSeconds, .idleWakeups, .voluntarySwitches, .audioStreamSeconds, .fixes] {
            guard let value = workload[proxy]?.value, value != 0 || proxy == .cpuSeconds else { continue }
            cards.append((proxy.label, Figures.amount(proxy == .frozenSeconds ? value / scale : value, proxy.unit)))
        }
        page.add("<div class=\"cards\">")
        for (name, value) in cards {
            page.add("<div class=\"card\"><b>\(HTMLPage.escaped(value))</b>\(HTMLPage.escaped(name))</div>")
        }
        page.add("</div>")
    }

    private static func ending(_ exit: RunSummary.Exit) -> String {
        switch exit.ending {
        case .killed, .stillRunning: "was \(exit.how)"
        case .asPlanned: exit.how
        case .processEnded: "ended with \(exit.how)"
        }
    }

    private func addFindings(_ page: inout HTMLPage) {
        guard let findings = summary.findings, !findings.isEmpty else { return }
        page.heading("Worth a look")
        let items = findings.map { finding in
            "<li>\(HTMLPage.escaped(finding.text + (finding.rule.map { " [\($0)]" } ?? "")))</li>"
        }
        page.add("<ul>\(items.joined())</ul>")
    }

    private func addDecisions(_ page: inout HTMLPage) {
        let rows = TimelinePlot.decisions(events).map { event in
            [
                Figures.fixed(event.t, 3), event.state?.rawValue ?? event.event.rawValue,
                event.rule.map { "\($0)" } ?? "",
                event.rule.flatMap { RuleBook.rule($0)?.evidence.rawValue } ?? "", TimelinePlot.words(event),
            ]
        }
        page.folded(
            ["second", "what", "rule", "rests on", "why"], numeric: [0], rows,
            caption: "All \(rows.count) decisions as a table")
    }

    private func addRates(_ page: inout HTMLPage) {
        page.heading("What it used over time")
        let plots: [(String, Usage.Counter, Double)] = [
            ("CPU, % of one", .cpuSeconds, 100), ("voluntary switches per second", .voluntarySwitches, 1),
            ("idle wakeups per second", .idleWakeups, 1), ("packets per second", .networkPackets, 1),
        ]
        for (name, counter, factor) in plots {
            let plot = RatePlot(series: series, end: end, counter: counter, factor: factor)
            guard let svg = plot.svg(name: name) else { continue }
            page.figure(svg, caption: name, above: true)
        }
    }

    private func addCosts(_ page: inout HTMLPage) {
        page.heading("What it cost")
        page.paragraph(
            "Proxies: counters that stand in for energy. There is no score, and figures of different machines do not "
                + "compare.")
        let rows = Proxy.allCases.compactMap { proxy -> [String]? in
            guard let value = workload[proxy] else { return nil }
            return [
                proxy.label, value.value.map { Figures.amount($0, value.unit) } ?? "unavailable",
                value.quality.rawValue,
                value.source,
            ]
        }
        page.table(["proxy", "value", "quality", "source"], numeric: [1], rows, caption: "The app's own processes")
        func cells(_ seconds: Double, _ used: Usage) -> [String] {
            [
                Figures.fixed(seconds, 2), used.cpuSeconds.map { Figures.fixed($0, 4) } ?? "-",
                used.voluntarySwitches.map(Figures.grouped) ?? "-", used.idleWakeups.map(Figures.grouped) ?? "-",
            ]
        }
        let header = ["seconds", "CPU s", "switches", "idle wakeups"]
        page.table(
            ["state"] + header, numeric: [1, 2, 3, 4],
            summary.states.sorted { $0.key < $1.key }.map { [$0.key] + cells($0.value.seconds, $0.value.used) },
            caption: "By state")
        if !summary.grants.isEmpty {
            page.table(
                ["kept running by"] + header, numeric: [1, 2, 3, 4],
                summary.grants.sorted { $0.key < $1.key }.map { [$0.key] + cells($0.value.seconds, $0.value.used) },
                caption: "By reason to run; of several at once each has it all")
        }
        let others = RunPart.allCases.filter { $0 != .workload && summary.proxies[$0]?[.cpuSeconds] != nil }.map {
            part in
            let proxies = summary.proxies[part] ?? [:]
            return [
                part.label, proxies[.cpuSeconds]?.value.map { Figures.amount($0, .seconds) } ?? "-",
                proxies[.voluntarySwitches]?.value.map { Figures.amount($0, .count) } ?? "-",
            ]
        }
        if !others.isEmpty {
            page.table(["part", "CPU", "woke"], numeric: [1, 2], others, caption: "Beside the app, and no part of it")
        }
        if let meter = summary.proxies[.machine]?[.energyJoules] {
            page.paragraph(
                meter.value.map { "The whole machine used \(Figures.joules($0)) (\(meter.source))." }
                    ?? "Energy by a meter: unavailable: \(meter.source).")
        }
    }

    private func addEnvironment(_ page: inout HTMLPage) {
        page.heading("Where it ran")
        let environment = summary.environment
        var rows = [
            ["kernel", environment.kernel],
            ["freezer", "\(environment.freezer.kind): \(environment.freezer.reason)"],
        ]
        if let audio = environment.audio { rows.append(["sound", "\(audio.device): \(audio.reason)"]) }
        if let gpsd = environment.gpsd { rows.append(["receiver", "\(gpsd.address): \(gpsd.reason)"]) }
        if summary.timeScale != 1 {
            rows.append([
                "time scale",
                "every duration of the policy times \(summary.timeScale); watchdogs of callbacks have at least 1 s",
            ])
        }
        rows += environment.machineRows
        page.table(["", ""], numeric: [], rows, caption: "The machine")
        page.paragraph(
            "Not counted: interrupts, kernel workers, and servers of the machine that worked for the app.")
    }
}

extension RunSummary.Environment {
    /// The properties of the machine that affect the reliability of its figures, as rows of a table.
    var machineRows: [[String]] {
        var rows: [[String]] = []
        if let machine {
            let name = machine.model.map { ", \($0)" } ?? ""
            rows.append(["CPUs", "\(machine.cpus)\(name)\(machine.isVirtual == true ? ", in a virtual machine" : "")"])
            if let governor = machine.governor { rows.append(["clock rate", "governor \(governor)"]) }
            if let source = machine.clockSource { rows.append(["time from", source]) }
            if machine.isOnBattery == true { rows.append(["power", "battery"]) }
        }
        if let noise { rows.append([noise.isNoisy ? "noisy" : "quiet", noise.words]) }
        return rows
    }
}

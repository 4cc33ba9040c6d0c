import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts

/// Formats the costs of a run as tables of at most 80 columns.
package struct CostText {
    private let summary: RunSummary

    /// - Parameter summary: the complete figures of the run.
    package init(_ summary: RunSummary) {
        self.summary = summary
    }

    /// Returns the tables, followed by the reasons for missing figures.
    package func rendered() -> String {
        [app, states, grants, others, energy, findings, missing].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var workload: ProxyValues { summary.proxies[.workload] ?? [:] }

    /// The total time in seconds of the states in which the app could run.
    private var runningSeconds: Double {
        summary.states.filter { !Self.withoutRunning.contains($0.key) }.values.reduce(0) { $0 + $1.seconds }
    }

    private static let withoutRunning: Set<String> = [
        ApplicationState.suspended.rawValue, ApplicationState.terminated.rawValue, ApplicationState.notRunning.rawValue,
    ]

    /// The proxies that are shown even if they are 0. Other proxies are omitted if they are 0, to save space.
    private static let always: Set<Proxy> = [
        .cpuSeconds, .voluntarySwitches, .idleWakeups, .timerWakeups, .frozenSeconds,
    ]

    private var app: String {
        var table = TextTable(["what the app cost", "total", "per second"], numeric: [1, 2])
        for proxy in Proxy.allCases {
            guard let value = workload[proxy], let number = value.value, number != 0 || Self.always.contains(proxy)
            else { continue }
            table.add([proxy.label, Figures.amount(number, value.unit) + Self.mark(value), rate(proxy, number)])
        }
        return table.rendered()
    }

    /// Returns the number of a proxy divided by the seconds in which the app could run, as text; empty for proxies
    /// without a meaningful rate.
    private func rate(_ proxy: Proxy, _ number: Double) -> String {
        guard runningSeconds > 0, proxy.kind == .measured else { return "" }
        switch (proxy, proxy.unit) {
        case (.cpuSeconds, _): return Figures.fixed(number / runningSeconds * 100, 2) + " %"
        case (.memoryPeakBytes, _), (.fixes, _), (_, .seconds): return ""
        case (_, .bytes): return Figures.amount(number / runningSeconds, .bytes)
        default: return Figures.fixed(number / runningSeconds, 2)
        }
    }

    private var states: String {
        var table = TextTable(["in state", "seconds", "CPU s", "switches", "idle wakeups"], numeric: [1, 2, 3, 4])
        for (name, account) in summary.states.sorted(by: { $0.key < $1.key })
        where account.seconds >= 0.05 || account.used.voluntarySwitches ?? 0 > 0 {
            table.add([name] + Self.cells(account.seconds, account.used))
        }
        return table.rendered()
    }

    private var grants: String {
        guard !summary.grants.isEmpty else { return "" }
        var table = TextTable(
            ["kept running by", "seconds", "CPU s", "switches", "idle wakeups"], numeric: [1, 2, 3, 4])
        for (name, holding) in summary.grants.sorted(by: { $0.key < $1.key }) {
            table.add([name] + Self.cells(holding.seconds, holding.used))
        }
        return table.rendered()
    }

    private static func cells(_ seconds: Double, _ used: Usage) -> [String] {
        [
            Figures.fixed(seconds, 1), used.cpuSeconds.map { Figures.fixed($0, 3) } ?? "-",
            used.voluntarySwitches.map(Figures.grouped) ?? "-", used.idleWakeups.map(Figures.grouped) ?? "-",
        ]
    }

    private var others: String {
        var table = TextTable(["beside the app", "CPU s", "of a CPU", "woke", "per second"], numeric: [1, 2, 3, 4])
        let seconds = summary.states.values.reduce(0) { $0 + $1.seconds }
        guard seconds > 0, summary.proxies.count > 1 else { return "" }
        for part in RunPart.allCases where part != .workload {
            guard let cpu = summary.proxies[part]?[.cpuSeconds]?.value else { continue }
            let woke = summary.proxies[part]?[.voluntarySwitches]?.value
            table.add([
                part.label, Figures.fixed(cpu, 4), Figures.fixed(cpu / seconds * 100, 3) + " %",
                woke.map { Figures.grouped(Int64(clamping: $0)) } ?? "-",
                woke.map { Figures.fixed($0 / seconds, 2) } ?? "-",
            ])
        }
        return table.rendered() + machine
    }

    /// The energy of the whole machine as its meter measured it, in words; empty if there is no meter.
    private var machine: String {
        guard let value = summary.proxies[.machine]?[.energyJoules], let joules = value.value else { return "" }
        return Figures.wrapped("the whole machine used \(Figures.joules(joules)) (\(value.source))")
            .map { $0 + "\n" }.joined()
    }

    private var energy: String { summary.energy.map(EnergyText.text) ?? "" }

    private var findings: String {
        guard let findings = summary.findings, !findings.isEmpty else { return "" }
        return "worth a look\n"
            + findings.flatMap { finding in
                Figures.wrapped("-  \(finding.text)" + (finding.rule.map { " [\($0)]" } ?? ""))
            }.map { $0 + "\n" }.joined()
    }

    /// Explanations of the marks, and the missing figures with the reasons.
    private var missing: String {
        var lines =
            TimeScale.words(summary.timeScale).map {
                Figures.wrapped("\($0); the tables are in this machine's seconds")
            } ?? []
        if workload.values.contains(where: { $0.quality == .bound && $0.value ?? 0 != 0 }) {
            lines.append("*  a bound, no exact count; --summary says of which kind")
        }
        if workload.values.contains(where: { $0.quality == .sampled && $0.value ?? 0 != 0 }) {
            lines.append("~  from readings at intervals")
        }
        var reasons: [(why: String, labels: [String])] = []
        for proxy in Proxy.allCases {
            guard let value = workload[proxy], value.quality == .unavailable else { continue }
            if let place = reasons.firstIndex(where: { $0.why == value.source }) {
                reasons[place].labels.append(proxy.label)
            } else {
                reasons.append((value.source, [proxy.label]))
            }
        }
        if let noise = summary.environment.noise, noise.isNoisy {
            lines += Figures.wrapped("noisy: \(noise.words)")
        }
        if let energy = summary.proxies[.machine]?[.energyJoules], energy.quality == .unavailable {
            reasons.append((energy.source, [Proxy.energyJoules.label]))
        }
        for reason in reasons {
            lines += Figures.wrapped("unavailable: \(reason.labels.joined(separator: ", ")): \(reason.why)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func mark(_ value: ProxyValue) -> String {
        switch value.quality {
        case .bound: " *"
        case .sampled: " ~"
        default: "  "
        }
    }
}

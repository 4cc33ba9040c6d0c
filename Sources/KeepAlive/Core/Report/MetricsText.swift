import KeepAliveMeasurement
import KeepAlivePolicy

/// The figures of a run in Prometheus' text format, for node_exporter's textfile collector and similar readers.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/ and its naming practices: base units, and
/// `_total` for counters that only increase. Figures that the machine cannot determine are omitted.
package struct MetricsText {
    private let summary: RunSummary
    private let hasEnded: Bool
    private var lines: [String] = []

    /// - Parameters:
    ///   - summary: the figures so far.
    ///   - hasEnded: true if the run has ended.
    package init(_ summary: RunSummary, hasEnded: Bool = false) {
        self.summary = summary
        self.hasEnded = hasEnded
    }

    /// Returns the whole text.
    package func rendered() -> String {
        var text = self
        text.addStates()
        text.addGrants()
        text.addProxies()
        return text.lines.joined(separator: "\n") + "\n"
    }

    private mutating func family(
        _ name: String, _ type: String, _ help: String, _ samples: [(labels: [(String, String)], value: Double)]
    ) {
        guard !samples.isEmpty else { return }
        lines.append("# HELP \(name) \(help)")
        lines.append("# TYPE \(name) \(type)")
        for sample in samples {
            let labels = ([("app", summary.app)] + sample.labels).map { "\($0)=\"\(Self.escaped($1))\"" }
            lines.append("\(name){\(labels.joined(separator: ","))} \(sample.value)")
        }
    }

    private static func escaped(_ text: String) -> String {
        // The text is escaped scalar by scalar, because a `Character` may consist of several scalars of which only one
        // must be escaped.
        text.withoutControls.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private mutating func addStates() {
        let current = hasEnded ? ApplicationState.notRunning : summary.exit.lastState
        family("keepalive_info", "gauge", "The rules that apply.", [([("ios", summary.ios)], 1)])
        family(
            "keepalive_state", "gauge", "1 for the state that the app is in.",
            ApplicationState.allCases.map {
                ([("state", $0.rawValue)], $0 == current ? 1 : 0)
            })
        let states = summary.states.sorted { $0.key < $1.key }
        family(
            "keepalive_state_seconds_total", "counter", "Time in each state.",
            states.map { ([("state", $0.key)], $0.value.seconds) })
        family(
            "keepalive_state_entered_total", "counter", "How often each state was entered.",
            states.map { ([("state", $0.key)], Double($0.value.entered)) })
        family(
            "keepalive_freezes_total", "counter", "Freezes that the kernel confirmed.",
            [([], Double(summary.freezer.freezes))])
    }

    private mutating func addGrants() {
        let grants = summary.grants.sorted { $0.key < $1.key }
        family(
            "keepalive_grant_seconds_total", "counter", "Time that each reason to run was held.",
            grants.map { ([("grant", $0.key)], $0.value.seconds) })
        family(
            "keepalive_grant_cpu_seconds_total", "counter",
            "CPU time of the app while each reason to run was held; of several at once each has it all.",
            grants.compactMap { grant in grant.value.used.cpuSeconds.map { ([("grant", grant.key)], $0) } })
    }

    private mutating func addProxies() {
        for proxy in Proxy.allCases {
            let samples = RunPart.allCases.compactMap { part -> (labels: [(String, String)], value: Double)? in
                guard let value = summary.proxies[part]?[proxy]?.value else { return nil }
                return ([("part", part.rawValue)], proxy.unit == .percent ? value / 100 : value)
            }
            family(
                Self.name(proxy), Self.isGauge(proxy) ? "gauge" : "counter",
                "\(proxy.label.prefix(1).uppercased())\(proxy.label.dropFirst()).", samples)
        }
    }

    private static func isGauge(_ proxy: Proxy) -> Bool {
        proxy.unit == .percent || [.memoryPeakBytes, .longestQuietSeconds, .awakeHoldSeconds].contains(proxy)
    }

    /// Returns the metric's name, such as `keepalive_cpu_seconds_total` for `cpuSeconds`.
    static func name(_ proxy: Proxy) -> String {
        var name = "keepalive_"
        for character in proxy.rawValue {
            name += character.isUppercase ? "_" + character.lowercased() : String(character)
        }
        if proxy.unit == .percent { return name.replacingSuffix("_percent", with: "_ratio") }
        return isGauge(proxy) ? name : name + "_total"
    }
}

extension String {
    fileprivate func replacingSuffix(_ suffix: String, with other: String) -> String {
        hasSuffix(suffix) ? dropLast(suffix.count) + other : self
    }
}

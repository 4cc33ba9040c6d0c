import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveReport

@Suite struct ReportPageTests {
    private static func event(_ t: Double, _ kind: TimelineEvent.Kind, _ fill: (inout TimelineEvent) -> Void = { _ in })
        -> TimelineEvent
    {
        var event = TimelineEvent(t: t, app: "a", event: kind)
        fill(&event)
        return event
    }

    private static func page(timeScale: Double = 1) -> String {
        let events = [
            event(0, .state) { $0.state = .foregroundActive }, event(0, .grantGained) { $0.grant = .foreground },
            event(1, .state) {
                $0.state = .suspended
                $0.reason = "<script>alert(\"1 & 2\")</script>"
                $0.rule = "LC-10"
            },
            event(1, .grantLost) { $0.grant = .foreground }, event(1.1, .frozen), event(9, .ended),
        ]
        var series = SampleSeries()
        for t in 0..<5 {
            series.add(.init(t: Double(t), usage: Usage(cpuSeconds: Double(t) * 0.1, voluntarySwitches: Int64(t * t))))
        }
        var workload = ProxyValues()
        workload[.cpuSeconds] = ProxyValue(.cpuSeconds, 0.4, CounterSource(.exact, "cpu.stat"))
        workload[.frozenSeconds] = ProxyValue(.frozenSeconds, 7.9, CounterSource(.exact, "confirmed"))
        workload[.idleWakeups] = ProxyValue(.idleWakeups, nil, CounterSource(.unavailable, "root only"))
        var summary = RunSummary(
            app: "org.example.<app>", ios: "26", timeScale: timeScale, strategies: [], declaredModes: ["audio"],
            exit: .init(
                status: 0, ending: .asPlanned, how: "ended as planned", aliveInBackgroundSeconds: 0.2, exceptions: [],
                lastState: .suspended
            ),
            states: ["suspended": .init(seconds: 8, entered: 1, used: Usage())], grants: [:], evidence: .init(),
            proxies: [.workload: workload], freezer: .init(),
            environment: .init(kernel: "6.1", freezer: FreezerDescription(kind: "cgroup", reason: "r")))
        summary.findings = [BehaviourLint.Finding(name: .modeNotUsed, text: "'audio' is not used", rule: nil)]
        return RunReport(summary, events: events, series: series).rendered()
    }

    /// Whether every element that is opened is closed, in order.
    private static func isBalanced(_ html: String) -> Bool {
        var open: [String] = []
        for piece in html.split(separator: "<").dropFirst() {
            guard let tag = piece.split(separator: ">", maxSplits: 1).first else { return false }
            let name = tag.split(whereSeparator: { $0 == " " || $0 == "\n" }).first.map(String.init) ?? ""
            if name.hasPrefix("/") {
                guard open.popLast() == String(name.dropFirst()) else { return false }
            } else if !tag.hasSuffix("/"), name != "meta", name != "!doctype" {
                open.append(name)
            }
        }
        return open.isEmpty
    }

    @Test("the page is whole, and needs nothing but itself")
    func whole() {
        let page = Self.page()
        #expect(page.hasPrefix("<!doctype html>"))
        #expect(Self.isBalanced(page), "\(page)")
        for forbidden in ["http://", "https://", "<script", "src=", "@import", "url(http"] {
            #expect(!page.contains(forbidden), "\(forbidden)")
        }
        #expect(page.contains("prefers-color-scheme: dark") && page.contains("@media print"))
    }

    @Test("the page of a scaled run names the scale, and its headline tells the device's time")
    func timeScale() {
        #expect(!Self.page().contains("time scale"))
        #expect(Self.page().contains("<b>0.200 s</b>alive in the background"))
        let page = Self.page(timeScale: 0.02)
        #expect(page.contains("At time scale 0.02: 1 s here is 50 s of the device."))
        for card in [
            "450.0 s</b>in all", "10.0 s</b>alive in the background", "395.0 s</b>frozen", "0.400 s</b>CPU time",
        ] {
            #expect(page.contains("<b>\(card)"), "\(card)")
        }
        #expect(Self.isBalanced(page))
    }

    @Test("text of the app stays text")
    func escaped() {
        let page = Self.page()
        #expect(page.contains("&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;"))
        #expect(page.contains("org.example.&lt;app&gt;"))
    }

    @Test("every drawing says in words what it shows, every decision has its rule, what is unknown says why")
    func accessible() {
        let page = Self.page()
        let drawings = page.components(of: "<svg ")
        #expect(drawings.count == 3)
        #expect(drawings.allSatisfy { $0.contains("role=\"img\"") && $0.contains("aria-label") })
        #expect(page.contains("LC-10"))
        #expect(page.contains("tabindex=\"0\""))
        #expect(page.contains("unavailable") && page.contains("root only"))
        #expect(page.contains("'audio' is not used"))
    }

    @Test("a comparison has a plot for each figure that was seen, with its runs")
    func comparison() {
        let runs = ["none", "a"].flatMap { arm in
            (1...3).map { block in
                MeasuredRun(
                    arm: arm, block: block, noise: MachineNoise(), ended: "ended as planned",
                    values: ["cpuSeconds": Double(block) * (arm == "a" ? 2 : 1), "fixes": 0])
            }
        }
        let comparison = Comparison(arms: ["none", "a"], runs: runs, seed: 1)
        let page = ComparisonReport(comparison, runs: runs, environment: nil).rendered()
        #expect(Self.isBalanced(page), "\(page)")
        let drawings = page.components(of: "<svg ")
        #expect(drawings.count == 1)
        #expect(drawings.first?.contains("CPU time, medians: none 2.000 s, a 4.000 s") == true)
        #expect(drawings.first?.components(of: "<circle ").count == 6)
    }
}

extension String {
    /// The pieces that begin with this, each up to the next.
    fileprivate func components(of start: String) -> [String] {
        var pieces: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: start) {
            rest = rest[range.upperBound...]
            let end = rest.firstRange(of: start)?.lowerBound ?? rest.endIndex
            pieces.append(String(rest[..<end]))
        }
        return pieces
    }
}

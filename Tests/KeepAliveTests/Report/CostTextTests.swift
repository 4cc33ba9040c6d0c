import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveReport

@Suite struct CostTextTests {
    private static func summary() -> RunSummary {
        var usage = Usage.zero
        usage.cpuSeconds = 0.25
        usage.voluntarySwitches = 1_234
        usage.idleWakeups = nil
        usage.networkSentBytes = 2_500_000
        usage.memoryPeakBytes = 5_242_880
        var sources: [Usage.Counter: CounterSource] = [:]
        for counter in Usage.Counter.allCases { sources[counter] = CounterSource(.exact, "counted") }
        let why = "the kernel counts it for root only, or with CAP_BPF and CAP_PERFMON, or on another day of the week"
        for counter in [Usage.Counter.idleWakeups, .timerWakeups] {
            sources[counter] = CounterSource(.unavailable, why)
        }
        usage.timerWakeups = nil
        sources[.memoryPeakBytes] = CounterSource(.bound, "the sum")
        var workload = ProxyValues(usage, sources: sources)
        workload[.quietSeconds] = ProxyValue(.quietSeconds, 3.5, CounterSource(.sampled, "read every second"))
        var held = StateLedger.Holding(seconds: 10, gained: 1)
        held.used = Usage(cpuSeconds: 0.2, voluntarySwitches: 1_000)
        return RunSummary(
            app: "a", ios: "26", timeScale: 1, strategies: ["silent-audio"], declaredModes: ["audio"],
            exit: .init(
                status: 0, ending: .asPlanned, how: "ended as planned", exceptions: [], lastState: .suspended),
            states: [
                "background": .init(seconds: 10, entered: 1, used: held.used),
                "suspended": .init(seconds: 30, entered: 1, used: Usage(cpuSeconds: 0, voluntarySwitches: 0)),
                "unattached": .init(seconds: 0.001, entered: 1, used: Usage()),
            ],
            grants: ["audio": held], evidence: .init(),
            proxies: [
                .workload: workload,
                .runner: ProxyValues(
                    Usage(cpuSeconds: 0.004, voluntarySwitches: 40),
                    sources: [
                        .cpuSeconds: CounterSource(.exact, ""), .voluntarySwitches: CounterSource(.exact, ""),
                    ]),
            ],
            freezer: .init(),
            environment: .init(kernel: "6", freezer: FreezerDescription(kind: "cgroup", reason: "r")))
    }

    @Test("what a run cost: totals, rates of the time that it could run, by state, by grant, and beside the app")
    func tables() {
        let text = CostText(Self.summary()).rendered()
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("CPU time 0.250 s 2.50 %"))
        #expect(lines.contains("voluntary switches 1,234 123.39"))
        #expect(lines.contains("network sent 2.5 MB 250.0 kB"))
        #expect(lines.contains("memory peak 5.2 MB *"))
        #expect(lines.contains("quiet seconds 3.500 s ~"))
        #expect(lines.contains("background 10.0 0.200 1,000 -"))
        #expect(lines.contains("suspended 30.0 0.000 0 -"))
        #expect(!text.contains("unattached"))
        #expect(lines.contains("audio 10.0 0.200 1,000 -"))
        // Of all 40 s: the runner is there while the app is frozen, too.
        #expect(lines.contains("runner 0.0040 0.010 % 40 1.00"))
    }

    @Test("the figures of a scaled run are said to be of this machine's seconds")
    func timeScale() {
        var summary = Self.summary()
        #expect(!CostText(summary).rendered().contains("time scale"))
        summary.timeScale = 0.02
        let text = CostText(summary).rendered()
        #expect(text.contains("time scale 0.02: 1 s here is 50 s of the device"), "\(text)")
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
    }

    @Test("what cannot be told has its reason in place of a figure, once for all that share it, within 80 columns")
    func unavailable() {
        let text = CostText(Self.summary()).rendered()
        let flat = text.split(whereSeparator: { $0 == "\n" || $0 == " " }).joined(separator: " ")
        #expect(flat.contains("unavailable: idle wakeups, timer wakeups: the kernel counts it for root only"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("idle wakeups") })
    }
}

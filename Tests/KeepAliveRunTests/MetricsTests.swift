import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

@Suite(.ownThread(.measures)) struct MetricsTests {
    /// The line of the app's waits.
    private static let waits = "keepalive_voluntary_switches_total{app=\"org.example.app\",part=\"workload\"}"

    private func value(_ line: String, in text: String) -> Double? {
        text.split(separator: "\n").first { $0.hasPrefix(line + " ") }.flatMap { Double($0.dropFirst(line.count + 1)) }
    }

    @Test("the file has the figures of now while the app runs, when it is frozen, and at the end; ctl tells the same")
    func file() throws {
        let file = try TemporaryFile("", name: "keepalive.prom")
        let runner = try Runner([
            "run", "-q", "--metrics", file.path, "--strategy", "none", "--background-after", "1s", "--for", "4s", "--",
            Runner.workload, "timer", "20", "100000",
        ])
        func state(_ name: String) -> String { "keepalive_state{app=\"org.example.app\",state=\"\(name)\"}" }
        #expect(runner.look { value(state("foregroundActive"), in: file.text) == 1 })
        #expect(runner.look { value(state("suspended"), in: file.text) == 1 })
        #expect(value("keepalive_freezes_total{app=\"org.example.app\"}", in: file.text) == 1)
        let frozenAt = try #require(value(Self.waits, in: file.text))
        #expect(frozenAt >= 15)
        let asked = try Runner.run(["ctl", "metrics", "--system", "\(runner.pid)"])
        #expect(asked.status == 0, "\(asked.errors)")
        // A frozen app waits no more, and nobody who asks thaws it.
        #expect(value(Self.waits, in: asked.output) == frozenAt)
        #expect(value(state("suspended"), in: asked.output) == 1)
        #expect(try runner.finish() == 0)
        let seconds = "keepalive_state_seconds_total{app=\"org.example.app\",state=\"suspended\"}"
        #expect((value(seconds, in: file.text) ?? 0) > 2)
        // It is over: it is in none of the states of a run.
        #expect(value(state("suspended"), in: file.text) == 0 && value(state("notRunning"), in: file.text) == 1)
        // Each family once, with its help and type before its samples.
        let families = file.text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
            .compactMap { $0.split(separator: " ").dropFirst(2).first }
        #expect(Set(families).count == families.count && families.count > 20)
    }

    @Test("asking changes no figure: quiet time is that of the readings, however often somebody asks")
    func asking() throws {
        let summary = try TemporaryFile("", name: "summary.json")
        let runner = try Runner([
            "run", "-q", "--summary", summary.path, "--sample", "100s", "--", Runner.workload, "timer", "1", "100000",
        ])
        func waitsSoFar() -> Double? {
            (try? ControlClient(system: "\(runner.pid)").request("metrics", as: String.self))
                .flatMap { value(Self.waits, in: $0) }
        }
        var first: Double?
        #expect(
            runner.look {
                first = first ?? waitsSoFar()
                return first != nil
            })
        // It is asked every 10 ms, and most of the time nothing has run since the last answer.
        #expect(runner.look { waitsSoFar() ?? 0 > (first ?? 0) + 1 })
        try runner.tell("shutdown")
        #expect(try runner.finish() == 0)
        let figures = try JSONDecoder().decode(RunSummary.self, from: Data(summary.text.utf8))
        // Two readings: at the launch and at the end, with wakeups between them.
        #expect((figures.proxies[.workload]?[.quietSeconds]?.value ?? 9) < 0.5)
    }

    @Test("a bundle identifier with characters of the format is escaped, also within what counts as one character")
    func escaping() throws {
        let plist = try TemporaryFile(
            """
            <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>a"\u{301}b\\c</string></dict></plist>
            """, name: "Info.plist")
        let file = try TemporaryFile("", name: "keepalive.prom")
        let result = try Runner.run([
            "run", "-q", "--metrics", file.path, "--info-plist", plist.path, "--", "true",
        ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(file.text.contains("{app=\"a\\\"\u{301}b\\\\c\""))
    }

    @Test("a file that cannot be replaced is no place for metrics: a pipe would stop the run, a link would tear")
    func notReplaceable() throws {
        let directory = try TemporaryDirectory()
        let pipe = directory.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        // Both ends, so that opening it waits for nobody.
        let ends = open(pipe, O_RDWR)
        defer { close(ends) }
        let linked = directory.path + "/linked"
        #expect(FileManager.default.createFile(atPath: linked, contents: nil))
        #expect(link(linked, linked + "2") == 0)
        for path in [pipe, linked, "/dev/null"] {
            let result = try Runner.run(["run", "--metrics", path, "--", "true"])
            #expect(result.status == 125)
            #expect(result.errors.contains("cannot be replaced"), "\(result.errors)")
        }
    }

    @Test("standard error is no place for a file that is written again and again")
    func noPipe() throws {
        let result = try Runner.run(["run", "--metrics", "-", "--", "true"])
        #expect(result.status == 64)
        #expect(result.errors.contains("--metrics takes a file"))
    }

    @Test("names follow the conventions: base units, and _total for what only goes up")
    func names() {
        #expect(MetricsText.name(.cpuSeconds) == "keepalive_cpu_seconds_total")
        #expect(MetricsText.name(.memoryPeakBytes) == "keepalive_memory_peak_bytes")
        #expect(MetricsText.name(.wakeupBudgetPercent) == "keepalive_wakeup_budget_ratio")
    }
}

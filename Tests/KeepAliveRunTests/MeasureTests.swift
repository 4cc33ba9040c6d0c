import FoundationEssentials
import TestSupport
import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAliveReport

@Suite(.ownThread(.measures)) struct MeasureTests {
    @Test("a workload that wakes often is told from one that does not, a copy of it is not; limits and files")
    func ranking() throws {
        let summary = try TemporaryFile("", name: "comparison.json")
        let raw = try TemporaryFile("", name: "runs.ndjson")
        let junit = try TemporaryFile("", name: "limits.xml")
        let quick = [
            "--repeat", "3", "--warm-up", "0", "--rest", "0s", "--background-after", "0.3s", "--for", "1s",
        ]
        let result = try Runner.run(
            ["measure", "--arm", "slow@background-task=\(Runner.workload) timer 1 100"] + [
                "--arm", "copy@background-task=\(Runner.workload) timer 1 100", "--arm",
                "fast@background-task=\(Runner.workload) timer 500 100000", "--fail-if",
                "fast: voluntarySwitches > 100",
                "--fail-if", "slow: voluntarySwitches > 100", "--fail-if", "fast: voluntarySwitches/s > 300",
                "--fail-if",
                "fast: voluntarySwitches/s > 900", "--summary", summary.path, "--raw", raw.path, "--junit",
                junit.path,
            ] + quick + ["--", Runner.workload, "idle"])
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.contains("reached: fast: voluntarySwitches > 100"))
        #expect(!result.output.contains("reached: slow"))
        #expect(result.output.contains("voluntarySwitches/s > 300"))
        #expect(!result.output.contains("voluntarySwitches/s > 900"))
        #expect(result.output.contains("figures of runs of"))
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(result.output)")
        let comparison = try JSONDecoder().decode(Comparison.self, from: Data(summary.text.utf8))
        #expect(comparison.arms == ["none", "slow", "copy", "fast"])
        #expect(comparison.blocks == 3)
        let cells = try #require(comparison[MeasuredQuantity(.voluntarySwitches)]?.cells)
        #expect(cells["fast"]?.difference?.verdict == .more)
        #expect(cells["slow"]?.sample.median ?? 99 < 10)
        #expect(cells["copy"]?.sample.median ?? 99 < 10)
        // Every run is kept, with all that is known of it.
        #expect(raw.text.split(separator: "\n").count == 12)
        #expect(raw.text.split(separator: "\n").allSatisfy { $0.contains("\"summary\"") && $0.contains("\"block\"") })
        #expect(junit.text.contains("failures=\"2\""))
        // Progress, on no terminal: a line a block.
        #expect(result.errors.contains("block 1 of 3: run 1 of 12"))
    }

    @Test("the start of the app is in no arm: neither what it computes, nor the caches that its first process fills")
    func start() throws {
        let starts = try TemporaryFile("", name: "starts")
        let raw = try TemporaryFile("", name: "runs.ndjson")
        let result = try Runner.run([
            "measure", "--strategy", "background-task", "--repeat", "2", "--warm-up", "0", "--rest", "0s",
            "--background-after", "5s", "--for", "1s", "--raw", raw.path, "--", "/bin/sh", "-c",
            // Seconds of CPU time even beside other work, and over when the app goes to the background, at five of the clock.
            "echo started >>\(starts.path); timeout 4 prlimit --cpu=1 --core=0 \(Runner.workload) busy 60; exec sleep 60",
        ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("6.000 s, 1.000 s of it in the background"), "\(result.output)")
        struct Line: Decodable {
            let run: MeasuredRun
            let summary: RunSummary
        }
        let lines = try raw.text.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        #expect(lines.count == 4)
        // Nearly all that the app computes is its start: the figure of the arm is hardly anything of the whole run's.
        for line in lines {
            let whole = try #require(line.summary.proxies[.workload]?[.cpuSeconds]?.value)
            let figure = try #require(line.run.values["cpuSeconds"])
            #expect(figure < whole / 20, "\(line.run), \(whole) s in all")
        }
        // One start of each arm is before all that are measured.
        #expect(starts.text.split(separator: "\n").count == 6)
    }

    @Test("ended early, it keeps the blocks that are whole, and nothing of it is left")
    func interrupted() throws {
        let runner = try Runner([
            "measure", "--strategy", "none", "--warm-up", "0", "--rest", "0s", "--background-after", "0.3s", "--for",
            "1s", "--repeat", "100", "--", Runner.workload, "idle",
        ])
        #expect(runner.wait { runner.errors.contains("block 3") })
        runner.signal(2)
        #expect(try runner.finish() == 130)
        #expect(runner.output.contains("2 blocks"))
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "bad input is one line that says what to do",
        arguments: [
            (["--strategy", "non"], 64, "Did you mean 'none'?"), (["--arm", "x"], 64, "expected NAME=COMMAND"),
            (["--arm", "a=true", "--arm", "a=true"], 64, "there twice"), (["--for", "0.5s"], 64, "1s or more"),
            (["--background-after", "0s"], 64, "0.1s or more"),
            (["--baseline", "nothing"], 64, "no arm 'nothing'"),
            (["--fail-if", "locationClient.timerWakeups > 1"], 64, "one of cpuSeconds, voluntarySwitches"),
            (["--fail-if", "timerWakeups > 10/s"], 64, "idleWakeups/s > 10"),
            (["--meter", "echo -$(date +%s)", "--for", "1s", "-q"], 125, "it went down"),
            (["--fail-if", "x: cpuSeconds > 1"], 64, "no arm 'x'"), (["--fail-if", "cpu"], 64, "a relation"),
            (["--junit", "f"], 64, "--fail-if"), (["--repeat", "0"], 64, "1 to 1000"),
        ] as [([String], Int32, String)])
    func badInput(arguments: [String], status: Int32, says: String) throws {
        let result = try Runner.run(["measure"] + arguments + ["--", "true"])
        #expect(result.status == status)
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(result.errors.contains(says), "\(result.errors)")
    }

    @Test("a run that cannot be is told with what it says itself")
    func failedRun() throws {
        let result = try Runner.run(
            ["measure", "--strategy", "none", "--for", "1s", "--warm-up", "0", "--", "/no/such/program"])
        #expect(result.status == 125)
        #expect(result.errors.contains("/no/such/program"), "\(result.errors)")
    }
}

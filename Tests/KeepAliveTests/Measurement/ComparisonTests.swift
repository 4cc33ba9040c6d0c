import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveReport

@Suite struct ComparisonTests {
    private static func runs(_ arms: [String: [Double]], _ quantity: String = "voluntarySwitches") -> [MeasuredRun] {
        arms.sorted { $0.key < $1.key }.flatMap { arm, values in
            values.enumerated().map { block, value in
                MeasuredRun(
                    arm: arm, block: block + 1, noise: MachineNoise(cpuPressure: 0.01), ended: "ended as planned",
                    values: [quantity: value])
            }
        }
    }

    @Test("what costs more than the baseline is told so, what does not is not")
    func verdicts() throws {
        let runs = Self.runs([
            "none": [10, 11, 10, 12, 11], "busy": [500, 510, 505, 490, 515], "same": [11, 10, 11, 10, 12],
        ])
        let comparison = Comparison(arms: ["none", "busy", "same"], runs: runs, seed: 1)
        let row = try #require(comparison[MeasuredQuantity(.voluntarySwitches)])
        #expect(row.cells["busy"]?.difference?.verdict == .more)
        #expect(row.cells["same"]?.difference?.verdict == .same)
        #expect(row.cells["none"]?.difference == nil)
        #expect(comparison.blocks == 5)
        let text = ComparisonText(comparison, runs: runs).rendered()
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
        #expect(text.contains("fewer than 8 blocks"))
        #expect(!text.contains("noisy"))
    }

    @Test("a block that lacks an arm does not count, nor does the warm-up; noisy runs are counted out loud")
    func wholeBlocks() {
        var runs = Self.runs(["none": [1, 1, 1], "a": [2, 2]])
        runs.append(
            MeasuredRun(arm: "a", block: 0, noise: MachineNoise(), ended: "", values: ["voluntarySwitches": 99]))
        runs[0].noise.steal = 0.5
        let comparison = Comparison(arms: ["none", "a"], runs: runs, seed: 1)
        #expect(comparison.blocks == 2)
        #expect(comparison.runs == 4)
        #expect(comparison.noisyRuns == 1)
        #expect(comparison[MeasuredQuantity(.voluntarySwitches)]?.cells["a"]?.sample.values == [2, 2])
        #expect(ComparisonText(comparison, runs: runs).rendered().contains("1 of 4 runs were noisy"))
        #expect(Comparison(arms: ["none", "b"], runs: runs, seed: 1).blocks == 0)
    }

    @Test("what one arm cannot tell has no figure there, and is not compared")
    func unknown() throws {
        let runs = Self.runs(["a": [1, 2]], "idleWakeups") + Self.runs(["none": [5, 5]])
        let comparison = Comparison(arms: ["none", "a"], runs: runs, seed: 1)
        let row = try #require(comparison[MeasuredQuantity(.idleWakeups)])
        #expect(row.cells["none"] == nil)
        #expect(row.cells["a"]?.difference == nil)
        // Nor is it said to be without a difference.
        #expect(!ComparisonText(comparison, runs: runs).rendered().contains("no difference: idle wakeups"))
    }

    @Test(
        "bytes of sockets are counted one by one, those of a disk by the page",
        arguments: [("networkSentBytes", PairedDifference.Verdict.more), ("diskReadBytes", .same)])
    func bytes(quantity: String, verdict: PairedDifference.Verdict) throws {
        let runs = Self.runs(
            ["none": [439, 439, 440, 439, 439], "a": [2_800, 2_810, 2_790, 2_800, 2_805]], quantity)
        let comparison = Comparison(arms: ["none", "a"], runs: runs, seed: 1)
        let proxy = try #require(Proxy(rawValue: quantity))
        #expect(comparison[MeasuredQuantity(proxy)]?.cells["a"]?.difference?.verdict == verdict)
        let isAlike = ComparisonText(comparison, runs: runs).rendered().contains("no difference: \(proxy.label)")
        #expect(isAlike == (verdict == .same))
    }

    @Test("a limit per second is about the time that the figure is of: counters of the app, its time in the background")
    func rates() throws {
        var conditions = Comparison.Conditions()
        conditions.runSeconds = 20
        conditions.backgroundSeconds = 10
        for (quantity, value) in [("voluntarySwitches", 10.0), ("fixes", 5.0), ("runner.cpuSeconds", 5.0)] {
            let comparison = Comparison(
                arms: ["none"], runs: Self.runs(["none": [100, 100]], quantity), seed: 1, conditions: conditions)
            #expect(try Threshold("\(quantity)/s > 1").check(comparison).map(\.value) == [value])
            let text = ComparisonText(comparison, runs: []).rendered()
            #expect(text.contains("20.0 s, 10.0 s of it in the background"), "\(text)")
        }
    }

    @Test(
        "limits are read and held against medians",
        arguments: [
            ("voluntarySwitches > 10", [false, true]), ("voluntarySwitches>=10", [true, true]),
            ("voluntarySwitches < 11", [true, false]), ("b: voluntarySwitches <= 20", [true]),
            ("idleWakeups > 1000000", [true, true]), ("runner.cpuSeconds > 5", [true, true]),
        ] as [(String, [Bool])])
    func limits(text: String, reached: [Bool]) throws {
        let comparison = Comparison(
            arms: ["none", "b"], runs: Self.runs(["none": [9, 10, 12], "b": [20, 20, 21]]), seed: 1)
        // A figure that nobody has reaches every limit: else a limit on it would hold nothing.
        #expect(try Threshold(text).check(comparison).map(\.isReached) == reached)
    }

    @Test(
        "a limit that cannot be read says what was expected",
        arguments: [
            ("cpuSeconds", "a relation"), ("cpuSeconds > much", "a number"),
            ("cpuSecond > 1", "did you mean 'cpuSeconds'"),
            ("sound.cpuSeconds > 1", "a part before the point"), ("a.b.c > 1", "a part before the point"),
        ])
    func badLimits(text: String, says: String) {
        #expect { try Threshold(text) } throws: { ($0 as? KeepAliveError)?.message.contains(says) == true }
    }
}

import Testing

@testable import KeepAliveCore

/// What is written for programs, against what is published of its layout.
@Suite struct SchemaTests {
    private static let workload = String(Runner.path.dropLast("keepalive-run".count)) + "test-workload"

    private func check(_ files: [TemporaryFile], _ schema: String, in directory: String = "docs/schema") throws {
        let root = ScriptTests.root
        let runner = try Runner(
            ["\(root)/\(directory)/\(schema).schema.json"] + files.map(\.path), path: "\(root)/scripts/check-schema")
        #expect(try runner.finish() == 0, "\(runner.output)\(runner.errors)")
        #expect(runner.output.contains("\(files.count) files, 0 complaints"))
    }

    @Test("summaries of runs of all kinds have no field, and no value, that their schema does not know")
    func summaries() throws {
        let runs: [(options: [String], command: [String])] = [
            (
                [
                    "--energy", "pixel-3", "--modes", "audio,location", "--strategy", "silent-audio", "--strategy",
                    "location", "--background-after", "0.2s", "--for", "2s",
                ], [Self.workload, "timer", "20", "100000"]
            ),
            // An exception ends it (LU-07), and a frozen one is killed (LC-12).
            (["--strategy", "location", "--background-after", "0.1s", "--for", "1s"], ["/bin/sleep", "9"]),
            (["--background-after", "0.1s", "--for", "0.5s", "--time-scale", "0.1"], ["/bin/sleep", "9"]),
            (["--sample", "0s"], ["/bin/true"]), ([], [Self.workload, "udp", "10", "1000"]),
        ]
        let files = try runs.map { options, command in
            let file = try TemporaryFile("", name: "summary.json")
            _ = try Runner.run(["run", "-q", "--summary", file.path] + options + ["--"] + command)
            return file
        }
        #expect(files[0].text.contains("\"batteryPercent\""))
        #expect(files[1].text.contains("NSInternalInconsistencyException"))
        try check(files, "run-summary")
    }

    @Test(
        "a comparison with its estimates is as its schema has it, and its trace and a run's are of the trace-event format"
    )
    func comparison() throws {
        let file = try TemporaryFile("", name: "comparison.json")
        let traces = try (0..<2).map { try TemporaryFile("", name: "trace\($0).json") }
        let result = try Runner.run([
            "measure", "--strategy", "background-task", "--energy", "oneplus-3", "--repeat", "2", "--warm-up", "0",
            "--rest", "0s", "--for", "1s", "--summary", file.path, "--meter", "echo 1", "--trace", traces[0].path, "--",
            Self.workload, "idle",
        ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(file.text.contains("\"energyJoules\""))
        try check([file], "comparison")
        // Each arm under its name, from its launch on.
        #expect(traces[0].text.count(of: #""process_name""#) == 2)
        #expect(traces[0].text.contains(#"{"name":"background-task"}"#))
        _ = try Runner.run([
            "run", "-q", "--trace", traces[1].path, "--modes", "audio", "--strategy", "silent-audio",
            "--background-after", "0.2s", "--for", "1.5s", "--", Self.workload, "timer", "20", "100000",
        ])
        try check(traces, "trace-event", in: "Tests/Schemas")
    }
}

import KeepAlivePolicy
import TestSupport
import Testing

/// Recordings that the recorder for phones makes under the runner.
@Suite(.ownThread) struct RecorderTests {
    private func record(_ words: [String], to file: TemporaryFile, _ options: [String]) throws -> Runner {
        let runner = try Runner(
            ["run", "--info-plist", "\(ScriptTests.root)/Examples/Recorder/Info.plist"] + options + [
                "--", Runner.built("example-recorder"),
            ]
                + words, environment: ["RECORDER_FILE": file.path])
        _ = try runner.finish()
        return runner
    }

    @Test("a suspension is seen in the gap of the beats, and the rules have it at the same time (LC-10)")
    func suspension() throws {
        let file = try TemporaryFile("", name: "recording.ndjson")
        _ = try record([], to: file, ["--background-after", "1s", "--foreground-after", "3s", "--for", "6s"])
        let result = try Runner.run(["compare", file.path])
        #expect(result.status == 0, "\(result.output)\(result.errors)\(file.text)")
        #expect(result.output.contains("stops running"))
        #expect(result.output.contains("runs again"))
        let page = try TemporaryFile("", name: "page.html")
        let observation = try TemporaryFile("before", name: "observation.yaml")
        let none = try Runner.run(["compare", file.path, "--as-observation", observation.path])
        #expect(none.errors.contains("no observation written"), "\(none.output)\(none.errors)")
        #expect(observation.text == "before")
        // With other rules the same recording is different.
        let other = try Runner.run(["compare", file.path, "--set", "suspensionDelay=2", "--report", page.path])
        #expect(other.status == 1)
        #expect(other.output.contains("[LC-10]"), "\(other.output)")
        #expect(page.text.contains("<h1>A phone beside the rules</h1>"))
        let changed = try Runner.run([
            "compare", file.path, "--set", "suspensionDelay=2", "--as-observation", observation.path,
        ])
        #expect(changed.status == 64, "an observation speaks against the rules as they are")
        _ = try Runner.run(["compare", file.path, "--tolerance", "1ms", "--as-observation", observation.path])
        #expect(observation.text.contains("against: [LC-"), "\(observation.text)")
        #expect(try Runner.run(["simulate", "--list", observation.path]).status == 0)
    }

    @Test("no recording is status 64, with the file and the line")
    func refusals() throws {
        let file = try TemporaryFile("hello\n\n", name: "recording.ndjson")
        let result = try Runner.run(["compare", file.path])
        #expect(result.status == 64)
        #expect(result.errors.contains("recording.ndjson:1: this is no line of JSON"), "\(result.errors)")
        #expect(try Runner.run(["compare", "/nowhere"]).status == 64)
        #expect(try Runner.run(["compare", file.path, file.path, "--report", "x.html"]).status == 64)
    }
}

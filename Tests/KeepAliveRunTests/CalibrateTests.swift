import TestSupport
import Testing

@testable import KeepAlivePolicy

@Suite(.ownThread(.measures)) struct CalibrateTests {
    @Test("a meter that does not answer ends it before anything runs, with what it said")
    func deafMeter() throws {
        let result = try Runner.run(
            ["calibrate", "--output", "/dev/null", "--meter", "echo no such port >&2; exit 3", "-q"])
        #expect(result.status == 125)
        #expect(result.errors.contains("ended with status 3: no such port"), "\(result.errors)")
    }

    @Test("ended early, it shows what there was, writes no profile, and nothing is left")
    func interrupted() throws {
        let profile = try TemporaryFile("", name: "profile.json")
        let runner = try Runner([
            "calibrate", "--output", profile.path, "--meter", "echo 1", "--for", "1s", "--rest", "0s", "--repeat", "9",
        ])
        #expect(runner.wait { runner.errors.contains("run 1 of") })
        runner.signal(2)
        #expect(try runner.finish() == 130, "\(runner.errors.suffix(600))")
        #expect(runner.output.contains("by the model"))
        #expect(profile.text == "")
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "bad input is one line that says what to do",
        arguments: [
            ([], "--output"), (["--output", "x", "--for", "0.5s"], "1s or more"),
            (["--output", "x", "--base", "pixel"], "pixel-3"),
            (["--output", "x", "--gpsd", "here:there"], "HOST:PORT"),
        ])
    func badInput(options: [String], complaint: String) throws {
        let result = try Runner.run(["calibrate"] + options)
        #expect(result.status == 64)
        #expect(result.errors.contains(complaint), "\(result.errors)")
    }
}

import KeepAliveFormats
import KeepAlivePolicy
import TestSupport
import Testing

/// The command `explain`, from reports to scenarios that play.
@Suite(.ownThread) struct ExplainTests {
    private static let leak = """
        Process:             Shop [42]
        OS Version:          iPhone OS 12.4 (16G77)
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: Namespace ASSERTIOND, Code 0x8badf00d
        """
    private static let crash = """
        Process:             Shop [42]
        OS Version:          iPhone OS 17.1 (21B74)
        Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
        """

    @Test("a kill is named, and its scenario is played to the same kill (BT-20)")
    func reproduction() throws {
        let report = try TemporaryFile(Self.leak, name: "shop.crash")
        let scenario = try TemporaryFile("", name: "shop.yaml")
        let result = try Runner.run(["explain", report.path, "--scenario", scenario.path])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.contains(
                "shop.crash:1: the system killed the app: a background task was not ended in time [BT-20] (Shop, iOS 12.4)"
            ))
        let played = try Runner.run(["simulate", scenario.path])
        #expect(played.status == 0, "\(played.output)")
        #expect(played.output.contains("2 scenarios, 3 expectations"))
    }

    @Test("the second scenario is red beside an app that makes the mistake, and green beside one that does not (BT-20)")
    func redTest() throws {
        let report = try TemporaryFile(Self.leak, name: "shop.crash")
        let scenario = try TemporaryFile("", name: "shop.yaml")
        _ = try Runner.run(["explain", report.path, "--scenario", scenario.path])
        let line = try #require(
            scenario.text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
                $0.contains("is not ended so")
            })
        let place = "\(scenario.path):\(line + 1)"
        let options = [
            "run", "-q", "--scenario", place, "--time-scale", "0.02", "--", Runner.built("example-recorder"),
        ]
        let leaking = try Runner.run(options + ["leak"])
        #expect(leaking.status == 1, "\(leaking.output)\(leaking.errors)")
        let mended = try Runner.run(options + ["task"])
        #expect(mended.status == 0, "\(mended.output)\(mended.errors)")
    }

    @Test("an app that ends by itself is red, too: it has shown nothing")
    func endsByItself() throws {
        let report = try TemporaryFile(Self.leak, name: "shop.crash")
        let scenario = try TemporaryFile("", name: "shop.yaml")
        let explained = try Runner.run(["explain", report.path, "--scenario", scenario.path])
        let command = try #require(explained.output.split(separator: "\n").first { $0.contains("run --scenario") })
        let place = try #require(command.split(separator: " ").first { $0.contains(".yaml:") })
        let result = try Runner.run([
            "run", "-q", "--scenario", String(place), "--time-scale", "0.02", "--", "/bin/true",
        ])
        #expect(result.status == 1, "\(result.output)\(result.errors)")
    }

    @Test("a kill that a version does not know writes no scenario, and says so (RB-15)")
    func unknownToVersion() throws {
        let report = try TemporaryFile(
            "Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: RUNNINGBOARD 0xdead10cc\n", name: "shop.crash")
        let scenario = try TemporaryFile("before", name: "shop.yaml")
        let result = try Runner.run(["explain", report.path, "--ios", "6.1", "--scenario", scenario.path])
        #expect(result.status == 3, "\(result.output)\(result.errors)")
        #expect(result.errors.contains("the rules of that version do not end an app so"), "\(result.errors)")
        #expect(scenario.text == "before")
    }

    @Test("JSON stays JSON, whatever a name has in it")
    func jsonOutput() throws {
        let report = try TemporaryFile(
            #"{"procName":"\u200eShop","exception":{"type":"EXC_CRASH","signal":"SIGKILL"},"termination":{"namespace":"RUNNINGBOARD","code":3735883980}}"#,
            name: "shop.ips")
        let result = try Runner.run(["explain", "--json", report.path])
        #expect(throws: Never.self) { try JSONValue(parsing: result.output.split(separator: "\n")[0].utf8) }
        #expect(result.output.contains("RB-15"))
    }

    @Test("several files are counted by kind; one that is no report is said, and the others are read")
    func several() throws {
        let reports = try [Self.leak, Self.crash, "hello\n"].enumerated().map {
            try TemporaryFile($1, name: "report\($0).crash")
        }
        let result = try Runner.run(["explain"] + reports.map(\.path))
        #expect(result.status == 64)
        #expect(
            result.errors.contains("report2.crash:1: no line of this file tells of the end of an app"),
            "\(result.errors)")
        #expect(
            result.output.contains("a crash of the app, or of its loading: no kill for what it did in the background"))
        #expect(result.output.contains("   1  background task overrun  BT-20"), "\(result.output)")
        let json = try Runner.run(["explain", "--json"] + reports.prefix(2).map(\.path))
        #expect(json.status == 0)
        #expect(json.output.split(separator: "\n").count == 2)
    }

    @Test("what no scenario plays writes none, with status 3; standard input is read; another version is chosen")
    func statuses() throws {
        let crash = try TemporaryFile(Self.crash, name: "shop.crash")
        let scenario = try TemporaryFile("before", name: "shop.yaml")
        let none = try Runner.run(["explain", crash.path, "--scenario", scenario.path])
        #expect(none.status == 3)
        #expect(none.errors.contains("no scenario written"), "\(none.errors)")
        #expect(scenario.text == "before")
        let input = try Runner.run(["explain", "-", "--ios", "9.3"], input: Self.leak)
        #expect(input.status == 0)
        #expect(input.output.contains("on iOS 9.3: background tasks together have 180 s"), "\(input.output)")
        #expect(try Runner.run(["explain", crash.path, "--scenario", crash.path]).status == 64)
        #expect(try Runner.run(["explain", "/nowhere"]).status == 64)
    }
}

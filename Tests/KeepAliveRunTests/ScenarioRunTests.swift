import FoundationEssentials
import Glibc
import KeepAliveFormats
import TestSupport
import Testing

@testable import KeepAliveHost
@testable import KeepAlivePolicy
@testable import KeepAliveReport
@testable import KeepAliveScenarios

/// One file of scenarios, on virtual time and beside real processes.
@Suite(.ownThread(.waits)) struct RealProcessTests {
    static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios/real-processes.yaml").path

    static let scenarios: [Scenario] = (try? ScenarioLibrary.load([file])) ?? []

    /// Parts of a machine take their own time; what needs none goes faster than life.
    static func timeScale(_ scenario: Scenario) -> Double {
        if !scenario.usedModes.isEmpty { return 1 }
        return ["175 s", "typical life", "keep-alive handler"].contains { scenario.name.contains($0) } ? 0.02 : 0.1
    }

    @Test("the same scenario is met on virtual time and beside a real process", arguments: scenarios.reversed())
    func played(scenario: Scenario) throws {
        let runner = try Runner([
            "run", "--scenario", "\(Self.file):\(scenario.place.line)", "--time-scale", "\(Self.timeScale(scenario))",
            "--color", "never", "--", "sh", "-c", "while :; do sleep 0.1; done",
        ])
        let status = try runner.finish()
        #expect(status == 0, "\(runner.errors)")
        #expect(runner.errors.contains("ok      iOS"))
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("at least ten scenarios are played on both")
    func enough() {
        #expect(Self.scenarios.count >= 10)
    }
}

/// Scenario files beside a real process: really frozen, really killed, really launched again.
@Suite(.ownThread) struct ScenarioRunTests {
    @Test("an expectation that is not met is told with the difference, and exit status 1")
    func notMet() throws {
        let file = try TemporaryFile(
            """
            scenario: a lie
            timeline: [{at: 100ms, do: home}]
            expect: [{at: home + 1s, state: background}]
            """)
        let runner = try Runner(["--scenario", file.path, "--color", "never", "--", "sleep", "100"])
        #expect(try runner.finish() == 1)
        #expect(runner.errors.contains("FAILED  iOS 27.0  a lie"))
        #expect(runner.errors.contains("- at home + 1 s: background  (line 3)"))
        #expect(runner.errors.contains("+ suspended since 0."))
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("JUnit, results and the explanation, as from simulate", arguments: [true, false])
    func outputs(passes: Bool) throws {
        let file = try TemporaryFile(
            "scenario: in the background\ntimeline: [{at: 100ms, do: home}]\n"
                + "expect: [{at: home + 700ms, state: \(passes ? "suspended" : "background")}]\n")
        let junit = try TemporaryFile("the last one", name: "junit.xml")
        let results = try TemporaryFile(name: "results.ndjson")
        let runner = try Runner([
            "--scenario", file.path, "--junit", junit.path, "--results", results.path, "--explain", "--color", "never",
            "--", "sleep", "100",
        ])
        #expect(try runner.finish() == (passes ? 0 : 1))
        #expect(junit.text.contains("tests=\"1\" failures=\"\(passes ? 0 : 1)\""))
        #expect(junit.text.contains("<testcase name=\"iOS 27.0: in the background\" classname=\"\(file.path)\""))
        let record = try JSONValue(parsing: results.text.utf8)
        #expect(record["passed"]?.bool == passes && record["explanation"]?["state"] == "suspended")
        #expect(runner.errors.contains("because   in the background without a reason to run [LC-10]"))
        #expect(runner.errors.contains("thaw: the user comes back [LC-05]"))
    }

    @Test("of a scenario for several versions one must be chosen")
    func versions() throws {
        let file = try TemporaryFile(
            "scenario: x\nios: [12.4, 13]\ntimeline: [{do: home}]\nend: 500ms\nexpect: [{state: suspended}]\n")
        let several = try Runner.run(["--scenario", file.path, "--", "sleep", "100"])
        #expect(several.status == 64)
        #expect(
            several.errors
                == "keepalive-run: \(file.path):1: a scenario for iOS 12.4, 13.0, and a process can live only one. "
                + "Choose with --ios VERSION\n")
        let one = try Runner.run(["--scenario", file.path, "--ios", "12.4", "--color", "never", "--", "sleep", "100"])
        #expect(one.status == 0 && one.errors.contains("ok      iOS 12.4  x"))
    }

    @Test(
        "what does not say which scenario is refused",
        arguments: [
            ("DIRECTORY", "a directory, and a process can live only one scenario. Name one file"),
            ("FILE:4", "no scenario at this line. FILE has 3 lines"), ("FILE:0", "no scenario at this line"),
            ("DIRECTORY:1", "a directory"),
        ])
    func which(path: String, says: String) throws {
        let file = try TemporaryFile(SimulateTests.passing.replacing("rules: [LC-10]\n", with: ""))
        let directory = String(file.path.dropLast("/file".count))
        func real(_ text: String) -> String {
            text.replacing("FILE", with: file.path)
                .replacing("DIRECTORY", with: directory)
        }
        let result = try Runner.run(["--scenario", real(path), "--", "true"])
        #expect(result.status == 64)
        #expect(result.errors.contains(real(says)), "\(result.errors)")
    }

    @Test(
        "what is for a scenario is refused without one",
        arguments: [["--tolerance", "1s"], ["--junit", "j"], ["--results", "-"], ["--explain"]])
    func withoutScenario(arguments: [String]) throws {
        let result = try Runner.run(arguments + ["--", "true"])
        #expect(result.status == 64)
        #expect(
            result.errors == "keepalive-run: \(arguments[0]) is for a scenario: name its file with --scenario FILE\n")
    }

    @Test(
        "what a process cannot play is refused before it starts",
        arguments: [
            ("timeline: [{at: 1s, do: {load: {cpu: 95%}}}]", "'load' needs a process that is only simulated"),
            ("timeline: [{at: 1s, do: {exit: 3}}]", "'exit' needs a process that is only simulated"),
        ])
    func virtualOnly(timeline: String, says: String) throws {
        let file = try TemporaryFile("scenario: x\n\(timeline)\nexpect: [{state: background}]\n")
        let runner = try Runner(["--scenario", file.path, "--", "sleep", "100"])
        #expect(try runner.finish() == 64)
        #expect(runner.errors.contains("\(file.path):2: \(says)"))
    }

    @Test(
        "results of an earlier run never stand: a program that cannot be started, a file that cannot be read, a signal, a kill",
        arguments: [
            (["run", "--scenario", "S", "--", "./not-there"], nil, "not-there: No such file"),
            (["simulate", "S", "/not/there.yaml"], nil, "/not/there.yaml"),
            (["run", "--scenario", "S", "--", "sleep", "100"], SIGTERM, "long"),
            (["run", "--scenario", "S", "--", "sleep", "100"], SIGKILL, "ended before there was a result"),
        ] as [([String], CInt?, String)])
    func resultsOfThisRun(arguments: [String], signal: CInt?, says: String) throws {
        let text = "scenario: long\ntimeline: [{at: 1ms, do: {log: x}}]\nend: 1h\nexpect: [{state: foregroundActive}]"
        let file = try TemporaryFile(text, name: "long.yaml")
        let junit = try TemporaryFile("<testsuites failures=\"0\"/>", name: "junit.xml")
        let results = try TemporaryFile("{\"passed\":true}\n", name: "results.ndjson")
        let real = arguments.map { $0 == "S" ? file.path : $0 }
        let options = ["--junit", junit.path, "--results", results.path]
        let runner = try Runner(real.prefix(1) + options + real.dropFirst())
        if let signal {
            #expect(runner.look { junit.text.contains("ended before") })
            runner.signal(signal)
        }
        #expect(try runner.finish() != 0)
        #expect(junit.text.contains("failures=\"1\"") && junit.text.contains(says), "\(junit.text)")
        #expect(!results.text.contains("\"passed\":true"))
        if signal == nil { #expect(results.text.contains("\"error\":") && results.text.contains(says)) }
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("a signal ends a scenario at once, with the app running or gone", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(signal: CInt) throws {
        let text = "scenario: long\ntimeline: [{at: 1ms, do: {log: x}}]\nend: 1h\nexpect: [{state: suspended}]"
        let file = try TemporaryFile(text, name: "long.yaml")
        for (command, last) in [("exec sleep 100", TimelineEvent.Kind.step), ("exit 3", .exited)] {
            let arguments = ["--scenario", file.path, "--events", "-", "-q", "--", "sh", "-c", command]
            let runner = try Runner(arguments)
            #expect(runner.wait { !runner.events(last).isEmpty })
            runner.signal(signal)
            #expect(try runner.finish() == 128 + signal)
            #expect(runner.waitUntilNothingIsLeft())
        }
    }

    @Test("WK-15, SD-52: a VoIP app that exits with another code than 0 is back at once; with 0 it ends the run")
    func exitsAndIsBack() throws {
        let lives = try TemporaryFile("", name: "lives")
        let runner = try Runner([
            "--ios", "8", "--modes", "voip", "--events", "-", "-q", "--", "sh", "-c",
            "echo started; echo >> \(lives.path); test $(wc -l < \(lives.path)) -ge 3 || exit 3",
        ])
        #expect(try runner.finish() == 0)
        #expect(runner.output == "started\nstarted\nstarted\n")
        #expect(runner.events(.launched).map(\.message) == [nil, "for voipRelaunch", "for voipRelaunch"])
        #expect(runner.events(.exited).map(\.message) == ["exit 3", "exit 3", "exit 0"])
    }

    @Test("an app that is launched for a position is not launched once more when its command has ended")
    func overIsOver() throws {
        let runner = try Runner([
            "--modes", "location", "--strategy", "location", "--background-after", "0.2s", "--events", "-", "-q", "--",
            "sh", "-c", "sleep 1; exit 3",
        ])
        #expect(try runner.finish() == 3)
        #expect(runner.events(.launched).count == 1)
    }

    @Test("RB-15: a lock in the app-group directory, held by the real process at suspension, ends it with 0xdead10cc")
    func lockedFile() throws {
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "keepalive-lock-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let runner = try Runner([
            "-q", "--events", "-", "--app-group", directory.path, "--background-after", "500ms", "--", "flock",
            "\(directory.path)/database", "sleep", "100",
        ])
        #expect(try runner.finish() == 137)
        let termination = try #require(runner.events(.terminated).first)
        #expect(termination.termination?.code == "0xdead10cc")
        #expect(termination.rule == "RB-15")
        #expect(termination.evidence?.detail?.contains("database") == true)
        #expect(runner.events(.frozen).isEmpty)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("ctl why: a running system says why its app is frozen, without thawing it")
    func why() throws {
        let runner = try Runner(["-q", "--events", "-", "--background-after", "0s", "--", "sleep", "100"])
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        let asking = try Runner(["ctl", "why", "--system", "\(runner.pid)"])
        #expect(asking.wait { asking.status != nil || runner.status != nil })
        #expect(try asking.finish() == 0)
        #expect(asking.output.contains("suspended for "))
        #expect(asking.output.contains("in the background without a reason to run [LC-10]"))
        #expect(asking.output.contains("thaw: the user comes back [LC-05]"))
        #expect(runner.events(.thawed).isEmpty)
        runner.signal(9)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("ctl why: without a running system it says so")
    func nobody() throws {
        let asking = try Runner(["ctl", "why", "--system", "1"])
        #expect(try asking.finish() == 125)
        #expect(asking.errors.split(separator: "\n").count == 1)
    }
}

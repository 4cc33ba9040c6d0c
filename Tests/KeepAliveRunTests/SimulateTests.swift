import FoundationEssentials
import TestSupport
import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveReport

@Suite(.ownThread) struct SimulateTests {
    static let passing =
        "scenario: frozen at once\nrules: [LC-10]\ntimeline: [{at: 1s, do: home}]\n"
        + "expect: [{at: home + 199ms, state: background}, {at: home + 200ms, state: suspended}]\n"
    static let failing =
        "scenario: never <frozen> & \"done\"\ntimeline: [{at: 1s, do: home}]\nexpect: [{never: suspended}]\n"

    @Test("the suite that ships is found from the binary, and met")
    func suite() throws {
        let result = try Runner.run(["simulate", "--suite", "--quiet"])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("all passed"))
    }

    @Test("an expectation that is not met: exit status 1, and the difference with its line")
    func failure() throws {
        let file = try TemporaryFile(Self.passing + "---\n" + Self.failing)
        let result = try Runner.run(["simulate", file.path])
        #expect(result.status == 1)
        #expect(result.errors.isEmpty)
        #expect(result.output.contains("ok      iOS 27.0  frozen at once"))
        #expect(result.output.contains("FAILED  iOS 27.0  never <frozen> & \"done\""))
        #expect(result.output.contains("\(file.path):6"))
        #expect(result.output.contains("- never: state: suspended  (line 8)"))
        #expect(result.output.contains("2 scenarios, 3 expectations"))
        #expect(result.output.contains("1 failed"))
        let quiet = try Runner.run(["simulate", "-q", file.path])
        #expect(!quiet.output.contains("ok "))
        #expect(quiet.output.contains("FAILED"))
    }

    @Test("--list prints the place and the version of each scenario, as run takes them, and plays none")
    func list() throws {
        let file = try TemporaryFile(Self.passing + "---\n" + Self.failing + "ios: [17, 18]\n")
        let newest = ProfileCatalogue.newest.version
        let all = try Runner.run(["simulate", "--list", file.path])
        #expect(all.status == 0 && all.errors.isEmpty, "\(all.errors)")
        #expect(all.output == "\(file.path):1\t\(newest)\n\(file.path):6\t17.0\n\(file.path):6\t18.0\n")
        // Each place that is listed is played as it is written.
        for (place, name) in [("1", "frozen at once"), ("6", "never"), ("7", "never")] {
            let one = try Runner.run(["simulate", "\(file.path):\(place)", "--ios", "17"])
            #expect(one.errors.isEmpty && one.output.contains(name) && one.output.contains("1 scenario,"), "\(one)")
            #expect(one.status == (place == "1" ? 0 : 1))
        }
        let chosen = try Runner.run(["simulate", "--list", "--ios", "17", "--filter", "never", file.path])
        #expect(chosen.output == "\(file.path):6\t17.0\n")
        for option in [
            ["--junit", "x.xml"], ["--set", "finishTaskBudget=60"], ["--reading", "articles"], ["--timeline"],
        ] {
            let refused = try Runner.run(["simulate", "--list", file.path] + option)
            #expect(refused.status == 64)
            #expect(refused.errors.contains("--list plays no scenario: leave \(option[0]) out"), "\(refused.errors)")
        }
    }

    @Test("results as NDJSON, events as NDJSON, and JUnit that a parser takes")
    func files() throws {
        let file = try TemporaryFile(Self.passing + "---\n" + Self.failing)
        let results = try TemporaryFile(name: "results.ndjson")
        let events = try TemporaryFile(name: "events.ndjson")
        let junit = try TemporaryFile(name: "junit.xml")
        let run = try Runner.run([
            "simulate", file.path, "--results", results.path, "--events", events.path, "--junit", junit.path,
        ])
        #expect(run.status == 1)
        struct Record: Decodable {
            var scenario: String
            var passed: Bool
            var ios: String
            var line: Int
        }
        let records = try results.text.split(separator: "\n").map {
            try JSONDecoder().decode(Record.self, from: Data($0.utf8))
        }
        #expect(records.map(\.passed) == [true, false])
        #expect(records.map(\.line) == [1, 6])
        let timeline = try events.text.split(separator: "\n").map {
            try JSONDecoder().decode(TimelineEvent.self, from: Data($0.utf8))
        }
        #expect(timeline.count { $0.state == .suspended } == 2)
        let script =
            "import sys, xml.dom.minidom as m; d = m.parse(sys.argv[1]); c = d.getElementsByTagName('testcase'); "
            + "print(len(c), len(d.getElementsByTagName('failure')), c[1].getAttribute('name'))"
        let check = try Runner.run(["-q", "--", "python3", "-c", script, junit.path])
        #expect(check.output == "2 1 iOS 27.0: never <frozen> & \"done\"\n", "\(check.errors)")
    }

    @Test("JUnit: a suite a file, whatever the order of the files; real seconds, and the device's as a property")
    func junit() throws {
        let one = try TemporaryFile(Self.passing)
        let other = try TemporaryFile(Self.failing)
        let junit = try TemporaryFile(name: "junit.xml")
        let run = try Runner.run(["simulate", "-q", one.path, other.path, one.path, "--junit", junit.path])
        #expect(run.status == 1)
        let text = junit.text
        #expect(text.contains("<testsuites name=\"keepalive-run\" tests=\"3\" failures=\"1\" "))
        #expect(text.count(of: "<testcase ") == 3)
        #expect(text.count(of: "<testsuite ") == 2)
        #expect(text.contains("<testsuite name=\"\(one.path)\" tests=\"2\" failures=\"0\" "))
        #expect(text.contains("<properties><property name=\"device_seconds\" value=\"2.200\"/></properties>"))
        // No machine takes so long for it.
        #expect(!text.contains(" time=\"2.200\""))
        let times = text.ranges(of: " time=\"").map { text[$0.upperBound...].prefix { $0 != "\"" } }
        let seconds = times.compactMap { Double($0) }
        #expect(seconds.count == 6 && seconds[0] < 2)
    }

    @Test("an Info.plist that is not there is told with the place that names it", arguments: ["simulate", "run"])
    func infoPlist(command: String) throws {
        let file = try TemporaryFile(
            Self.passing + "---\nscenario: x\napp: {info-plist: /nope}\nexpect: [{state: background}]\n")
        let result = try Runner.run(
            command == "run" ? ["--scenario", "\(file.path):7", "--", "true"] : ["simulate", file.path])
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("keepalive-run: \(file.path):7:19: /nope: No such file"), "\(result.errors)")
    }

    @Test("--ios and --set win over the scenario, --filter chooses, --explain says why")
    func options() throws {
        let file = try TemporaryFile(Self.passing)
        let other = try Runner.run(["simulate", file.path, "--ios", "14.5", "--set", "suspensionDelay=0.5"])
        #expect(other.status == 1)
        #expect(other.output.contains("iOS 14.5"))
        let why = try Runner.run(["simulate", file.path, "--explain", "--filter", "LC-10"])
        #expect(why.status == 0)
        #expect(why.output.contains("because   in the background without a reason to run [LC-10]"))
        #expect(why.output.contains("thaw: the user comes back [LC-05]"))
        let foreground = try TemporaryFile("scenario: stays\nend: 1s\nexpect: [{state: foregroundActive}]\n")
        let stays = try Runner.run(["simulate", foreground.path, "--explain"])
        #expect(
            stays.output.contains("          then: frozen after 0.2 s: no reason to run [LC-10]"), "\(stays.output)")
    }

    @Test("--reading takes all values of the articles together, --set one back; the scenario's reading gives way")
    func reading() throws {
        func passes(_ scenario: TemporaryFile, _ options: String...) throws -> Bool {
            try Runner.run(["simulate", scenario.path, "--ios", "26"] + options).status == 0
        }
        let text = "app: {takes: {didEnterBackground: 9s}}\ntimeline: [{at: 1s, do: home}]\n"
        let killed = "expect: [{killed: \"0x8badf00d\", at: home + 5s}]\n"
        let plain = try TemporaryFile("scenario: slow\n" + text + killed)
        #expect(try !passes(plain))
        #expect(try passes(plain, "--reading", "articles"))
        #expect(try !passes(plain, "--reading", "articles", "--set", "enterBackgroundLimit=10"))
        let reader = try TemporaryFile("scenario: slow\nreading: articles\n" + text + killed)
        #expect(try passes(reader))
        #expect(try !passes(reader, "--reading", "apple"))
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var says: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(
        "bad input is one line, and exit status 64",
        arguments: [
            Bad(arguments: [], says: "nothing to simulate"),
            Bad(arguments: ["/nowhere.yaml"], says: "/nowhere.yaml: No such file or directory"),
            Bad(arguments: ["/nowhere.yaml:3"], says: "/nowhere.yaml: No such file or directory"),
            Bad(arguments: ["/dev/null"], says: "not a regular file"),
            Bad(arguments: ["/proc/self"], says: "no scenario files"),
            Bad(arguments: ["--suite", "--filter", "nothing-has-this"], says: "none of"),
            Bad(arguments: ["--suite", "--set", "finishTaskBudget"], says: "expected NAME=VALUE"),
            Bad(arguments: ["--suite", "--set", "finishTaskBudge=3"], says: "did you mean 'finishTaskBudget'?"),
            Bad(arguments: ["--suite", "--reading", "book"], says: "'book' is none of apple, articles"),
            Bad(arguments: ["--suite", "--ios", "3"], says: "began with iOS 4"),
        ])
    func badInput(bad: Bad) throws {
        let result = try Runner.run(["simulate"] + bad.arguments)
        #expect(result.status == 64)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.contains(bad.says), "\(result.errors)")
    }

    @Test("a file that is no text, and one that is no YAML, name the file and the line")
    func malformed() throws {
        let file = try TemporaryFile("scenario: x\nexpect: [{state: frozen}]\n")
        let result = try Runner.run(["simulate", file.path])
        #expect(result.status == 64)
        #expect(result.errors.contains("\(file.path):2:18: 'frozen' is not a state"), "\(result.errors)")
    }
}

import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveScenarios
@testable import KeepAliveYAML

/// Files that are no scenarios: each error names the file, the line, and what was expected there.
@Suite struct MalformedScenarioTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var what: String
        var text: String
        /// `LINE` or `LINE:COLUMN` of the fault.
        var place: String
        var says: String

        init(_ what: String, _ text: String, at place: String, says: String) {
            self.what = what
            self.text = text
            self.place = place
            self.says = says
        }

        var testDescription: String { what }
    }

    static func scenario(_ lines: String...) -> String {
        (["scenario: a test"] + lines
            + (lines.contains { $0.hasPrefix("expect") } ? [] : ["expect: [{state: suspended}]"]))
            .joined(separator: "\n")
    }

    static let cases: [Case] = [
        Case("tab for indentation", "scenario: a\n\tx: 1", at: "2:1", says: "not YAML"),
        Case("unclosed bracket", "scenario: a\nrules: [LC-05", at: "3", says: "not YAML"),
        Case("unclosed quote", "scenario: \"a\nexpect: []", at: "2", says: "not YAML"),
        Case("a list instead of a scenario", "- a\n- b", at: "1:1", says: "expected a scenario, found a list"),
        Case("a text instead of a scenario", "hello", at: "1:1", says: "expected a scenario, found 'hello'"),
        Case("no name", "expect: [{state: suspended}]", at: "1:1", says: "a scenario needs 'scenario'"),
        Case("no expectations", "scenario: a", at: "1:1", says: "a scenario needs 'expect'"),
        Case("expects nothing", "scenario: a\nexpect: []", at: "2:9", says: "expects nothing"),
        Case(
            "unknown key", scenario("timelin: []"), at: "2:1",
            says: "'timelin' is not a key of a scenario; did you mean 'timeline'?"),
        Case("a key twice", scenario("end: 1s", "end: 2s"), at: "3:1", says: "the key 'end' stands here twice"),
        Case("unknown rule", scenario("rules: [LC-99]"), at: "2:9", says: "'LC-99' is no rule"),
        Case("unknown version", scenario("ios: 28"), at: "2:6", says: "there are no rules for iOS 28"),
        Case("no version", scenario("ios: new"), at: "2:6", says: "'new' is not an iOS version"),
        Case("unknown mode", scenario("app: {modes: [audoi]}"), at: "2:15", says: "did you mean 'audio'?"),
        Case(
            "unknown strategy", scenario("app: {strategy: silent-audoi}"), at: "2:17",
            says: "Did you mean 'silent-audio'?"),
        Case(
            "unknown callback", scenario("app:", "  on: {didEnterBackgroud: play}"), at: "3:7",
            says: "did you mean 'didEnterBackground'?"),
        Case(
            "a verb of the system in a callback", scenario("app:", "  on: {didEnterBackground: home}"), at: "3:28",
            says: "only the app's own verbs"),
        Case(
            "a path with a NUL character", scenario("app: {info-plist: \"a\\0b\"}"), at: "2:19",
            says: "must have no NUL character"),
        Case("unknown key of the app", scenario("app: {mode: audio}"), at: "2:7", says: "did you mean 'modes'?"),
        Case("a list instead of an app", scenario("app: [audio]"), at: "2:6", says: "expected an app, found a list"),
        Case("a flag that is none", scenario("app: {scenes: yes please}"), at: "2:15", says: "expected true or false"),
        Case(
            "how wakes are completed", scenario("app: {completes-wakes: soon}"), at: "2:24",
            says: "'soon' is not 'after 2s', 'on expiration' or 'never'"),
        Case(
            "unknown constant", scenario("profile: {finishTaskBudge: 3}"), at: "2:28",
            says: "did you mean 'finishTaskBudget'?"),
        Case("a constant's value", scenario("profile: {finishTaskBudget: much}"), at: "2:29", says: "not a number"),
        Case("a switch's value", scenario("profile: {wakeupLimitKills: 3}"), at: "2:29", says: "not true or false"),
        Case(
            "unknown condition", scenario("device: {lowpower: true}"), at: "2:10",
            says: "'lowpower' is not a key of a device"),
        Case(
            "a time of day", scenario("device: {time-of-day: \"25:00\"}"), at: "2:23",
            says: "'25:00' is not a time of day"),
        Case("unknown network", scenario("device: {network: wired}"), at: "2:19", says: "known: none, wifi, cellular"),
        Case("a timeline that is no list", scenario("timeline: home"), at: "2:11", says: "expected a list of steps"),
        Case("a step that is no mapping", scenario("timeline: [home]"), at: "2:12", says: "expected a step"),
        Case("a step that does nothing", scenario("timeline:", "  - {at: 1s}"), at: "3:5", says: "needs 'do'"),
        Case(
            "a step with two times", scenario("timeline:", "  - {at: 1s, after: 2s, do: home}"), at: "3:21",
            says: "not both"),
        Case(
            "a duration without a unit", scenario("timeline:", "  - {at: 5, do: home}"), at: "3:10",
            says: "did you mean '5s'?"),
        Case(
            "a negative duration", scenario("timeline:", "  - {at: -5s, do: home}"), at: "3:10", says: "not a duration"),
        Case("unknown verb", scenario("timeline:", "  - {at: 1s, do: hom}"), at: "3:18", says: "did you mean 'home'?"),
        Case(
            "a verb without its argument", scenario("timeline:", "  - {at: 1s, do: open-url}"), at: "3:18",
            says: "'open-url' needs a URL"),
        Case(
            "an argument that the verb does not take", scenario("timeline:", "  - {at: 1s, do: {home: now}}"),
            at: "3:25",
            says: "'home' takes nothing"),
        Case(
            "a word where a mapping is due", scenario("timeline:", "  - {at: 1s, do: {route: headphones}}"), at: "3:26",
            says: "expected a route, found 'headphones'. Write {route: {to: headphones, disconnected: true}}; "
                + "to is one of receiver, speaker, headphones, bluetoothA2DP, bluetoothLE, bluetoothHFP, airPlay"),
        Case(
            "a word where a session is due", scenario("timeline:", "  - {at: 1s, do: {set-category: playback}}"),
            at: "3:33",
            says: "found 'playback'. Write {category: playback, options: [mixWithOthers]}; category is one of"),
        Case(
            "no mapping at all", scenario("timeline:", "  - {at: 1s, do: route}"), at: "3:18",
            says: "'route' needs a route: write {route: {to: headphones, disconnected: true}}"),
        Case(
            "a wrong argument", scenario("timeline:", "  - {at: 1s, do: {push: loud}}"), at: "3:25",
            says: "known: silent, alert"),
        Case(
            "unknown category", scenario("timeline:", "  - {at: 1s, do: {set-category: {category: playbck}}}"),
            at: "3:44",
            says: "did you mean 'playback'?"),
        Case(
            "two verbs in one mapping", scenario("timeline:", "  - {at: 1s, do: {push: silent, home: 1}}"), at: "3:18",
            says: "expected one verb"),
        Case(
            "a condition that is nothing", scenario("timeline:", "  - {when: suspendd, do: home}"), at: "3:12",
            says: "did you mean 'suspended'?"),
        Case(
            "an instant of an unknown step", scenario("expect:", "  - {at: hom + 5s, state: background}"), at: "3:10",
            says: "'hom' is not"),
        Case(
            "an instant that is none", scenario("expect:", "  - {at: 5s +, state: background}"), at: "3:10",
            says: "not an instant"),
        Case(
            "unknown state", scenario("expect:", "  - {at: 5s, state: frozen}"), at: "3:21",
            says: "'frozen' is not a state"),
        Case(
            "unknown event", scenario("expect:", "  - {event: suspend}"), at: "3:13", says: "'suspend' is not an event"),
        Case("unknown grant", scenario("expect:", "  - {grants: [music]}"), at: "3:15", says: "'music' is not a grant"),
        Case("says nothing", scenario("expect:", "  - {at: 5s}"), at: "3:5", says: "the expectation says nothing"),
        Case(
            "a tolerance", scenario("expect:", "  - {alive: 175s +- 1s}"), at: "3:13",
            says: "'175s+-1s' is not a duration"),
        Case(
            "nested too deep", "scenario: " + String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
            at: "1", says: "nested deeper"),
    ]

    @Test("a malformed file is an error that names file, line, column and what was expected", arguments: cases + values)
    func malformed(bad: Case) throws {
        let error = try #require(throws: KeepAliveError.self) {
            try ScenarioReader.scenarios(in: bad.text, file: "bad.yaml")
        }
        #expect(error.description.hasPrefix("bad.yaml:\(bad.place):"), "\(error)")
        #expect(error.description.contains(bad.says), "\(error)")
        #expect(!error.description.contains("\n"))
        #expect(error.code == .usage)
    }

    @Test("an empty file, and aliases without end")
    func wholeFile() throws {
        let empty = try #require(throws: KeepAliveError.self) {
            try ScenarioReader.scenarios(in: "# nothing\n---\n", file: "bad.yaml")
        }
        #expect(empty.description.hasPrefix("bad.yaml: no scenario"))
        let bomb =
            "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
            + Array("bcdefgh").map { name in
                let before = String(UnicodeScalar(name.unicodeScalars.first!.value - 1)!)
                return "\(name): &\(name) [" + Array(repeating: "*\(before)", count: 10).joined(separator: ", ") + "]"
            }.joined(separator: "\n")
        let endless = try #require(throws: KeepAliveError.self) {
            try ScenarioReader.scenarios(in: bomb, file: "bad.yaml")
        }
        #expect(endless.description.contains("values"))
    }

    @Test("aliases count in all documents of a file, for the depth, and for the length of what they stand for")
    func aliases() throws {
        func fault(_ text: String) throws -> String {
            try #require(throws: KeepAliveError.self) { try ScenarioReader.scenarios(in: text, file: "bad.yaml") }
                .description
        }
        // Each of ten documents has 99,999 values.
        let wide = "- &a [" + Array(repeating: "x", count: 99).joined(separator: ", ") + "]\n"
        let document = wide + String(repeating: "- *a\n", count: 989)
        #expect(
            try fault(Array(repeating: document, count: 10).joined(separator: "---\n")).contains(
                "more than 500000 values"))
        // Each value has the one before it 20 levels below itself.
        let deep = (1..<40).map { index in
            let open = String(repeating: "[", count: 20)
            let close = String(repeating: "]", count: 20)
            return "- &a\(index) \(open)*a\(index - 1)\(close)\n"
        }
        #expect(
            try fault("- &a0 [x]\n" + deep.joined())
                .contains("nested deeper than 32 levels, with what '*a1' stands for"))
        let long = "- &a \(String(repeating: "x", count: 100_000))\n"
        #expect(try fault(long + String(repeating: "- *a\n", count: 1000)).contains("more than 500000 values"))
    }

    @Test("a timeline that would take all memory is a failure that says how long it may be")
    func longTimeline() throws {
        let logs = Array(repeating: "{log: x}", count: 30).joined(separator: ", ")
        let steps = (1...10).map { "  - {at: \($0)s, do: [home, return], times: 500}" }
        let text = Self.scenario(
            "app: {on: {didEnterBackground: [\(logs)]}}", "timeline:\n" + steps.joined(separator: "\n"))
        let scenario = try #require(try ScenarioReader.scenarios(in: text, file: "long.yaml").first)
        let result = try ScenarioSimulation.play(scenario, ios: ProfileCatalogue.newest.version)
        #expect(result.failures.first?.expected == "a timeline of at most \(ScenarioPlayer.linesMax) lines")
        #expect(result.failures.first?.line == 1)
        #expect(result.timeline.count == ScenarioPlayer.linesMax)
    }

    @Test("ten years of sound are a failure that says how long it may be")
    func tenYears() throws {
        let text = Self.scenario(
            "app: {modes: audio, strategy: silent-audio}", "end: 87600h", "timeline: [{at: 1s, do: home}]")
        let scenario = try #require(try ScenarioReader.scenarios(in: text, file: "long.yaml").first)
        let result = try ScenarioSimulation.play(scenario, ios: ProfileCatalogue.newest.version)
        #expect(result.failures.first?.expected == "at most \(ScenarioPlayer.timersMax) timers that fire")
    }
}

/// Values that are out of range, cannot be meant, or could never be met.
extension MalformedScenarioTests {
    static func timeline(_ steps: String...) -> String {
        scenario("timeline:\n" + steps.map { "  - \($0)" }.joined(separator: "\n"))
    }

    static func expecting(_ expectation: String) -> String {
        "scenario: a\ntimeline: [{at: 1s, do: home}]\nexpect:\n  - \(expectation)"
    }

    static let values: [Case] = [
        // Times
        Case("a time that is no number", timeline("{at: nan, do: home}"), at: "3:10", says: "or 1h"),
        Case("ten years", timeline("{at: 99999d, do: home}"), at: "3:10", says: "more than the ten years"),
        Case(
            "three hundred years", timeline("{at: 99999999999h, do: home}"), at: "3:10", says: "more than the ten years"
        ),
        Case(
            "ten years in two steps", timeline("{at: 3000d, do: home}", "{after: 3000d, do: return}"), at: "4:5",
            says: "more than ten years after the start"),
        Case(
            "out of order", timeline("{at: 5s, do: home}", "{at: 1s, do: return}"), at: "4:5",
            says: "1 s is before the step above it, which is at 5 s"),
        Case(
            "out of order behind a condition",
            timeline("{at: 5s, do: home}", "{when: suspended, after: 2s, do: return}", "{at: 6s, do: home}"),
            at: "5:5", says: "6 s is before the step above it, which is at 7 s or later"),
        Case(
            "a step after the end", scenario("end: 5s", "timeline: [{at: 5s, do: home}]"), at: "3:12",
            says: "the scenario ends at 5 s, before this step"),
        Case(
            "one name twice", timeline("{name: a, at: 1s, do: home}", "{name: a, at: 2s, do: return}"), at: "4:5",
            says: "another step is named 'a' already"),
        Case(
            "too many actions",
            timeline("{times: 5000, do: [home, return]}", "{at: 1s, do: home}"),
            at: "4:5", says: "more than 10000 actions"),
        Case(
            "too many times", timeline("{times: 10001, do: home}"), at: "3:13",
            says: "10001 is not a number of times from 1 to 10000"),
        Case(
            "too many actions in a file",
            Array(
                repeating: "scenario: a\ntimeline:\n  - {times: 10000, do: home}\nexpect:\n  - {state: background}\n",
                count: 51
            ).joined(separator: "---\n"),
            at: "301:1", says: "more than 500000 actions up to the end of this scenario"),
        Case(
            "a version twice", scenario("ios: [26.0, '12.4', '26.0']"), at: "2:21",
            says: "iOS 26.0 is in this list already"),
        Case(
            "completes wakes in ten years", scenario("app: {completes-wakes: after 99999d}"), at: "2:24",
            says: "more than the ten years"),
        Case("no version", scenario("ios: []"), at: "2:6", says: "expected a version of iOS"),
        // Amounts
        Case("negative memory", scenario("app: {memory: -5MB}"), at: "2:15", says: "0MB to 1000000000MB"),
        Case("memory without a unit", scenario("app: {memory: 80}"), at: "2:15", says: "an amount such as 80MB"),
        Case("endless memory", scenario("app: {memory: 1e30MB}"), at: "2:15", says: "out of range"),
        Case("needs endless memory", timeline("{at: 1s, do: {memory-needed: 1e30MB}}"), at: "3", says: "out of range"),
        Case("negative load", timeline("{at: 1s, do: {load: {cpu: -95%}}}"), at: "3", says: "0% to 100000%"),
        Case("endless wakeups", timeline("{at: 1s, do: {load: {wakeups: 9e18}}}"), at: "3", says: "out of range"),
        Case("no load", timeline("{at: 1s, do: {load: {}}}"), at: "3", says: "a load is {cpu: 95%, wakeups: 200}"),
        Case("runs backwards", scenario("device: {moves: -5}"), at: "2:17", says: "out of range"),
        Case(
            "an endless constant", scenario("profile: {jetsamBandFactor: 9000000000000000000}"), at: "2:29",
            says: "a whole number from 0 to 1000000"),
        Case(
            "a constant with a wrong unit", scenario("profile: {suspensionDelay: 2x}"), at: "2:28",
            says: "or a duration such as 200ms"),
        // What could never fail, or never be met
        Case(
            "no such code", expecting("{never: {killed: \"0xZZ\"}}"), at: "4", says: "'0xZZ' is not a termination code"),
        Case("any, misspelled", expecting("{never: {killed: anny}}"), at: "4", says: "did you mean 'any'?"),
        Case("no such error", expecting("{never: {error: nonsense}}"), at: "4", says: "is not the name of an error"),
        Case("no such namespace", expecting("{never: {namespace: foo}}"), at: "4", says: "is not a namespace"),
        Case("an order of nothing", expecting("{order: []}"), at: "4:13", says: "two patterns or more"),
        Case(
            "from after to", expecting("{never: suspended, from: 10s, to: 5s}"), at: "4:5",
            says: "'from' is not before 'to'"),
        Case("a tolerance alone", expecting("{alive: \"± 1s\"}"), at: "4:13", says: "not a duration such as"),
        Case("no tolerance", expecting("{alive: \"175s ± \"}"), at: "4:13", says: "not a duration such as"),
        Case(
            "an instant beyond", expecting("{at: home + 3000d + 3000d, state: suspended}"), at: "4:10",
            says: "more than the ten years"),
        Case("a misspelled key of an expectation", expecting("{evnt: x}"), at: "4:6", says: "did you mean 'event'?"),
        Case(
            "a misspelled key that is needed", "scenaro: a\nexpect: []", at: "1:1", says: "did you mean 'scenario'?"),
        // Texts
        Case("a control character", "scenario: a\u{7}\nexpect: []", at: "1:12", says: "not YAML: control characters"),
        Case(
            "a character that turns the line around", timeline("{at: 1s, do: \u{202E}home}"), at: "3",
            says: "'\\u{202e}home' is not a verb"),
        Case(
            "a very long word", timeline("{at: 1s, do: " + String(repeating: "h", count: 2_000_000) + "}"), at: "3",
            says: "hhh…' is not a verb"),
        Case("brackets without end", String(repeating: "[", count: 1_000_000), at: "1:33", says: "nested deeper"),
        Case("an alias of nothing", "scenario: *a\nexpect: []", at: "1:11", says: "there is no '&a' before this '*a'"),
    ]
}

import FoundationEssentials
import Testing

@testable import KeepAliveFleet
@testable import KeepAlivePolicy
@testable import KeepAliveReport
@testable import KeepAliveScenarios
@testable import KeepAliveYAML

/// The readings: what they change, and that each change is proved by a scenario.
@Suite struct ReadingTests {
    /// A change, for a test of its own.
    struct Change: CustomTestStringConvertible {
        let reading: PolicyReading
        let row: PolicyReading.Row

        var testDescription: String { "\(reading.name): \(row.constant)" }
    }

    static let changes = PolicyReading.all.flatMap { reading in
        reading.rows.map { Change(reading: reading, row: $0) }
    }

    @Test("the default changes nothing, and no name stands for two readings")
    func names() throws {
        #expect(PolicyReading.all.first == .apple && PolicyReading.apple.rows.isEmpty)
        #expect(Set(PolicyReading.all.map(\.name)).count == PolicyReading.all.count)
        for reading in PolicyReading.all { #expect(try PolicyReading(named: reading.name) == reading) }
        for profile in ProfileCatalogue.all { #expect(profile.reading(.apple) == profile) }
        let error = #expect(throws: KeepAliveError.self) { try PolicyReading(named: "article") }
        #expect(error?.description == "'article' is none of apple, articles; did you mean 'articles'?")
        #expect(error?.code == .usage)
    }

    @Test("a change differs from the profile from its first version to its last, and in no other", arguments: changes)
    func differs(change: Change) throws {
        func values(_ version: IOSVersion) throws -> (apple: String, reading: String) {
            func value(_ profile: PolicyProfile) throws -> String {
                try #require(profile.constants.first { $0.name == change.row.constant }).value
            }
            let profile = PolicyProfile(version: version)
            return (try value(profile), try value(profile.reading(change.reading)))
        }
        let versions = ProfileCatalogue.versions
        for major in versions.lowerBound.major...versions.upperBound.major {
            let version = IOSVersion(major)
            let found = try values(version)
            let holds = version >= change.row.since && change.row.until.map { version < $0 } ?? true
            #expect((found.apple != found.reading) == holds, "iOS \(version)")
            if holds { #expect(found.reading == change.row.value, "iOS \(version)") }
        }
        #expect(RuleBook.rule(change.row.rule) != nil)
        #expect(RuleBook.rule(change.row.source)?.id.description.hasPrefix("SD-") == true)
    }

    @Test("each change is proved: without it, a scenario of the reading turns red", arguments: changes)
    func proved(change: Change) throws {
        let scenarios = ScenarioSuiteTests.scenarios.filter {
            $0.reading == change.reading && $0.rules.contains(change.row.source)
        }
        #expect(!scenarios.isEmpty)
        let turnsRed = try scenarios.contains { scenario in
            try ScenarioSimulation.versions(of: scenario, chosen: nil).contains { version in
                let apple = PolicyProfile(version: version).constants.first { $0.name == change.row.constant }
                let back = [ProfileOverride(name: change.row.constant, value: try #require(apple).value)]
                return try !ScenarioSimulation.play(scenario, ios: version, overrides: back).passed
                    && !ScenarioSimulation.play(scenario, ios: version, reading: .apple).passed
                    && ScenarioSimulation.play(scenario, ios: version).passed
            }
        }
        #expect(turnsRed, "no scenario notices when \(change.row.constant) is as Apple has it")
    }

    @Test("what the articles have, row by row")
    func articles() {
        let profile = PolicyProfile(version: IOSVersion(6, 1)).reading(.articles)
        #expect(profile.localNotificationLimit == 128)
        #expect(profile.voipKeepAliveBudget == .seconds(30))
        #expect(profile.switches.keepAliveOverrunKills)
        #expect(profile.enterBackgroundLimit == .seconds(5))
        #expect(profile.switches.renewalGainsTime)
        #expect(profile.switches.callsHandleEventsForSessions)
        #expect(profile.switches.oneKeySharesDocuments)
        let later = PolicyProfile.ios13.reading(.articles)
        #expect(!later.switches.callsHandleEventsForSessions)
        #expect(later.voipKeepAliveBudget == PolicyProfile.ios13.voipKeepAliveBudget)
        #expect(!later.switches.keepAliveOverrunKills)
    }

    @Test(
        "the scenario's values win over its reading, the caller's reading replaces the scenario's, and its values win")
    func precedence() throws {
        let scenario = try ScenarioReader.scenarios(
            in: """
                scenario: who wins
                reading: articles
                profile: {localNotificationLimit: 7}
                expect: [{state: foregroundActive}]
                """, file: "test.yaml")[0]
        #expect(scenario.reading == .articles)
        let version = PolicyProfile.ios13
        let own = try scenario.profile(version)
        #expect(own.localNotificationLimit == 7)
        #expect(own.enterBackgroundLimit == .seconds(5))
        #expect(try scenario.profile(version, reading: .apple).enterBackgroundLimit == version.enterBackgroundLimit)
        let set = [ProfileOverride(name: "enterBackgroundLimit", value: "8")]
        #expect(try scenario.profile(version, overrides: set).enterBackgroundLimit == .seconds(8))
    }

    @Test("a reading that there is none of is an error of the scenario, with the names that there are")
    func unknown() throws {
        let error = #expect(throws: KeepAliveError.self) {
            try ScenarioReader.scenarios(
                in: "scenario: none\nreading: article\nexpect: [{state: foregroundActive}]\n", file: "test.yaml")
        }
        #expect(error?.code == .usage)
        #expect(error?.description.contains("none of apple, articles; did you mean 'articles'?") == true)
        #expect(error?.description.hasPrefix("test.yaml:2:") == true)
    }

    @Test("a fleet has the reading in all its apps, and its file keeps it")
    func fleet() throws {
        let order = FleetOrder(apps: 1, days: 1, seed: 1, reading: .articles)
        let population = try PopulationReader.population(
            in: PopulationReader.defaultText, file: PopulationReader.defaultName)
        for plan in population.classes {
            for profile in try FleetClass(plan, reading: order.reading).profileByVersion.values {
                #expect(profile.profile.localNotificationLimit == 128)
            }
        }
        let result = FleetResult(program: "1", rules: "r", order: order, population: population)
        let read = try JSONDecoder().decode(FleetResult.self, from: Data(JSONText.pretty(result).utf8))
        #expect(read.order.reading == .articles)
    }
}

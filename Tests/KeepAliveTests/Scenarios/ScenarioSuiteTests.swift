import FoundationEssentials
import Testing

@testable import KeepAliveEngine
@testable import KeepAliveHost
@testable import KeepAlivePolicy
@testable import KeepAliveScenarios

@Suite struct ScenarioSuiteTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let scenarios: [Scenario] = {
        do {
            return try ScenarioLibrary.load([root.appending(path: "Scenarios").path])
        } catch {
            Issue.record(error)
            return []
        }
    }()

    @Test("every scenario that ships meets its expectations, on every version that it names", arguments: scenarios)
    func suite(scenario: Scenario) throws {
        for version in ScenarioSimulation.versions(of: scenario, chosen: nil) {
            let result = try ScenarioSimulation.play(scenario, ios: version)
            if !result.passed { Issue.record("\(ScenarioText(colours: false).text(result))") }
        }
    }

    @Test(
        "every constant and switch is pinned: changing it turns a scenario red",
        arguments: ProfileCatalogue.newest.constants)
    func mutation(constant: ProfileConstant) throws {
        // Those that name the constant's rules are likely to notice, so they come first.
        let rules = Set(ProfileCatalogue.all.flatMap(\.constants).filter { $0.name == constant.name }.flatMap(\.rules))
        let likely = Self.scenarios.filter { !rules.isDisjoint(with: $0.rules) }
        let others = Self.scenarios.filter { rules.isDisjoint(with: $0.rules) }
        let turnsRed = try (likely + others).contains { scenario in
            try ScenarioSimulation.versions(of: scenario, chosen: nil).contains { version in
                guard let value = Self.other(than: constant, ios: version) else { return false }
                return try !ScenarioSimulation.play(
                    scenario, ios: version, overrides: [ProfileOverride(name: constant.name, value: value)]
                ).passed
            }
        }
        #expect(turnsRed, "no scenario notices when \(constant.name) changes")
    }

    /// A value that the constant does not have.
    static func other(than constant: ProfileConstant, ios: IOSVersion) -> String? {
        guard let value = PolicyProfile(version: ios).constants.first(where: { $0.name == constant.name })?.value
        else { return nil }
        if let flag = Bool(value) { return String(!flag) }
        if let era = LifecycleEra(rawValue: value) { return LifecycleEra.allCases.first { $0 != era }?.rawValue }
        if let number = Int(value) { return String(number + 1) }
        if constant.unit.isEmpty, let version = IOSVersion(parsing: value) { return "\(version.major + 1).0" }
        if let number = Double(value) { return String(number * 1.1) }
        return value == "none" ? nil : String(value.dropFirst())
    }

    @Test("what has been played is freed")
    func freed() throws {
        let scenario = try #require(Self.scenarios.first)
        weak var player: ScenarioPlayer?
        weak var engine: Engine?
        func play() throws {
            let made = ScenarioPlayer(scenario)
            engine = try ScenarioSimulation.play(scenario, profile: ProfileCatalogue.newest, with: made)
            player = made
        }
        try play()
        #expect(player == nil && engine == nil)
    }

    @Test("the examples of the documentation are scenarios, and true")
    func examples() throws {
        let text = try String(contentsOfFile: Self.root.appending(path: "docs/scenarios.md").path, encoding: .utf8)
        let blocks = text.split(separator: "```yaml\n").dropFirst().map { String($0.prefix { $0 != "`" }) }
        #expect(!blocks.isEmpty)
        for block in blocks {
            for scenario in try ScenarioReader.scenarios(in: block, file: "docs/scenarios.md") {
                for version in ScenarioSimulation.versions(of: scenario, chosen: nil) {
                    let result = try ScenarioSimulation.play(scenario, ios: version)
                    #expect(result.passed, "\(ScenarioText(colours: false).text(result))")
                }
            }
        }
    }
}

extension Scenario: CustomTestStringConvertible {
    /// What it shows.
    public var testDescription: String { name }
}

extension ProfileConstant: CustomTestStringConvertible {
    /// Its name.
    public var testDescription: String { name }
}

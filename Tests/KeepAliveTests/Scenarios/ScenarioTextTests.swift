import KeepAlivePolicy
import KeepAliveYAML
import Testing

@testable import KeepAliveScenarios

/// What is printed of a scenario.
@Suite struct ScenarioTextTests {
    private func played(_ text: String) throws -> ScenarioResult {
        let scenario = try #require(try ScenarioReader.scenarios(in: text, file: "long.yaml").first)
        return try ScenarioSimulation.play(scenario, ios: IOSVersion(26))
    }

    @Test(
        "of a long scenario that failed, the lines next to the failure are printed, thirty at most, and how to see all")
    func deciding() throws {
        let result = try played(
            """
            scenario: long
            timeline:
              - {after: 60s, times: 100, do: [home, return]}
              - {at: 2h, do: home, name: last}
            expect:
              - {at: last + 1s, state: foregroundActive}
            """)
        let text = ScenarioText(colours: false)
        let lines = text.text(result).split(separator: "\n").map(String.init)
        let shown = lines.drop { !$0.contains("timeline:") }.dropFirst()
        #expect(shown.contains { $0.contains("suspended") && $0.contains("7200.200") }, "\(lines)")
        #expect(shown.contains { $0.contains("expected at last + 1 s: foregroundActive") })
        #expect(shown.filter { $0.contains("… ") && $0.hasSuffix(" lines") }.count >= 1)
        #expect(shown.filter { !$0.contains("… ") && !$0.contains("expected") && !$0.contains("all ") }.count <= 30)
        #expect(lines.last?.contains("simulate --timeline") == true)
        let whole = text.text(result, showsTimeline: true).split(separator: "\n")
        #expect(whole.count > 100 && !whole.contains { $0.contains("simulate --timeline") })
    }

    @Test("of more than ten expectations that were not met, ten are shown, and how many more there are")
    func manyFailures() throws {
        let expectations = (1...14).map { "  - {at: \($0)s, state: suspended}" }.joined(separator: "\n")
        let result = try played("scenario: many\nend: 20s\nexpect:\n\(expectations)\n")
        let text = ScenarioText(colours: false).text(result)
        #expect(text.contains("… and 4 more expectations"), "\(text)")
    }
}

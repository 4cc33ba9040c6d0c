import FoundationEssentials
import Testing

@testable import KeepAliveHost
@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport
@testable import KeepAliveScenarios

/// What the scenarios' expectations do not name is pinned, too: every event with its rule and reason, and what `why` says at
/// the end, as a digest of each scenario. A change that is meant is recorded by `make timelines`.
@Suite struct TimelineTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let path = folder.appending(path: "timelines.txt").path
    private static let scenarios = folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scenarios").path

    private static func line(of scenario: Scenario) throws -> String {
        var digest = Digest()
        for version in ScenarioSimulation.versions(of: scenario, chosen: nil) {
            let result = try ScenarioSimulation.play(scenario, ios: version)
            for event in result.timeline { digest.add(try JSONText.line(event)) }
            if let explanation = result.explanation { digest.add(try JSONText.line(explanation)) }
        }
        let file = scenario.place.file.split(separator: "/").last ?? ""
        return "\(digest)  \(file): \(scenario.name)"
    }

    @Test("every scenario's timeline is as it was recorded")
    func recorded() throws {
        let lines = try ScenarioLibrary.load([Self.scenarios]).map(Self.line)
        guard Machine.variable("KEEPALIVE_RECORD") == nil else {
            return try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: Self.path))
        }
        let known = Set(try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n").map(String.init))
        let changed = lines.filter { !known.contains($0) }
        #expect(
            changed.isEmpty,
            """
            \(changed.count) timelines are not as recorded, such as: \(changed.prefix(3).joined(separator: "; ")). \
            'keepalive-run simulate --timeline --filter NAME' shows one; when the change is meant: make timelines
            """)
        #expect(known.count == lines.count, "a scenario was added or taken out: make timelines")
    }
}

import FoundationEssentials
import Testing

@testable import KeepAliveFleet
@testable import KeepAlivePolicy
@testable import KeepAliveReport
@testable import KeepAliveStrategies

@Suite struct PopulationTests {
    @Test("the default population can be read, and has every strategy of another effect")
    func standard() throws {
        let population = try PopulationReader.population(in: PopulationReader.defaultText, file: "default")
        let used = Set(population.classes.flatMap(\.strategies))
        let all = Set(StrategyRegistry.builtIn.map { $0.descriptor.name })
        // On virtual time background-player does what silent-audio does.
        #expect(all.subtracting(used) == ["background-player", "none"])
        for kind in population.classes { _ = try FleetClass(kind) }
        let json = try JSONText.pretty(population)
        #expect(try JSONDecoder().decode(Population.self, from: Data(json.utf8)) == population)
    }

    @Test("docs/fleet.md shows the default population as it is")
    func documented() throws {
        let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
        let page = try String(contentsOfFile: "\(root)/docs/fleet.md", encoding: .utf8)
        let start = try #require(PopulationReader.defaultText.firstRange(of: "version: 1\n")).lowerBound
        #expect(page.hasSuffix("```yaml\n\(PopulationReader.defaultText[start...])```\n"))
    }

    @Test func values() throws {
        let text = """
            classes:
              - name: all
                weight: 2.5
                ios: {26: 3, 12.4: 1}
                modes: [audio, fetch]
                strategies: [silent-audio, background-task]
                scenes: false
                night: {from: 22.5, to: 6}
                sessions:
                  per-day: {uniform: {from: 1, to: 2}}
                  length: {lognormal: {median: 1m30s, sigma: 0.5, max: 1h}}
                  force-quit: 0.25
                wakes:
                  processing: {per-day: 1, work: {exponential: {mean: 10s}}, earliest-begin: 1h, requires-external-power: on}
                background-work: {length: 3s}
            """
        let kind = try #require(PopulationReader.population(in: text, file: "f").classes.first)
        #expect(kind.weight == 2.5)
        #expect(kind.ios == [Weighted(value: "26.0", weight: 3), Weighted(value: "12.4", weight: 1)])
        #expect(kind.modes == [.audio, .fetch])
        #expect(kind.strategyLabel == "silent-audio+background-task+background-work")
        #expect(kind.night.hours == 7.5)
        #expect(kind.sessions.perDay == .uniform(from: 1, to: 2))
        #expect(kind.sessions.length == .lognormal(median: 90, sigma: 0.5, max: 3600))
        #expect(kind.wakes[0].work == .exponential(mean: 10, max: nil))
        #expect(kind.wakes[0].earliestBegin == 3600 && kind.wakes[0].requiresExternalPower)
        #expect(kind.backgroundWork?.leak == 0)
    }

    /// Lines of a class, and what is wrong with them.
    static let mistakes: [(String, String)] = [
        ("weight: 0", "5:13: expected a weight above 0 and up to 1000000000, found '0'"),
        ("wieght: 1", "5:5: 'wieght' is not a key of a class; did you mean 'weight'?"),
        (
            "ios: 3",
            "5:10: iOS 3 does not let apps into the background: that began with iOS 4. "
                + "Any version from 4.0 to 27, such as 6.1, 12.4, 13.0, 14.5, 26 or 27"
        ),
        ("ios: {26: x}", "5:15: expected a weight, found 'x'"),
        ("modes: [adio]", "5:13: 'adio' is not a value of UIBackgroundModes; did you mean 'audio'?"),
        ("strategies: [locaton]", "5:18: 'locaton' is not a strategy; did you mean 'location'?"),
        ("background-refresh-off: 1.5", "5:29: expected a probability from 0 to 1, found '1.5'"),
        ("launch-time: 5", "5:18: '5' is not a time with its unit, such as 90s, 5m or 1h30m"),
        (
            "launch-time: {normal: 1}",
            "5:19: 'normal' is not a distribution; did you mean 'lognormal'?"
        ),
        ("launch-time: {uniform: {from: 2s, to: 1s}}", "5:43: 'to' is below 'from'"),
        ("launch-time: {lognormal: {median: 2s}}", "5:30: a mapping of the parameters of lognormal needs 'sigma'"),
        ("memory-pressure-per-day: 1e9", "5:30: expected a number a day from 0 to 100000, found '1e9'"),
        ("wakes: {region: {per-day: 1}}", "5:21: a wake needs 'work'"),
        (
            "wakes: {visits: {per-day: 1, work: 1s}}",
            "5:13: 'visits' is not a wake of a population; did you mean 'visit'?"
        ),
        ("night: {from: 7, to: 6.5}", "5:12: a night has 23 hours at most"),
        (
            "location: {authorization: {yes: 1}}",
            "5:32: 'yes' is not an authorization; known: notDetermined, "
                + "restricted, denied, authorizedWhenInUse, authorizedAlways, once, provisionalAlways"
        ),
        ("location: {fix-every: 0s}", "5:27: this time is 1 s at least"),
    ]

    @Test("a mistake is told with file, line and column", arguments: mistakes.indices)
    func mistake(index: Int) {
        let (line, expected) = Self.mistakes[index]
        let text = """
            # a comment
            classes:
              - name: one
                sessions: {per-day: 1, length: 1m}
                \(line)
            """
        expect(text, "p.yaml:\(expected)")
    }

    @Test("a file without the parts of a population is told so")
    func incomplete() {
        expect("", "p.yaml: empty. 'keepalive-run list population' prints one to begin with")
        expect("classes: []", "p.yaml:1:1: a population has 1 to 1000 classes, not 0")
        expect("version: 2\nclasses: []", "p.yaml:1:10: this program reads version 1")
        expect("classes:\n  - name: a", "p.yaml:2:5: a class needs 'sessions'")
        let one = "{name: a, sessions: {per-day: 1, length: 1s}}"
        expect("classes: [\(one), \(one)]", "p.yaml:1:58: there are two classes 'a'")
    }

    private func expect(_ text: String, _ message: String, at location: SourceLocation = #_sourceLocation) {
        do {
            _ = try PopulationReader.population(in: text, file: "p.yaml")
            Issue.record("no error", sourceLocation: location)
        } catch {
            #expect("\(error)" == message, sourceLocation: location)
        }
    }
}

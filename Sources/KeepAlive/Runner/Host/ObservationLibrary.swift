import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveScenarios
import KeepAliveText
import KeepAliveYAML

/// The observations on real devices that ship with KeepAlive: the files of the folder `field` beside the scenarios.
enum ObservationLibrary {
    /// An observation with its file and scenario.
    struct Entry: Encodable {
        /// The path of the file, relative to the folder of observations.
        var file: String
        var scenario: String
        var observation: Observation
    }

    /// A rule with the observations that contradict it, the strongest evidence first.
    struct ContestedRule: Encodable {
        var rule: RuleBook.Rule
        var contests: [Entry]
    }

    /// Returns the rules that an observation contradicts, in the order of their ids.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if the observations are missing, or if a file is not an
    ///   observation.
    static func contestedRules() throws -> [ContestedRule] {
        let folder = "\(try ScenarioLibrary.suite())/field"
        var contests: [RuleID: [Entry]] = [:]
        for file in InputFile.files(at: folder, suffix: ".yaml").sorted() {
            guard let entry = try entry(of: file, in: folder) else { continue }
            for rule in entry.observation.against ?? [] { contests[rule, default: []].append(entry) }
        }
        guard !contests.isEmpty else {
            throw KeepAliveError(
                .usage, "the observations that ship with KeepAlive are not where they belong: \(folder)",
                remedy: "'make install' puts them there")
        }
        let order = Observation.Evidence.allCases
        return RuleBook.rules.compactMap { rule in
            contests[rule.id].map { contests in
                ContestedRule(
                    rule: rule,
                    contests: contests.sorted {
                        let ranks = [$0, $1].map { order.firstIndex(of: $0.observation.evidence) ?? 0 }
                        return (ranks[0], $0.file) < (ranks[1], $1.file)
                    })
            }
        }
    }

    /// Reads the observation of a file; `nil` if the file has none. The rest of the file is not parsed as a scenario,
    /// because it may contain verbs that scenarios do not have yet.
    private static func entry(of file: String, in folder: String) throws -> Entry? {
        let text = try InputFile.yaml(of: file, limit: ScenarioReader.sizeMaxBytes, what: "a scenario file")
        guard let document = try YAMLParser.documents(of: text, file: file).first else { return nil }
        var fields = try document.fields("a scenario")
        guard let value = fields.take("observation") else { return nil }
        return Entry(
            file: String(file.dropFirst(folder.count + 1)), scenario: try fields.require("scenario").text(),
            observation: try Observation(value))
    }
}

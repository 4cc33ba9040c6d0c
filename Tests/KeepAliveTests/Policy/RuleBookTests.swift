import FoundationEssentials
import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveReport

@Suite struct RuleBookTests {
    static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Two letters, or three for what was not found, and the number.
    static var id: Regex<(Substring, prefix: Substring, number: Substring)> {
        /(?<prefix>[A-Z]{2}|GAP)-(?<number>[0-9]{2})/
    }
    /// `all`, one version, a range, a version and later, several of them, or nothing.
    static var versions: Regex<Substring> { /(?:all|(?:[0-9.]+(?:\+|-[0-9.]+)?(?:, )?)+)?/ }

    /// Every id that a Swift file of a folder names.
    static func citedIDs(below folder: String) throws -> Set<String> {
        let root = sources.appending(path: folder).path
        var found: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: root) where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
            for match in text.matches(of: /\b(?:LC|BT|BM|AS|CL|BG|WK|UR|LN|RB|CF|GAP|MD|PC|SD)-[0-9]{2}\b/) {
                found.insert(String(match.0))
            }
        }
        return found
    }

    @Test("every rule that the code cites is in the book")
    func citedRulesExist() throws {
        let known = Set(RuleBook.rules.map(\.id.description))
        #expect(try Self.citedIDs(below: "Sources").subtracting(known) == [])
    }

    @Test("ids are unique, statements and sources are not empty")
    func wellFormed() {
        #expect(Set(RuleBook.rules.map(\.id)).count == RuleBook.rules.count)
        for rule in RuleBook.rules {
            #expect(!rule.statement.isEmpty && !rule.source.isEmpty, "\(rule.id)")
            #expect(rule.statement.count <= 140, "\(rule.id)")
            #expect(rule.id.description.wholeMatch(of: Self.id) != nil, "\(rule.id)")
            #expect(rule.versions.wholeMatch(of: Self.versions) != nil, "\(rule.id): \(rule.versions)")
        }
        #expect(RuleBook.rule("BT-05")?.statement.contains("175") == true)
        #expect(RuleBook.rule("XX-99") == nil)
    }

    @Test("no number of a prefix is left out, from 01 on; those of the samples begin anew at every ten")
    func numbersWithoutGaps() throws {
        var numbers: [Substring: [Int]] = [:]
        for rule in RuleBook.rules {
            let match = try #require(rule.id.description.wholeMatch(of: Self.id))
            numbers[match.prefix, default: []].append(try #require(Int(match.number)))
        }
        let samples = numbers.removeValue(forKey: "SD")
        let blocks = Dictionary(grouping: try #require(samples)) { $0 / 10 }
        for (ten, block) in blocks {
            let first = max(ten * 10, 1)
            #expect(block == Array(first..<first + block.count), "SD")
        }
        for (prefix, found) in numbers { #expect(found == Array(1...found.count), "\(prefix)") }
        #expect(
            numbers.mapValues(\.count) == [
                "LC": 37, "BT": 35, "BM": 22, "AS": 62, "CL": 53, "BG": 27, "WK": 25, "UR": 23, "LN": 21, "RB": 37,
                "DP": 8, "CF": 13, "GAP": 8, "MD": 28, "PC": 32,
            ])
        #expect(blocks.mapValues(\.count) == [0: 5, 1: 8, 2: 8, 3: 3, 4: 9, 5: 5, 6: 1, 7: 2])
    }

    @Test("what is not applicable says why, and what was not found is not a promise of behaviour but for BT-28")
    func scopes() {
        for rule in RuleBook.rules {
            if case .notApplicable(let reason) = rule.scope { #expect(reason.count > 8, "\(rule.id)") }
            if rule.evidence == .notFound, rule.id != "BT-28" { #expect(rule.scope != .behaviour, "\(rule.id)") }
        }
    }

    @Test("a rule survives JSON, with its scope as an object that has a kind and maybe a reason")
    func codable() throws {
        let read = try JSONDecoder().decode([RuleBook.Rule].self, from: Data(JSONText.line(RuleBook.rules).utf8))
        #expect(read == RuleBook.rules)
        #expect(try JSONText.line(RuleBook.Scope.behaviour) == #"{"kind":"behaviour"}"# + "\n")
        #expect(
            try JSONText.line(RuleBook.Scope.notApplicable(reason: "why"))
                == #"{"kind":"notApplicable","reason":"why"}"# + "\n")
    }

    @Test("every constant of every profile has rules that are in the book", arguments: ProfileCatalogue.all)
    func constants(profile: PolicyProfile) {
        for constant in profile.constants {
            #expect(!constant.rules.isEmpty)
            #expect(!constant.value.isEmpty)
            for rule in constant.rules { #expect(RuleBook.rule(rule) != nil, "\(rule)") }
        }
    }

    @Test func profilesByName() throws {
        #expect(try ProfileCatalogue.profile(named: "12.4").version == IOSVersion(12, 4))
        #expect(try ProfileCatalogue.profile(named: "26").version == IOSVersion(26, 0))
        #expect(try ProfileCatalogue.profile(named: "14.5.1").version == IOSVersion(14, 5))
        #expect(try ProfileCatalogue.profile(named: "27").version == IOSVersion(27))
        for bad in ["x", "", "3.2", "28", "-1", "14,5"] {
            let error = #expect(throws: KeepAliveError.self) { try ProfileCatalogue.profile(named: bad) }
            #expect(error?.description.contains("Any version from 4.0 to 27") == true)
        }
    }
}

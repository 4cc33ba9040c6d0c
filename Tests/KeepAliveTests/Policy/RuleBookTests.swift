import FoundationEssentials
import Testing

@testable import KeepAlive

@Suite struct RuleBookTests {
    static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Every id that a Swift file of a folder names.
    static func citedIDs(below folder: String) throws -> Set<String> {
        let root = sources.appending(path: folder).path
        var found: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: root) where file.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
            for match in text.matches(of: /\b(?:LC|BT|BM|AS|CL|MD|SD|RB)-[0-9]{2}\b/) { found.insert(String(match.0)) }
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
            #expect(!rule.statement.isEmpty && !rule.source.isEmpty)
            #expect(rule.id.description.wholeMatch(of: /[A-Z]{2}-[0-9]{2}/) != nil)
        }
        #expect(RuleBook.rule("BT-05")?.statement.contains("175") == true)
        #expect(RuleBook.rule("XX-99") == nil)
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
        for bad in ["14.5", "x", "12.3", "27"] {
            let error = #expect(throws: KeepAliveError.self) { try ProfileCatalogue.profile(named: bad) }
            #expect(error?.description.contains("12.4, 13.0, 26.0") == true)
        }
    }
}

import FoundationEssentials
import KeepAliveModel
import KeepAlivePolicy

/// The findings of a project as text, as JSON, and as SARIF.
package struct CheckReport {
    private let project: CheckedProject
    private let result: ProjectChecks.Result
    private let ios: IOSVersion
    private let seconds: Double

    /// - Parameter seconds: the time that reading and checking took, in seconds.
    package init(_ project: CheckedProject, _ result: ProjectChecks.Result, ios: IOSVersion, seconds: Double) {
        self.project = project
        self.result = result
        self.ios = ios
        self.seconds = seconds
    }

    // MARK: Text

    /// The findings as a compiler prints them, below what was read and above their numbers.
    package var text: String {
        let counts = project.fileCounts
        var lines = [
            "\(project.origin), iOS \(ios): \(Self.words(counts.swift, "Swift file"))"
                + (counts.objectiveC == 0 ? "" : " and \(Self.words(counts.objectiveC, "Objective-C file"))")
                + " in \((seconds * 10).rounded() / 10) s",
            "",
        ]
        if counts.objectiveC > 0 {
            lines += ["Objective-C: names and literals were read, paths were not followed", ""]
        }
        for file in project.unread.prefix(Self.unreadMax) {
            lines.append("\(project.reachable(file.path)): not read: \(file.reason)")
        }
        let more = project.unread.count - Self.unreadMax
        if more > 0 { lines.append("and \(more) more files were not read") }
        for finding in result.findings {
            let place = "\(project.reachable(finding.place.file)):\(finding.place.line):\(finding.place.column)"
            lines.append("\(place): \(finding.level.rawValue): \(finding.message) [\(finding.rule)]")
            if let cure = finding.cure { lines.append("    cure: \(cure)") }
        }
        if !result.findings.isEmpty { lines.append("") }
        var sum = "errors: \(result.count(.error)), warnings: \(result.count(.warning))"
        if result.count(.note) > 0 { sum += ", cannot be told or only remarked: \(result.count(.note))" }
        if result.silenced > 0 { sum += ", silenced by comments: \(result.silenced)" }
        return (lines + [sum, ""]).joined(separator: "\n")
    }

    /// The number of files that were not read and are named.
    private static let unreadMax = 5

    private static func words(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    // MARK: JSON

    private struct Document: Encodable {
        struct Item: Encodable {
            let rule: String
            let level: String
            let file: String
            let line: Int
            let column: Int
            let message: String
            let cure: String?
        }

        let project: String
        let ios: String
        let swiftFiles: Int
        let objectiveCFiles: Int
        let findings: [Item]
        /// The files that were not read, each with the reason.
        let unread: [String: String]
        let errors: Int
        let warnings: Int
        let notes: Int
        let silenced: Int
    }

    /// The findings as a JSON object.
    package func json() throws -> String {
        let counts = project.fileCounts
        return try Self.encoded(
            Document(
                project: project.origin, ios: ios.description, swiftFiles: counts.swift,
                objectiveCFiles: counts.objectiveC,
                findings: result.findings.map {
                    Document.Item(
                        rule: $0.rule.description, level: $0.level.rawValue, file: project.reachable($0.place.file),
                        line: $0.place.line,
                        column: $0.place.column, message: $0.message, cure: $0.cure)
                },
                unread: Dictionary(
                    project.unread.map { (project.reachable($0.path), $0.reason) }, uniquingKeysWith: { $1 }),
                errors: result.count(.error), warnings: result.count(.warning), notes: result.count(.note),
                silenced: result.silenced))
    }

    // MARK: SARIF

    /// The findings in the Static Analysis Results Interchange Format 2.1.0, as code scanning takes it.
    package func sarif() throws -> String {
        let rules = Set(result.findings.map(\.rule)).sorted()
        let log = Sarif(runs: [
            Sarif.Run(
                tool: Sarif.Tool(
                    driver: Sarif.Driver(
                        name: "keepalive-run verify",
                        rules: rules.map { id in
                            Sarif.Rule(
                                id: id.description,
                                shortDescription: Sarif.Message(text: RuleBook.rule(id)?.statement ?? id.description))
                        })),
                invocations: [
                    Sarif.Invocation(
                        executionSuccessful: !project.isIncomplete,
                        toolExecutionNotifications: project.unread.map { file in
                            Sarif.Notification(
                                level: "warning",
                                message: Sarif.Message(
                                    text: "\(project.reachable(file.path)): not read: \(file.reason)"))
                        })
                ],
                results: result.findings.map { finding in
                    Sarif.Result(
                        ruleId: finding.rule.description, level: finding.level.rawValue,
                        message: Sarif.Message(
                            text: finding.message + (finding.cure.map { ". Cure: \($0)" } ?? "")),
                        locations: [
                            Sarif.Location(
                                physicalLocation: Sarif.PhysicalLocation(
                                    artifactLocation: Sarif.ArtifactLocation(
                                        uri: Self.uri(project.reachable(finding.place.file))),
                                    region: Sarif.Region(
                                        startLine: finding.place.line, startColumn: finding.place.column)))
                        ])
                })
        ])
        return try Self.encoded(log)
    }

    private static func uri(_ path: String) -> String {
        path.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII, character.isLetter || character.isNumber || "-._~/+@".contains(character) {
                return String(character)
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    private static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}

/// The part of SARIF 2.1.0 that a report has.
private struct Sarif: Encodable {
    var schema = "https://json.schemastore.org/sarif-2.1.0.json"
    var version = "2.1.0"
    var runs: [Run]

    enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, runs
    }

    struct Run: Encodable {
        var tool: Tool
        var invocations: [Invocation]
        var results: [Result]
        var columnKind = "unicodeCodePoints"
    }
    struct Tool: Encodable { var driver: Driver }
    struct Invocation: Encodable {
        var executionSuccessful: Bool
        var toolExecutionNotifications: [Notification]
    }
    struct Notification: Encodable {
        var level: String
        var message: Message
    }
    struct Driver: Encodable {
        var name: String
        var rules: [Rule]
    }
    struct Rule: Encodable {
        var id: String
        var shortDescription: Message
    }
    struct Result: Encodable {
        var ruleId: String
        var level: String
        var message: Message
        var locations: [Location]
    }
    struct Message: Encodable { var text: String }
    struct Location: Encodable { var physicalLocation: PhysicalLocation }
    struct PhysicalLocation: Encodable {
        var artifactLocation: ArtifactLocation
        var region: Region
    }
    struct ArtifactLocation: Encodable { var uri: String }
    struct Region: Encodable {
        var startLine: Int
        var startColumn: Int
    }
}

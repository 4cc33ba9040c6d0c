import KeepAlivePolicy
import KeepAliveText

/// An observation on a real device that a scenario reproduces.
package struct Observation: Sendable, Hashable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case source, device, date, seen, evidence, supports, against, note
        case switches = "switch"
    }

    /// The kinds of evidence, from the strongest to the weakest.
    package enum Evidence: String, Sendable, Hashable, CaseIterable, Encodable {
        /// A measurement on a device, with times.
        case measured
        case crashReport = "crash report"
        /// A log that a device has written.
        case log
        /// A statement of an Apple engineer.
        case engineer
        /// Independent reports of several developers.
        case severalReports = "several reports"
        /// A document that Apple has published.
        case document
        /// A report of one developer.
        case report
    }

    /// The source: a repository with its issue, a thread, or a site with the title of the page.
    package var source: String
    /// The device and its iOS version, as far as the source names them.
    package var device: String?
    /// The date of the observation, such as `2021-04`; `nil` if it is not known.
    package var date: String?
    /// The observation in this project's words.
    package var seen: String
    package var evidence: Evidence
    /// The constants and switches that make the profile reproduce the observation; `nil` if the profile does so
    /// without them.
    package var switches: [String: String]?
    /// The rules that the observation supports.
    package var supports: [RuleID]?
    /// The rules that the observation contradicts, or whose validity it limits.
    package var against: [RuleID]?
    /// The reason why the profile differs from the observation, or the missing information if no reason is known.
    package var note: String?
}

extension Observation {
    /// Reads the observation from its block in a scenario's file.
    package init(_ value: YAMLValue) throws {
        var fields = try value.fields("an observation")
        source = try fields.require("source").text("where it was told")
        device = try fields.take("device")?.text("a device and its version")
        date = try fields.take("date")?.text("a date such as 2021-04")
        seen = try fields.require("seen").text("what was seen")
        evidence = try fields.require("evidence").choice("a kind of evidence")
        supports = try fields.take("supports").map(Self.rules)
        against = try fields.take("against").map(Self.rules)
        note = try fields.take("note")?.text("a sentence")
        if let value = fields.take("switch") {
            var constants = try value.fields("constants")
            switches = [:]
            for name in constants.names {
                if let constant = constants.take(name) { switches?[name] = try constant.text("a value") }
            }
        }
        try fields.finish()
    }

    private static func rules(_ value: YAMLValue) throws -> [RuleID] {
        try value.elements.map { element in
            let id = RuleID(try element.text("the id of a rule"))
            guard RuleBook.rule(id) != nil else {
                throw element.error("'\(id)' is no rule", remedy: "'keepalive-run list rules' prints all")
            }
            return id
        }
    }
}

import KeepAlivePolicy
import KeepAliveText

/// An observation on a real device, which a scenario repeats.
package struct Observation: Sendable, Hashable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case source, device, date, seen, evidence, supports, against, note
        case switches = "switch"
    }

    /// The kinds of evidence, the strongest first.
    package enum Evidence: String, Sendable, Hashable, CaseIterable, Encodable {
        /// Measured on a device, with times.
        case measured
        /// A crash report.
        case crashReport = "crash report"
        /// A log of a device.
        case log
        /// An engineer of Apple's said it.
        case engineer
        /// Several developers report it, independently of each other.
        case severalReports = "several reports"
        /// A document of Apple's.
        case document
        /// One developer reports it.
        case report
    }

    /// Where it was told: a repository and its issue, a thread, a site and the title of the page.
    package var source: String
    /// The device and its version of iOS, as far as the source names them.
    package var device: String?
    /// The date, such as `2021-04`.
    package var date: String?
    /// The observation in our words.
    package var seen: String
    package var evidence: Evidence
    /// The constants and switches with which the profile does it, too, where it does not by itself.
    package var switches: [String: String]?
    /// The rules that it holds up.
    package var supports: [RuleID]?
    /// The rules that it speaks against, or whose limits it shows.
    package var against: [RuleID]?
    /// Why the profile does otherwise, and what is missing where it cannot be said.
    package var note: String?
}

extension Observation {
    /// Reads the block of a scenario's file.
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

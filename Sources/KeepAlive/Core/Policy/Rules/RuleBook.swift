/// The rules of the background policy, with their statements and sources.
///
/// The book holds every rule, even rules that no code follows yet. `docs/rules.md` lists the code and the tests of each
/// rule.
public enum RuleBook {
    /// A statement about iOS, with its versions, evidence and sources.
    public struct Rule: Sendable, Hashable, Codable {
        /// The id of the rule, by which reasons and tests refer to it.
        public var id: RuleID
        /// The statement of the rule, in this project's words.
        public var statement: String
        /// The iOS versions for which the rule holds: `all`, `4+`, `7-12`, `13.4+`; empty if no source states them.
        public var versions: String
        /// The kind of evidence for the rule.
        public var evidence: Evidence
        /// The sources of the rule: titles, with addresses if they have any, separated by semicolons.
        public var source: String
        /// The scope of the rule in this software.
        public var scope: Scope

        init(
            _ id: RuleID, _ evidence: Evidence, _ versions: String, _ statement: String,
            from sources: Source..., scope: Scope = .behaviour
        ) {
            self.init(id, evidence, versions, statement, from: sources, scope: scope)
        }

        init(
            _ id: RuleID, _ evidence: Evidence, _ versions: String, _ statement: String, from sources: [Source],
            scope: Scope
        ) {
            self.id = id
            self.statement = statement
            self.versions = versions
            self.evidence = evidence
            self.source = sources.map(\.text).joined(separator: "; ")
            self.scope = scope
        }
    }

    /// The kinds of evidence for a rule, strongest first. A rule with several parts has the kind of its main part.
    public enum Evidence: String, Sendable, Hashable, Codable, CaseIterable {
        /// The behaviour was measured on a device, with times or counts.
        case measured
        /// A log or a crash report of a device shows the behaviour.
        case log
        /// An Apple engineer described the behaviour, in the forums or in a talk.
        case engineer
        /// Several developers report the behaviour, independently of each other.
        case reports
        /// Apple's documentation, release notes, headers or open source describe the behaviour.
        case document
        /// One developer claims the behaviour.
        case report
        /// This project inferred the behaviour from other rules.
        case inference
        /// The behaviour is widely believed; no source was found.
        case belief
        /// A source was looked for and not found.
        case notFound
        /// The rule repeats other rules in one place.
        case summary

        /// A remark for rules without a source of their own; `nil` for all others.
        package var remark: String? {
            switch self {
            case .inference: "this project's inference"
            case .belief, .notFound: "no source"
            case .measured, .log, .engineer, .reports, .document, .report, .summary: nil
            }
        }
    }

    /// The scope of a rule in this software.
    public enum Scope: Sendable, Hashable {
        /// The rule describes a behaviour of iOS that the policy can reproduce.
        case behaviour
        /// The rule states a constant, a code or a text, which is stored as data.
        case value
        /// The rule describes nothing that an emulation of one app could reproduce; the value is the reason.
        case notApplicable(reason: String)
    }

    /// All rules, sorted by id.
    public static let rules: [Rule] =
        [
            lifecycleRules, backgroundTaskRules, modeRules, audioRules, locationRules, taskSchedulerRules, wakeRules,
            transferRules, notificationRules, runningBoardRules, dataProtectionRules, conflictRules, gapRules,
            modelRules,
            constantRules, sampleRules,
        ]
        .flatMap { $0 }
        .sorted { $0.id < $1.id }

    /// Returns the rule with an id; `nil` if the book has none.
    public static func rule(_ id: RuleID) -> Rule? {
        rulesByID[id]
    }

    private static let rulesByID = Dictionary(rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}

extension RuleBook.Scope: Codable {
    private enum Key: String, CodingKey {
        case kind, reason
    }

    private enum Kind: String, Codable {
        case behaviour, value, notApplicable
    }

    /// Decodes the object that `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch try container.decode(Kind.self, forKey: .kind) {
            case .behaviour: .behaviour
            case .value: .value
            case .notApplicable: .notApplicable(reason: try container.decode(String.self, forKey: .reason))
            }
    }

    /// Encodes the scope as an object with a `kind` and, if it is not applicable, a `reason`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .behaviour: try container.encode(Kind.behaviour, forKey: .kind)
        case .value: try container.encode(Kind.value, forKey: .kind)
        case .notApplicable(let reason):
            try container.encode(Kind.notApplicable, forKey: .kind)
            try container.encode(reason, forKey: .reason)
        }
    }
}

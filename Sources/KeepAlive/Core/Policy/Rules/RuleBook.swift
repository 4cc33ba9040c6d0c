/// The rules of the background policy, with their statements and sources.
///
/// The book holds every rule, even those that no code follows yet. `docs/rules.md` has the code and tests of each.
public enum RuleBook {
    /// One rule.
    public struct Rule: Sendable, Hashable, Codable {
        /// Its id.
        public var id: RuleID
        /// Its statement, in this project's words.
        public var statement: String
        /// The iOS versions that it holds for: `all`, `4+`, `7-12`, `13.4+`; empty where no source states them.
        public var versions: String
        /// The kind of evidence that it stands on.
        public var evidence: Evidence
        /// Its source: titles with their addresses where there are some, separated by semicolons.
        public var source: String
        /// Its scope in this software.
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

    /// The kinds of evidence that a rule can stand on, the strongest first. A rule with several parts has that of its main part.
    public enum Evidence: String, Sendable, Hashable, Codable, CaseIterable {
        /// It was measured on a device, with times or counts.
        case measured
        /// A log or a crash report of a device has it.
        case log
        /// An Apple engineer said it, in the forums or in a talk.
        case engineer
        /// Several developers report it, independently of each other.
        case reports
        /// Apple's documentation, release notes, headers or open source say it.
        case document
        /// One developer claims it.
        case report
        /// This project inferred it from other rules.
        case inference
        /// It is widely believed; no source was found.
        case belief
        /// It was looked for and not found.
        case notFound
        /// It repeats other rules in one place.
        case summary

        /// A remark for a decision that nothing but a guess holds; `nil` for one that has a source.
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
        /// Something that iOS does, which the policy can do too.
        case behaviour
        /// A constant, a code or a text that is held as data.
        case value
        /// Nothing that an emulation of one app could do; the reason says why.
        case notApplicable(reason: String)
    }

    /// All rules, in the alphabetical order of their ids.
    public static let rules: [Rule] =
        [
            lifecycleRules, backgroundTaskRules, modeRules, audioRules, locationRules, taskSchedulerRules, wakeRules,
            transferRules, notificationRules, runningBoardRules, dataProtectionRules, conflictRules, gapRules,
            modelRules,
            constantRules, sampleRules,
        ]
        .flatMap { $0 }
        .sorted { $0.id < $1.id }

    /// Returns the rule of an id, or `nil` when the book has none.
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

    /// Decodes what `encode(to:)` writes.
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

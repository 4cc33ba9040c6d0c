/// The id of a rule of the background policy, such as `BT-05`.
///
/// Ids are stable: a rule is never renumbered. `RuleBook` has the statement and the source of each rule.
public struct RuleID: Sendable, Hashable, Comparable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The id as it is written, for example `BT-05`.
    public let description: String

    /// Creates an id from its text.
    public init(_ text: String) {
        description = text
    }

    /// Creates an id from a literal.
    public init(stringLiteral text: String) {
        description = text
    }

    /// Decodes the id from its text.
    public init(from decoder: any Decoder) throws {
        description = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the id as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Sorts ids alphabetically.
    public static func < (left: RuleID, right: RuleID) -> Bool {
        left.description < right.description
    }
}

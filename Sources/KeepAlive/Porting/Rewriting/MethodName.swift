import SwiftSyntax

/// The name of a method that `#selector` names.
struct MethodName: Equatable {
    /// The method's name, without argument labels.
    let base: String
    /// The argument labels, in order; `_` for a parameter without a label.
    let labels: [String]

    /// Parses a full method name, such as `move(_:to:)`.
    init(whole: String) {
        let open = whole.firstIndex(of: "(") ?? whole.endIndex
        base = String(whole[..<open])
        labels = whole[open...].dropFirst().dropLast().split(separator: ":").map(String.init)
    }

    /// Reads a reference that is written with its argument labels; `nil` for a reference without labels.
    init?(_ name: DeclReferenceExprSyntax) {
        guard let arguments = name.argumentNames else { return nil }
        self.init(whole: "\(name.baseName.text)(\(arguments.arguments.map { "\($0.name.text):" }.joined()))")
    }

    /// The name with its argument labels, such as `move(_:to:)`.
    var whole: String { "\(base)(\(labels.map { "\($0):" }.joined()))" }

    /// The names that generated code uses for the parameters: `argument1`, `argument2` and so on.
    var parameters: [String] { labels.indices.map { "argument\($0 + 1)" } }

    /// Returns the source text of a call of the method.
    func call(_ arguments: [String]) -> String {
        let list = zip(labels, arguments).map { label, argument in label == "_" ? argument : "\(label): \(argument)" }
        return "\(base)(\(list.joined(separator: ", ")))"
    }

    /// Returns the method's name in Objective-C, which is the text of its selector. An explicit `@objc(name)` takes
    /// precedence.
    func objectiveC(_ facts: SourceFacts) -> String { facts.objectiveCNames[whole] ?? objectiveC }

    /// The name that `@objc` derives from the Swift name: `move(_:to:)` becomes `move:to:`, `move(with:)` becomes
    /// `moveWith:`, and `move(item:)` becomes `moveWithItem:`.
    var objectiveC: String {
        guard let first = labels.first else { return base }
        let rest = labels.dropFirst().map { $0 == "_" ? ":" : "\($0):" }.joined()
        guard first != "_" else { return "\(base):\(rest)" }
        let capital = "\(first.prefix(1).uppercased())\(first.dropFirst())"
        return "\(base)\(Self.prepositions.contains(first.firstWord) ? "" : "With")\(capital):\(rest)"
    }

    /// The words before which the compiler inserts no "With" (clang's list of prepositions, PartsOfSpeech.def).
    private static let prepositions: Set<String> = [
        "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from",
        "given", "in", "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to",
        "until", "using", "via", "when", "with", "within",
    ]
}

extension String {
    /// The first word of a camel-case name.
    fileprivate var firstWord: String { String(prefix { !$0.isUppercase }) }
}

import SwiftSyntax

/// The name of a method that `#selector` names.
struct MethodName: Equatable {
    /// The name without labels.
    let base: String
    /// The labels of its parameters; `_` for none.
    let labels: [String]

    /// Reads a name as it is declared: `move(_:to:)`.
    init(whole: String) {
        let open = whole.firstIndex(of: "(") ?? whole.endIndex
        base = String(whole[..<open])
        labels = whole[open...].dropFirst().dropLast().split(separator: ":").map(String.init)
    }

    /// Reads a name that is written with its labels; `nil` for one without.
    init?(_ name: DeclReferenceExprSyntax) {
        guard let arguments = name.argumentNames else { return nil }
        self.init(whole: "\(name.baseName.text)(\(arguments.arguments.map { "\($0.name.text):" }.joined()))")
    }

    /// The name with its labels.
    var whole: String { "\(base)(\(labels.map { "\($0):" }.joined()))" }

    /// Names for its arguments.
    var parameters: [String] { labels.indices.map { "argument\($0 + 1)" } }

    /// Returns a call with arguments.
    func call(_ arguments: [String]) -> String {
        let list = zip(labels, arguments).map { label, argument in label == "_" ? argument : "\(label): \(argument)" }
        return "\(base)(\(list.joined(separator: ", ")))"
    }

    /// Returns its name in Objective-C, which is what a selector is.
    func objectiveC(_ facts: SourceFacts) -> String { facts.objectiveCNames[whole] ?? objectiveC }

    /// The name that Objective-C has for it by the rules of `@objc`: `move(_:to:)` is `move:to:`, `move(with:)` is
    /// `moveWith:`, and `move(item:)` is `moveWithItem:`.
    var objectiveC: String {
        guard let first = labels.first else { return base }
        let rest = labels.dropFirst().map { $0 == "_" ? ":" : "\($0):" }.joined()
        guard first != "_" else { return "\(base):\(rest)" }
        let capital = "\(first.prefix(1).uppercased())\(first.dropFirst())"
        return "\(base)\(Self.prepositions.contains(first.firstWord) ? "" : "With")\(capital):\(rest)"
    }

    /// The words before which the compiler puts no "With" (clang's list of prepositions, PartsOfSpeech.def).
    private static let prepositions: Set<String> = [
        "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from",
        "given", "in", "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to",
        "until", "using", "via", "when", "with", "within",
    ]
}

extension String {
    /// The first word of a name in camel case.
    fileprivate var firstWord: String { String(prefix { !$0.isUppercase }) }
}

import SwiftSyntax

extension SyntaxProtocol {
    /// The nearest node of a type that contains this node; `nil` if there is none.
    package func enclosing<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
        var place = parent
        while let current = place {
            if let found = current.as(Node.self) { return found }
            place = current.parent
        }
        return nil
    }

    /// True if the node is this node, or one of its descendants.
    package func contains(_ node: some SyntaxProtocol) -> Bool {
        position <= node.position && node.endPosition <= endPosition
    }

    /// The name of the innermost type or extension around the node, without its own enclosing types; empty at the top
    /// level.
    package var typeName: String { typePath.lastComponent }

    /// The identifiers that are read in the node.
    package var mentionedNames: Set<String> {
        Set(tokens(viewMode: .sourceAccurate).lazy.filter { $0.tokenKind.isIdentifier }.map(\.text))
    }
}

extension TokenKind {
    /// True for a name, and for `$0`.
    package var isIdentifier: Bool {
        switch self {
        case .identifier, .dollarIdentifier: true
        default: false
        }
    }
}

extension IfConfigDeclSyntax {
    /// The clause that is compiled for a phone; the first one whose condition is not known to be false.
    package var clauseOfPhones: IfConfigClauseSyntax? { clauseOfPhones(without: []) }

    /// Returns the first clause that is compiled for phones.
    ///
    /// - Parameter modules: modules that cannot be imported.
    package func clauseOfPhones(without modules: Set<String>) -> IfConfigClauseSyntax? {
        clauses.first { clause in
            guard let condition = clause.condition?.trimmedDescription else { return true }
            let plain = condition.filter { !$0.isWhitespace }
            // Each part of a conjunction has to hold.
            let isWithout =
                !plain.contains("||")
                && plain.split(separator: "&&").contains { part in
                    part.hasPrefix("canImport(") && modules.contains(String(part.dropFirst(10).dropLast()))
                }
            return !condition.isFalseOnPhones && !isWithout
        }
    }
}

extension String {
    /// True for a condition of `#if` that is false on a phone: another system, or a simulator.
    fileprivate var isFalseOnPhones: Bool {
        let plain = filter { !$0.isWhitespace }
        let others = ["macOS", "OSX", "watchOS", "tvOS", "visionOS", "Linux"].map { "os(\($0))" }
        let parts = plain.split(separator: "||").map(String.init)
        return plain == "!os(iOS)"
            || parts.allSatisfy { part in
                others.contains(part)
                    || ["targetEnvironment(simulator)", "targetEnvironment(macCatalyst)"].contains(part)
            }
    }
}

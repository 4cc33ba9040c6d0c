import SwiftSyntax

extension StandInWriter {
    /// The declaration around a member.
    struct Context {
        enum Kind {
            case `class`, `struct`, `enum`, `actor`, `protocol`, `extension`, global

            init?(_ declaration: DeclSyntax) {
                switch declaration.kind {
                case .classDecl: self = .class
                case .structDecl: self = .struct
                case .enumDecl: self = .enum
                case .actorDecl: self = .actor
                case .protocolDecl: self = .protocol
                default: return nil
                }
            }

            var keyword: String {
                switch self {
                case .class: "class"
                case .struct: "struct"
                case .enum: "enum"
                case .actor: "actor"
                case .protocol: "protocol"
                case .extension: "extension"
                case .global: ""
                }
            }
        }

        /// The names of the enclosing types, with a point after each.
        var path: String
        var kind: Kind
        var superclass: String?
        /// True for a class from which a class of the slice derives.
        var isSubclassed = false
        /// True for an extension of a class of the app.
        var isOfClass = false
        /// True for the class that stands for objects of a protocol.
        var isOfProtocol = false
        /// True if all members are taken over.
        var isWhole = false
    }
}

/// The attributes and modifiers that a stand-in takes over.
enum ModifierWords {
    private static let attributes: Set<String> = [
        "MainActor", "discardableResult", "ViewBuilder", "propertyWrapper", "resultBuilder", "globalActor",
        "dynamicMemberLookup", "Published", "State", "StateObject", "ObservedObject", "Binding", "Environment",
        "EnvironmentObject",
    ]
    private static let modifiers: Set<String> = [
        "static", "class", "mutating", "nonmutating", "final", "indirect", "nonisolated", "prefix", "postfix", "infix",
        "required", "weak", "unowned",
    ]
    /// Property wrappers of SwiftUI and Combine.
    static let wrappers: Set<String> = [
        "Published", "State", "StateObject", "ObservedObject", "Binding", "Environment", "EnvironmentObject",
    ]

    /// Returns the words before a declaration, with a space after each.
    static func prefix(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax) -> String {
        let marks = attributes.compactMap { $0.as(AttributeSyntax.self) }.filter {
            Self.attributes.contains($0.attributeName.trimmedDescription)
        }
        let words = modifiers.filter { Self.modifiers.contains($0.name.text) }
        return marks.map { "\($0.plainText) " }.joined() + words.map { "\($0.name.text) " }.joined()
    }
}

extension String {
    func replacingWord(_ word: String, with other: String) -> String {
        split(separator: " ").map { $0 == word ? other : String($0) }.filter { !$0.isEmpty }.map { "\($0) " }.joined()
    }
}

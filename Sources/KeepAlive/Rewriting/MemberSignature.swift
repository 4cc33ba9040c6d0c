import SwiftSyntax

/// A method or a property of a class, as far as another file has to know it to pass a call on.
package struct MemberSignature: Codable, Hashable, Sendable {
    /// The parameter of a method.
    package struct Parameter: Codable, Hashable, Sendable {
        /// The label; `_` for none.
        let label: String
        /// The type as it is written, with its attributes.
        let type: String
    }

    /// The name without labels.
    let base: String
    /// The words before it that it shares with what passes calls on, such as `public`.
    let modifiers: String
    /// What it takes; `nil` for a property.
    let parameters: [Parameter]?
    /// `async`, `throws`, both or neither.
    let effects: String
    /// The type of the result, or of the property.
    let result: String?
    /// True for a property that can be set.
    let isSettable: Bool
    /// True where it says `override` itself.
    let isOverride: Bool
    /// True in an extension.
    let isInExtension: Bool

    /// The name with its labels, and whether it is async: by these, delegate methods are told apart.
    var key: String {
        let labels = parameters?.map { "\($0.label):" }.joined()
        return "\(base)\(labels.map { "(\($0))" } ?? "")\(effects.contains("async") ? " async" : "")"
    }

    /// Returns a declaration of the same form that passes each call on.
    ///
    /// - Parameters:
    ///   - words: what stands before it, such as `override`.
    ///   - name: the name of what is called.
    ///   - object: the object that it is called on.
    func forwarding(_ words: String, to name: String, of object: String = "self") -> String {
        let head = [words, modifiers].filter { !$0.isEmpty }.joined(separator: " ")
        let prefix = head.isEmpty ? "" : "\(head) "
        guard let parameters else {
            let setter = isSettable ? " set { \(object).\(name) = newValue }" : ""
            return " \(prefix)var \(base): \(result ?? "Never") { get { \(object).\(name) }\(setter) };"
        }
        let list = parameters.enumerated().map { "\($1.label) argument\($0 + 1): \($1.type)" }
        let arguments = parameters.enumerated().map { index, parameter in
            let value = parameter.type.hasPrefix("inout ") ? "&argument\(index + 1)" : "argument\(index + 1)"
            return parameter.label == "_" ? value : "\(parameter.label): \(value)"
        }
        let call = (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
        return " \(prefix)func \(base)(\(list.joined(separator: ", ")))\(effects.isEmpty ? "" : " \(effects)")"
            + "\(result.map { " -> \($0)" } ?? "") { return \(call)\(object).\(name)(\(arguments.joined(separator: ", "))) };"
    }

    /// The name under which a method of an extension stays there, while its class has one that calls it.
    static func inExtension(_ base: String) -> String { "keepAliveOverride_\(base)" }
}

extension MemberSignature {
    private static let ownWords: Set<String> = ["override", "dynamic", "final", "private", "fileprivate", "static"]

    /// Reads a method; `nil` for one whose calls cannot be passed on.
    init?(_ node: FunctionDeclSyntax) {
        let parameters = node.signature.parameterClause.parameters
        let isGeneric = node.genericParameterClause != nil || node.genericWhereClause != nil
        guard !isGeneric, parameters.allSatisfy({ $0.ellipsis == nil }), !node.isOperator else { return nil }
        let effects = node.signature.effectSpecifiers
        self.init(
            base: node.name.text, modifiers: Self.words(node.modifiers),
            parameters: parameters.map { Parameter(label: $0.firstName.text, type: $0.type.onOneLine) },
            effects: [effects?.asyncSpecifier?.text, effects?.throwsClause?.onOneLine].compactMap { $0 }
                .joined(separator: " "),
            result: node.signature.returnClause?.type.onOneLine, isSettable: false,
            isOverride: node.modifiers.contains { $0.name.text == "override" }, isInExtension: node.isOfExtension)
    }

    /// Reads a computed property with its type.
    init?(_ node: VariableDeclSyntax) {
        guard let binding = node.bindings.first, node.bindings.count == 1, let type = binding.typeAnnotation?.type,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let block = binding.accessorBlock
        else { return nil }
        var isSettable = false
        if case .accessors(let list) = block.accessors {
            isSettable = list.contains { $0.accessorSpecifier.text == "set" }
        }
        self.init(
            base: name, modifiers: Self.words(node.modifiers), parameters: nil, effects: "", result: type.onOneLine,
            isSettable: isSettable, isOverride: node.modifiers.contains { $0.name.text == "override" },
            isInExtension: node.parent?.parent?.parent?.parent?.is(ExtensionDeclSyntax.self) == true)
    }

    private static func words(_ modifiers: DeclModifierListSyntax) -> String {
        modifiers.map(\.name.text).filter { !ownWords.contains($0) }.joined(separator: " ")
    }
}

extension FunctionDeclSyntax {
    fileprivate var isOperator: Bool {
        switch name.tokenKind {
        case .binaryOperator, .prefixOperator, .postfixOperator: true
        default: false
        }
    }
}

extension SyntaxProtocol {
    /// The text of the node, without its line breaks.
    fileprivate var onOneLine: String {
        trimmedDescription.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
            .joined(separator: " ")
    }
}

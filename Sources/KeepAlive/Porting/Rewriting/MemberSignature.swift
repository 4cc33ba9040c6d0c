import KeepAliveModuleNames
import SwiftSyntax

/// The signature of a method or a property, with all facts that are needed to declare a member that forwards calls to
/// it.
package struct MemberSignature: Codable, Hashable, Sendable {
    /// A parameter of a method.
    package struct Parameter: Codable, Hashable, Sendable {
        /// The argument label; `_` if the parameter has no label.
        let label: String
        /// The parameter's type, with its attributes.
        let type: String
        /// The source text of the default value; `nil` if there is none.
        let byDefault: String?
    }

    /// The member's name, without argument labels.
    let base: String
    /// The attributes and modifiers that a forwarding member has to repeat, such as `public`.
    let modifiers: [String]
    /// The method's parameters; `nil` for a property.
    let parameters: [Parameter]?
    /// The text of the effects: `async`, `throws`, both, or empty.
    let effects: String
    /// The result type of the method, or the type of the property; `nil` if the method declares no result.
    let result: String?
    /// True for a property with a setter.
    let isSettable: Bool
    /// True if the declaration has the modifier `override`.
    let isOverride: Bool
    /// True if the member is declared in an extension.
    let isInExtension: Bool

    /// The name with argument labels, parameter types and `async`. Two members with the same key are the same method or
    /// property.
    var key: String {
        let labels = parameters?.map { "\($0.label):\(Self.plain($0.type))" }.joined(separator: ",")
        return "\(base)\(labels.map { "(\($0))" } ?? "")\(effects.contains("async") ? " async" : "")"
    }

    /// Returns a declaration with the same signature whose body forwards each call to another member.
    ///
    /// - Parameters:
    ///   - words: the modifiers before the declaration, such as `override`.
    ///   - name: the name of the member that the body calls.
    ///   - object: the expression for the object whose member the body calls.
    func forwarding(_ words: [String], to name: String, of object: String = "self") -> String {
        let head = (words + modifiers.filter { !words.contains($0) }).map { "\($0) " }.joined()
        guard let parameters else {
            let setter = isSettable ? " set { \(object).\(name) = newValue }" : ""
            return " \(head)var \(base): \(result ?? "Never") { get { \(object).\(name) }\(setter) };"
        }
        let list = parameters.enumerated().map { index, parameter in
            "\(parameter.label) argument\(index + 1): \(parameter.type)"
                + (parameter.byDefault.map { " = \($0)" } ?? "")
        }
        let arguments = parameters.enumerated().map { index, parameter in
            let value = parameter.type.hasPrefix("inout ") ? "&argument\(index + 1)" : "argument\(index + 1)"
            return parameter.label == "_" ? value : "\(parameter.label): \(value)"
        }
        let call = (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
        return " \(head)func \(base)(\(list.joined(separator: ", ")))\(effects.isEmpty ? "" : " \(effects)")"
            + "\(result.map { " -> \($0)" } ?? "") { return \(call)\(object).\(name)(\(arguments.joined(separator: ", "))) };"
    }

    /// Returns the new name of an extension's member. The class itself gets a forwarding member with the old name,
    /// which calls the renamed member.
    static func inExtension(_ base: String, of path: String) -> String {
        let name = base.filter { $0 != "`" }
        return "keepAliveOverride_\(path.replacing(".", with: "_"))_\(name)"
    }

    /// Returns a type's text without the parts that may differ between spellings of the same type: attributes, `any`,
    /// module names, spaces.
    private static func plain(_ type: String) -> String {
        var words: [Substring] = []
        for word in type.replacing("(any ", with: "(").split(separator: " ") where !word.hasPrefix("@") && word != "any"
        {
            words.append(word)
        }
        var text = words.joined()
        for module in ["Foundation", "KeepAlive", "Swift"] { text = text.replacing("\(module).", with: "") }
        // `(any Error)?` becomes `Error?`: the parentheses are not needed without `any`.
        return text.replacing("!", with: "?").replacing(/\(([A-Za-z0-9_.]+)\)\?/) { "\($0.1)?" }
    }
}

extension MemberSignature: Comparable {
    package static func < (one: MemberSignature, other: MemberSignature) -> Bool {
        (one.key, "\(one)") < (other.key, "\(other)")
    }
}

extension MemberSignature {
    /// The attributes and modifiers that a forwarding member has to repeat.
    private static let shared: Set<String> = [
        "@discardableResult", "@MainActor", "class", "internal", "nonisolated", "open", "package", "public",
    ]

    /// Creates the signature of a method; `nil` if a forwarding method is impossible, as for a generic or variadic
    /// method.
    init?(_ node: FunctionDeclSyntax) {
        let parameters = node.signature.parameterClause.parameters
        let isGeneric = node.genericParameterClause != nil || node.genericWhereClause != nil
        let isPassedOn = parameters.allSatisfy { parameter in
            parameter.ellipsis == nil && !parameter.type.onOneLine.contains("@autoclosure")
        }
        guard !isGeneric, isPassedOn, !node.isOperator else { return nil }
        let effects = node.signature.effectSpecifiers
        self.init(
            base: node.name.text, modifiers: Self.words(node.modifiers, node.attributes, in: Syntax(node)),
            parameters: parameters.map {
                Parameter(
                    label: $0.firstName.text, type: $0.type.onOneLine, byDefault: $0.defaultValue?.value.onOneLine)
            },
            effects: [effects?.asyncSpecifier?.text, effects?.throwsClause?.onOneLine].compactMap { $0 }
                .joined(separator: " "),
            result: node.signature.returnClause?.type.onOneLine, isSettable: false,
            isOverride: node.modifiers.contains { $0.name.text == "override" },
            isInExtension: Syntax(node).extensionAround != nil)
    }

    /// Creates the signature of a computed property with an explicit type; `nil` for all other variables.
    init?(_ node: VariableDeclSyntax) {
        guard let binding = node.bindings.first, node.bindings.count == 1, let type = binding.typeAnnotation?.type,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let block = binding.accessorBlock
        else { return nil }
        var isSettable = false
        if case .accessors(let list) = block.accessors {
            guard list.allSatisfy({ $0.effectSpecifiers == nil }) else { return nil }
            isSettable = list.contains { $0.accessorSpecifier.text == "set" }
        }
        self.init(
            base: name, modifiers: Self.words(node.modifiers, node.attributes, in: Syntax(node)), parameters: nil,
            effects: "", result: type.onOneLine, isSettable: isSettable,
            isOverride: node.modifiers.contains { $0.name.text == "override" },
            isInExtension: Syntax(node).extensionAround != nil)
    }

    private static func words(
        _ modifiers: DeclModifierListSyntax, _ attributes: AttributeListSyntax, in node: Syntax
    ) -> [String] {
        var words = attributes.compactMap {
            $0.as(AttributeSyntax.self).map { "@\($0.attributeName.trimmedDescription)" }
        }
        words += modifiers.map { $0.trimmedDescription }
        let hasAccess = words.contains { ["public", "open", "internal", "package"].contains($0) }
        // A public extension makes its members public, so the forwarding member is public, too.
        if !hasAccess, let around = node.extensionAround, around.modifiers.contains(where: { $0.name.text == "public" })
        {
            words.append("public")
        }
        return words.filter(shared.contains)
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

extension Syntax {
    /// The extension of which the declaration is a direct member; `nil` if there is none.
    var extensionAround: ExtensionDeclSyntax? { parent?.parent?.parent?.parent?.as(ExtensionDeclSyntax.self) }
}

extension SyntaxProtocol {
    /// The node's source text on one line, without comments, and with the names that the rewritten source uses for
    /// Apple's modules and `UIResponder`.
    fileprivate var onOneLine: String {
        let tokens = Array(tokens(viewMode: .sourceAccurate))
        return tokens.indices.map { index in
            let token = tokens[index]
            let isModule = index + 1 < tokens.count && tokens[index + 1].text == "."
            let module = AppleModule.replacements[token.text]
            let text =
                switch token.text {
                case "UIResponder": "UIEventResponder"
                case "Foundation" where isModule: AppleModule.besideFoundation
                case _ where isModule && module != nil: module ?? ""
                default: token.text
                }
            guard index + 1 < tokens.count else { return text }
            let isApart = !token.trailingTrivia.isEmpty || !tokens[index + 1].leadingTrivia.isEmpty
            return isApart ? text + " " : text
        }.joined()
    }
}

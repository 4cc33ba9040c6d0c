import KeepAliveModuleNames
import SwiftSyntax

/// A method or a property of a class, as far as another file has to know it to pass a call on.
package struct MemberSignature: Codable, Hashable, Sendable {
    /// The parameter of a method.
    package struct Parameter: Codable, Hashable, Sendable {
        /// The label; `_` for none.
        let label: String
        /// The type, with its attributes.
        let type: String
        /// Its default value.
        let byDefault: String?
    }

    /// The name without labels.
    let base: String
    /// The words before it that it shares with what passes calls on, such as `public`.
    let modifiers: [String]
    /// Its parameters; `nil` for a property.
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

    /// The name with its labels, types, and whether it is async: by these, methods are told apart.
    var key: String {
        let labels = parameters?.map { "\($0.label):\(Self.plain($0.type))" }.joined(separator: ",")
        return "\(base)\(labels.map { "(\($0))" } ?? "")\(effects.contains("async") ? " async" : "")"
    }

    /// Returns a declaration of the same form that passes each call on.
    ///
    /// - Parameters:
    ///   - words: what stands before it, such as `override`.
    ///   - name: the name of what is called.
    ///   - object: the object that it is called on.
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

    /// The name under which a member of an extension stays there, while its class has one that calls it.
    static func inExtension(_ base: String, of path: String) -> String {
        let name = base.filter { $0 != "`" }
        return "keepAliveOverride_\(path.replacing(".", with: "_"))_\(name)"
    }

    /// Returns a type without what different people write of the same type: attributes, `any`, modules, blanks.
    private static func plain(_ type: String) -> String {
        var words: [Substring] = []
        for word in type.replacing("(any ", with: "(").split(separator: " ") where !word.hasPrefix("@") && word != "any"
        {
            words.append(word)
        }
        var text = words.joined()
        for module in ["Foundation", "KeepAlive", "Swift"] { text = text.replacing("\(module).", with: "") }
        // `(any Error)?` is `Error?`.
        return text.replacing("!", with: "?").replacing(/\(([A-Za-z0-9_.]+)\)\?/) { "\($0.1)?" }
    }
}

extension MemberSignature: Comparable {
    package static func < (one: MemberSignature, other: MemberSignature) -> Bool {
        (one.key, "\(one)") < (other.key, "\(other)")
    }
}

extension MemberSignature {
    /// The words that both share.
    private static let shared: Set<String> = [
        "@discardableResult", "@MainActor", "class", "internal", "nonisolated", "open", "package", "public",
    ]

    /// Reads a method; `nil` for one whose calls cannot be passed on.
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

    /// Reads a computed property with its type; `nil` for others.
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
        // A public extension makes its members public.
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
    /// The extension that a declaration is a member of.
    var extensionAround: ExtensionDeclSyntax? { parent?.parent?.parent?.parent?.as(ExtensionDeclSyntax.self) }
}

extension SyntaxProtocol {
    /// The text of the node on one line, without comments, and with the names that a rewritten source has.
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

import KeepAliveRewriting
import SwiftSyntax

extension StandInWriter {
    /// Returns the stand-in of a member, or of a function or variable at the top level.
    func member(_ declaration: DeclSyntax, _ context: Context) -> [StandIns.Line] {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .functionDecl(let node): function(node, context)
        case .variableDecl(let node): node.bindings.flatMap { variable(node, $0, context) }
        case .initializerDecl(let node): initializer(node, context)
        case .enumCaseDecl(let node): cases(node, context)
        case .associatedTypeDecl(let node):
            [
                StandIns.Line(
                    text: node.with(\.modifiers, []).plainText, key: context.path + node.name.text,
                    mentioned: node.inheritanceClause?.mentionedNames ?? [])
            ]
        default: []
        }
    }

    private func cases(_ node: EnumCaseDeclSyntax, _ context: Context) -> [StandIns.Line] {
        let key = context.path + (node.elements.first?.name.text ?? "")
        guard !list.dropped.contains(key) else { return [] }
        let words = node.modifiers.contains { $0.name.text == "indirect" } ? "indirect " : ""
        let mentioned = node.elements.reduce(into: Set<String>()) { names, element in
            for parameter in element.parameterClause?.parameters ?? [] {
                names.formUnion(parameter.type.mentionedNames)
            }
        }
        return [
            StandIns.Line(
                text: "\(words)case \(node.elements.plainText)", key: key, mentioned: mentioned)
        ]
    }

    // MARK: functions

    private func function(_ node: FunctionDeclSyntax, _ context: Context) -> [StandIns.Line] {
        let key = context.path + node.wholeName
        guard !list.dropped.contains(key), !(isHidden(node.modifiers, context)) else { return [] }
        let parameters = parameters(node.signature.parameterClause, key)
        let result = node.signature.returnClause.map { " \($0.plainText)" } ?? ""
        let isRequirement = context.kind == .protocol
        let generics = node.genericParameterClause?.parameters.map(\.name.text) ?? []
        let text =
            words(node.attributes, node.modifiers, context, key: key)
            + "func \(node.name.text)\(node.genericParameterClause?.plainText ?? "")(\(parameters))"
            + effects(node.signature.effectSpecifiers) + result
            + (node.genericWhereClause.map { " \($0.plainText)" } ?? "")
            + (isRequirement ? "" : " { \(body(node.signature.returnClause?.type, key, generics)) }")
        let mentioned = node.signature.typeNames.union(node.genericParameterClause?.mentionedNames ?? [])
            .union(node.genericWhereClause?.mentionedNames ?? [])
        return [StandIns.Line(text: text, key: key, mentioned: mentioned)]
    }

    private func effects(_ node: FunctionEffectSpecifiersSyntax?) -> String { node.map { " \($0.plainText)" } ?? "" }

    /// A member that no other file sees.
    private func isHidden(_ modifiers: DeclModifierListSyntax, _ context: Context) -> Bool {
        context.kind != .protocol
            && modifiers.contains { ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil }
    }

    private func words(
        _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, _ context: Context, key: String
    ) -> String {
        let isOverride =
            modifiers.contains { $0.name.text == "override" } && !list.plain.contains(key)
            && context.kind != .extension
        return (isOverride ? "override " : "") + ModifierWords.prefix(attributes, modifiers)
    }

    /// The statements of a function that returns a value of a type.
    ///
    /// - Parameter generics: the function's generic parameters, whose types its caller names.
    func body(_ type: TypeSyntax?, _ key: String, _ generics: [String] = []) -> String {
        let type = type?.plainText ?? "Void"
        switch type {
        // A container of dependencies, say, has one.
        case let type where generics.contains { type == "\($0)?" }:
            return "return KeepAliveStandIn.optional(\"\(key)\")"
        case "Void", "()": return "KeepAliveStandIn.note(\"\(key)\")"
        case "Never": return "fatalError(\"stand-in: \(key)\")"
        case "some View": return "KeepAliveStandIn.note(\"\(key)\"); return EmptyView()"
        default: return "return KeepAliveStandIn.value(\"\(key)\")"
        }
    }

    private func parameters(_ clause: FunctionParameterClauseSyntax, _ key: String) -> String {
        clause.parameters.map { parameter in
            let name = [parameter.firstName.text, parameter.secondName?.text].compactMap { $0 }.joined(separator: " ")
            let value = parameter.defaultValue.map { given in
                given.value.isPlainLiteral || given.value.is(MacroExpansionExprSyntax.self)
                    ? " = \(given.value.plainText)"
                    : " = KeepAliveStandIn.value(\"the default of \(parameter.firstName.text) in \(key)\")"
            }
            let builder = parameter.attributes.contains { $0.plainText == "@ViewBuilder" } ? "@ViewBuilder " : ""
            return "\(builder)\(name): \(parameter.type.plainText)\(parameter.ellipsis?.text ?? "")\(value ?? "")"
        }.joined(separator: ", ")
    }

    private func initializer(_ node: InitializerDeclSyntax, _ context: Context) -> [StandIns.Line] {
        let labels = node.signature.parameterClause.parameters.map { "\($0.firstName.text):" }.joined()
        let key = "\(context.path)init(\(labels))"
        guard !list.dropped.contains(key), !isHidden(node.modifiers, context) else { return [] }
        let parameters = parameters(node.signature.parameterClause, key)
        let generics = node.genericParameterClause?.plainText ?? ""
        let requirement = node.genericWhereClause.map { " \($0.plainText)" } ?? ""
        let signature =
            "init\(node.optionalMark?.text ?? "")\(generics)(\(parameters))\(effects(node.signature.effectSpecifiers))\(requirement)"
        var prefix = ModifierWords.prefix(node.attributes, node.modifiers)
        let body: String
        switch context.kind {
        case .protocol: body = ""
        case .enum: body = " { self = KeepAliveStandIn.value(\"\(key)\") }"
        case .struct: body = " { self.init(keepAlive: ()) }"
        case .extension:
            if context.isOfClass { prefix = "convenience " + prefix.replacingWord("required", with: "") }
            body = context.isOfClass ? " { self.init() }" : " { self = KeepAliveStandIn.value(\"\(key)\") }"
        case .class where context.superclass != nil:
            // The initializers of the superclass are inherited, as all properties have values.
            guard !node.modifiers.contains(where: { $0.name.text == "override" }), labels != "coder:", !labels.isEmpty
            else { return [] }
            body = context.isSubclassed ? " { \(Self.initialization(of: context.superclass)) }" : " { self.init() }"
            if !context.isSubclassed { prefix = "convenience " + prefix }
        case .class, .actor:
            // There is always one without parameters.
            guard !parameters.isEmpty else { return [] }
            body = " {}"
        case .global: return []
        }
        let mentioned = node.signature.typeNames.union(node.genericParameterClause?.mentionedNames ?? [])
        return [StandIns.Line(text: "\(prefix)\(signature)\(body)", key: key, mentioned: mentioned)]
    }

    /// The call of the superclass's initializer.
    private static func initialization(of superclass: String?) -> String {
        switch superclass {
        case let name? where name.hasSuffix("ViewController"): "super.init(nibName: nil, bundle: nil)"
        case "UITableViewCell": "super.init(style: .default, reuseIdentifier: nil)"
        case let name? where name.hasPrefix("UI") && (name.hasSuffix("View") || name.hasSuffix("Cell")):
            "super.init(frame: .zero)"
        default: "super.init()"
        }
    }

    // MARK: variables

    private func variable(
        _ node: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ context: Context
    ) -> [StandIns.Line] {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return [] }
        let key = context.path + name
        guard !list.dropped.contains(key), !isHidden(node.modifiers, context) else { return [] }
        let property = StandInProperty(node, binding, name: name, key: key, isOfApp: isOfApp)
        var words = words(node.attributes, node.modifiers, context, key: key)
        let text: String
        switch context.kind {
        case .protocol:
            text = "\(words)var \(name): \(property.type) \(binding.accessorBlock?.plainText ?? "{ get }")"
        case _ where property.isOpaque:
            text = "\(words)var \(name): \(property.type) { \(body(binding.typeAnnotation?.type, key)) }"
        case .struct where !property.isStatic && !property.isComputed:
            text = property.stored(words)
        case .class where !property.isStatic && !words.contains("override ") && !context.isOfProtocol,
            .actor where !property.isStatic:
            text = property.inClass(words, isActor: context.kind == .actor)
        default:
            // A stored property is no override, and none is in an extension.
            words = words.replacingWord("weak", with: "").replacingWord("unowned", with: "")
            for wrapper in ModifierWords.wrappers { words = words.replacingWord("@\(wrapper)", with: "") }
            text = property.computed(words)
        }
        return [StandIns.Line(text: text, key: key, mentioned: property.mentioned)]
    }
}

extension FunctionSignatureSyntax {
    /// The identifiers in the types of the parameters and of the result.
    fileprivate var typeNames: Set<String> {
        parameterClause.parameters.reduce(into: returnClause?.type.mentionedNames ?? []) { names, parameter in
            names.formUnion(parameter.type.mentionedNames)
        }
    }
}

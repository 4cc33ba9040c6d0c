import SwiftSyntax

// Protocols of Objective-C: only classes adopt them, and a requirement may be optional. Here, an optional requirement
// has a default that does nothing, and a call of it is a plain call.

extension RewritingVisitor {
    /// Says that only classes adopt the protocol, as `@objc` does.
    func rewrite(_ node: ProtocolDeclSyntax) {
        guard
            node.attributes.contains(where: { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "objc" })
        else { return }
        if let inherited = node.inheritanceClause?.inheritedTypes.first {
            let names = node.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
            guard !names.contains("AnyObject"), !names.contains("class") else { return }
            edits.insert("AnyObject, ", at: inherited.bytes.lowerBound)
        } else {
            edits.insert(": AnyObject", at: node.name.bytes.upperBound)
        }
    }

    /// Appends the defaults of its optional requirements.
    func appendDefaults(of node: ProtocolDeclSyntax) {
        var defaults: [String] = []
        for member in node.memberBlock.members {
            if let function = member.decl.as(FunctionDeclSyntax.self), function.modifiers.containsOptional {
                guard let body = defaultBody(function.signature.returnClause) else {
                    report(
                        function,
                        "an optional requirement that returns a value cannot be told from one that is missing here; "
                            + "let it return an Optional, or leave 'optional' out and give it a default in an extension"
                    )
                    continue
                }
                defaults.append(access(node) + edits.text(of: function.bytes) + body)
            } else if let variable = member.decl.as(VariableDeclSyntax.self), variable.modifiers.containsOptional {
                guard let name = variable.bindings.first?.pattern.trimmedDescription,
                    let type = variable.bindings.first?.typeAnnotation?.type, type.isOptional
                else {
                    report(
                        variable,
                        "an optional property cannot be told from one that is missing here, unless its type is Optional"
                    )
                    continue
                }
                defaults.append("\(access(node))var \(name): \(type.trimmedDescription) { nil }")
            }
        }
        guard !defaults.isEmpty else { return }
        append(
            "extension \((types + [node.name.text]).joined(separator: ".")) {\n\(defaults.joined(separator: "\n"))\n}")
    }

    private func access(_ node: ProtocolDeclSyntax) -> String {
        node.modifiers.contains { ["public", "open"].contains($0.name.text) } ? "public " : ""
    }

    private func defaultBody(_ result: ReturnClauseSyntax?) -> String? {
        guard let type = result?.type, !["Void", "()", "Swift.Void"].contains(type.trimmedDescription) else {
            return " {}"
        }
        return type.isOptional ? " { nil }" : nil
    }

    /// Calls an optional requirement as what it is here: a method with a default.
    func rewriteOptionalCall(_ node: FunctionCallExprSyntax) {
        let mark: TokenSyntax
        let called: ExprSyntax
        if let chain = node.calledExpression.as(OptionalChainingExprSyntax.self) {
            (mark, called) = (chain.questionMark, chain.expression)
        } else if let forced = node.calledExpression.as(ForceUnwrapExprSyntax.self) {
            (mark, called) = (forced.exclamationMark, forced.expression)
        } else {
            return
        }
        guard let member = called.as(MemberAccessExprSyntax.self) else { return }
        let labels = node.arguments.map { "\($0.label?.text ?? "_"):" }.joined()
        let name = "\(member.declName.baseName.text)(\(labels)"
        let whole = node.trailingClosure == nil ? "\(name))" : name
        let isOptional = facts.optionalRequirements.contains {
            node.trailingClosure == nil ? $0 == whole : $0.hasPrefix(whole)
        }
        if isOptional { edits.remove(mark.bytes) }
    }

    /// Gives a class that the system creates an initializer that its subclasses have, too.
    func requireInitializer(_ node: ClassDeclSyntax) {
        let name = (types + [node.name.text]).joined(separator: ".")
        guard facts.createdBySystem.contains(name), !node.modifiers.contains(where: { $0.name.text == "final" }) else {
            return
        }
        let initializers = node.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        if let plain = initializers.first(where: { $0.signature.parameterClause.parameters.isEmpty }) {
            guard !plain.modifiers.contains(where: { ["required", "convenience"].contains($0.name.text) }) else {
                return
            }
            // `required` overrides a required initializer, and needs `override` for one that is not.
            let overrides = superclass(of: node) == "UIResponder"
            if let word = plain.modifiers.first(where: { $0.name.text == "override" }), overrides {
                replace(word, with: "required")
            } else {
                edits.insert("required ", at: plain.bytes.lowerBound)
            }
        } else if initializers.isEmpty, superclass(of: node) == "NSObject" {
            edits.insert(" required override init() { super.init() };", at: node.memberBlock.leftBrace.bytes.upperBound)
        }
    }

    private func superclass(of node: ClassDeclSyntax) -> String? {
        node.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
    }
}

extension DeclModifierListSyntax {
    fileprivate var containsOptional: Bool { contains { $0.name.text == "optional" } }
}

extension TypeSyntax {
    fileprivate var isOptional: Bool {
        self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }
}

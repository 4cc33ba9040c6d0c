import SwiftSyntax

// Protocols of Objective-C: only classes adopt such a protocol, and a requirement may be optional. In the rewritten
// source, an optional requirement gets a default implementation that does nothing, and a call of the requirement
// becomes a plain call.

extension RewritingVisitor {
    /// Restricts an `@objc` protocol to classes, by adding `AnyObject` to its inheritance clause.
    func rewrite(_ node: ProtocolDeclSyntax) {
        guard
            node.attributes.contains(where: {
                $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "objc"
            })
        else { return }
        if let inherited = node.inheritanceClause?.inheritedTypes.first {
            let names = node.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
            guard !names.contains("AnyObject"), !names.contains("class") else { return }
            edits.insert("AnyObject, ", at: inherited.bytes.lowerBound)
        } else {
            edits.insert(": AnyObject", at: node.name.bytes.upperBound)
        }
    }

    /// Appends an extension with default implementations of the protocol's optional requirements.
    func appendDefaults(of node: ProtocolDeclSyntax) {
        let defaults = self.defaults(of: node.memberBlock.members)
        guard !defaults.isEmpty else { return }
        guard let conditions = conditions(around: node) else {
            return report(
                node, "a protocol with optional requirements cannot stand behind #else: give it an #if of its own")
        }
        let isPublic = node.modifiers.contains { ["public", "open"].contains($0.name.text) }
        append(
            conditions.map { "#if \($0)\n" }.joined()
                + "\(isPublic ? "public " : "")extension \((types + [node.name.text]).joined(separator: ".")) {\n"
                + defaults.joined(separator: "\n") + "\n}" + conditions.map { _ in "\n#endif" }.joined())
    }

    private func defaults(of members: MemberBlockItemListSyntax) -> [String] {
        members.flatMap { member -> [String] in
            if let function = member.decl.as(FunctionDeclSyntax.self), function.modifiers.containsOptional {
                return [defaultText(of: function)].compactMap { $0 }
            }
            if let variable = member.decl.as(VariableDeclSyntax.self), variable.modifiers.containsOptional {
                return [defaultText(of: variable)].compactMap { $0 }
            }
            if let other = member.decl.as(SubscriptDeclSyntax.self), other.modifiers.containsOptional {
                report(other, "an optional subscript cannot be rewritten")
            }
            guard let block = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
            return block.clauses.flatMap { clause -> [String] in
                guard case .decls(let inner)? = clause.elements else { return [] }
                let defaults = self.defaults(of: inner)
                guard !defaults.isEmpty else { return [] }
                guard let condition = clause.condition, clause.poundKeyword.text == "#if" else {
                    report(clause, "optional requirements cannot stand behind #else: give them an #if of their own")
                    return []
                }
                return ["#if \(edits.text(of: condition.bytes))"] + defaults + ["#endif"]
            }
        }
    }

    private func defaultText(of function: FunctionDeclSyntax) -> String? {
        guard function.signature.returnsSomething else { return edits.text(of: function.bytes) + " {}" }
        guard function.signature.returnClause?.type.isOptional == true else {
            report(
                function,
                "an optional requirement that returns a value cannot be told from one that is missing here; let it return "
                    + "an Optional, or leave 'optional' out and give it a default in an extension")
            return nil
        }
        return edits.text(of: function.bytes) + " { nil }"
    }

    private func defaultText(of variable: VariableDeclSyntax) -> String? {
        guard let name = variable.bindings.first?.pattern.trimmedDescription,
            let type = variable.bindings.first?.typeAnnotation?.type, type.isOptional
        else {
            report(
                variable,
                "an optional property cannot be told from one that is missing here, unless its type is Optional")
            return nil
        }
        return "var \(name): \(type.trimmedDescription) { nil }"
    }

    /// Returns the conditions of all `#if`s around a node, the outermost first; `nil` inside an `#else` or `#elseif`.
    private func conditions(around node: some SyntaxProtocol) -> [String]? {
        var found: [String] = []
        var place = Syntax(node).parent
        while let current = place {
            if let clause = current.as(IfConfigClauseSyntax.self) {
                guard let condition = clause.condition, clause.poundKeyword.text == "#if" else { return nil }
                found.insert(edits.text(of: condition.bytes), at: 0)
            }
            place = current.parent
        }
        return found
    }

    /// Rewrites an optional call such as `delegate?.didEnd?()` as a plain call, because the rewriter gives the
    /// requirement a default implementation.
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
        let base = member.declName.baseName.text
        // A property with the same name may hold an Optional function, whose call has the same `?` or `!` and must
        // stay.
        if facts.optionalProperties.contains(base), ["self", "Self", nil].contains(member.base?.trimmedDescription) {
            return
        }
        let labels = node.arguments.map { "\($0.label?.text ?? "_"):" }.joined()
        let name = "\(base)(\(labels)"
        func isMeant(_ requirement: String) -> Bool {
            node.trailingClosure == nil ? requirement == "\(name))" : requirement.hasPrefix(name)
        }
        let requirement = facts.optionalRequirements.first(where: isMeant)
        guard requirement != nil || facts.optionalQuestions.contains(where: isMeant) else { return }
        edits.remove(mark.bytes)
        guard let requirement, node.isAskedForNil, let object = member.base else { return }
        // The code tests the call's result, so the rewritten call returns `Void` if the object implements the method,
        // `nil` otherwise.
        ask(object, requirement, "$0.\(base)", from: member.declName.bytes.upperBound, to: node.bytes.upperBound)
    }

    /// Replaces `object?.name…` by `optionalRequirement(of: object, "name(_:)", { $0.name… })`.
    ///
    /// - Parameters:
    ///   - object: the expression before the requirement's name, such as `delegate?`.
    ///   - requirement: the requirement's name with its argument labels.
    ///   - method: the expression that names the method of the object `$0`.
    ///   - start: the byte offset behind the method's name in the source, where the arguments of a call begin.
    ///   - end: the byte offset behind the whole expression. Edits between `start` and `end` are kept.
    private func ask(_ object: ExprSyntax, _ requirement: String, _ method: String, from start: Int, to end: Int) {
        needsKeepAlive = true
        let chained = object.as(OptionalChainingExprSyntax.self)?.expression ?? object
        edits.insert("optionalRequirement(of: ", at: chained.bytes.lowerBound)
        edits.replace(chained.bytes.upperBound..<start, with: ", \"\(requirement)\", { \(method)")
        edits.insert(" })", at: end)
    }

    /// Rewrites a test whether an object implements an optional method, such as `delegate?.didEnd != nil` or `if let
    /// end = delegate?.didEnd`.
    func rewriteQuestion(_ node: MemberAccessExprSyntax) {
        let base = node.declName.baseName.text
        guard let object = node.base, !facts.optionalProperties.contains(base), node.isAskedForNil else { return }
        let meant = facts.optionalRequirements.union(facts.optionalQuestions).filter { requirement in
            MethodName(node.declName).map { $0.whole == requirement } ?? requirement.hasPrefix("\(base)(")
        }
        guard let requirement = meant.first else { return }
        guard meant.count == 1 else {
            return report(
                node, "which of \(meant.sorted().joined(separator: ", ")) is meant? Name it with its labels")
        }
        ask(
            object, requirement, "$0.\(node.declName.trimmedDescription)", from: node.bytes.upperBound,
            to: node.bytes.upperBound)
    }

    /// Rewrites `delegate.responds(to: #selector(Delegate.didEnd(_:)))`, where the selector names a method of a
    /// protocol.
    ///
    /// - Returns: true if the call had this form.
    func rewriteResponds(_ node: FunctionCallExprSyntax) -> Bool {
        guard let member = node.calledExpression.as(MemberAccessExprSyntax.self), let object = member.base,
            member.declName.baseName.text == "responds", let argument = node.arguments.first, node.arguments.count == 1,
            argument.label?.text == "to", let selector = argument.expression.as(MacroExpansionExprSyntax.self),
            let named = selector.arguments.first?.expression.as(MemberAccessExprSyntax.self),
            let owner = named.base?.trimmedDescription.lastComponent, facts.protocols.contains(owner)
        else { return false }
        let base = named.declName.baseName.text
        let name = MethodName(named.declName)?.whole ?? facts.methods(base, of: owner).first?.name ?? "\(base)()"
        needsKeepAlive = true
        let chained = object.as(OptionalChainingExprSyntax.self)
        let text =
            "optionalRequirement(of: \((chained?.expression ?? object).trimmedDescription), \"\(name)\", { _ in true })"
        replace(node, with: chained == nil ? "(\(text) ?? false)" : text)
        return true
    }
}

extension DeclModifierListSyntax {
    fileprivate var containsOptional: Bool { contains { $0.name.text == "optional" } }
}

extension ExprSyntaxProtocol {
    /// True if the code tests whether the expression is `nil`: in `if let _ = expression`, `expression != nil` and
    /// `expression ?? other`.
    fileprivate var isAskedForNil: Bool {
        // Go to the outermost expression of the optional chain.
        var node = Syntax(self)
        while let parent = node.parent, parent.is(OptionalChainingExprSyntax.self) || parent.is(TupleExprSyntax.self) {
            node = parent
        }
        guard let parent = node.parent else { return false }
        if parent.is(InitializerClauseSyntax.self) {
            return parent.parent?.is(OptionalBindingConditionSyntax.self) ?? false
        }
        guard let list = parent.as(ExprListSyntax.self), parent.parent?.is(SequenceExprSyntax.self) == true else {
            return false
        }
        let words = list.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
        let hasNil = list.contains { $0.is(NilLiteralExprSyntax.self) }
        return words.contains("??") || hasNil && words.contains { ["==", "!="].contains($0) }
    }
}

import SwiftSyntax

// #selector and #keyPath. On Linux, methods cannot be looked up by name, so a rewritten selector holds the method's
// name and a closure that calls the method.

extension RewritingVisitor {
    /// Replaces `#selector(name(_:))` by `Selector("name:", { (object: Type, first) in object.name(first) })`.
    func rewriteSelector(_ node: MacroExpansionExprSyntax) {
        guard let argument = node.arguments.first else { return }
        let (expression, types) = withoutParentheses(argument.expression).withoutCast
        if let label = argument.label?.text { return rewriteAccessor(node, label, expression) }
        let written: String?
        let name: DeclReferenceExprSyntax
        if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
            (written, name) = (base.trimmedDescription, member.declName)
        } else if let plain = expression.as(DeclReferenceExprSyntax.self) {
            (written, name) = (nil, plain)
        } else {
            return report(node, "this form of #selector cannot be rewritten: name a method, as in #selector(Type.name)")
        }
        let isOfType = written?.lastComponentIsType == true
        guard let type = (isOfType ? written : self.types.last).map({ $0 == "UIResponder" ? "UIEventResponder" : $0 })
        else { return report(node, "#selector names a method of a type; write the type: #selector(Type.\(name))") }
        guard let method = method(name, of: type, types, node) else { return }
        needsKeepAlive = true
        // In a pattern, and for a protocol's method, the selector is only compared. The name is enough.
        if node.isInPattern || facts.protocols.contains(type.lastComponent) && isOfType {
            return replace(node, with: "Selector(\"\(method.objectiveC(facts))\")")
        }
        let head = "Selector(\"\(method.objectiveC(facts))\", "
        if isOfType || ["self", "Self", "super", nil].contains(written) {
            let object = facts.protocols.contains(type.lastComponent) ? "Self" : type
            let annotated = method.parameters.enumerated().map { index, name in
                types.flatMap { $0.indices.contains(index) ? "\(name): \($0[index])" : nil } ?? name
            }
            let parameters = (["object: \(object)"] + annotated).joined(separator: ", ")
            replace(node, with: "\(head){ (\(parameters)) in object.\(method.call(method.parameters)) })")
        } else {
            let places = method.parameters.indices.map { "$\($0 + 1)" }
            replace(node, with: "\(head)of: \(written ?? "self"), { $0.\(method.call(places)) })")
        }
    }

    /// Returns the method that a selector names. If a selector cannot call the method, a selector without the call takes
    /// its place, with a warning, and the result is `nil`.
    private func method(
        _ name: DeclReferenceExprSyntax, of type: String, _ types: [String]?, _ node: MacroExpansionExprSyntax
    ) -> MethodName? {
        let known = facts.methods(name.baseName.text, of: type)
        let method: SourceFacts.Method
        if let written = MethodName(name) {
            method = known.first { $0.name == written.whole } ?? SourceFacts.Method(name: written.whole)
        } else {
            // A cast to a function type selects the method by its number of parameters. Of several methods, one with
            // `@objc` is taken.
            let fitting = known.filter { types == nil || MethodName(whole: $0.name).labels.count == types?.count }
            let places = types?.indices.map { _ in "_:" }.joined() ?? ""
            // A method that the target does not declare, such as a method of UIKit, is assumed to have no parameters
            // if it is named without labels and without a cast.
            method =
                fitting.first(where: \.isMarked) ?? fitting.first
                ?? SourceFacts.Method(name: "\(name.baseName.text)(\(places))")
        }
        if let obstacle = method.obstacle {
            report(
                node,
                "a selector cannot call \(method.name) here: it \(obstacle). To perform it raises NSInvalidArgumentException",
                isWarning: true)
            needsKeepAlive = true
            replace(node, with: "Selector(\"\(MethodName(whole: method.name).objectiveC(facts))\")")
            return nil
        }
        return MethodName(whole: method.name)
    }

    /// Rewrites a selector of a property's accessor, such as `#selector(getter: Type.name)`.
    private func rewriteAccessor(_ node: MacroExpansionExprSyntax, _ label: String, _ expression: ExprSyntax) {
        let member = expression.as(MemberAccessExprSyntax.self)
        let name = member?.declName.baseName.text ?? expression.trimmedDescription
        let written = member?.base?.trimmedDescription
        let owner = written.flatMap { $0.lastComponentIsType ? $0 : nil } ?? types.last ?? "AnyObject"
        needsKeepAlive = true
        if label == "getter" {
            replace(node, with: "Selector(\"\(name)\", { (object: \(owner)) in object.\(name) })")
        } else {
            let setter = "set\(name.prefix(1).uppercased())\(name.dropFirst()):"
            replace(node, with: "Selector(\"\(setter)\", { (object: \(owner), value) in object.\(name) = value })")
        }
    }

    private func withoutParentheses(_ expression: ExprSyntax) -> ExprSyntax {
        guard let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let inner = tuple.elements.first
        else { return expression }
        return withoutParentheses(inner.expression)
    }

    /// Replaces `#keyPath(Type.name.part)` by its text, `"name.part"`.
    func rewriteKeyPath(_ node: MacroExpansionExprSyntax) {
        guard let argument = node.arguments.first?.expression.trimmedDescription else { return }
        var parts = argument.split(separator: ".").map { $0.filter { !$0.isWhitespace } }
        while parts.count > 1, let first = parts.first, first.first?.isUppercase == true || first == "self" {
            parts.removeFirst()
        }
        replace(node, with: "\"\(parts.joined(separator: "."))\"")
    }
}

extension ExprSyntax {
    /// The expression before a cast `as (A, B) -> C`, and the parameter types in the cast; `nil` without a cast.
    fileprivate var withoutCast: (ExprSyntax, [String]?) {
        guard let elements = self.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
            let first = elements.first,
            let type = elements.last?.as(TypeExprSyntax.self)?.type
        else { return (self, nil) }
        var function = type.as(FunctionTypeSyntax.self)
        // The type of an unapplied method is `(Object) -> (A, B) -> C`: the parameters are those of the inner
        // function.
        if let inner = function?.returnClause.type.as(FunctionTypeSyntax.self) { function = inner }
        return (first, function?.parameters.map { $0.type.trimmedDescription })
    }
}

extension MacroExpansionExprSyntax {
    /// True in the pattern of a `case`, such as `case #selector(name):`.
    fileprivate var isInPattern: Bool {
        var node = parent
        while let current = node {
            if current.is(ExpressionPatternSyntax.self) { return true }
            if current.is(CodeBlockItemSyntax.self) { return false }
            node = current.parent
        }
        return false
    }
}

extension String {
    /// True for a type name such as `Type` or `Outer.Type`, recognized by the capital letter of the last part.
    fileprivate var lastComponentIsType: Bool {
        let last = split(separator: ".").last?.drop { $0 == "_" }
        return last?.first?.isUppercase == true && !contains("(")
    }
}

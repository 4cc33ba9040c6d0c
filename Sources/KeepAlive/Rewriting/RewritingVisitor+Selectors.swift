import SwiftSyntax

// #selector and #keyPath. A selector holds its name and the method itself: nothing looks methods up by name on Linux.

extension RewritingVisitor {
    /// Makes `Selector("name:", { (object: Type, first) in object.name(first) })` of `#selector(name(_:))`.
    func rewriteSelector(_ node: MacroExpansionExprSyntax) {
        guard let argument = node.arguments.first else { return }
        let expression = withoutParentheses(argument.expression)
        if let label = argument.label?.text { return rewriteAccessor(node, label, expression) }
        let written: String?
        let name: DeclReferenceExprSyntax
        if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
            (written, name) = (base.trimmedDescription, member.declName)
        } else if let plain = expression.as(DeclReferenceExprSyntax.self) {
            (written, name) = (nil, plain)
        } else {
            return
        }
        let isOfType = written?.lastComponentIsType == true
        guard let type = isOfType ? written : types.last else {
            return report(node, "#selector names a method of a type; write the type: #selector(Type.\(name))")
        }
        let method = MethodName(name, of: type, facts)
        let objectiveC = method.objectiveC(facts)
        if isOfType || ["self", "Self", "super", nil].contains(written) {
            let parameters = ["object: \(type)"] + method.parameters
            let head = method.parameters.isEmpty ? "(\(parameters[0]))" : "(\(parameters.joined(separator: ", ")))"
            replace(node, with: "Selector(\"\(objectiveC)\", { \(head) in object.\(method.call(method.parameters)) })")
        } else {
            let places = method.parameters.indices.map { "$\($0 + 1)" }
            replace(
                node,
                with: "Selector(\"\(objectiveC)\", of: \(written ?? "self"), { $0.\(method.call(places)) })")
        }
    }

    /// The accessors of a property: `#selector(getter: Type.name)`.
    private func rewriteAccessor(_ node: MacroExpansionExprSyntax, _ label: String, _ expression: ExprSyntax) {
        let member = expression.as(MemberAccessExprSyntax.self)
        let name = member?.declName.baseName.text ?? expression.trimmedDescription
        let written = member?.base?.trimmedDescription
        let owner = written.flatMap { $0.lastComponentIsType ? $0 : nil } ?? types.last ?? "AnyObject"
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

    /// Makes the text of `#keyPath(Type.name.part)`, which is `"name.part"`.
    func rewriteKeyPath(_ node: MacroExpansionExprSyntax) {
        guard let argument = node.arguments.first?.expression.trimmedDescription else { return }
        var parts = argument.split(separator: ".").map { $0.filter { !$0.isWhitespace } }
        while parts.count > 1, let first = parts.first, first.first?.isUppercase == true || first == "self" {
            parts.removeFirst()
        }
        replace(node, with: "\"\(parts.joined(separator: "."))\"")
    }
}

extension String {
    /// True for `Type` and `Outer.Type`: names of types begin with a capital letter.
    fileprivate var lastComponentIsType: Bool {
        let last = split(separator: ".").last?.drop { $0 == "_" }
        return last?.first?.isUppercase == true && !contains("(")
    }
}

import SwiftSyntax

// Outlets and actions of Interface Builder. With Objective-C, the runtime finds outlets and actions by name. On Linux,
// the rewriter adds methods to the class that look up its outlets and actions by name.

extension RewritingVisitor {
    /// Adds methods to a UIKit subclass that set its outlets and find its actions by name.
    func connect(_ node: ClassDeclSyntax) {
        guard facts.isOfInterface(node.name.text) else { return }
        let outlets = node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self)?.outlet }
        let path = node.path
        let local = LocalActions(of: path)
        local.walk(node.root)
        let actions = (facts.actions[path] ?? []).union(local.found).sorted()
        guard !outlets.isEmpty || !actions.isEmpty else { return }
        needsKeepAlive = true
        let access = node.modifiers.map(\.name.text).first { ["public", "open"].contains($0) }
        let head = "\(access.map { "\($0) " } ?? "")override func"
        var text = ""
        if !outlets.isEmpty {
            let cases = outlets.map { "case \"\($0)\": return InterfaceOutlet.set(&self.\($0), to: value, name); " }
            text +=
                " \(head) setInterfaceOutlet(_ name: String, to value: Any?) -> Bool { switch name { \(cases.joined())"
            text += "default: return super.setInterfaceOutlet(name, to: value) } };"
        }
        if !actions.isEmpty {
            let cases = actions.map { action in
                let method = MethodName(whole: action)
                let parameters = (["object: \(node.name.text)"] + method.parameters).joined(separator: ", ")
                let name = method.objectiveC(facts)
                let call = "{ (\(parameters)) in object.\(method.call(method.parameters)) }"
                return "case \"\(name)\": return Selector(\"\(name)\", \(call)); "
            }
            text += " \(head) interfaceAction(_ name: String) -> Selector? { switch name { \(cases.joined())"
            text += "default: return super.interfaceAction(name) } };"
        }
        edits.insert(text, at: node.memberBlock.leftBrace.bytes.upperBound)
    }
}

extension VariableDeclSyntax {
    /// The name of the property if it is an outlet with an Optional type; `nil` otherwise.
    fileprivate var outlet: String? {
        let isOutlet = attributes.contains {
            $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "IBOutlet"
        }
        guard isOutlet, let binding = bindings.first, bindings.count == 1,
            binding.typeAnnotation?.type.isOptional == true
        else { return nil }
        return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
}

/// Finds the private actions of a class in extensions of the same file, which the facts of the target do not contain.
private final class LocalActions: SyntaxVisitor {
    private(set) var found: Set<String> = []
    private let path: String

    init(of path: String) {
        self.path = path
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        let isAction = !node.attributes.marks.isDisjoint(with: ObjectiveCWords.actions)
        if isAction, node.isOfExtension, node.isOfFile, !node.isConditional, node.obstacleToSelectors == nil,
            node.typePath == path
        {
            found.insert(node.wholeName)
        }
        return .skipChildren
    }
}

import SwiftSyntax

// Outlets and actions of Interface Builder. With Objective-C, an outlet is set and an action found by its name. Here, the class says
// itself which it has.

extension RewritingVisitor {
    /// Has a class of UIKit's set its outlets, and find its actions, by their names.
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
    /// The name of the property, if it is an outlet.
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

/// Finds the actions of a class that only its own file sees, in extensions.
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

import KeepAliveRewriting
import SwiftSyntax

// How parts of a file are named in a slice's list.

extension Syntax {
    /// The name of a declaration that can be cut, such as `AppDelegate.setUp(_:)`; `nil` for other nodes.
    var declarationKey: String? {
        let name: String
        switch self.as(SyntaxEnum.self) {
        case .functionDecl(let node): name = node.wholeName
        case .initializerDecl(let node):
            name = "init(\(node.signature.parameterClause.parameters.map { "\($0.firstName.text):" }.joined()))"
        case .variableDecl(let node):
            // A variable of a body is no declaration of a type or file.
            guard !isLocal else { return nil }
            name = node.bindings.first?.pattern.trimmedDescription ?? ""
        case .deinitializerDecl: name = "deinit"
        case .subscriptDecl(let node):
            name = "subscript(\(node.parameterClause.parameters.map { "\($0.firstName.text):" }.joined()))"
        case .classDecl(let node): name = node.name.text
        case .structDecl(let node): name = node.name.text
        case .enumDecl(let node): name = node.name.text
        case .actorDecl(let node): name = node.name.text
        case .protocolDecl(let node): name = node.name.text
        case .typeAliasDecl(let node): name = node.name.text
        case .extensionDecl(let node): return "extension \(node.extendedType.trimmedDescription)"
        default: return nil
        }
        guard !isLocal else { return nil }
        return [typePath, name].filter { !$0.isEmpty }.joined(separator: ".")
    }

    /// True within a function, a closure or an accessor.
    private var isLocal: Bool {
        var place = parent
        while let current = place {
            if current.is(CodeBlockSyntax.self) || current.is(ClosureExprSyntax.self) { return true }
            if current.is(AccessorBlockSyntax.self) { return true }
            if current.is(MemberBlockSyntax.self) { return false }
            place = current.parent
        }
        return false
    }

    /// The name of the declaration around the node; empty at the top level.
    var enclosingKey: String {
        var place = parent
        while let current = place {
            if let key = current.declarationKey, !current.isGroup { return key }
            place = current.parent
        }
        return ""
    }

    /// True for a type or an extension.
    var isGroup: Bool { asProtocol((any DeclGroupSyntax).self) != nil }

    var modifierList: DeclModifierListSyntax? { asProtocol((any WithModifiersSyntax).self)?.modifiers }

    /// A body that can be replaced.
    struct Body {
        let range: Range<Int>
        /// The type of the value that the body returns; `nil` for none.
        let type: String?
        let isOfDeinitializer: Bool

        func text(_ key: String) -> String {
            if isOfDeinitializer { return "{ KeepAliveStandIn.note(\"\(key)\") }" }
            switch type {
            case nil, "Void"?, "()"?: return "{ KeepAliveStandIn.note(\"\(key)\") }"
            case "some View"?: return "{ KeepAliveStandIn.note(\"\(key)\"); return EmptyView() }"
            case "some Scene"?: return "{ WindowGroup { EmptyView() } }"
            default: return "{ return KeepAliveStandIn.value(\"\(key)\") }"
            }
        }
    }

    /// The body of a function, an initializer or a computed property; `nil` for other declarations.
    var bodyRange: Body? {
        switch self.as(SyntaxEnum.self) {
        case .functionDecl(let node):
            return node.body.map {
                Body(
                    range: $0.bytes, type: node.signature.returnClause?.type.trimmedDescription,
                    isOfDeinitializer: false)
            }
        case .deinitializerDecl(let node):
            return node.body.map { Body(range: $0.bytes, type: nil, isOfDeinitializer: true) }
        case .variableDecl(let node):
            guard node.bindings.count == 1, let binding = node.bindings.first, let block = binding.accessorBlock,
                let type = binding.typeAnnotation?.type.trimmedDescription, node.isOnlyGetter
            else { return nil }
            return Body(range: block.bytes, type: type, isOfDeinitializer: false)
        default: return nil
        }
    }

    /// True for a value whose place is known to take any: an initial value, a condition, or what is returned; also for
    /// an assignment, whose right side is the value.
    var isCuttableValue: Bool {
        guard let parent else { return false }
        if self.as(SequenceExprSyntax.self)?.isAssignment == true { return true }
        switch parent.kind {
        case .initializerClause: return true
        case .returnStmt: return true
        case .conditionElement: return true
        default: return false
        }
    }

    /// The text that replaces a value of ``isCuttableValue``.
    func emptyValue(_ key: String) -> String {
        let call = "KeepAliveStandIn.value(\"\(key)\")"
        if let sequence = self.as(SequenceExprSyntax.self), sequence.isAssignment, let left = sequence.elements.first {
            return "\(left.trimmedDescription) = \(call)"
        }
        guard let parent else { return call }
        if parent.is(ConditionElementSyntax.self) { return "(\(call) as Bool)" }
        guard let clause = parent.as(InitializerClauseSyntax.self) else { return call }
        // `if let` and `guard let` need an Optional; without a type, the value has every member.
        if let binding = clause.parent?.as(OptionalBindingConditionSyntax.self) {
            return binding.typeAnnotation == nil ? "(\(call) as KeepAliveStandIn?)" : call
        }
        if let binding = clause.parent?.as(PatternBindingSyntax.self), binding.typeAnnotation == nil {
            return "(\(call) as KeepAliveStandIn)"
        }
        return call
    }

    /// True within a result builder, as far as the declaration tells.
    var isInBuilder: Bool {
        var place = parent
        while let current = place {
            if let node = current.as(VariableDeclSyntax.self), !current.isLocal {
                return node.bindings.contains { $0.typeAnnotation?.type.trimmedDescription.hasPrefix("some ") == true }
            }
            if let node = current.as(FunctionDeclSyntax.self) {
                return node.signature.returnClause?.type.trimmedDescription.hasPrefix("some ") == true
            }
            place = current.parent
        }
        return false
    }
}

extension SequenceExprSyntax {
    /// True for `left = right`.
    var isAssignment: Bool { elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true }
}

extension DeclGroupSyntax {
    /// The stored properties without an initial value that no initializer sets, each with its name.
    var propertiesWithoutValue: [(binding: PatternBindingSyntax, name: String)] {
        let set = memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self)?.body }
            .reduce(into: Set<String>()) { $0.formUnion($1.assignedNames) }
        let variables: [VariableDeclSyntax] = memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        return variables.flatMap { variable -> [(binding: PatternBindingSyntax, name: String)] in
            let words = variable.modifiers.map(\.name.text)
            return variable.bindings.compactMap { binding in
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                    let type = binding.typeAnnotation?.type, binding.initializer == nil, binding.accessorBlock == nil,
                    !words.contains("static"), !words.contains("lazy"), !set.contains(name),
                    variable.bindingSpecifier.text == "let" || !type.is(OptionalTypeSyntax.self),
                    !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
                else { return nil }
                return (binding, name)
            }
        }
    }
}

extension CodeBlockSyntax {
    /// The names on the left of assignments.
    fileprivate var assignedNames: Set<String> {
        let finder = AssignmentFinder(viewMode: .sourceAccurate)
        finder.walk(self)
        return finder.names
    }

    private final class AssignmentFinder: SyntaxVisitor {
        var names: Set<String> = []

        override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
            guard node.isAssignment, let left = node.elements.first else { return .visitChildren }
            if let member = left.as(MemberAccessExprSyntax.self), member.base?.trimmedDescription == "self" {
                names.insert(member.declName.baseName.text)
            } else if let name = left.as(DeclReferenceExprSyntax.self) {
                names.insert(name.baseName.text)
            }
            return .visitChildren
        }
    }
}

extension VariableDeclSyntax {
    /// True for a computed property that cannot be set.
    fileprivate var isOnlyGetter: Bool {
        switch bindings.first?.accessorBlock?.accessors {
        case .getter: true
        case .accessors(let list): list.count == 1 && list.first?.accessorSpecifier.text == "get"
        case nil: false
        }
    }
}

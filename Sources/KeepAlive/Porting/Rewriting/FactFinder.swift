import KeepAliveModuleNames
import SwiftSyntax

/// Finds the facts about a source file that are needed to rewrite the target's other files.
final class FactFinder: SyntaxVisitor {
    private(set) var facts = SourceFacts()
    /// The types around the current node, the innermost last, each without the names of its enclosing types.
    private var types: [String] = []
    /// The protocols whose adopting classes the reproduced iOS instantiates. Such a class needs a required
    /// initializer.
    private static let createdBySystem: Set<String> = [
        "UIApplicationDelegate", "UISceneDelegate", "UIWindowSceneDelegate",
    ]

    init() {
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        let path = node.path
        facts.classes.insert(path)
        if node.modifiers.contains(where: { ["public", "open"].contains($0.name.text) }) {
            facts.publicClasses.insert(path)
        }
        if node.attributes.marks.contains("objcMembers") { facts.objcMembers.insert(path) }
        noteOwn(node.name.text, at: node.typePath)
        return enter(node.name.text, node.inheritanceClause, isClass: true)
    }
    override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        noteOwn(node.name.text, at: node.typePath)
    }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        noteOwn(node.name.text, at: node.typePath)
    }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        noteOwn(node.name.text, at: node.typePath)
    }

    @discardableResult
    private func noteOwn(_ name: String, at path: String) -> SyntaxVisitorContinueKind {
        if RewritingVisitor.creations[name] != nil || AppleModule.namesOfCombine[name] != nil {
            facts.ownNames.insert(path.isEmpty ? name : "\(path).\(name)")
        }
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.trimmedDescription.lastComponent, node.inheritanceClause)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        facts.protocols.insert(node.name.text)
        noteOwn(node.name.text, at: node.typePath)
        return enter(node.name.text, node.inheritanceClause)
    }
    override func visitPost(_ node: ProtocolDeclSyntax) { types.removeLast() }

    private func enter(
        _ type: String, _ clause: InheritanceClauseSyntax?, isClass: Bool = false
    ) -> SyntaxVisitorContinueKind {
        types.append(type)
        let names = clause?.inheritedTypes.map { $0.type.plainName } ?? []
        if isClass, let first = names.first { facts.superclasses[type] = first }
        facts.adopted[type, default: []].formUnion(names)
        if names.contains(where: Self.createdBySystem.contains) { facts.createdBySystem.insert(type) }
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.modifiers.contains(where: { $0.name.text == "optional" }) {
            if node.signature.returnsSomething {
                facts.optionalQuestions.insert(node.wholeName)
            } else {
                facts.optionalRequirements.insert(node.wholeName)
            }
        }
        if let type = types.last {
            let marks = node.attributes.marks
            let method = SourceFacts.Method(
                name: node.wholeName, obstacle: node.obstacleToSelectors,
                isMarked: !marks.isDisjoint(with: ObjectiveCWords.called))
            if !marks.isDisjoint(with: ObjectiveCWords.actions), method.obstacle == nil, !node.isConditional,
                !(node.isOfExtension && node.isOfFile)
            {
                facts.actions[node.typePath, default: []].insert(method.name)
            }
            facts.methods["\(type).\(node.name.text)", default: []].insert(method)
        }
        if let signature = MemberSignature(node) {
            note(
                signature, at: node.typePath, node.isConditional, node.modifiers, node.attributes,
                isOfMarkedExtension: Syntax(node).extensionAround?.attributes.marks.contains("objc") == true)
        }
        if let name = node.attributes.objectiveCName { facts.objectiveCNames[node.wholeName] = name }
        return .visitChildren
    }

    /// Notes a member that Objective-C would find by its name: an override, a member of an extension, or a delegate
    /// method.
    private func note(
        _ member: MemberSignature, at path: String, _ isConditional: Bool, _ modifiers: DeclModifierListSyntax,
        _ attributes: AttributeListSyntax, isOfMarkedExtension: Bool
    ) {
        let words = Set(modifiers.map(\.name.text))
        guard !isConditional, !path.isEmpty, words.isDisjoint(with: ["private", "fileprivate", "static"]) else {
            return
        }
        if member.isOverride { facts.overrides[path, default: []].insert(member.key) }
        if member.isInExtension, !member.isOverride {
            let isMarked = !attributes.marks.isDisjoint(with: ObjectiveCWords.called) || isOfMarkedExtension
            facts.extensionMembers[path, default: [:]][isMarked, default: []].insert(member)
        }
        if member.isOverride, member.isInExtension, member.base != "observeValue" {
            facts.extensionOverrides[path, default: []].insert(member)
        }
        if DelegateMethods.names.contains(member.key) { facts.delegateMethods[path, default: []].insert(member) }
    }

    /// Notes a type alias as a subclass of the class that it names, so that lookups in the superclass find the class.
    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        noteOwn(node.name.text, at: node.typePath)
        facts.superclasses[node.name.text] = node.initializer.value.trimmedDescription.lastComponent
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        for binding in node.bindings where binding.typeAnnotation?.type.isOptional == true {
            facts.optionalProperties.insert(binding.pattern.trimmedDescription)
        }
        if let property = MemberSignature(node) {
            note(
                property, at: node.typePath, node.isConditional, node.modifiers, node.attributes,
                isOfMarkedExtension: Syntax(node).extensionAround?.attributes.marks.contains("objc") == true)
        }
        return .visitChildren
    }
}

extension FunctionDeclSyntax {
    /// The method's name with its argument labels, such as `handle(_:at:)`.
    package var wholeName: String {
        let labels = signature.parameterClause.parameters.map { "\($0.firstName.text):" }
        return "\(name.text)(\(labels.joined()))"
    }

    /// The reason why a selector cannot call the method, such as `throws`; `nil` if a selector can call the method.
    var obstacleToSelectors: String? {
        if signature.effectSpecifiers?.throwsClause != nil { return "throws" }
        if signature.effectSpecifiers?.asyncSpecifier != nil { return "is async" }
        if modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) {
            return "is a method of the class"
        }
        if signature.parameterClause.parameters.count > 3 { return "has more than three parameters" }
        return nil
    }
}

extension SyntaxProtocol {
    /// The names of the types around the node, such as `Outer.Type`; empty at the top level.
    package var typePath: String {
        var names: [String] = []
        var place = parent
        while let current = place {
            if let named = current.asProtocol((any NamedDeclSyntax).self),
                current.asProtocol((any DeclGroupSyntax).self) != nil
            {
                names.insert(named.name.text, at: 0)
            } else if let node = current.as(ExtensionDeclSyntax.self) {
                names.insert(node.extendedType.trimmedDescription, at: 0)
            }
            place = current.parent
        }
        return names.joined(separator: ".")
    }

    /// True inside `#if`, where the node may not be compiled.
    var isConditional: Bool {
        var place = parent
        while let current = place {
            if current.is(IfConfigDeclSyntax.self) { return true }
            place = current.parent
        }
        return false
    }
}

extension ClassDeclSyntax {
    /// The class's name with the names of its enclosing types, such as `Outer.Type`.
    var path: String { [typePath, name.text].filter { !$0.isEmpty }.joined(separator: ".") }
}

extension FunctionDeclSyntax {
    /// True if the function is a direct member of an extension.
    var isOfExtension: Bool { Syntax(self).extensionAround != nil }

    /// True if the function is `private` or `fileprivate`, so that other files cannot call the function.
    var isOfFile: Bool { modifiers.contains { ["private", "fileprivate"].contains($0.name.text) } }
}

extension FunctionSignatureSyntax {
    /// True if the function returns a value other than `Void`.
    var returnsSomething: Bool {
        guard let type = returnClause?.type.trimmedDescription else { return false }
        return !["Void", "()", "Swift.Void"].contains(type)
    }
}

extension TypeSyntax {
    /// The name without enclosing types and without generic arguments: `Base<Item>` derives from the class `Base`.
    package var plainName: String { String(trimmedDescription.prefix { $0 != "<" }).lastComponent }

    /// True for the types `T?`, `T!` and `Optional<T>`.
    var isOptional: Bool {
        self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            || self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
    }
}

extension AttributeListSyntax {
    /// The Objective-C name in the attribute `@objc(name)`; `nil` without the attribute or the name.
    var objectiveCName: String? {
        for case .attribute(let attribute) in self where attribute.attributeName.trimmedDescription == "objc" {
            return attribute.arguments.map { $0.trimmedDescription }
        }
        return nil
    }
}

extension AttributeListSyntax {
    /// The names of the attributes.
    var marks: Set<String> {
        Set(compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription })
    }
}

import SwiftSyntax

/// Finds the facts of a file.
final class FactFinder: SyntaxVisitor {
    private(set) var facts = SourceFacts()
    /// The classes and extensions around the place.
    private var types: [String] = []
    /// The protocols whose adopters the system creates: it needs an initializer that each subclass has.
    private static let createdBySystem: Set<String> = [
        "UIApplicationDelegate", "UISceneDelegate", "UIWindowSceneDelegate",
    ]

    init() {
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        types.append(node.name.text)
        note(node.inheritanceClause)
        return .visitChildren
    }
    override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        types.append(node.extendedType.trimmedDescription)
        note(node.inheritanceClause)
        return .visitChildren
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.modifiers.contains(where: { $0.name.text == "optional" }) {
            facts.optionalRequirements.insert(node.wholeName)
        }
        facts.methods[node.name.text, default: []].insert(node.wholeName)
        if let type = types.last { facts.methods["\(type).\(node.name.text)", default: []].insert(node.wholeName) }
        if let name = node.attributes.objectiveCName { facts.objectiveCNames[node.wholeName] = name }
        return .visitChildren
    }

    private func note(_ clause: InheritanceClauseSyntax?) {
        let names = clause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
        if names.contains(where: Self.createdBySystem.contains) {
            facts.createdBySystem.insert(types.joined(separator: "."))
        }
    }
}

extension FunctionDeclSyntax {
    /// The name with its labels: `handle(_:at:)`.
    var wholeName: String {
        let labels = signature.parameterClause.parameters.map { "\($0.firstName.text):" }
        return "\(name.text)(\(labels.joined()))"
    }
}

extension AttributeListSyntax {
    /// The name in `@objc(name)`.
    var objectiveCName: String? {
        for case .attribute(let attribute) in self where attribute.attributeName.trimmedDescription == "objc" {
            return attribute.arguments.map { $0.trimmedDescription }
        }
        return nil
    }
}

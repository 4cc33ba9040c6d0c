import SwiftSyntax

// The system makes objects of classes that it knows by name alone, which Swift allows with a required initializer.

extension RewritingVisitor {
    /// Gives a class that the system creates an initializer that its subclasses have, too.
    func requireInitializer(_ node: ClassDeclSyntax) {
        guard facts.createdBySystem.contains(node.name.text) else { return }
        // `required` overrides a required initializer, and needs `override` for one that is not.
        let overridesRequired = superclass(of: node).map {
            $0 == "UIResponder" || facts.createdBySystem.contains($0)
        }
        // A class without subclasses needs no word for them, but for the one that it overrides.
        let isFinal = node.modifiers.contains { $0.name.text == "final" }
        guard !isFinal || overridesRequired == true else { return }
        let initializers = node.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        if let plain = initializers.first(where: { $0.signature.parameterClause.parameters.isEmpty }) {
            guard !plain.modifiers.contains(where: { ["required", "convenience"].contains($0.name.text) }) else {
                return
            }
            if let word = plain.modifiers.first(where: { $0.name.text == "override" }), overridesRequired == true {
                replace(word, with: "required")
            } else {
                edits.insert("required ", at: plain.bytes.lowerBound)
            }
        } else if initializers.isEmpty, superclass(of: node) == "NSObject" {
            edits.insert(
                " required override init() { super.init() };", at: node.memberBlock.leftBrace.bytes.upperBound)
        }
    }

    private func superclass(of node: ClassDeclSyntax) -> String? {
        node.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
    }

    /// Classes whose objects are made of a class that the app names, and what they are made with.
    private static let made: [String: (labels: [String], parameters: String)] = [
        "CALayer": ([], ""),
        "UICollectionReusableView": (["frame"], "frame: CGRect"),
        "UITableViewCell": (
            ["style", "reuseIdentifier"], "style: UITableViewCell.CellStyle, reuseIdentifier: String?"
        ),
    ]
    private static let madeLike = [
        "AVPlayerLayer": "CALayer", "CAGradientLayer": "CALayer", "CAShapeLayer": "CALayer",
        "UICollectionViewCell": "UICollectionReusableView",
    ]

    /// Has a class below one of ``made`` say `required` of its initializer, or have one that says that it is missing, as with
    /// Objective-C.
    func requireMaking(_ node: ClassDeclSyntax) {
        guard var base = superclass(of: node) else { return }
        for _ in 0..<100 {
            guard let above = facts.superclasses[base.lastComponent] else { break }
            base = above
        }
        guard let (labels, parameters) = Self.made[Self.madeLike[base] ?? base] else { return }
        let initializers = node.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        let own = initializers.first {
            $0.signature.parameterClause.parameters.map(\.firstName.text) == labels
        }
        if let own {
            guard !own.modifiers.contains(where: { $0.name.text == "required" }) else { return }
            if let word = own.modifiers.first(where: { $0.name.text == "override" }) {
                replace(word, with: "required")
            }
        } else if initializers.contains(where: { !$0.modifiers.contains { $0.name.text == "convenience" } }) {
            let name = "init(\(labels.map { "\($0):" }.joined()))"
            edits.insert(
                " required init(\(parameters)) { fatalError(\"Use of unimplemented initializer '\(name)'\") };",
                at: node.memberBlock.leftBrace.bytes.upperBound)
        }
    }
}

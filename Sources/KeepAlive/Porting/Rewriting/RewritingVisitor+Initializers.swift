import SwiftSyntax

// The reproduced iOS instantiates classes of the app through metatype values. Swift allows that only with a required
// initializer.

extension RewritingVisitor {
    /// Gives a class that the reproduced iOS instantiates a required initializer, so that all subclasses have the
    /// initializer too.
    func requireInitializer(_ node: ClassDeclSyntax) {
        guard facts.createdBySystem.contains(node.name.text) else { return }
        // `required` alone overrides a required initializer. To override any other initializer, `override` is needed
        // too.
        let overridesRequired = superclass(of: node).map {
            $0 == "UIResponder" || facts.createdBySystem.contains($0)
        }
        // A final class has no subclasses and needs `required` only to override a required initializer.
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

    /// The base classes whose subclasses an app passes to the reproduced iOS for instantiation, each with the labels
    /// and parameters of the initializer that the reproduced iOS calls.
    private static let made: [String: (labels: [String], parameters: String)] = [
        "CALayer": ([], ""),
        "UICollectionReusableView": (["frame"], "frame: CGRect"),
        "UITableViewCell": (
            ["style", "reuseIdentifier"], "style: UITableViewCell.CellStyle, reuseIdentifier: String?"
        ),
    ]
    /// Further base classes, each with the class in ``made`` whose initializer is required.
    private static let madeLike = [
        "AVPlayerLayer": "CALayer", "CAGradientLayer": "CALayer", "CAShapeLayer": "CALayer",
        "UICollectionViewCell": "UICollectionReusableView",
    ]

    /// Makes the initializer in ``made`` `required` in a class that derives from one of the base classes. If the class
    /// has designated initializers but lacks the initializer in ``made``, adds one that stops the app with
    /// Objective-C's error message.
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

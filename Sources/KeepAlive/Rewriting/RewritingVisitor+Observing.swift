import SwiftSyntax

// Properties that are observed by key paths: with Objective-C, `dynamic` has the runtime tell of changes.

extension RewritingVisitor {
    /// Has a stored property that is `dynamic` tell of its changes.
    func makeObservable(_ node: VariableDeclSyntax) {
        guard node.modifiers.contains(where: { $0.name.text == "dynamic" }), node.bindings.count == 1,
            !node.modifiers.contains(where: { ["static", "class", "lazy"].contains($0.name.text) }),
            let binding = node.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return }
        let before = "self.willChangeValue(for: \\.\(name))"
        let after = "self.didChangeValue(for: \\.\(name))"
        guard let block = binding.accessorBlock else {
            return edits.insert(" { willSet { \(before) } didSet { \(after) } }", at: binding.bytes.upperBound)
        }
        // A computed property tells of nothing, as on iOS, unless the app does.
        guard case .accessors(let accessors) = block.accessors,
            accessors.allSatisfy({ ["willSet", "didSet"].contains($0.accessorSpecifier.text) })
        else { return }
        for (word, call) in [("willSet", before), ("didSet", after)] {
            if let brace = accessors.first(where: { $0.accessorSpecifier.text == word })?.body?.leftBrace {
                edits.insert(" \(call);", at: brace.bytes.upperBound)
            } else {
                edits.insert(" \(word) { \(call) }", at: block.leftBrace.bytes.upperBound)
            }
        }
    }
}

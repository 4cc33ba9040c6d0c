import SwiftSyntax

// Members that Objective-C finds by name wherever they are declared: an override in an extension, and a delegate
// method that only a subclass implements. Swift calls only members of the class's own body, so the rewriter adds
// members to the body that forward each call.

extension RewritingVisitor {
    /// Adds forwarding members to a class: members that call its extensions' overrides, and delegate methods that its
    /// subclasses can override.
    func addForwarders(to node: ClassDeclSyntax) {
        let path = node.path
        var text = (facts.extensionOverrides[path] ?? []).sorted().map { member in
            let isOverride = member.isOverride || facts.closings[path]?.contains(member.key) == true
            return member.forwarding(
                isOverride ? ["override"] : [], to: MemberSignature.inExtension(member.base, of: path))
        }.joined()
        let isPublic = facts.publicClasses.contains(path)
        for opening in (facts.openings[path] ?? []).sorted() {
            needsKeepAlive = true
            var words = isPublic ? ["public"] : []
            if DelegateMethods.ofMainActor.contains(opening.key), !opening.modifiers.contains("nonisolated") {
                words.append("@MainActor")
            }
            text += opening.forwarding(words, to: opening.base, of: "UnimplementedDelegate.shared")
        }
        guard !text.isEmpty else { return }
        edits.insert(text, at: node.memberBlock.leftBrace.bytes.upperBound)
    }

    /// Adds `override` to a subclass's method where the rewriter adds the method to the superclass, and renames an
    /// extension's method that a forwarding method of the class calls.
    func override(_ node: FunctionDeclSyntax) {
        guard let signature = MemberSignature(node) else { return }
        place(signature, at: node.typePath, modifiers: node.modifiers, name: node.name, word: node.funcKeyword)
    }

    /// Adds `override` to a property or renames the property, in the same cases as for a method.
    func override(_ node: VariableDeclSyntax) {
        guard let signature = MemberSignature(node),
            let name = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
        else { return }
        place(signature, at: node.typePath, modifiers: node.modifiers, name: name, word: node.bindingSpecifier)
    }

    private func place(
        _ signature: MemberSignature, at path: String, modifiers: DeclModifierListSyntax, name: TokenSyntax,
        word: TokenSyntax
    ) {
        if facts.extensionOverrides[path]?.contains(signature) == true, signature.isInExtension {
            if let mark = modifiers.first(where: { $0.name.text == "override" }) { replace(mark, with: "") }
            replace(name, with: MemberSignature.inExtension(name.text, of: path))
        } else if facts.closings[path]?.contains(signature.key) == true, !signature.isInExtension,
            !signature.isOverride
        {
            // An override of a public method has to be public if its class is public.
            let access =
                facts.publicClasses.contains(path) && !signature.modifiers.contains { ["public", "open"].contains($0) }
            edits.insert(
                access ? "public override " : "override ", at: (modifiers.first?.bytes ?? word.bytes).lowerBound)
        }
    }
}

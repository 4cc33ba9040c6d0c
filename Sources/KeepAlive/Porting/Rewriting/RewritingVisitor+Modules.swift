import KeepAliveModuleNames
import SwiftSyntax

// Imports. Apple's Foundation also contains URLSession and other declarations, which belong to another module on
// Linux.

extension RewritingVisitor {
    /// Replaces the module name in a qualified name, such as `Foundation` in `Foundation.URLSession`.
    func rewriteQualifier(_ name: TokenSyntax) {
        let module =
            name.text == "Foundation"
            ? AppleModule.besideFoundation : AppleModule.replacement(of: name.text, in: modules ?? [])
        guard let module else { return }
        if module == AppleModule.besideFoundation { needsKeepAlive = true }
        edits.remove(name.bytes)
        edits.insert(module, at: name.bytes.lowerBound)
    }

    /// Replaces an imported Apple module by its replacement on Linux, or removes the import of a missing module.
    func rewrite(_ node: ImportDeclSyntax) {
        guard let module = node.path.first?.name.text else { return }
        if AppleModule.withCombine.contains(module) { importsCombine = true }
        if module == "Foundation", node.importKindSpecifier == nil, node.path.count == 1 {
            importsKeepAlive = true
            edits.insert("; import \(AppleModule.besideFoundation)", at: node.bytes.upperBound)
            return
        }
        guard let replacement = AppleModule.replacement(of: module, in: modules ?? []) else {
            return leaveOut(node, of: module)
        }
        if replacement == AppleModule.besideFoundation { importsKeepAlive = true }
        // An import may name one declaration (with its kind) or a submodule. The rewritten file imports the whole
        // module instead.
        if let kind = node.importKindSpecifier { replace(kind, with: "") }
        replace(node.path, with: replacement)
    }

    /// Leaves out the import of a module that the target does not depend on, such as one of a pod. The compiler then
    /// reports the uses of its names alone, which Linux.swift can declare.
    private func leaveOut(_ node: ImportDeclSyntax, of module: String) {
        if modules?.contains(module) != true, AppleModule.missing.contains(module) { return replace(node, with: "") }
        guard let modules, !AppleModule.isImportable(module, in: modules) else { return }
        replace(node, with: "")
        report(
            node,
            "module '\(module)' is not here, and its import is left out: declare what is used of it in Linux.swift, "
                + "or compile the app's background part alone ('keepalive-run init --slice')", isWarning: true)
    }
}

import KeepAliveModuleNames
import SwiftSyntax

// Imports. A file that imports Apple's Foundation has URLSession, which another module has on Linux.

extension RewritingVisitor {
    /// Names the module before a name, as in `Foundation.URLSession`.
    func rewriteQualifier(_ name: TokenSyntax) {
        let module = name.text == "Foundation" ? AppleModule.besideFoundation : AppleModule.replacements[name.text]
        guard let module else { return }
        if module == AppleModule.besideFoundation { needsKeepAlive = true }
        edits.remove(name.bytes)
        edits.insert(module, at: name.bytes.lowerBound)
    }

    /// Names the module that stands for Apple's.
    func rewrite(_ node: ImportDeclSyntax) {
        guard let module = node.path.first?.name.text else { return }
        if AppleModule.withCombine.contains(module) { importsCombine = true }
        if module == "Foundation", node.importKindSpecifier == nil, node.path.count == 1 {
            importsKeepAlive = true
            edits.insert("; import \(AppleModule.besideFoundation)", at: node.bytes.upperBound)
            return
        }
        if AppleModule.missing.contains(module) { return replace(node, with: "") }
        guard let replacement = AppleModule.replacements[module] else { return }
        if replacement == AppleModule.besideFoundation { importsKeepAlive = true }
        // A kind names a declaration, and a path a part of the module: here, the module is imported as a whole.
        if let kind = node.importKindSpecifier { replace(kind, with: "") }
        replace(node.path, with: replacement)
    }
}

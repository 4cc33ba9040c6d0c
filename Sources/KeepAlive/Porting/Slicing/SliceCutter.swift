import KeepAliveModuleNames
import KeepAliveRewriting
import SwiftParser
import SwiftSyntax

/// Leaves out the parts of a file that a slice does not compile. All other code stays on its line.
package enum SliceCutter {
    /// Returns the text without the cuts of the file, and without imports of modules that are not here.
    ///
    /// - Parameters:
    ///   - cuts: the cuts of this file alone.
    ///   - ownModules: modules whose declarations are those of the slice's own module.
    ///   - ownTypes: the types of the app.
    ///   - attributes: property wrappers and macros that are not here.
    ///   - modules: modules of packages, which are here.
    package static func cut(
        _ source: String, _ cuts: [SliceList.Cut], ownModules: Set<String> = [], ownTypes: Set<String> = [],
        attributes: Set<String> = [], modules: Set<String> = []
    ) -> String {
        let tree = Parser.parse(source: source)
        let finder = CutFinder(
            cuts, ownModules: ownModules, ownTypes: ownTypes, attributes: attributes, modules: modules)
        finder.walk(tree)
        var edits = SourceEdits(Array(source.utf8))
        for edit in finder.edits {
            if edit.range.isEmpty {
                edits.insert(edit.text, at: edit.range.lowerBound)
            } else {
                edits.replace(edit.range, with: edit.text)
            }
        }
        // A module that is left out may have handed these on.
        let hasSwiftUI = !tree.mentionedNames.isDisjoint(with: wordsOfSwiftUI)
        let modules = ["KeepAliveStandIns", "Foundation", "UIKit"] + (hasSwiftUI ? ["SwiftUI"] : [])
        if let first = tree.statements.first {
            edits.insert(modules.map { "import \($0); " }.joined(), at: first.bytes.lowerBound)
        }
        return edits.text()
    }

    /// Names that only files with SwiftUI have.
    private static let wordsOfSwiftUI: Set<String> = [
        "App", "EnvironmentObject", "ObservedObject", "Scene", "StateObject", "View", "ViewBuilder", "ViewModifier",
        "WindowGroup",
    ]

    /// Returns whether an import is left out in a slice: its module is a package, a pod or a framework of the app, or one
    /// of Apple's that is not here.
    ///
    /// - Parameter modules: the modules of packages on which the slice depends.
    static func leavesOut(_ module: String, besides modules: Set<String>) -> Bool {
        !AppleModule.isImportable(module, in: modules)
    }
}

/// Finds the places of cuts.
private final class CutFinder: SyntaxAnyVisitor {
    private let cuts: [String: [SliceList.Cut]]
    private(set) var edits: [TextEdit] = []

    private let ownModules: Set<String>
    private let ownTypes: Set<String>
    private let attributes: Set<String>

    private let modules: Set<String>

    init(
        _ cuts: [SliceList.Cut], ownModules: Set<String>, ownTypes: Set<String>, attributes: Set<String>,
        modules: Set<String>
    ) {
        self.modules = modules
        self.ownModules = ownModules
        self.ownTypes = ownTypes
        self.attributes = attributes
        self.cuts = Dictionary(grouping: cuts, by: \.declaration)
        super.init(viewMode: .sourceAccurate)
    }

    private func has(_ kind: SliceList.Cut.Kind, _ declaration: String, _ digest: String = "") -> Bool {
        cuts[declaration]?.contains { $0.kind == kind && $0.digest == digest } ?? false
    }

    private func replace(_ node: some SyntaxProtocol, _ text: String) {
        edits.append(TextEdit(range: node.bytes, text: text))
    }

    /// Returns whether a node is in an extension by which a type that is public here, too, adopts a protocol that is
    /// public here, too: it needs public members.
    private func needsPublicMembers(_ node: Syntax) -> Bool {
        guard let group = node.enclosing(ExtensionDeclSyntax.self) else { return false }
        let type = group.extendedType.trimmedDescription
        guard !ownTypes.contains(String(type.prefix { $0 != "." && $0 != "<" })) else { return false }
        return group.inheritanceClause?.inheritedTypes.contains { !ownTypes.contains($0.type.plainName) } ?? false
    }

    /// Leaves an attribute out, if it is not here or needs a public declaration.
    private func leavesOut(_ attribute: AttributeSyntax) -> Bool {
        let name = attribute.attributeName.trimmedDescription
        guard attributes.contains(name) || ["inlinable", "usableFromInline", "frozen", "_exported"].contains(name)
        else { return false }
        replace(attribute, "")
        return true
    }

    /// Gives a property whose wrapper is left out the type and value that the wrapper would have given it.
    private func giveType(_ variable: VariableDeclSyntax) {
        let wrapped = variable.attributes.contains {
            attributes.contains($0.as(AttributeSyntax.self)?.attributeName.trimmedDescription ?? "")
        }
        guard wrapped, variable.bindings.count == 1, let binding = variable.bindings.first, binding.initializer == nil,
            binding.accessorBlock == nil
        else { return }
        let key = Syntax(variable).declarationKey ?? binding.pattern.trimmedDescription
        let type = binding.typeAnnotation == nil ? ": KeepAliveStandIn" : ""
        let end = binding.bytes.upperBound
        edits.append(TextEdit(range: end..<end, text: "\(type) = KeepAliveStandIn.value(\"\(key)\")"))
    }

    private func drop(from start: Int, to end: Int) { edits.append(TextEdit(range: start..<end, text: "")) }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        if let declaration = node.asProtocol((any DeclSyntaxProtocol).self), let key = node.declarationKey {
            if has(.member, key) {
                // A conditional declaration may be the only one of its kind.
                replace(declaration, "")
                return .skipChildren
            }
            if has(.override, key), let word = node.modifierList?.first(where: { $0.name.text == "override" }) {
                replace(word, "")
            }
            if has(.body, key), let body = node.bodyRange {
                edits.append(TextEdit(range: body.range, text: body.text(key)))
                return .skipChildren
            }
        }
        if let node = node.as(ImportDeclSyntax.self), let name = node.path.first?.name.text,
            SliceCutter.leavesOut(name, besides: modules)
        {
            replace(node, "")
            return .skipChildren
        }
        if let group = node.asProtocol((any DeclGroupSyntax).self), let key = node.declarationKey, has(.initial, key) {
            for (binding, name) in group.propertiesWithoutValue {
                edits.append(
                    TextEdit(
                        range: binding.bytes.upperBound..<binding.bytes.upperBound,
                        text: " = KeepAliveStandIn.value(\"\(key).\(name)\")"))
            }
        }
        if let modifier = node.as(DeclModifierSyntax.self), ["public", "open", "package"].contains(modifier.name.text),
            !needsPublicMembers(node)
        {
            // Stand-ins are internal, and so is what names them.
            replace(modifier, modifier.detail == nil ? "" : "internal\(modifier.detail?.trimmedDescription ?? "")")
            return .skipChildren
        }
        if let attribute = node.as(AttributeSyntax.self), leavesOut(attribute) { return .skipChildren }
        if let variable = node.as(VariableDeclSyntax.self) { giveType(variable) }
        // `Models.Message`: in a slice, all files are of one module.
        if let type = node.as(MemberTypeSyntax.self), let module = type.baseType.as(IdentifierTypeSyntax.self),
            ownModules.contains(module.name.text)
        {
            drop(from: module.bytes.lowerBound, to: type.name.bytes.lowerBound)
        }
        if let member = node.as(MemberAccessExprSyntax.self),
            let module = member.base?.as(DeclReferenceExprSyntax.self),
            ownModules.contains(module.baseName.text)
        {
            drop(from: module.bytes.lowerBound, to: member.declName.bytes.lowerBound)
        }
        if let item = node.as(CodeBlockItemSyntax.self) {
            let key = node.enclosingKey
            let digest = item.item.digest
            if has(.statement, key, digest) {
                let isInBuilder = node.isInBuilder
                replace(item.item, isInBuilder ? "" : "KeepAliveStandIn.note(\"\(key)\")")
                return .skipChildren
            }
        }
        if let value = node.asProtocol((any ExprSyntaxProtocol).self), node.isCuttableValue {
            let key = node.enclosingKey
            if has(.value, key, value.digest) {
                replace(value, node.emptyValue(key))
                return .skipChildren
            }
        }
        if let inherited = node.as(InheritedTypeSyntax.self), let group = inherited.enclosingGroup,
            has(.adoption, group, inherited.type.trimmedDescription)
        {
            // The list keeps its commas.
            replace(inherited.type, "Any")
        }
        return .visitChildren
    }
}

extension SyntaxProtocol {
    /// The name of the type or extension whose inheritance clause contains the node.
    fileprivate var enclosingGroup: String? {
        guard let group = parent?.parent?.parent else { return nil }
        if let node = group.as(ExtensionDeclSyntax.self) { return node.extendedType.trimmedDescription }
        guard let named = group.asProtocol((any NamedDeclSyntax).self) else { return nil }
        return [group.typePath, named.name.text].filter { !$0.isEmpty }.joined(separator: ".")
    }
}

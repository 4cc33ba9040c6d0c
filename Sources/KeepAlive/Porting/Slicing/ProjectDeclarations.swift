import KeepAliveRewriting
import SwiftParser
import SwiftSyntax

/// A parsed file of the app.
package struct SliceFile: Sendable {
    /// The path, as in `Sources.txt`.
    package let path: String
    package let tree: SourceFileSyntax

    package init(path: String, text: String) {
        self.path = path
        tree = Parser.parse(source: text)
    }

    /// The declarations at the top level, with those that `#if` compiles for a phone.
    var declarations: [DeclSyntax] {
        tree.statements.flatMap { item in item.item.as(DeclSyntax.self).map(\.onPhones) ?? [] }
    }

    /// Apple's modules, and others, that the file imports.
    var imports: [String] {
        declarations.compactMap { $0.as(ImportDeclSyntax.self)?.path.first?.name.text }
    }
}

extension DeclSyntax {
    /// The declaration itself, or those within `#if` that are compiled for a phone.
    var onPhones: [DeclSyntax] {
        guard let condition = self.as(IfConfigDeclSyntax.self) else { return [self] }
        switch condition.clauseOfPhones?.elements {
        case .statements(let items): return items.flatMap { $0.item.as(DeclSyntax.self).map(\.onPhones) ?? [] }
        case .decls(let items): return items.flatMap { $0.decl.onPhones }
        default: return []
        }
    }

    /// The name of a type, of a protocol or of a type alias; `nil` for other declarations.
    var typeName: String? {
        if let group = self.asProtocol((any DeclGroupSyntax).self), !group.is(ExtensionDeclSyntax.self) {
            return self.asProtocol((any NamedDeclSyntax).self)?.name.text
        }
        return self.as(TypeAliasDeclSyntax.self)?.name.text
    }
}

/// The declarations of all files of an app that a slice does not compile.
struct ProjectDeclarations: Sendable {
    struct Item: Sendable {
        let declaration: DeclSyntax
        /// The path of its file.
        let file: String
    }

    /// Types and type aliases at the top level, by name.
    private(set) var types: [String: Item] = [:]
    private(set) var extensions: [String: [Item]] = [:]
    /// Functions and variables at the top level.
    private(set) var globals: [Item] = []
    private(set) var imports: [String: Set<String>] = [:]

    init(_ files: [SliceFile]) {
        for file in files {
            imports[file.path] = Set(file.imports)
            for declaration in file.declarations {
                let item = Item(declaration: declaration, file: file.path)
                if let name = declaration.typeName {
                    types[name] = types[name] ?? item
                } else if let node = declaration.as(ExtensionDeclSyntax.self) {
                    extensions[node.extendedType.trimmedDescription, default: []].append(item)
                } else if declaration.is(FunctionDeclSyntax.self) || declaration.is(VariableDeclSyntax.self) {
                    globals.append(item)
                }
            }
        }
    }
}

import KeepAliveRewriting
import SwiftSyntax

/// The files of an app that a slice compiles, with its cuts.
struct KeptFiles: Sendable {
    let files: [SliceFile]
    /// The identifiers in the files.
    let names: Set<String>
    /// The types at the top level.
    let types: Set<String>
    /// The superclasses and protocols of the types.
    let superclasses: Set<String>
    let imports: Set<String>
    /// The names that the app's developer has declared for Linux alone, at the top level.
    let ownNames: Set<String>
    /// The first place of each name that begins with a capital letter.
    private let places: [String: String]

    /// - Parameter own: what the app's developer has written for Linux alone.
    init(_ files: [SliceFile], own: SliceFile) {
        self.files = files
        let files = files + [own]
        var names: Set<String> = []
        var places: [String: String] = [:]
        for file in files {
            let locations = SourceLocationConverter(fileName: file.path, tree: file.tree)
            for token in file.tree.tokens(viewMode: .sourceAccurate) where token.isName {
                let name = token.text.filter { $0 != "`" }
                guard names.insert(name).inserted, name.first?.isUppercase == true else { continue }
                let line = locations.location(for: token.positionAfterSkippingLeadingTrivia).line
                places[name] = "\(file.path):\(line)"
            }
        }
        self.names = names
        self.places = places
        ownNames = Set(own.declarations.flatMap(\.declaredNames))
        let declarations = files.flatMap(\.declarations)
        types = Set(declarations.compactMap(\.typeName))
        superclasses = Set(
            declarations.compactMap { $0.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause }
                .flatMap { $0.inheritedTypes.map { $0.type.plainName } })
        imports = Set(files.flatMap(\.imports))
    }

    /// Returns the first place that mentions a name; `nil` if none does.
    func place(of name: String) -> String? { places[name] }
}

extension DeclSyntax {
    /// The names of a type, a function, or the variables of a declaration.
    fileprivate var declaredNames: [String] {
        if let variable = self.as(VariableDeclSyntax.self) {
            return variable.bindings.map { $0.pattern.trimmedDescription }
        }
        return (typeName ?? self.as(FunctionDeclSyntax.self)?.name.text).map { [$0] } ?? []
    }
}

extension TokenSyntax {
    /// True for an identifier, an operator, or a word that may name a member.
    fileprivate var isName: Bool {
        switch tokenKind {
        case .identifier, .dollarIdentifier, .binaryOperator, .prefixOperator, .postfixOperator: true
        case .keyword(let keyword): keyword != .func && keyword != .let && keyword != .var
        default: false
        }
    }
}

import KeepAliveModuleNames
import KeepAliveRewriting
import SwiftSyntax

/// Makes stand-ins for the declarations that the files of a slice name and that it does not compile.
///
/// A stand-in has the signature of the original and no content. Of a type, it has the members whose names the slice's
/// files mention.
struct StandInWriter {
    let project: ProjectDeclarations
    let kept: KeptFiles
    let list: SliceList
    /// The names that the slice's files and the stand-ins mention.
    private(set) var needed: Set<String>
    /// The types of the project that get stand-ins.
    private(set) var included: Set<String> = []
    private var contributing: Set<String> = []

    private let ownModules: Set<String>

    /// - Parameter ownModules: the names of modules whose declarations are those of the slice.
    init(_ project: ProjectDeclarations, kept: KeptFiles, list: SliceList, ownModules: Set<String>) {
        self.ownModules = ownModules
        self.project = project
        self.kept = kept
        self.list = list
        needed = kept.names
    }

    /// Writes the stand-ins, with those that other stand-ins need.
    mutating func write() -> StandIns {
        var lines: [StandIns.Line] = []
        while true {
            included = Set(project.types.keys).intersection(needed).subtracting(kept.types)
            lines = written()
            let found = lines.reduce(into: Set<String>()) { $0.formUnion($1.mentioned) }
            guard !found.isSubset(of: needed) else { break }
            needed.formUnion(found)
        }
        return StandIns(
            lines: header().filter { !list.dropped.contains($0.key) } + lines
                + UnknownWriter(kept: kept, list: list).lines())
    }

    /// The imports, on one line each.
    private func header() -> [StandIns.Line] {
        let modules = contributing.reduce(into: Set(["Foundation", "UIKit"])) { modules, file in
            modules.formUnion(project.imports[file] ?? [])
        }.union(kept.imports).filter {
            $0 == "Foundation" || list.modules.contains($0)
                || AppleModule.replacement(of: $0, in: list.modules) != nil
        }
        return [StandIns.Line(text: "// Stand-ins, made again in each build: see Slice.txt.")]
            + (modules.sorted() + ["KeepAliveStandIns"]).map { StandIns.Line(text: "import \($0)") }
            + (modules.contains("Combine") ? Self.valuesOfCombine : [])
    }

    /// Empty values of Combine's types, which are here because apps without Combine do not build it.
    private static let valuesOfCombine = [
        ("PassthroughSubject", "Self()"),
        ("CurrentValueSubject", "Self(KeepAliveStandIn.value(\"the value of a subject\"))"),
        ("AnyPublisher", "Empty<Output, Failure>().eraseToAnyPublisher()"),
        ("AnyCancellable", "AnyCancellable {}"),
    ].map { type, value in
        StandIns.Line(
            text:
                "extension \(type): KeepAliveStandInValue { public static var keepAliveEmptyValue: Any { \(value) } }",
            key: "extension \(type): KeepAliveStandInValue")
    }

    private mutating func written() -> [StandIns.Line] {
        contributing = []
        var lines: [StandIns.Line] = []
        for name in included.sorted() {
            guard let item = project.types[name] else { continue }
            add(type(item.declaration, path: "", place: kept.place(of: name)), of: item, to: &lines)
        }
        for (base, items) in project.extensions.sorted(by: { $0.key < $1.key }) {
            let name = String(base.prefix { $0 != "." && $0 != "<" })
            guard included.contains(name) || project.types[name] == nil else { continue }
            for item in items {
                guard let node = item.declaration.as(ExtensionDeclSyntax.self) else { continue }
                add(self.extension(node, base: name), of: item, to: &lines)
            }
        }
        // Of protocols of the slice itself, stand-ins and what is left out return objects.
        for node in kept.files.flatMap(\.declarations).compactMap({ $0.as(ProtocolDeclSyntax.self) }) {
            let key = "\(node.name.text).keepAliveEmptyValue"
            guard !list.dropped.contains(key) else { continue }
            lines += EmptyValue.object(
                DeclSyntax(node), self, Context(path: "\(node.name.text).", kind: .protocol))
        }
        for node in kept.files.flatMap(\.declarations).compactMap({ $0.as(ClassDeclSyntax.self) }) {
            lines += EmptyValue.maker(of: node).filter { !list.dropped.contains($0.key) }
        }
        for item in project.globals where isNamed(item.declaration) {
            add(member(item.declaration, Context(path: "", kind: .global)), of: item, to: &lines)
        }
        return lines
    }

    private mutating func add(
        _ new: [StandIns.Line], of item: ProjectDeclarations.Item, to lines: inout [StandIns.Line]
    ) {
        guard !new.isEmpty else { return }
        contributing.insert(item.file)
        lines += new.map { line in
            var line = line
            line.text = line.text.withoutQualifiers(ownModules.intersection(line.mentioned))
            line.mentioned.subtract(ownModules)
            return line
        }
    }

    // MARK: types

    /// Returns the stand-in of a type.
    ///
    /// - Parameters:
    ///   - path: the names of the enclosing types, with a point after each.
    ///   - place: the place in the slice's files that mentions the type; `nil` if stand-ins alone do.
    func type(_ declaration: DeclSyntax, path: String, place: String? = nil) -> [StandIns.Line] {
        guard let name = declaration.typeName else { return [] }
        let key = path + name
        guard !list.dropped.contains(key) else { return [] }
        if let alias = declaration.as(TypeAliasDeclSyntax.self) {
            let text =
                "typealias \(name)\(alias.genericParameterClause?.plainText ?? "") \(alias.initializer.plainText)"
            return [StandIns.Line(text: text, key: key, mentioned: alias.initializer.value.mentionedNames)]
        }
        guard let group = declaration.asProtocol((any DeclGroupSyntax).self), let kind = Context.Kind(declaration)
        else { return [] }
        var context = Context(path: "\(key).", kind: kind)
        let inherited = adopted(group, of: key, isClass: kind == .class)
        context.superclass = inherited.superclass
        context.isSubclassed = kept.superclasses.contains(name)
        var words = ModifierWords.prefix(group.attributes, group.modifiers)
        if kind == .class { words = words.replacingWord("final", with: "") }
        let generics = declaration.asProtocol((any WithGenericParametersSyntax).self)
        let clause =
            (generics?.genericParameterClause?.plainText ?? "")
            + (declaration.as(ProtocolDeclSyntax.self)?.primaryAssociatedTypeClause?.plainText ?? "")
        let requirement = generics?.genericWhereClause.map { " \($0.plainText)" } ?? ""
        var names = inherited.names
        let values = EmptyValue(self, declaration, context, inherited)
        if let adopted = values.adopted { names.append(adopted) }
        let head =
            "\(words)\(kind.keyword) \(name)\(clause)\(names.isEmpty ? "" : ": \(names.joined(separator: ", "))")"
        let mentioned = inherited.mentioned.union(generics?.genericParameterClause?.mentionedNames ?? [])
            .union(generics?.genericWhereClause?.mentionedNames ?? [])
        let asked = place.map { "  // asked for at \($0)" } ?? ""
        let inner = members(group.memberBlock, context)
        return [StandIns.Line(text: "\(head)\(requirement) {\(asked)", key: key, mentioned: mentioned)]
            + inner.filter { !$0.isExtension } + values.members + [StandIns.Line(text: "}")] + values.extensions
            + inner.filter(\.isExtension)
    }

    func members(_ block: MemberBlockSyntax, _ context: Context) -> [StandIns.Line] {
        block.members.flatMap(\.decl.onPhones).flatMap { declaration -> [StandIns.Line] in
            if let name = declaration.typeName {
                // An alias may be what an associated type stands for.
                guard needed.contains(name) || declaration.is(TypeAliasDeclSyntax.self) else { return [] }
                return type(declaration, path: context.path)
            }
            guard isNamed(declaration, in: context) else { return [] }
            return member(declaration, context)
        }
    }

    private func `extension`(_ node: ExtensionDeclSyntax, base: String) -> [StandIns.Line] {
        let type = node.extendedType.trimmedDescription
        var context = Context(path: "\(type).", kind: .extension)
        context.isOfClass = project.types[base]?.declaration.is(ClassDeclSyntax.self) == true
        let inherited = adopted(node, of: type, isClass: false)
        if list.whole.contains(type) { context.isWhole = true }
        let lines = members(node.memberBlock, context)
        guard !lines.isEmpty || !inherited.names.isEmpty else { return [] }
        let key = "extension \(type)\(inherited.names.isEmpty ? "" : ": \(inherited.names.joined(separator: ", "))")"
        guard !list.dropped.contains(key) else { return [] }
        let clause = node.genericWhereClause.map { " \($0.plainText)" } ?? ""
        let mentioned = inherited.mentioned.union(node.genericWhereClause?.mentionedNames ?? [])
        let words = ModifierWords.prefix(node.attributes, [])
        return [StandIns.Line(text: "\(words)\(key)\(clause) {", key: key, mentioned: mentioned)]
            + lines.filter { !$0.isExtension } + [StandIns.Line(text: "}")] + lines.filter(\.isExtension)
    }

    // MARK: what is taken over

    struct Adopted {
        var names: [String] = []
        var mentioned: Set<String> = []
        var superclass: String?
    }

    /// Protocols of Swift's and Apple's that a stand-in adopts as the original does. Of others, such as delegates'
    /// protocols, the slice's code seldom needs the adoption, which needs all of their methods.
    private static let light: Set<String> = [
        "Actor", "AnyObject", "BindableObject", "CaseIterable", "Codable", "Comparable", "CustomNSError",
        "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "Int",
        "Int16", "Int32", "Int64", "Int8", "LocalizedError", "NSObjectProtocol", "ObservableObject", "OptionSet",
        "RawRepresentable", "Sendable", "String", "Double", "Float", "UInt", "UInt16", "UInt32", "UInt64", "UInt8",
        "View", "ViewModifier", "Character", "App", "Scene", "CodingKey",
    ]

    /// Returns the superclass and the protocols that a stand-in has.
    private func adopted(_ group: some DeclGroupSyntax, of key: String, isClass: Bool) -> Adopted {
        var found = Adopted()
        let base = String(key.prefix { $0 != "." })
        let takesAll = list.whole.contains(key) || kept.types.contains(base)
        for (index, item) in (group.inheritanceClause?.inheritedTypes ?? []).enumerated() {
            let name = item.type.plainName
            let parts = item.type.mentionedNames
            let isOurs = project.types[name] != nil || kept.types.contains(name) || list.unknown[name] != nil
            let isSuperclass = isClass && index == 0 && !isProtocol(name)
            guard
                isSuperclass || isOurs || takesAll || Self.light.contains(name)
                    || group.is(ProtocolDeclSyntax.self), !list.dropped.contains("\(key): \(name)")
            else { continue }
            if isSuperclass { found.superclass = name }
            found.names.append(item.type.plainText)
            found.mentioned.formUnion(parts)
        }
        return found
    }

    private func isProtocol(_ name: String) -> Bool {
        if let item = project.types[name] { return item.declaration.is(ProtocolDeclSyntax.self) }
        if let kind = list.unknown[name] { return kind == .protocol }
        return Self.light.contains(name) || UnknownWriter.isProtocolName(name)
    }

    /// Members that a protocol of Swift's may need, and that are not named where they are used.
    private static let implied: Set<String> = [
        "id", "body", "<", "==", "hash", "description", "rawValue", "errorDescription", "allCases", "wrappedValue",
        "projectedValue", "objectWillChange",
    ]

    /// Returns whether the slice's files mention a declaration's name.
    func isNamed(_ declaration: DeclSyntax, in context: Context? = nil) -> Bool {
        if context?.isWhole == true || context.map({ list.whole.contains(String($0.path.dropLast())) }) == true {
            return true
        }
        switch declaration.as(DeclSyntaxEnum.self) {
        case .functionDecl(let node): return isUsed(node.name.text)
        case .variableDecl(let node):
            return node.bindings.contains { isUsed($0.pattern.trimmedDescription) }
        case .initializerDecl, .enumCaseDecl, .associatedTypeDecl: return true
        case .subscriptDecl: return context?.isWhole == true
        default: return false
        }
    }

    /// Returns whether a name is one of the app's types.
    func isOfApp(_ name: String) -> Bool { project.types[name] != nil || kept.types.contains(name) }

    private func isUsed(_ name: String) -> Bool {
        let name = name.filter { $0 != "`" }
        return kept.names.contains(name) || Self.implied.contains(name)
    }
}

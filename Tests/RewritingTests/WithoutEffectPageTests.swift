import Foundation
import SwiftParser
import SwiftSyntax
import Testing

/// docs/without-effect.md is written from the sources: `KEEPALIVE_RECORD=1 swift test --filter WithoutEffectPageTests`.
@Suite struct WithoutEffectPageTests {
    @Test("docs/without-effect.md lists each property and method of Apple's that is here and has no effect")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
            .standardizedFileURL
        let sources = root.appending(path: "Sources/KeepAlive/iOS")
        let files =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        var names: [String: [String: Set<String>]] = [:]
        for file in files {
            let framework = String(file.path.dropFirst(sources.path.count + 1).prefix { $0 != "/" })
            let finder = Finder()
            finder.walk(Parser.parse(source: try String(contentsOf: file, encoding: .utf8)))
            for (type, name) in finder.found { names[framework, default: [:]][type, default: []].insert(name) }
        }
        let count = names.values.flatMap(\.values).map(\.count).reduce(0, +)
        #expect(count > 150)
        let page = root.appending(path: "docs/without-effect.md")
        let text = Self.text(names, count)
        if ProcessInfo.processInfo.environment["KEEPALIVE_RECORD"] != nil {
            try text.write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: page, encoding: .utf8) == text, "record it anew with KEEPALIVE_RECORD=1")
    }

    private static func text(_ names: [String: [String: Set<String>]], _ count: Int) -> String {
        var text = """
            # Without effect here

            There is no screen, and some of what a phone has is not here. These \(count) properties and methods compile; a property \
            keeps its value, and nothing else comes of them. The timeline says so when an app uses one for the first time.

            """
        for (framework, types) in names.sorted(by: { $0.key < $1.key }) {
            text += "\n## \(framework)\n\n"
            for (type, members) in types.sorted(by: { $0.key < $1.key }) {
                text += "- `\(type)`: " + members.sorted().map { "`\($0)`" }.joined(separator: ", ") + "\n"
            }
        }
        return text
    }
}

/// Finds what is marked, with the type that has it.
private final class Finder: SyntaxVisitor {
    private(set) var found: [(type: String, name: String)] = []
    private var types: [String] = []

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.trimmedDescription)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        let isMarked = node.attributes.contains { $0.trimmedDescription == "@WithoutEffect" }
        if isMarked { for binding in node.bindings { add(binding.pattern.trimmedDescription) } }
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        let calls = node.body?.statements.first?.item.as(FunctionCallExprSyntax.self)
        if calls?.calledExpression.trimmedDescription == "withoutEffect" {
            let labels = node.signature.parameterClause.parameters.map { "\($0.firstName.text):" }.joined()
            add("\(node.name.text)(\(labels))")
        }
        return .visitChildren
    }

    private func enter(_ name: String) -> SyntaxVisitorContinueKind {
        types.append(name)
        return .visitChildren
    }

    private func add(_ name: String) { found.append((types.joined(separator: "."), name)) }
}

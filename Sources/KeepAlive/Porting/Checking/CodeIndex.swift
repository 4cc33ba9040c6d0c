import KeepAliveModuleNames
import KeepAliveRewriting
import SwiftSyntax

/// The declarations and calls of all Swift files of a project.
struct CodeIndex: Sendable {
    /// A call of a function, or of an initializer.
    struct Call: Sendable {
        let node: FunctionCallExprSyntax
        let file: Int
        var name: String { node.name }
        /// The innermost function around the call; `nil` in a closure of a property, or at the top level.
        let function: Int?
    }

    /// A function or an initializer.
    struct Function: Sendable {
        let name: String
        let parameters: [Parameter]
        let body: CodeBlockSyntax?
        /// The type that declares the function, without its enclosing types.
        let type: String
        let file: Int
        let node: Syntax

        /// The name with argument labels, such as `application(_:open:options:)`.
        var wholeName: String { "\(name)(\(parameters.map { "\($0.label):" }.joined()))" }

        /// True if the body has no statement.
        var isEmpty: Bool { body?.statements.isEmpty ?? true }
    }

    struct Parameter: Sendable {
        let label: String
        /// The name in the function's body.
        let name: String
        let type: String
        let hasDefault: Bool

        /// True for the type of a closure, or a name that stands for one.
        var mayBeClosure: Bool {
            ["->", "@escaping", "Handler", "Completion", "Block", "Closure", "Callback", "Action"].contains {
                type.contains($0)
            }
        }
    }

    /// A type, with what its declaration and all its extensions say.
    struct NamedType: Sendable {
        var inherited: Set<String> = []
        /// True for the type with `@main` or `@UIApplicationMain`.
        var isMain = false
    }

    /// An assignment to a member or a variable.
    struct Assignment: Sendable {
        /// The name on the left, without its base.
        let name: String
        let base: ExprSyntax?
        let value: ExprSyntax
        let file: Int
        let node: SequenceExprSyntax
        let function: Int?
    }

    /// A constant, or a case of an enumeration.
    struct Constant: Sendable {
        /// The value; `nil` for a case of an enumeration without a raw value. The text of such a case is `name`.
        let value: ExprSyntax?
        let name: String
        let file: Int
    }

    let files: [CheckedFile]
    private(set) var calls: [String: [Call]] = [:]
    private(set) var functions: [Function] = []
    private(set) var functionsByName: [String: [Int]] = [:]
    private(set) var types: [String: NamedType] = [:]
    private(set) var assignments: [String: [Assignment]] = [:]
    /// The values of constants, by the name, and by the name with its type, which is empty at the top level.
    private(set) var constants: [String: [Constant]] = [:]
    private(set) var imports: Set<String> = []
    /// The modules for which `canImport` is false, of those for which the sources ask.
    private(set) var absent: Set<String> = []
    private var nodes = FunctionNodes()

    /// - Parameter linked: the modules that the project links, apart from Apple's; `nil` if they are not known.
    init(_ files: [CheckedFile], linked: Set<String>? = nil) {
        self.files = files
        let asked = files.map(\.tree.askedModules)
        if let linked {
            // A file that imports a module outside every #if would not compile without it.
            let imported = asked.reduce(into: linked) { $0.formUnion($1.imported) }
            absent = asked.reduce(into: Set<String>()) { $0.formUnion($1.asked) }
                .filter { !AppleModule.isApples($0) && !imported.contains($0) }
        }
        // Functions first: calls and assignments refer to the functions around them.
        for index in files.indices { DeclarationCollector(index, absent).finish(&self, files[index].tree) }
        for index in files.indices { CallCollector(index, absent, nodes).finish(&self, files[index].tree) }
    }

    /// Returns the innermost function around a node; `nil` if there is none.
    func function(around node: some SyntaxProtocol) -> Int? { nodes.function(around: node) }

    func place(of call: Call) -> Finding.Place { files[call.file].place(of: nameToken(of: call.node)) }

    /// The token of the called function's name, so that a call that spans lines is reported where its name stands.
    private func nameToken(of call: FunctionCallExprSyntax) -> Syntax {
        if let member = call.calledExpression.as(MemberAccessExprSyntax.self) { return Syntax(member.declName) }
        return Syntax(call)
    }

    func place(of function: Function) -> Finding.Place { files[function.file].place(of: function.node) }

    /// Returns the functions that a call may mean: those with its name and with its labels, where parameters with
    /// defaults may be left out.
    func targets(of call: FunctionCallExprSyntax) -> [Int] {
        // A trailing closure has lost its label.
        let labels = call.arguments.map { $0.label?.text ?? "_" } + call.additionalTrailingClosures.map(\.label.text)
        let closures = call.trailingClosure == nil ? 0 : 1
        return (functionsByName[call.name] ?? []).filter { index in
            let parameters = functions[index].parameters
            var given: Set<Int> = []
            var rest = parameters.indices[...]
            for label in labels {
                guard let found = rest.first(where: { parameters[$0].label == label }) else { return false }
                given.insert(found)
                rest = rest[(found + 1)...]
            }
            if closures == 1,
                !parameters.indices.contains(where: { !given.contains($0) && parameters[$0].mayBeClosure })
            {
                return false
            }
            let missing = parameters.indices.filter { !given.contains($0) && !parameters[$0].hasDefault }
            return missing.count <= closures && missing.allSatisfy { parameters[$0].mayBeClosure }
        }
    }

    /// Returns whether a type inherits from another type, or adopts a protocol, by itself or by its superclasses.
    func type(_ name: String, is ancestor: String, depth: Int = 0) -> Bool {
        guard depth < 20, let type = types[name] else { return false }
        return type.inherited.contains(ancestor)
            || type.inherited.contains { self.type($0, is: ancestor, depth: depth + 1) }
    }

    /// Returns whether a file mentions an identifier.
    func mentions(_ isMeant: (String) -> Bool) -> Bool {
        files.contains { file in
            file.tree.tokens(viewMode: .sourceAccurate).contains { token in
                if case .identifier(let name) = token.tokenKind { isMeant(name) } else { false }
            }
        }
    }

    /// Returns the functions of types that adopt a protocol, by their whole name.
    func functions(_ wholeName: String, of ancestor: String? = nil) -> [Function] {
        let base = String(wholeName.prefix { $0 != "(" })
        return (functionsByName[base] ?? []).map { functions[$0] }.filter { function in
            function.wholeName == wholeName && function.body != nil
                && (ancestor.map { type(function.type, is: $0) } ?? true)
        }
    }

    /// Returns the calls with a name and, if labels are given, with exactly these labels among the named ones.
    func calls(_ name: String, label: String? = nil) -> [Call] {
        (calls[name] ?? []).filter { call in label.map { call.node.labels.contains($0) } ?? true }
    }

    fileprivate mutating func add(_ function: Function) {
        nodes.functions[function.node.id] = functions.count
        functionsByName[function.name, default: []].append(functions.count)
        functions.append(function)
    }

    fileprivate mutating func note(type name: String, _ inherited: [String], isMain: Bool) {
        types[name, default: NamedType()].inherited.formUnion(inherited)
        if isMain { types[name]?.isMain = true }
    }

    fileprivate mutating func note(_ constant: Constant, of type: String) {
        constants[constant.name, default: []].append(constant)
        constants["\(type).\(constant.name)", default: []].append(constant)
    }

    fileprivate mutating func add(_ call: Call) { calls[call.name, default: []].append(call) }
    fileprivate mutating func add(_ assignment: Assignment) {
        assignments[assignment.name, default: []].append(assignment)
    }
    fileprivate mutating func add(import module: String) { imports.insert(module) }
}

/// The functions of all files, by their syntax nodes.
private struct FunctionNodes: Sendable {
    var functions: [SyntaxIdentifier: Int] = [:]

    func function(around node: some SyntaxProtocol) -> Int? {
        var place = node.parent
        while let current = place {
            if let found = functions[current.id] { return found }
            place = current.parent
        }
        return nil
    }
}

/// Collects the functions, types and constants of a file.
private final class DeclarationCollector: SyntaxVisitor {
    private let file: Int
    private let absent: Set<String>
    private var found: [(inout CodeIndex) -> Void] = []

    init(_ file: Int, _ absent: Set<String>) {
        self.file = file
        self.absent = absent
        super.init(viewMode: .sourceAccurate)
    }

    func finish(_ index: inout CodeIndex, _ tree: SourceFileSyntax) {
        walk(tree)
        for add in found { add(&index) }
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        // What is compiled for other systems makes no call on a phone.
        if let clause = node.clauseOfPhones(without: absent) { walk(clause) }
        return .skipChildren
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.path.first?.name.text ?? ""
        found.append { $0.add(import: name) }
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node.name.text, node.signature.parameterClause, node.body, Syntax(node))
    }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        add("init", node.signature.parameterClause, node.body, Syntax(node))
    }

    private func add(
        _ name: String, _ clause: FunctionParameterClauseSyntax, _ body: CodeBlockSyntax?, _ node: Syntax
    ) -> SyntaxVisitorContinueKind {
        let parameters = clause.parameters.map {
            CodeIndex.Parameter(
                label: $0.firstName.text, name: ($0.secondName ?? $0.firstName).text,
                type: $0.type.trimmedDescription, hasDefault: $0.defaultValue != nil || $0.ellipsis != nil)
        }
        let function = CodeIndex.Function(
            name: name, parameters: parameters, body: body, type: node.typeName, file: file, node: node)
        found.append { $0.add(function) }
        return .visitChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node.name.text, node.inheritanceClause, node.attributes)
    }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node.name.text, node.inheritanceClause, node.attributes)
    }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node.name.text, node.inheritanceClause, node.attributes)
    }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node.name.text, node.inheritanceClause, node.attributes)
    }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        add(node.extendedType.plainName, node.inheritanceClause, node.attributes)
    }

    private func add(
        _ name: String, _ clause: InheritanceClauseSyntax?, _ attributes: AttributeListSyntax
    ) -> SyntaxVisitorContinueKind {
        let inherited = clause?.inheritedTypes.map { $0.type.plainName } ?? []
        let isMain = attributes.contains {
            guard let name = $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription else { return false }
            return ["main", "UIApplicationMain"].contains(name)
        }
        found.append { $0.note(type: name, inherited, isMain: isMain) }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        let type = node.typeName
        for binding in node.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let value = binding.initializer?.value ?? binding.accessorBlock?.onlyExpression
            else { continue }
            let constant = CodeIndex.Constant(value: value, name: name, file: file)
            found.append { $0.note(constant, of: type) }
        }
        return .visitChildren
    }

    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
        let type = node.typeName
        let constant = CodeIndex.Constant(value: node.rawValue?.value, name: node.name.text, file: file)
        found.append { $0.note(constant, of: type) }
        return .visitChildren
    }
}

extension SourceFileSyntax {
    /// The modules that a file imports outside every `#if`, and those for which it asks by `canImport`.
    fileprivate var askedModules: (imported: Set<String>, asked: Set<String>) {
        let imported = statements.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text }
        var asked: Set<String> = []
        var previous = [TokenSyntax]()
        for token in tokens(viewMode: .sourceAccurate) {
            if previous.count == 2, previous[0].text == "canImport", previous[1].text == "(" {
                asked.insert(token.text)
            }
            previous = previous.suffix(1) + [token]
        }
        return (Set(imported), asked)
    }
}

extension AccessorBlockSyntax {
    /// The value of a computed property that consists of one expression; `nil` for any other.
    fileprivate var onlyExpression: ExprSyntax? {
        guard case .getter(let items) = accessors, items.count == 1, let item = items.first else { return nil }
        if let statement = item.item.as(ReturnStmtSyntax.self) { return statement.expression }
        return item.item.as(ExprSyntax.self)
    }
}

/// Collects the calls and assignments of a file.
private final class CallCollector: SyntaxVisitor {
    private let file: Int
    private let nodes: FunctionNodes
    private var calls: [CodeIndex.Call] = []
    private var assignments: [CodeIndex.Assignment] = []

    private let absent: Set<String>

    init(_ file: Int, _ absent: Set<String>, _ nodes: FunctionNodes) {
        self.file = file
        self.absent = absent
        self.nodes = nodes
        super.init(viewMode: .sourceAccurate)
    }

    func finish(_ index: inout CodeIndex, _ tree: SourceFileSyntax) {
        walk(tree)
        for call in calls { index.add(call) }
        for assignment in assignments { index.add(assignment) }
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        // What is compiled for other systems makes no call on a phone.
        if let clause = node.clauseOfPhones(without: absent) { walk(clause) }
        return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if !node.name.isEmpty {
            calls.append(CodeIndex.Call(node: node, file: file, function: nodes.function(around: node)))
        }
        return .visitChildren
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        guard elements.count >= 3, elements[1].is(AssignmentExprSyntax.self), let name = elements[0].referenceName
        else { return .visitChildren }
        let value =
            elements.count == 3
            ? elements[2] : ExprSyntax(SequenceExprSyntax(elements: ExprListSyntax(Array(elements[2...]))))
        assignments.append(
            CodeIndex.Assignment(
                name: name, base: elements[0].bare.as(MemberAccessExprSyntax.self)?.base, value: value, file: file,
                node: node, function: nodes.function(around: node)))
        return .visitChildren
    }
}

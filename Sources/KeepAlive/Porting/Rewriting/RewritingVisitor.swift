import KeepAliveModuleNames
import SwiftSyntax

/// Walks the syntax tree of a source file and collects the edits that make the file compile on Linux.
final class RewritingVisitor: SyntaxVisitor {
    /// The edits of the file's text.
    var edits: SourceEdits
    /// The declarations that are appended after the file's own text.
    private(set) var appended: [String] = []
    /// The places that could not be rewritten.
    private(set) var problems: [SourceProblem] = []
    let facts: SourceFacts
    /// True if the edits use declarations of the module KeepAlive, so that the file has to import the module.
    var needsKeepAlive = false
    /// True if one of the imports that the file contains becomes an import of the module KeepAlive.
    var importsKeepAlive = false
    /// True if the file uses a name of Combine that Apple's Foundation also makes visible.
    private var needsCombine = false
    /// True if the file imports Combine or a module that re-exports Combine.
    var importsCombine = false
    private let path: String
    private let locations: SourceLocationConverter
    /// The types around the current node, the outermost first.
    private(set) var types: [String] = []

    /// The modules on which the target depends; `nil` if they are not known.
    let modules: Set<String>?

    init(
        source: [UInt8], path: String, facts: SourceFacts, modules: Set<String>? = nil,
        locations: SourceLocationConverter
    ) {
        self.modules = modules
        edits = SourceEdits(source)
        self.path = path
        self.facts = facts
        self.locations = locations
        super.init(viewMode: .sourceAccurate)
    }

    /// Replaces a node's text. Spaces and comments around the node stay.
    func replace(_ node: some SyntaxProtocol, with text: String) {
        edits.replace(node.bytes, with: text)
    }

    /// Appends a declaration after the file's own text.
    func append(_ text: String) { appended.append(text) }

    /// Reports that a node cannot be rewritten.
    func report(_ node: some SyntaxProtocol, _ message: String, isWarning: Bool = false) {
        let place = locations.location(for: node.positionAfterSkippingLeadingTrivia)
        problems.append(
            SourceProblem(file: path, line: place.line, column: place.column, message: message, isWarning: isWarning))
    }

    // MARK: the types around a place

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        requireInitializer(node)
        requireMaking(node)
        connect(node)
        addForwarders(to: node)
        return enter(node.name.text)
    }
    override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.trimmedDescription)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        rewrite(node)
        return enter(node.name.text)
    }
    override func visitPost(_ node: ProtocolDeclSyntax) {
        types.removeLast()
        appendDefaults(of: node)
    }

    private func enter(_ type: String) -> SyntaxVisitorContinueKind {
        types.append(type)
        return .visitChildren
    }

    // MARK: what stands before a declaration

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        switch node.attributeName.trimmedDescription {
        case "UIApplicationMain", "NSApplicationMain": replace(node, with: "@main")
        case let name where ObjectiveCWords.attributes.contains(name): replace(node, with: "")
        default: return .visitChildren
        }
        return .skipChildren
    }

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        if ObjectiveCWords.modifiers.contains(node.name.text) { replace(node, with: "") }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        override(node)
        makeObservable(node)
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        override(node)
        makeObserver(node)
        rename(node)
        return .visitChildren
    }

    // MARK: modules and conditions

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        rewrite(node)
        return .visitChildren
    }

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        if let condition = node.condition {
            PlatformCondition.edits(condition, in: modules ?? []).forEach { replace($0, with: $1) }
        }
        return .visitChildren
    }

    override func visit(_ node: AvailabilityConditionSyntax) -> SyntaxVisitorContinueKind {
        if let text = PlatformCondition.version(node) {
            replace(node, with: text)
            needsKeepAlive = true
        }
        return .skipChildren
    }

    // MARK: the whole file

    override func visitPost(_ node: SourceFileSyntax) {
        guard let first = node.statements.first else { return }
        if needsKeepAlive, !importsKeepAlive {
            edits.insert("import \(AppleModule.besideFoundation); ", at: first.bytes.lowerBound)
        }
        // The import is only added if the file imports an Apple module. Otherwise, the name belongs to another
        // module.
        if needsCombine, importsKeepAlive, !importsCombine {
            let names = AppleModule.namesOfCombine.sorted { $0.key < $1.key }
            edits.insert(
                names.map { "import \($1) \(AppleModule.combine).\($0); " }.joined(), at: first.bytes.lowerBound)
        }
    }

    // MARK: names

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        if AppleModule.namesOfCombine[node.name.text] != nil, !facts.isOwn(node.name.text, at: node.typePath) {
            needsCombine = true
        }
        rewriteResponder(node.name, isSuperclass: node.parent?.is(InheritedTypeSyntax.self) ?? false)
        if node.parent?.is(MemberTypeSyntax.self) == true { rewriteQualifier(node.name) }
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        rewriteResponder(node.baseName, isSuperclass: false)
        if let member = node.parent?.as(MemberAccessExprSyntax.self), member.base?.id == node.id,
            member.declName.baseName.text.first?.isUppercase == true
        {
            rewriteQualifier(node.baseName)
        }
        return .visitChildren
    }

    /// Renames `UIResponder` to `UIEventResponder`. Only a class that the reproduced iOS instantiates keeps
    /// `UIResponder` as its superclass, which has the required initializer.
    private func rewriteResponder(_ name: TokenSyntax, isSuperclass: Bool) {
        guard name.text == "UIResponder" else { return }
        if isSuperclass, let type = types.last, facts.createdBySystem.contains(type.lastComponent) { return }
        replace(name, with: "UIEventResponder")
    }

    // MARK: expressions

    /// Removes a preview, because Xcode alone shows previews and the app does not need them.
    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.macroName.text == "Preview" else { return .visitChildren }
        replace(node, with: "")
        return .skipChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        if node.macroName.text == "Preview" {
            replace(node, with: "")
            return .skipChildren
        }
        switch node.macroName.text {
        case "selector": rewriteSelector(node)
        case "keyPath": rewriteKeyPath(node)
        default: return .visitChildren
        }
        return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if rewriteResponds(node) || rewriteCreation(node) { return .skipChildren }
        rewriteOptionalCall(node)
        nameObserved(node)
        rename(node)
        return .visitChildren
    }

    /// Foundation's types that have no plain initializer `Name()` on Linux, each with the expression that makes the
    /// same object.
    static let creations = [
        "ProcessInfo": "ProcessInfo.processInfo", "Progress": "Progress(totalUnitCount: 0)",
        "Timer": "Timer(timeInterval: 0, repeats: false) { _ in }",
    ]

    /// Replaces a call `Name()` of a type in ``creations`` by the expression that Foundation on Linux accepts.
    ///
    /// - Returns: true if the call was of this form.
    private func rewriteCreation(_ node: FunctionCallExprSyntax) -> Bool {
        guard let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let text = Self.creations[name], !facts.isOwn(name, at: node.typePath), node.arguments.isEmpty,
            node.trailingClosure == nil
        else { return false }
        replace(node, with: text)
        return true
    }

    /// Foundation's methods that do less on Linux, each with the method of the module KeepAlive that does the same.
    private static let renamed = ["object(forInfoDictionaryKey:)": "keepAliveObject"]

    /// Replaces the name of a called method in ``renamed``.
    private func rename(_ node: FunctionCallExprSyntax) {
        guard let member = node.calledExpression.as(MemberAccessExprSyntax.self) else { return }
        let labels = node.arguments.map { "\($0.label?.text ?? "_"):" }.joined()
        guard let name = Self.renamed["\(member.declName.baseName.text)(\(labels))"] else { return }
        needsKeepAlive = true
        replace(member.declName.baseName, with: name)
    }

    /// Replaces the name of a method in ``renamed`` in a declaration, such as the requirement of a protocol that a type of
    /// Foundation fulfils. An override keeps its name: the method of the module KeepAlive calls it.
    private func rename(_ node: FunctionDeclSyntax) {
        guard let name = Self.renamed[node.wholeName], !node.modifiers.contains(where: { $0.name.text == "override" })
        else { return }
        replace(node.name, with: name)
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        rewriteQuestion(node)
        return .visitChildren
    }
}

/// Attributes and modifiers of Swift that have a meaning only with Objective-C.
enum ObjectiveCWords {
    /// Attributes that tell Objective-C, Interface Builder or Xcode how to treat a declaration.
    static let attributes: Set<String> = [
        "GKInspectable", "IBAction", "IBDesignable", "IBInspectable", "IBOutlet", "IBSegueAction", "NSCopying",
        "nonobjc", "objc", "objcMembers",
    ]
    /// Attributes of methods that Interface Builder connects.
    static let actions: Set<String> = ["IBAction", "IBSegueAction"]
    /// Attributes of methods that Objective-C may call.
    static let called = actions.union(["objc"])
    /// Modifiers that have a meaning only with Objective-C.
    static let modifiers: Set<String> = ["dynamic", "optional"]
}

extension SyntaxProtocol {
    /// The node's byte range in the file, without the spaces and comments around the node.
    package var bytes: Range<Int> {
        positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
    }
}

import KeepAliveModuleNames
import SwiftSyntax

/// Collects the edits of a file.
final class RewritingVisitor: SyntaxVisitor {
    /// The edits.
    var edits: SourceEdits
    /// The text behind the file's own.
    private(set) var appended: [String] = []
    /// The places that it could not rewrite.
    private(set) var problems: [SourceProblem] = []
    let facts: SourceFacts
    /// True if the text names something of the module KeepAlive that the user did not write.
    var needsKeepAlive = false
    /// True if the file imports that module.
    var importsKeepAlive = false
    /// True if it names something of Combine's that Apple's Foundation has, too.
    private var needsCombine = false
    /// True if it imports Combine, or what brings it.
    var importsCombine = false
    private let path: String
    private let locations: SourceLocationConverter
    /// The types around the place, the outermost first.
    private(set) var types: [String] = []

    init(source: [UInt8], path: String, facts: SourceFacts, locations: SourceLocationConverter) {
        edits = SourceEdits(source)
        self.path = path
        self.facts = facts
        self.locations = locations
        super.init(viewMode: .sourceAccurate)
    }

    /// Replaces what a node says, without the blanks and comments around it.
    func replace(_ node: some SyntaxProtocol, with text: String) {
        edits.replace(node.bytes, with: text)
    }

    /// Adds text behind the file's own.
    func append(_ text: String) { appended.append(text) }

    /// Reports what cannot be rewritten.
    func report(_ node: some SyntaxProtocol, _ message: String) {
        let place = locations.location(for: node.positionAfterSkippingLeadingTrivia)
        problems.append(SourceProblem(file: path, line: place.line, column: place.column, message: message))
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
        return .visitChildren
    }

    // MARK: modules and conditions

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        rewrite(node)
        return .visitChildren
    }

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        if let condition = node.condition { PlatformCondition.edits(condition).forEach { replace($0, with: $1) } }
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
        // Without one of Apple's modules, the name is another one's.
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

    /// A class that the system creates has a superclass of its own (see `UIEventResponder`).
    private func rewriteResponder(_ name: TokenSyntax, isSuperclass: Bool) {
        guard name.text == "UIResponder" else { return }
        if isSuperclass, let type = types.last, facts.createdBySystem.contains(type.lastComponent) { return }
        replace(name, with: "UIEventResponder")
    }

    // MARK: expressions

    /// A preview shows views while they are written; it is no part of the app.
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
        return .visitChildren
    }

    /// Objects that Foundation on Linux makes otherwise than by `Name()`, and what makes the same there.
    static let creations = ["Progress": "Progress(totalUnitCount: 0)", "ProcessInfo": "ProcessInfo.processInfo"]

    /// Has Foundation's objects made as Linux lets them be made.
    ///
    /// - Returns: whether it was such a call.
    private func rewriteCreation(_ node: FunctionCallExprSyntax) -> Bool {
        guard let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let text = Self.creations[name], !facts.isOwn(name, at: node.typePath), node.arguments.isEmpty,
            node.trailingClosure == nil
        else { return false }
        replace(node, with: text)
        return true
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        rewriteQuestion(node)
        return .visitChildren
    }
}

/// Words of Swift that have a meaning with Objective-C alone.
enum ObjectiveCWords {
    /// Attributes that say how Objective-C, Interface Builder or Xcode sees a declaration.
    static let attributes: Set<String> = [
        "GKInspectable", "IBAction", "IBDesignable", "IBInspectable", "IBOutlet", "IBSegueAction", "NSCopying",
        "nonobjc", "objc", "objcMembers",
    ]
    /// Attributes of methods that Interface Builder connects.
    static let actions: Set<String> = ["IBAction", "IBSegueAction"]
    /// Attributes of methods that Objective-C calls.
    static let called = actions.union(["objc"])
    /// Modifiers of the same kind.
    static let modifiers: Set<String> = ["dynamic", "optional"]
}

extension SyntaxProtocol {
    /// The bytes of the node, without the blanks and comments around it.
    var bytes: Range<Int> {
        positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
    }
}

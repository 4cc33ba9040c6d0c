import KeepAliveRewriting
import SwiftSyntax

/// Writes stand-ins for names of modules that are not here, from the way in which the slice's files use them.
struct UnknownWriter {
    let kept: KeptFiles
    let list: SliceList

    /// Returns the stand-ins. A name that Linux.swift declares gets none, and neither do its members.
    func lines() -> [StandIns.Line] {
        let uses = UseFinder(Set(list.unknown.keys))
        for file in kept.files { uses.walk(file.tree) }
        var lines: [StandIns.Line] = []
        for (name, kind) in list.unknown.sorted(by: { $0.key < $1.key })
        where !list.dropped.contains("unknown \(name)") && !kept.ownNames.contains(name) {
            lines += self.lines(name, kind, uses.found[name] ?? UseFinder.Uses())
        }
        for (path, isStatic) in list.members.sorted(by: { $0.key < $1.key }) {
            let key = "extension \(path)"
            guard !list.dropped.contains(key), let point = path.lastIndex(of: ".") else { continue }
            let (type, name) = (path[..<point], path[path.index(after: point)...])
            // The members of an unknown type stand in it.
            guard list.unknown[String(type)] != .type || !isStatic, !kept.ownNames.contains(String(type)) else {
                continue
            }
            lines.append(
                StandIns.Line(
                    text:
                        "extension \(type) { \(isStatic ? "static " : "")\(Self.property(String(name), of: String(type))) }",
                    key: key))
        }
        return lines
    }

    private func lines(_ name: String, _ kind: SliceList.Unknown, _ uses: UseFinder.Uses) -> [StandIns.Line] {
        let key = "unknown \(name)"
        let asked = kept.place(of: name).map { "  // asked for at \($0)" } ?? ""
        switch kind {
        case .attribute: return []
        case .global:
            return [StandIns.Line(text: Self.property(name, of: "") + asked, key: key)]
        case .protocol:
            return [
                StandIns.Line(text: "protocol \(name): AnyObject {}\(asked)", key: key),
                StandIns.Line(
                    text:
                        "final class KeepAliveStandInFor\(name): \(name), KeepAliveStandInObject { \(EmptyValue.making(name)) }",
                    key: "\(key).object"),
            ].filter { !list.dropped.contains($0.key) }
        case .superclass:
            return [StandIns.Line(text: "class \(name): \(Self.superclass(name)) {}\(asked)", key: key)]
        case .type:
            let generics =
                uses.arguments == 0 ? "" : "<\((0..<uses.arguments).map { "A\($0)" }.joined(separator: ", "))>"
            var lines = [
                StandIns.Line(
                    text: "class \(name)\(generics): KeepAliveStandIn, @unchecked Sendable {\(asked)", key: key),
                StandIns.Line(
                    text: "required override init(keepAliveName: String) { super.init(keepAliveName: keepAliveName) }",
                    key: "\(key).init(keepAliveName:)"),
                StandIns.Line(
                    text: "convenience init() { self.init(keepAliveName: \"\(name)\") }", key: "\(key).init()"),
                StandIns.Line(
                    text: "override class var keepAliveEmptyValue: Any { Self(keepAliveName: \"\(name)\") }",
                    key: "\(key).keepAliveEmptyValue"),
            ]
            for call in uses.initializers.sorted() {
                lines.append(
                    StandIns.Line(text: "convenience init\(call) { self.init() }", key: "\(key).init\(call)"))
            }
            for type in uses.types.sorted() where !list.dropped.contains("\(key).\(type)") {
                lines.append(
                    StandIns.Line(
                        text: "typealias \(type) = KeepAliveStandIn", key: "\(key).\(type)"))
            }
            let own = list.members.compactMap { path, isStatic in
                isStatic && path.hasPrefix("\(name).") ? String(path.dropFirst(name.count + 1)) : nil
            }
            for member in uses.members.union(own).sorted() where !list.dropped.contains("\(key).\(member)") {
                lines.append(
                    StandIns.Line(
                        text: "static " + Self.property(member, of: name, type: "\(name)\(generics)"),
                        key: "\(key).\(member)"))
            }
            return lines.filter { !list.dropped.contains($0.key) } + [StandIns.Line(text: "}")]
        }
    }

    private static func property(_ name: String, of owner: String, type: String = "KeepAliveStandIn") -> String {
        let whole = owner.isEmpty ? name : "\(owner).\(name)"
        let value = "\(type)(keepAliveName: \"\(whole)\")"
        return "var `\(name)`: \(type)! { get { \(value) } set { KeepAliveStandIn.note(\"\(whole)\") } }"
    }

    /// Returns whether a name looks like one of a protocol.
    static func isProtocolName(_ name: String) -> Bool {
        !name.hasSuffix("AppDelegate")
            && [
                "Delegate", "DataSource", "Protocol", "able", "Providing", "Observer", "Delegating", "Handling", "Type",
            ]
            .contains { name.hasSuffix($0) }
    }

    /// Returns the class of UIKit's in whose place an unknown superclass stands, by its name.
    static func superclass(_ name: String) -> String {
        let classes = [
            "TableViewController", "CollectionViewController", "NavigationController", "TabBarController",
            "ViewController", "TableViewCell", "CollectionViewCell", "TableView", "CollectionView", "ScrollView",
            "ImageView", "TextField", "TextView", "Label", "Button", "Control", "View",
        ]
        if let found = classes.first(where: { name.hasSuffix($0) }) { return "UI\(found)" }
        if name.hasSuffix("AppDelegate") { return "UIResponder, UIApplicationDelegate" }
        return name.hasSuffix("Controller") ? "UIViewController" : "NSObject"
    }
}

/// Finds how files use unknown types.
private final class UseFinder: SyntaxVisitor {
    struct Uses {
        /// The initializers that are called: parameters in parentheses, with a question mark before those that may fail.
        var initializers: Set<String> = []
        var members: Set<String> = []
        var types: Set<String> = []
        /// The number of generic arguments.
        var arguments = 0
    }

    private let names: Set<String>
    private(set) var found: [String: Uses] = [:]

    init(_ names: Set<String>) {
        self.names = names
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text, names.contains(name)
        else { return .visitChildren }
        var parameters = node.arguments.enumerated().map { index, argument in
            "\(argument.label?.text ?? "_") a\(index): \(Self.type(of: argument.expression))"
        }
        if let closure = node.trailingClosure { parameters.append("_ block: \(Self.type(of: ExprSyntax(closure)))") }
        guard !parameters.isEmpty else { return .visitChildren }
        let isFailable =
            node.parent?.is(ForceUnwrapExprSyntax.self) == true
            || node.parent?.is(OptionalChainingExprSyntax.self) == true
            || node.parent?.parent?.is(OptionalBindingConditionSyntax.self) == true
        found[name, default: Uses()].initializers.insert(
            "\(isFailable ? "?" : "")(\(parameters.joined(separator: ", ")))")
        return .visitChildren
    }

    /// Returns the type of a parameter that takes an argument.
    private static func type(of argument: ExprSyntax) -> String {
        if let closure = argument.as(ClosureExprSyntax.self) {
            let count =
                switch closure.signature?.parameterClause {
                case .simpleInput(let list): list.count
                case .parameterClause(let clause): clause.parameters.count
                case nil: closure.statements.mentionedNames.contains("$0") ? 1 : 0
                }
            let parameters = Array(repeating: "KeepAliveStandIn", count: count).joined(separator: ", ")
            return "@escaping (\(parameters)) -> Void"
        }
        if let member = argument.as(MemberAccessExprSyntax.self), member.base == nil { return "KeepAliveStandIn" }
        if argument.is(DictionaryExprSyntax.self) { return "[AnyHashable: Any]" }
        if argument.is(ArrayExprSyntax.self) { return "[Any]" }
        return "Any?"
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.base?.as(DeclReferenceExprSyntax.self)?.baseName.text, names.contains(name) {
            note(node.declName.baseName.text, of: name, isType: node.declName.baseName.text.first?.isUppercase == true)
        }
        return .visitChildren
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        if let name = node.baseType.as(IdentifierTypeSyntax.self)?.name.text, names.contains(name) {
            note(node.name.text, of: name, isType: true)
        }
        return .visitChildren
    }

    private func note(_ member: String, of name: String, isType: Bool) {
        guard !["self", "Type", "init"].contains(member) else { return }
        if isType {
            found[name, default: Uses()].types.insert(member)
        } else {
            found[name, default: Uses()].members.insert(member)
        }
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        if names.contains(node.name.text), let arguments = node.genericArgumentClause?.arguments.count {
            found[node.name.text, default: Uses()].arguments = max(
                arguments, found[node.name.text]?.arguments ?? 0)
        }
        return .visitChildren
    }
}

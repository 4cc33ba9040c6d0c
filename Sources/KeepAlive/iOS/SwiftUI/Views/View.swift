@preconcurrency @MainActor
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

/// The `Body` of SwiftUI's own views, which have no body.
extension Never: View {
    public var body: Never { fatalError("Never has no value") }
}

extension View where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        TupleView((repeat each content))
    }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> {
        .first(first)
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second> {
        .second(second)
    }
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

public struct EmptyView: Sendable {
    public nonisolated init() {}
}

extension EmptyView: View, Part {
    func parts(_ node: Node) -> [Child] { [] }
}

public struct TupleView<Value> {
    public var value: Value

    public nonisolated init(_ value: Value) {
        self.value = value
    }
}

extension TupleView: View, Part {
    func parts(_ node: Node) -> [Child] {
        Mirror(reflecting: value).children.map { Child($0.value) }
    }
}

public enum ConditionalView<First: View, Second: View> {
    case first(First)
    case second(Second)
}

extension ConditionalView: View, Part {
    func parts(_ node: Node) -> [Child] {
        switch self {
        case .first(let view): [Child(view, key: "first")]
        case .second(let view): [Child(view, key: "second")]
        }
    }
}

extension Optional: View where Wrapped: View {}

extension Optional: Part where Wrapped: View {
    func parts(_ node: Node) -> [Child] { map { [Child($0)] } ?? [] }
}

public struct AnyView {
    let view: any View

    public nonisolated init(_ view: some View) {
        self.view = view
    }

    public nonisolated init(erasing view: some View) {
        self.view = view
    }
}

extension AnyView: View, Part {
    func parts(_ node: Node) -> [Child] { [Child(view)] }
}

public struct Group<Content> {
    let content: Content

    init(content: Content) {
        self.content = content
    }
}

extension Group: View, Part where Content: View {
    public init(@ViewBuilder content: () -> Content) { self.init(content: content()) }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// A view with an effect, which is called when the view appears, is updated, or disappears.
struct EffectView<Content: View, Action: Effect>: View, Part, Effect {
    typealias Body = Never

    let content: Content
    let action: Action

    func parts(_ node: Node) -> [Child] { [Child(content)] }
    func appeared(_ node: Node) { action.appeared(node) }
    func updated(_ node: Node, from old: Self) { action.updated(node, from: old.action) }
    func disappeared(_ node: Node) { action.disappeared(node) }
}

/// A view with further children, whose types are not part of the view's own type.
struct Holder<Content: View>: View, Part {
    typealias Body = Never

    let content: Content
    let children: [Child]

    init(_ content: Content, _ children: [Child]) {
        self.content = content
        self.children = children
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] + children }
}

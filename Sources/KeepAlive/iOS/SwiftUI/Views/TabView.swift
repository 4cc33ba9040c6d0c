import KeepAlive

public struct TabView<SelectionValue: Hashable, Content: View>: View, Part {
    public typealias Body = Never

    private let selection: Binding<SelectionValue>?
    private let content: Content

    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] {
        let tabs = Self.tabs(content, node).enumerated().map { position, child in
            (value: child.value, tag: flattened(Self.tag(child.value) ?? child.key ?? AnyHashable(position)))
        }
        let state = node.stored("tabs") { TabState() }
        let tag = selection.map { flattened(AnyHashable($0.wrappedValue)) } ?? state.chosen
        let chosen = tabs.first { $0.tag == tag } ?? tabs.first
        if let chosen { state.visited.insert(chosen.tag) }
        let buttons = tabs.compactMap { tab in
            Self.label(tab.value).map { label in
                Child(TabButton(label: label) { [weak node] in choose(tab.tag, state, node) }, key: "tab \(tab.tag)")
            }
        }
        // A tab that was seen keeps its state.
        return buttons
            + tabs.filter { state.visited.contains($0.tag) }.map { value, tag in
                Child(value, key: tag, isVisible: tag == chosen?.tag)
            }
    }

    private func choose(_ tag: AnyHashable, _ state: TabState, _ node: Node?) {
        if let selection {
            if let value = tag.base as? SelectionValue { selection.wrappedValue = value }
        } else {
            state.chosen = tag
            node?.invalidate()
        }
    }

    /// The views within groups are tabs, each.
    private static func tabs(_ view: Any, _ node: Node) -> [Child] {
        guard let part = view as? any Part, view is any Grouping else { return [Child(view)] }
        return part.parts(node).flatMap { child in
            child.value is any Grouping ? tabs(child.value, node) : [child]
        }
    }

    /// The value that a view stands for as a tab.
    private static func tag(_ view: Any) -> AnyHashable? {
        sequence(first: view, next: content).lazy.compactMap { ($0 as? any TabContent)?.tag }.first
    }

    /// The view in the bar for a view.
    private static func label(_ view: Any) -> Any? {
        sequence(first: view, next: content).lazy.compactMap { ($0 as? any TabContent)?.label }.first
    }

    /// The view in a modifier's; `nil` in one that holds several, or that is made of a body.
    private static func content(_ view: Any) -> Any? {
        guard view is any Part, !(view is any Grouping) else { return nil }
        return Mirror(reflecting: view).children.first { $0.label == "content" && $0.value is any View }?.value
    }
}

/// A value without the optionals around it: a selection that may be nothing is compared with a tag.
private func flattened(_ value: AnyHashable) -> AnyHashable {
    let mirror = Mirror(reflecting: value.base)
    guard mirror.displayStyle == .optional, let inner = mirror.children.first?.value as? any Hashable else {
        return value
    }
    return flattened(AnyHashable(inner))
}

extension TabView where SelectionValue == Int {
    public init(@ViewBuilder content: () -> Content) {
        selection = nil
        self.content = content()
    }
}

/// What tabs keep at their place.
private final class TabState {
    /// The tabs that were on the screen.
    var visited: Set<AnyHashable> = []
    /// The one that the user has chosen, where no binding says which.
    var chosen: AnyHashable?
}

/// The name of a tab, in the bar.
private struct TabButton: View, Part, Tappable {
    typealias Body = Never

    let label: Any
    let choose: () -> Void
    var kind: String { "tab" }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
    func tapped(_ node: Node) { choose() }
}

/// A view that only holds others.
protocol Grouping {}

extension TupleView: Grouping {}
extension Group: Grouping {}
extension ForEach: Grouping {}
extension Optional: Grouping {}
extension ConditionalView: Grouping {}

/// A view that says what it is as a tab.
@MainActor
protocol TabContent {
    /// The value that it stands for.
    var tag: AnyHashable? { get }
    /// The view in the bar.
    var label: Any? { get }
}

/// A view with a view for it in the bar of tabs.
struct TabItemView<Content: View, Name: View>: View, Part, TabContent {
    typealias Body = Never

    private let content: Content
    private let name: Name
    var label: Any? { name }
    var tag: AnyHashable? { nil }

    init(content: Content, label: Name) {
        self.content = content
        name = label
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

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
        // Tabs that were selected before stay in the tree, so that they keep their state.
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

    /// Returns the tabs of the content: each view is a tab, and a group contributes its views.
    private static func tabs(_ view: Any, _ node: Node) -> [Child] {
        guard let part = view as? any Part, view is any Grouping else { return [Child(view)] }
        return part.parts(node).flatMap { child in
            child.value is any Grouping ? tabs(child.value, node) : [child]
        }
    }

    /// Returns the selection value of a tab; `nil` if the tab has no `tag(_:)`.
    private static func tag(_ view: Any) -> AnyHashable? {
        sequence(first: view, next: content).lazy.compactMap { ($0 as? any TabContent)?.tag }.first
    }

    /// Returns the tab bar item of a tab; `nil` if the tab has none.
    private static func label(_ view: Any) -> Any? {
        sequence(first: view, next: content).lazy.compactMap { ($0 as? any TabContent)?.label }.first
    }

    /// Returns the view that a modifier wraps; `nil` if the view is no modifier's.
    private static func content(_ view: Any) -> Any? {
        guard view is any Part, !(view is any Grouping) else { return nil }
        return Mirror(reflecting: view).children.first { $0.label == "content" && $0.value is any View }?.value
    }
}

/// Returns a value unwrapped from optionals, so that an optional selection can be compared with a tag.
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

/// The state that a tab view keeps.
private final class TabState {
    /// The tags of the tabs that have been selected.
    var visited: Set<AnyHashable> = []
    /// The tag of the tab that the user has selected, in a tab view without a binding; `nil` before the first
    /// selection.
    var chosen: AnyHashable?
}

/// A button in the tab bar, which selects its tab.
private struct TabButton: View, Part, Tappable {
    typealias Body = Never

    let label: Any
    let choose: () -> Void
    var kind: String { "tab" }

    func parts(_ node: Node) -> [Child] { [Child(label)] }
    func tapped(_ node: Node) { choose() }
}

/// A view that groups several views.
protocol Grouping {}

extension TupleView: Grouping {}
extension Group: Grouping {}
extension ForEach: Grouping {}
extension Optional: Grouping {}
extension ConditionalView: Grouping {}

/// A view that has a tag or a tab bar item.
@MainActor
protocol TabContent {
    /// The selection value of the view; `nil` if it has none.
    var tag: AnyHashable? { get }
    /// The view in the tab bar; `nil` if there is none.
    var label: Any? { get }
}

/// A view with a tab bar item.
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

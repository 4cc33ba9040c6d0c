import KeepAlive

/// Views of which one is shown: the one whose tag is chosen, or the first. The user taps the others' names.
public struct TabView<SelectionValue: Hashable, Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    private let selection: Binding<SelectionValue>?
    private let content: Content

    /// Creates tabs with a binding for which is shown.
    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] {
        let tabs = Self.tabs(content, node).enumerated().map { position, child in
            (value: child.value, tag: Self.named(child.value)?.tag ?? child.key ?? AnyHashable(position))
        }
        let state = node.stored("tabs") { TabState() }
        let tag = selection.map { AnyHashable($0.wrappedValue) } ?? state.chosen
        let chosen = tabs.first { $0.tag == tag } ?? tabs.first
        if let chosen { state.visited.insert(chosen.tag) }
        let buttons = tabs.compactMap { tab in
            Self.named(tab.value)?.label.map { label in
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

    private static func named(_ view: Any) -> (any TabContent)? { view as? any TabContent }
}

extension TabView where SelectionValue == Int {
    /// Creates tabs.
    public init(@ViewBuilder content: () -> Content) {
        selection = nil
        self.content = content()
    }
}

/// A view of tabs, with its name and its value.
public struct Tab<Value: Hashable, Content: View, Name: View>: View, Part, TabContent {
    /// It has none.
    public typealias Body = Never

    let tag: AnyHashable?
    private let content: Content
    private let name: Name
    var label: Any? { name }

    private init(_ tag: AnyHashable?, _ content: Content, _ name: Name) {
        self.tag = tag
        self.content = content
        self.name = name
    }

    /// Creates it with a value and a view for its name.
    public init(
        value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Name
    ) { self.init(AnyHashable(value), content(), label()) }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

extension Tab where Name == Label<Text, Image> {
    /// Creates it with a name, one of the system's symbols and a value.
    public init(
        _ title: LocalizedStringKey, systemImage: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) { self.init(AnyHashable(value), content(), Label(title, systemImage: systemImage)) }

    /// Creates it with a name, one of the system's symbols and a value.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) { self.init(AnyHashable(value), content(), Label(title, systemImage: systemImage)) }
}

extension Tab where Value == Int, Name == Label<Text, Image> {
    /// Creates it with a name and one of the system's symbols.
    public init(
        _ title: LocalizedStringKey, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) { self.init(nil, content(), Label(title, systemImage: systemImage)) }

    /// Creates it with a name and one of the system's symbols.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) { self.init(nil, content(), Label(title, systemImage: systemImage)) }
}

/// What a tab is for.
public enum TabRole: Hashable, Sendable {
    /// For searching.
    case search
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

/// A view that stands for a value in a control.
struct TaggedView<Content: View>: View, Part, TabContent {
    typealias Body = Never

    private let content: Content
    let tag: AnyHashable?
    var label: Any? { (content as? any TabContent)?.label }

    init(content: Content, tag: AnyHashable) {
        self.content = content
        self.tag = tag
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// A view with a view for it in the bar of tabs.
struct TabItemView<Content: View, Name: View>: View, Part, TabContent {
    typealias Body = Never

    private let content: Content
    private let name: Name
    var label: Any? { name }
    var tag: AnyHashable? { (content as? any TabContent)?.tag }

    init(content: Content, label: Name) {
        self.content = content
        name = label
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

import KeepAlive

public struct NavigationStack<Data, Root: View>: View, Part {
    public typealias Body = Never

    let root: Root
    /// The path of the binding; `nil` if the stack keeps the path itself.
    let path: [AnyHashable]?
    let goBack: @MainActor @Sendable () -> Void
    let push: @MainActor (AnyHashable) -> Void

    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
        self.root = root()
        path = nil
        goBack = {}
        push = { _ in }
    }

    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
        self.root = root()
        self.path = path.wrappedValue.values
        goBack = { if !path.wrappedValue.isEmpty { path.wrappedValue.removeLast() } }
        push = { path.wrappedValue.append($0) }
    }

    public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
        self.root = root()
        self.path = path.wrappedValue.map { AnyHashable($0) }
        goBack = {
            let last = path.wrappedValue.index(path.wrappedValue.endIndex, offsetBy: -1)
            if !path.wrappedValue.isEmpty { path.wrappedValue.remove(at: last) }
        }
        push = { if let value = $0.base as? Data.Element { path.wrappedValue.append(value) } }
    }

    func parts(_ node: Node) -> [Child] {
        let destinations = node.stored("destinations") { NavigationDestinations(node) }
        let own = node.stored("path") { OwnPath() }
        destinations.push = push
        var goBack = goBack
        if path == nil {
            goBack = { [weak node] in
                _ = own.values.popLast()
                node?.invalidate()
            }
            destinations.push = { [weak node] value in
                own.values.append(value)
                node?.invalidate()
            }
        }
        let path = path ?? own.values
        let pushed = path.enumerated().compactMap { position, value -> Child? in
            destinations.view(of: value).map {
                Child($0, key: AnyHashable([AnyHashable(position), value]), isVisible: position == path.count - 1) {
                    $0.navigation = destinations
                    $0.dismiss = DismissAction(action: goBack)
                    $0.isPresented = true
                }
            }
        }
        return [Child(root, key: "root", isVisible: pushed.isEmpty) { $0.navigation = destinations }] + pushed
    }
}

/// The path that a stack without a binding keeps.
@MainActor
private final class OwnPath {
    var values: [AnyHashable] = []
}

/// The state that a link without a binding keeps: whether its destination is shown.
@MainActor
private final class LinkState {
    var isShown = false
}

/// The destinations that views in a navigation stack have registered, by the type of the path's values.
@MainActor
final class NavigationDestinations {
    private weak let stack: Node?
    private var views: [ObjectIdentifier: (AnyHashable) -> Any?] = [:]
    /// Appends a value to the stack's path.
    var push: (AnyHashable) -> Void = { _ in }

    init(_ stack: Node) {
        self.stack = stack
    }

    /// Registers the destination for values of a type. The first registration for the type rebuilds the stack.
    func set<Value: Hashable>(_ type: Value.Type, _ view: @escaping (Value) -> any View) {
        let isFirst = views[ObjectIdentifier(type)] == nil
        views[ObjectIdentifier(type)] = { ($0.base as? Value).map(view) }
        if isFirst { stack?.invalidate() }
    }

    func view(of value: AnyHashable) -> Any? { views[ObjectIdentifier(type(of: value.base))]?(value) }
}

public struct NavigationPath {
    fileprivate var values: [AnyHashable] = []

    public init() {}

    public var count: Int { values.count }
    public var isEmpty: Bool { values.isEmpty }

    public mutating func append(_ value: some Hashable) { values.append(AnyHashable(value)) }
    public mutating func removeLast(_ count: Int = 1) { values.removeLast(count) }
}

public struct NavigationView<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View, Part {
    public typealias Body = Never

    let sidebar: Sidebar
    let content: Content
    let detail: Detail

    public init(
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        self.sidebar = sidebar()
        self.content = content()
        self.detail = detail()
    }

    func parts(_ node: Node) -> [Child] { [Child(sidebar), Child(content), Child(detail)] }
}

extension NavigationSplitView where Content == EmptyView {
    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
        self.init(sidebar: sidebar, content: { EmptyView() }, detail: detail)
    }
}

/// A control that shows its destination after a tap, or while its binding is true. Only then is the destination
/// created.
public struct NavigationLink<Label: View, Destination: View>: View, Part, Tappable {
    public typealias Body = Never

    let label: Label
    let destination: (() -> Destination)?
    /// The binding that is true while the destination is shown; `nil` if the link keeps this state itself.
    let isActive: Binding<Bool>?
    /// The value that a tap appends to the navigation path; `nil` for a link with a destination.
    var value: AnyHashable?

    private init(_ label: Label, _ destination: (() -> Destination)?, isActive: Binding<Bool>?) {
        self.label = label
        self.destination = destination
        self.isActive = isActive
    }

    var kind: String { "link" }

    func parts(_ node: Node) -> [Child] {
        let shown = node.stored("isShown") { LinkState() }
        guard isActive?.wrappedValue ?? shown.isShown, let destination else { return [Child(label)] }
        let goBack: @MainActor @Sendable () -> Void = { [weak node] in
            if let isActive { return isActive.wrappedValue = false }
            shown.isShown = false
            node?.invalidate()
        }
        let there = Child(destination(), key: "destination", covers: true) {
            $0.isPresented = true
            $0.dismiss = DismissAction(action: goBack)
        }
        return [Child(label), there]
    }

    func tapped(_ node: Node) {
        if let value { return node.environment.navigation?.push(value) ?? () }
        if let isActive { return isActive.wrappedValue = true }
        node.stored("isShown") { LinkState() }.isShown = true
        node.invalidate()
    }

    public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
        self.init(label(), destination, isActive: nil)
    }

    public init(destination: Destination, @ViewBuilder label: () -> Label) {
        self.init(label(), { destination }, isActive: nil)
    }

    public init(destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.init(label(), { destination }, isActive: isActive)
    }

    public init(
        isActive: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label
    ) {
        self.init(label(), destination, isActive: isActive)
    }

    public init<Value: Hashable>(
        destination: Destination, tag: Value, selection: Binding<Value?>, @ViewBuilder label: () -> Label
    ) {
        let isActive = Binding {
            selection.wrappedValue == tag
        } set: { isShown in
            if isShown {
                selection.wrappedValue = tag
            } else if selection.wrappedValue == tag {
                selection.wrappedValue = nil
            }
        }
        self.init(label(), { destination }, isActive: isActive)
    }
}

extension NavigationLink where Label == Text {
    public init(_ title: LocalizedStringKey, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(title) }
    }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(title) }
    }
    public init(_ title: LocalizedStringKey, destination: Destination) {
        self.init(destination: destination) { Text(title) }
    }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, destination: Destination) {
        self.init(destination: destination) { Text(title) }
    }
}

extension NavigationLink where Destination == Never {
    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) {
        self.init(label(), nil, isActive: nil)
        self.value = value.map { AnyHashable($0) }
    }
}

extension NavigationLink where Label == Text, Destination == Never {
    public init<Value: Hashable>(_ title: LocalizedStringKey, value: Value?) { self.init(value: value) { Text(title) } }
}

import KeepAlive

/// A view of tabs, with its name and its value.
public struct Tab<Value: Hashable, Content: View, Name: View>: View, Part, TabContent {
    /// It has none.
    public typealias Body = Never

    let tag: AnyHashable?
    private let tabContent: Content
    private let name: Name
    var label: Any? { name }

    private init(_ tag: AnyHashable?, _ content: Content, _ name: Name) {
        self.tag = tag
        tabContent = content
        self.name = name
    }

    /// Creates it with a value and a view for its name.
    public init(
        value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Name
    ) { self.init(AnyHashable(value), content(), label()) }

    func parts(_ node: Node) -> [Child] { [Child(tabContent)] }
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

    /// Creates it with a name, an image of the assets and a value.
    public init(
        _ title: LocalizedStringKey, image: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) { self.init(AnyHashable(value), content(), Label(title, image: image)) }

    /// Creates it with a value and the name of what it is for.
    public init(value: Value, role: TabRole?, @ViewBuilder content: () -> Content) {
        self.init(AnyHashable(value), content(), Label(role == .search ? "Search" : "", systemImage: "magnifyingglass"))
    }
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

extension Tab where Value == Int, Name == Label<Text, Image> {
    /// Creates it with the name of what it is for.
    public init(role: TabRole?, @ViewBuilder content: () -> Content) {
        self.init(nil, content(), Label(role == .search ? "Search" : "", systemImage: "magnifyingglass"))
    }
}

/// What a tab is for.
public enum TabRole: Hashable, Sendable {
    /// For searching.
    case search
}

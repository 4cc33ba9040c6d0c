import KeepAlive

public struct Tab<Value: Hashable, Content: View, Name: View>: View, Part, TabContent {
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

    public init(
        value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Name
    ) { self.init(AnyHashable(value), content(), label()) }

    func parts(_ node: Node) -> [Child] { [Child(tabContent)] }
}

extension Tab where Name == Label<Text, Image> {
    public init(
        _ title: LocalizedStringKey, systemImage: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) { self.init(AnyHashable(value), content(), Label(title, systemImage: systemImage)) }

    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) { self.init(AnyHashable(value), content(), Label(title, systemImage: systemImage)) }

    public init(
        _ title: LocalizedStringKey, image: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) { self.init(AnyHashable(value), content(), Label(title, image: image)) }

    public init(value: Value, role: TabRole?, @ViewBuilder content: () -> Content) {
        self.init(AnyHashable(value), content(), Label(role == .search ? "Search" : "", systemImage: "magnifyingglass"))
    }
}

extension Tab where Value == Int, Name == Label<Text, Image> {
    public init(
        _ title: LocalizedStringKey, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) { self.init(nil, content(), Label(title, systemImage: systemImage)) }

    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) { self.init(nil, content(), Label(title, systemImage: systemImage)) }
}

extension Tab where Value == Int, Name == Label<Text, Image> {
    public init(role: TabRole?, @ViewBuilder content: () -> Content) {
        self.init(nil, content(), Label(role == .search ? "Search" : "", systemImage: "magnifyingglass"))
    }
}

public enum TabRole: Hashable, Sendable {
    case search
}

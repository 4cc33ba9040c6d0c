import KeepAlive

/// A view that loses its state when `id` changes.
private struct IdentifiedView<Content: View>: View, Part {
    typealias Body = Never

    let content: Content
    let id: AnyHashable

    func parts(_ node: Node) -> [Child] { [Child(content, key: id)] }
}

extension View {
    private func holding(_ others: some View) -> some View { Holder(self, [Child(others)]) }

    public func id(_ id: some Hashable) -> some View { IdentifiedView(content: self, id: AnyHashable(id)) }

    public func tag<Value: Hashable>(_ tag: Value, includeOptional: Bool = true) -> some View {
        TaggedView(content: self, tag: AnyHashable(tag))
    }

    public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
        holding(content())
    }

    @_disfavoredOverload
    public func background(_ background: some View, alignment: Alignment = .center) -> some View { holding(background) }

    public func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
        holding(content())
    }

    @_disfavoredOverload
    public func overlay(_ overlay: some View, alignment: Alignment = .center) -> some View { holding(overlay) }

    public func mask(alignment: Alignment = .center, @ViewBuilder _ mask: () -> some View) -> some View {
        holding(mask())
    }

    public func mask(_ mask: some View) -> some View { holding(mask) }

    public func safeAreaInset(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> some View
    ) -> some View {
        holding(content())
    }

    public func toolbar(@ViewBuilder content: () -> some View) -> some View { holding(content()) }

    public func toolbar(@ToolbarContentBuilder content: () -> some ToolbarContent) -> some View {
        Holder(self, content().items.map { Child($0) })
    }

    public func navigationBarItems(leading: some View, trailing: some View) -> some View {
        holding(
            Group {
                leading; trailing
            })
    }
    public func navigationBarItems(trailing: some View) -> some View { holding(trailing) }
    public func navigationBarItems(leading: some View) -> some View { holding(leading) }

    public func tabItem(@ViewBuilder _ label: () -> some View) -> some View {
        TabItemView(content: self, label: label())
    }

    public func navigationDestination<Data: Hashable>(
        for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> some View
    ) -> some View {
        DestinationView(content: self) { $0.set(data) { destination($0) } }
    }

    public func navigationDestination<Item: Hashable>(
        item: Binding<Item?>, @ViewBuilder destination: (Item) -> some View
    ) -> some View {
        Holder(
            self,
            item.wrappedValue.map { value in
                [
                    Child(destination(value), key: AnyHashable(value)) {
                        $0.dismiss = DismissAction { item.wrappedValue = nil }
                    }
                ]
            } ?? [])
    }

    public func navigationDestination(
        isPresented: Binding<Bool>, @ViewBuilder destination: () -> some View
    ) -> some View {
        Holder(
            self,
            isPresented.wrappedValue
                ? [
                    Child(destination(), key: "destination") {
                        $0.dismiss = DismissAction { isPresented.wrappedValue = false }
                    }
                ] : [])
    }
}

/// A view that registers destinations with the navigation stack that contains the view.
private struct DestinationView<Content: View>: View, Part {
    typealias Body = Never

    let content: Content
    let set: (NavigationDestinations) -> Void

    func parts(_ node: Node) -> [Child] {
        node.environment.navigation.map(set)
        return [Child(content)]
    }
}

@preconcurrency @MainActor
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder var body: Body { get }
}

extension ToolbarContent {
    /// The views of this content, and of the content in its body.
    var items: [any View] { (self as? any ToolbarItems)?.views ?? body.items }
}

/// Toolbar content that has views instead of a body.
@MainActor
protocol ToolbarItems {
    var views: [any View] { get }
}

extension Never: ToolbarContent {}

extension ToolbarContent where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

@resultBuilder @MainActor
public enum ToolbarContentBuilder {
    public struct Contents: ToolbarContent, ToolbarItems {
        public typealias Body = Never

        let views: [any View]
    }

    public struct OptionalContents<Content: ToolbarContent>: ToolbarContent, ToolbarItems {
        public typealias Body = Never

        let views: [any View]
    }

    public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> Contents {
        var views: [any View] = []
        repeat views.append(contentsOf: (each content).items)
        return Contents(views: views)
    }
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> OptionalContents<Content> {
        OptionalContents(views: content?.items ?? [])
    }
    public static func buildEither(first: some ToolbarContent) -> Contents { Contents(views: first.items) }
    public static func buildEither(second: some ToolbarContent) -> Contents { Contents(views: second.items) }
    public static func buildLimitedAvailability(_ content: some ToolbarContent) -> Contents {
        Contents(views: content.items)
    }
}

public struct ToolbarItemPlacement: Equatable, Sendable {
    private let name: String

    public static let automatic = ToolbarItemPlacement(name: "automatic")
    public static let principal = ToolbarItemPlacement(name: "principal")
    public static let navigationBarLeading = ToolbarItemPlacement(name: "navigationBarLeading")
    public static let navigationBarTrailing = ToolbarItemPlacement(name: "navigationBarTrailing")
    public static let topBarLeading = ToolbarItemPlacement(name: "topBarLeading")
    public static let topBarTrailing = ToolbarItemPlacement(name: "topBarTrailing")
    public static let bottomBar = ToolbarItemPlacement(name: "bottomBar")
    public static let primaryAction = ToolbarItemPlacement(name: "primaryAction")
    public static let secondaryAction = ToolbarItemPlacement(name: "secondaryAction")
    public static let confirmationAction = ToolbarItemPlacement(name: "confirmationAction")
    public static let cancellationAction = ToolbarItemPlacement(name: "cancellationAction")
    public static let destructiveAction = ToolbarItemPlacement(name: "destructiveAction")
    public static let navigation = ToolbarItemPlacement(name: "navigation")
    public static let status = ToolbarItemPlacement(name: "status")
    public static let keyboard = ToolbarItemPlacement(name: "keyboard")
}

public struct ToolbarItem<ID, Content: View>: ToolbarContent, ToolbarItems {
    public typealias Body = Never

    let content: Content

    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) where ID == Void {
        self.content = content()
    }

    public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content)
    where ID == String {
        self.content = content()
    }

    var views: [any View] { [content] }
}

public struct ToolbarItemGroup<Content: View>: ToolbarContent, ToolbarItems {
    public typealias Body = Never

    let content: Content

    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    var views: [any View] { [content] }
}

import KeepAlive

/// A view that begins anew when its identifier changes.
private struct IdentifiedView<Content: View>: View, Part {
    typealias Body = Never

    let content: Content
    let id: AnyHashable

    func parts(_ node: Node) -> [Child] { [Child(content, key: id)] }
}

extension View {
    private func holding(_ others: some View) -> some View { Holder(self, [Child(others)]) }

    /// Gives the view an identifier. With another one, it is another view, without the state of this one.
    public func id(_ id: some Hashable) -> some View { IdentifiedView(content: self, id: AnyHashable(id)) }

    /// Says which value the view stands for in a picker or in tabs.
    public func tag<Value: Hashable>(_ tag: Value, includeOptional: Bool = true) -> some View {
        TaggedView(content: self, tag: AnyHashable(tag))
    }

    /// Puts views behind this one.
    public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
        holding(content())
    }

    /// Puts a view behind this one.
    @_disfavoredOverload
    public func background(_ background: some View, alignment: Alignment = .center) -> some View { holding(background) }

    /// Puts views over this one.
    public func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
        holding(content())
    }

    /// Puts a view over this one.
    @_disfavoredOverload
    public func overlay(_ overlay: some View, alignment: Alignment = .center) -> some View { holding(overlay) }

    /// Shows this view where another is.
    public func mask(alignment: Alignment = .center, @ViewBuilder _ mask: () -> some View) -> some View {
        holding(mask())
    }

    /// Shows this view where another is.
    public func mask(_ mask: some View) -> some View { holding(mask) }

    /// Puts views at an edge of this one.
    public func safeAreaInset(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> some View
    ) -> some View {
        holding(content())
    }

    /// Puts views into bars.
    public func toolbar(@ViewBuilder content: () -> some View) -> some View { holding(content()) }

    /// Puts views into bars.
    public func toolbar(@ToolbarContentBuilder content: () -> some ToolbarContent) -> some View {
        Holder(self, content().items.map { Child($0) })
    }

    /// Puts views at the ends of the navigation's bar.
    public func navigationBarItems(leading: some View, trailing: some View) -> some View {
        holding(
            Group {
                leading; trailing
            })
    }
    /// Puts views at the end of the navigation's bar.
    public func navigationBarItems(trailing: some View) -> some View { holding(trailing) }
    /// Puts views at the beginning of the navigation's bar.
    public func navigationBarItems(leading: some View) -> some View { holding(leading) }

    /// Says which view a tab has in the bar.
    public func tabItem(@ViewBuilder _ label: () -> some View) -> some View {
        TabItemView(content: self, label: label())
    }

    /// Makes the views for values in a navigation's path.
    public func navigationDestination<Data: Hashable>(
        for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> some View
    ) -> some View {
        DestinationView(content: self) { $0.set(data) { destination($0) } }
    }

    /// Shows another view in the navigation, while there is a value.
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

    /// Shows another view in the navigation, while a value is true.
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

/// A view that says which views there are for values in a navigation's path.
private struct DestinationView<Content: View>: View, Part {
    typealias Body = Never

    let content: Content
    let set: (NavigationDestinations) -> Void

    func parts(_ node: Node) -> [Child] {
        node.environment.navigation.map(set)
        return [Child(content)]
    }
}

/// What stands in bars.
@preconcurrency @MainActor
public protocol ToolbarContent {
    /// The type of its body.
    associatedtype Body: ToolbarContent
    /// What it consists of.
    @ToolbarContentBuilder var body: Body { get }
}

extension ToolbarContent {
    /// The views in it.
    var items: [any View] { (self as? any ToolbarItems)?.views ?? body.items }
}

/// What has views for bars itself.
@MainActor
protocol ToolbarItems {
    var views: [any View] { get }
}

extension Never: ToolbarContent {}

extension ToolbarContent where Body == Never {
    /// It has no body: it is one of SwiftUI's own.
    public var body: Never { fatalError("\(Self.self) has no body") }
}

/// Makes the contents of bars of the statements in a closure.
@resultBuilder @MainActor
public enum ToolbarContentBuilder {
    /// Several contents.
    public struct Contents: ToolbarContent, ToolbarItems {
        /// It has none.
        public typealias Body = Never

        let views: [any View]
    }

    /// A content that may be missing.
    public struct OptionalContents<Content: ToolbarContent>: ToolbarContent, ToolbarItems {
        /// It has none.
        public typealias Body = Never

        let views: [any View]
    }

    /// Several contents.
    public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> Contents {
        var views: [any View] = []
        repeat views.append(contentsOf: (each content).items)
        return Contents(views: views)
    }
    /// A content that may be missing.
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> OptionalContents<Content> {
        OptionalContents(views: content?.items ?? [])
    }
    /// The first of two.
    public static func buildEither(first: some ToolbarContent) -> Contents { Contents(views: first.items) }
    /// The second of two.
    public static func buildEither(second: some ToolbarContent) -> Contents { Contents(views: second.items) }
    /// A content of newer systems.
    public static func buildLimitedAvailability(_ content: some ToolbarContent) -> Contents {
        Contents(views: content.items)
    }
}

/// The place of something in bars.
public struct ToolbarItemPlacement: Equatable, Sendable {
    private let name: String

    /// Where it is usual.
    public static let automatic = ToolbarItemPlacement(name: "automatic")
    /// In the middle.
    public static let principal = ToolbarItemPlacement(name: "principal")
    /// At the beginning of the navigation's bar.
    public static let navigationBarLeading = ToolbarItemPlacement(name: "navigationBarLeading")
    /// At the end of the navigation's bar.
    public static let navigationBarTrailing = ToolbarItemPlacement(name: "navigationBarTrailing")
    /// At the beginning of the bar.
    public static let topBarLeading = ToolbarItemPlacement(name: "topBarLeading")
    /// At the end of the bar.
    public static let topBarTrailing = ToolbarItemPlacement(name: "topBarTrailing")
    /// In the bar below.
    public static let bottomBar = ToolbarItemPlacement(name: "bottomBar")
    /// For what changes the view.
    public static let primaryAction = ToolbarItemPlacement(name: "primaryAction")
    /// For what is done less often.
    public static let secondaryAction = ToolbarItemPlacement(name: "secondaryAction")
    /// For what ends with the changes.
    public static let confirmationAction = ToolbarItemPlacement(name: "confirmationAction")
    /// For what ends without the changes.
    public static let cancellationAction = ToolbarItemPlacement(name: "cancellationAction")
    /// For what ends with something being destroyed.
    public static let destructiveAction = ToolbarItemPlacement(name: "destructiveAction")
    /// For the way to another view.
    public static let navigation = ToolbarItemPlacement(name: "navigation")
    /// For what goes on.
    public static let status = ToolbarItemPlacement(name: "status")
    /// Over the keyboard.
    public static let keyboard = ToolbarItemPlacement(name: "keyboard")
}

/// A view in a bar.
public struct ToolbarItem<ID, Content: View>: ToolbarContent, ToolbarItems {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) where ID == Void {
        self.content = content()
    }

    /// Creates it, for a bar that the user may change.
    public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content)
    where ID == String {
        self.content = content()
    }

    var views: [any View] { [content] }
}

/// Views in a bar.
public struct ToolbarItemGroup<Content: View>: ToolbarContent, ToolbarItems {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    var views: [any View] { [content] }
}

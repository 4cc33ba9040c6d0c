import Foundation
import KeepAlive

public struct HStack<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

public struct VStack<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content)
    {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

public struct ZStack<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views beside each other. Unlike on iOS, all views are created, even those that would not fit on the screen.
public struct LazyHStack<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views below each other. Unlike on iOS, all views are created, even those that would not fit on the screen.
public struct LazyVStack<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views in columns. Unlike on iOS, all views are created, even those that would not fit on the screen.
public struct LazyVGrid<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views in rows. Unlike on iOS, all views are created, even those that would not fit on the screen.
public struct LazyHGrid<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

public struct Grid<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

public struct GridRow<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

public struct ScrollView<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

public struct Form<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

public struct ControlGroup<Content: View>: View, Part {
    public typealias Body = Never

    let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

public struct PinnedScrollableViews: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

public struct GridItem: Sendable {
    public enum Size: Sendable {
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    }

    public var size: Size

    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
    }
}

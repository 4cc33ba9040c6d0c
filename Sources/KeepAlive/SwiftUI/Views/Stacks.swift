import Foundation
import KeepAlive

/// Views beside each other.
public struct HStack<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views below each other.
public struct VStack<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content)
    {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views over each other.
public struct ZStack<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views beside each other. All are made here, as all fit on a screen that is not there.
public struct LazyHStack<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views below each other. All are made here.
public struct LazyVStack<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views in columns. All are made here.
public struct LazyVGrid<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views in rows. All are made here.
public struct LazyHGrid<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views in rows and columns.
public struct Grid<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// The views of a row.
public struct GridRow<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Views that are scrolled.
public struct ScrollView<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Controls for settings.
public struct Form<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// Controls that belong together.
public struct ControlGroup<Content: View>: View, Part {
    /// It has none.
    public typealias Body = Never

    let content: Content

    /// Creates it.
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    func parts(_ node: Node) -> [Child] { [Child(content)] }
}

/// The titles that stay in place while views are scrolled.
public struct PinnedScrollableViews: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Creates a set of bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Headers.
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    /// Footers.
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// A row or column of a grid.
public struct GridItem: Sendable {
    /// Its size.
    public enum Size: Sendable {
        /// As many as fit.
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
        /// A size.
        case fixed(CGFloat)
        /// As there is room.
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    }

    /// Its size.
    public var size: Size

    /// Creates it.
    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
    }
}

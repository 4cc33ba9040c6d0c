import Foundation
import KeepAlive

/// How views are placed. Nothing is placed here: a layout holds its views.
@preconcurrency @MainActor
public protocol Layout {}

extension Layout {
    /// Places views.
    public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View { Group(content: content()) }
}

/// A layout of a type that is not known.
public struct AnyLayout: Layout {
    /// Creates it of any layout.
    public init(_ layout: some Layout) {}
}

/// Views beside each other, as a layout.
public struct HStackLayout: Layout {
    /// Creates it.
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {}
}

/// Views below each other, as a layout.
public struct VStackLayout: Layout {
    /// Creates it.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {}
}

/// Views over each other, as a layout.
public struct ZStackLayout: Layout {
    /// Creates it.
    public init(alignment: Alignment = .center) {}
}

import Foundation
import KeepAlive

/// A layout of views. Unlike on iOS, it places nothing: it only contains its views.
@preconcurrency @MainActor
public protocol Layout {}

extension Layout {
    public func callAsFunction(@ViewBuilder _ content: () -> some View) -> some View { Group(content: content()) }
}

public struct AnyLayout: Layout {
    public init(_ layout: some Layout) {}
}

public struct HStackLayout: Layout {
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {}
}

public struct VStackLayout: Layout {
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {}
}

public struct ZStackLayout: Layout {
    public init(alignment: Alignment = .center) {}
}

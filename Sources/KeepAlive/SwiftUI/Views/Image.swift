import Foundation
import KeepAlive

/// An image that is to be shown. It holds where it comes from.
public struct Image: Equatable, Sendable {
    /// How its colors are used.
    public enum TemplateRenderingMode: Sendable {
        /// As a mask.
        case template
        /// As they are.
        case original
    }

    /// How its pixels are made more or fewer.
    public enum Interpolation: Sendable {
        /// Not at all.
        case none
        /// Fast.
        case low
        /// Between.
        case medium
        /// Well.
        case high
    }

    /// How it fills its place.
    public enum ResizingMode: Sendable {
        /// Again and again.
        case tile
        /// Once.
        case stretch
    }

    /// Its size beside text.
    public enum Scale: Sendable {
        /// Small.
        case small
        /// As text.
        case medium
        /// Large.
        case large
    }

    let name: String

    /// Creates an image of the app's assets.
    public nonisolated init(_ name: String, bundle: Bundle? = nil) {
        self.name = name
    }

    /// Creates an image of the app's assets, with a text for those who do not see it.
    public nonisolated init(_ name: String, bundle: Bundle? = nil, label: Text) {
        self.name = name
    }

    /// Creates an image that is there for its looks alone.
    public nonisolated init(decorative name: String, bundle: Bundle? = nil) {
        self.name = name
    }

    /// Creates an image of a catalog of assets.
    public nonisolated init(_ resource: ImageResource) {
        name = resource.name
    }

    /// Creates one of the system's symbols.
    public nonisolated init(systemName: String) {
        name = systemName
    }

    /// Creates an image of UIKit's.
    public nonisolated init(uiImage: UIImage) {
        name = ""
    }

    /// Has it fill its place.
    public nonisolated func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch)
        -> Image
    { self }
    /// Sets how its colors are used.
    public nonisolated func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { self }
    /// Sets how its pixels are made more or fewer.
    public nonisolated func interpolation(_ interpolation: Interpolation) -> Image { self }
    /// Smooths its edges.
    public nonisolated func antialiased(_ isAntialiased: Bool) -> Image { self }
    /// Sets how a symbol takes its colors.
    public nonisolated func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }
}

extension Image: View, Part {
    func parts(_ node: Node) -> [Child] { [] }
}

/// How a symbol takes its colors.
public struct SymbolRenderingMode: Sendable {
    /// One color.
    public static let monochrome = SymbolRenderingMode()
    /// Shades of one color.
    public static let hierarchical = SymbolRenderingMode()
    /// Several colors.
    public static let palette = SymbolRenderingMode()
    /// Its own colors.
    public static let multicolor = SymbolRenderingMode()
}

/// A title with an image beside it.
public struct Label<Title, Icon> {
    let title: Title
    let icon: Icon

    nonisolated init(title: Title, icon: Icon) {
        self.title = title
        self.icon = icon
    }
}

extension Label: View, Part where Title: View, Icon: View {
    /// Creates a label of two views.
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.init(title: title(), icon: icon())
    }

    func parts(_ node: Node) -> [Child] { [Child(title), Child(icon)] }
}

extension Label where Title == Text, Icon == Image {
    /// Creates a label with an image of the assets.
    public nonisolated init(_ title: LocalizedStringKey, image name: String) {
        self.init(title: Text(title), icon: Image(name))
    }
    /// Creates a label with one of the system's symbols.
    public nonisolated init(_ title: LocalizedStringKey, systemImage name: String) {
        self.init(title: Text(title), icon: Image(systemName: name))
    }
    /// Creates a label with an image of the assets.
    @_disfavoredOverload
    public nonisolated init(_ title: some StringProtocol, image name: String) {
        self.init(title: Text(title), icon: Image(name))
    }
    /// Creates a label with one of the system's symbols.
    @_disfavoredOverload
    public nonisolated init(_ title: some StringProtocol, systemImage name: String) {
        self.init(title: Text(title), icon: Image(systemName: name))
    }
}

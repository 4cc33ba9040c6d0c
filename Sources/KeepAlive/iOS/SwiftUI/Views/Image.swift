import Foundation
import KeepAlive

/// An image. Nothing is drawn: only the name is kept.
public struct Image: Equatable, Sendable {
    public enum TemplateRenderingMode: Sendable {
        case template, original
    }

    public enum Interpolation: Sendable {
        case none, low, medium, high
    }

    public enum ResizingMode: Sendable {
        case tile, stretch
    }

    public enum Scale: Sendable {
        case small, medium, large
    }

    let name: String

    public nonisolated init(_ name: String, bundle: Bundle? = nil) {
        self.name = name
    }

    public nonisolated init(_ name: String, bundle: Bundle? = nil, label: Text) {
        self.name = name
    }

    public nonisolated init(decorative name: String, bundle: Bundle? = nil) {
        self.name = name
    }

    public nonisolated init(_ resource: ImageResource) {
        name = resource.name
    }

    public nonisolated init(systemName: String) {
        name = systemName
    }

    public nonisolated init(uiImage: UIImage) {
        name = ""
    }

    public nonisolated func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch)
        -> Image
    { self }
    public nonisolated func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { self }
    public nonisolated func interpolation(_ interpolation: Interpolation) -> Image { self }
    public nonisolated func antialiased(_ isAntialiased: Bool) -> Image { self }
    public nonisolated func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }
}

extension Image: View, Part {
    func parts(_ node: Node) -> [Child] { [] }
}

public struct SymbolRenderingMode: Sendable {
    public static let monochrome = SymbolRenderingMode()
    public static let hierarchical = SymbolRenderingMode()
    public static let palette = SymbolRenderingMode()
    public static let multicolor = SymbolRenderingMode()
}

public struct Label<Title, Icon> {
    let title: Title
    let icon: Icon

    nonisolated init(title: Title, icon: Icon) {
        self.title = title
        self.icon = icon
    }
}

extension Label: View, Part where Title: View, Icon: View {
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.init(title: title(), icon: icon())
    }

    func parts(_ node: Node) -> [Child] { [Child(title), Child(icon)] }
}

extension Label where Title == Text, Icon == Image {
    public nonisolated init(_ title: LocalizedStringKey, image name: String) {
        self.init(title: Text(title), icon: Image(name))
    }
    public nonisolated init(_ title: LocalizedStringKey, systemImage name: String) {
        self.init(title: Text(title), icon: Image(systemName: name))
    }
    @_disfavoredOverload
    public nonisolated init(_ title: some StringProtocol, image name: String) {
        self.init(title: Text(title), icon: Image(name))
    }
    @_disfavoredOverload
    public nonisolated init(_ title: some StringProtocol, systemImage name: String) {
        self.init(title: Text(title), icon: Image(systemName: name))
    }
}

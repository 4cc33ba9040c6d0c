// Made by 'keepalive-run init': a constant for each asset, as Xcode makes them. After a change of a catalog: init --force.
import KeepAlive
import KeepAliveSwiftUI

extension KeepAlive.ImageResource { enum Tools {} }

extension KeepAlive.ImageResource {
    static let wetBed = KeepAlive.ImageResource(name: "wet_bed", bundle: .main, catalog: "Assets.xcassets")
    static let leaf = KeepAlive.ImageResource(name: "Leaf Image", bundle: .main, catalog: "Assets.xcassets")
}

extension KeepAlive.ImageResource.Tools {
    static let rake = KeepAlive.ImageResource(name: "Tools/rake", bundle: .main, catalog: "Assets.xcassets")
    static let spade = KeepAlive.ImageResource(name: "Tools/spade", bundle: .main, catalog: "Assets.xcassets")
}

extension KeepAlive.ColorResource {
    static let leaf = KeepAlive.ColorResource(name: "LeafColor", bundle: .main, catalog: "Assets.xcassets")
    static let `default` = KeepAlive.ColorResource(name: "default", bundle: .main, catalog: "Assets.xcassets")
    static let red = KeepAlive.ColorResource(name: "redColor", bundle: .main, catalog: "Assets.xcassets")
}

extension KeepAlive.UIImage { enum Tools {} }

extension KeepAlive.UIImage {
    static var wetBed: KeepAlive.UIImage { KeepAlive.UIImage(resource: .wetBed) }
    static var leaf: KeepAlive.UIImage { KeepAlive.UIImage(resource: .leaf) }
}

extension KeepAlive.UIImage.Tools {
    static var rake: KeepAlive.UIImage { KeepAlive.UIImage(resource: .Tools.rake) }
    static var spade: KeepAlive.UIImage { KeepAlive.UIImage(resource: .Tools.spade) }
}

extension KeepAlive.UIColor {
    static var leaf: KeepAlive.UIColor { KeepAlive.UIColor(resource: .leaf) }
    static var `default`: KeepAlive.UIColor { KeepAlive.UIColor(resource: .`default`) }
}

extension KeepAliveSwiftUI.Color {
    static var leaf: KeepAliveSwiftUI.Color { KeepAliveSwiftUI.Color(.leaf) }
    static var `default`: KeepAliveSwiftUI.Color { KeepAliveSwiftUI.Color(.`default`) }
}

extension KeepAliveSwiftUI.ShapeStyle where Self == KeepAliveSwiftUI.Color {
    static var leaf: KeepAliveSwiftUI.Color { KeepAliveSwiftUI.Color(.leaf) }
    static var `default`: KeepAliveSwiftUI.Color { KeepAliveSwiftUI.Color(.`default`) }
}

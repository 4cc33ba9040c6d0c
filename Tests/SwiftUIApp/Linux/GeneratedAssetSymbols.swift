// Made by 'keepalive-run init': a constant for each asset, as Xcode makes them. After a change of a catalog: init --force.
import KeepAlive
import KeepAliveSwiftUI

extension ImageResource { enum Tools {} }

extension ImageResource {
    static let wetBed = ImageResource(name: "wet_bed", bundle: .main)
    static let leaf = ImageResource(name: "Leaf Image", bundle: .main)
}

extension ImageResource.Tools {
    static let spade = ImageResource(name: "Tools/spade", bundle: .main)
}

extension ColorResource {
    static let leaf = ColorResource(name: "LeafColor", bundle: .main)
    static let `default` = ColorResource(name: "default", bundle: .main)
}

extension UIImage {
    static var wetBed: UIImage { UIImage(resource: .wetBed) }
    static var leaf: UIImage { UIImage(resource: .leaf) }
}

extension UIColor {
    static var leaf: UIColor { UIColor(resource: .leaf) }
    static var `default`: UIColor { UIColor(resource: .`default`) }
}

extension Color {
    static var leaf: Color { Color(.leaf) }
    static var `default`: Color { Color(.`default`) }
}

extension ShapeStyle where Self == Color {
    static var leaf: Color { Color(.leaf) }
    static var `default`: Color { Color(.`default`) }
}

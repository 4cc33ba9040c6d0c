import Foundation
import KeepAlive

/// A color.
public struct Color: Hashable, Sendable {
    /// The space of a color's numbers.
    public enum RGBColorSpace: Sendable {
        /// The usual one.
        case sRGB
        /// The usual one, without its curve.
        case sRGBLinear
        /// A wider one.
        case displayP3
    }

    private let name: String

    /// Creates a color of the app's assets.
    public nonisolated init(_ name: String, bundle: Bundle? = nil) {
        self.name = name
    }

    /// Creates a color of a catalog of assets.
    public nonisolated init(_ resource: ColorResource) {
        name = resource.name
    }

    /// Creates a color of UIKit's.
    @_disfavoredOverload
    public nonisolated init(_ color: UIColor) {
        name = color.description
    }

    /// Creates a color of UIKit's.
    public nonisolated init(uiColor: UIColor) {
        name = uiColor.description
    }

    /// Creates a color of red, green and blue, from 0 to 1.
    public nonisolated init(
        _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        name = "\(red) \(green) \(blue) \(opacity)"
    }

    /// Creates a gray, from 0 for black to 1 for white.
    public nonisolated init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        name = "\(white) \(opacity)"
    }

    /// Creates a color of hue, saturation and brightness, from 0 to 1.
    public nonisolated init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        name = "hue \(hue) \(saturation) \(brightness) \(opacity)"
    }

    /// Returns the color with another opacity.
    public nonisolated func opacity(_ opacity: Double) -> Color { Color("\(name) \(opacity)") }

    /// The color as one that goes into another.
    public nonisolated var gradient: Gradient { Gradient(colors: [self]) }
    /// A color of the system's.
    public static let red = Color("red")
    /// A color of the system's.
    public static let orange = Color("orange")
    /// A color of the system's.
    public static let yellow = Color("yellow")
    /// A color of the system's.
    public static let green = Color("green")
    /// A color of the system's.
    public static let mint = Color("mint")
    /// A color of the system's.
    public static let teal = Color("teal")
    /// A color of the system's.
    public static let cyan = Color("cyan")
    /// A color of the system's.
    public static let blue = Color("blue")
    /// A color of the system's.
    public static let indigo = Color("indigo")
    /// A color of the system's.
    public static let purple = Color("purple")
    /// A color of the system's.
    public static let pink = Color("pink")
    /// A color of the system's.
    public static let brown = Color("brown")
    /// A color of the system's.
    public static let white = Color("white")
    /// A color of the system's.
    public static let gray = Color("gray")
    /// A color of the system's.
    public static let black = Color("black")
    /// A color of the system's.
    public static let clear = Color("clear")
    /// A color of the system's.
    public static let primary = Color("primary")
    /// A color of the system's.
    public static let secondary = Color("secondary")
    /// A color of the system's.
    public static let accentColor = Color("accentColor")
}

extension Color: ShapeStyle {}

extension Color: View, Part {
    func parts(_ node: Node) -> [Child] { [] }
}

extension ShapeStyle where Self == Color {
    /// A color of the system's.
    public static var red: Color { Color.red }
    /// A color of the system's.
    public static var orange: Color { Color.orange }
    /// A color of the system's.
    public static var yellow: Color { Color.yellow }
    /// A color of the system's.
    public static var green: Color { Color.green }
    /// A color of the system's.
    public static var mint: Color { Color.mint }
    /// A color of the system's.
    public static var teal: Color { Color.teal }
    /// A color of the system's.
    public static var cyan: Color { Color.cyan }
    /// A color of the system's.
    public static var blue: Color { Color.blue }
    /// A color of the system's.
    public static var indigo: Color { Color.indigo }
    /// A color of the system's.
    public static var purple: Color { Color.purple }
    /// A color of the system's.
    public static var pink: Color { Color.pink }
    /// A color of the system's.
    public static var brown: Color { Color.brown }
    /// A color of the system's.
    public static var white: Color { Color.white }
    /// A color of the system's.
    public static var gray: Color { Color.gray }
    /// A color of the system's.
    public static var black: Color { Color.black }
    /// A color of the system's.
    public static var clear: Color { Color.clear }
    /// The app's color.
    public static var tint: Color { Color.accentColor }
}

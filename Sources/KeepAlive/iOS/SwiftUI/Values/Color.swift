import Foundation
import KeepAlive

public struct Color: Hashable, Sendable {
    public enum RGBColorSpace: Sendable {
        case sRGB, sRGBLinear, displayP3
    }

    private let name: String

    public nonisolated init(_ name: String, bundle: Bundle? = nil) {
        self.name = name
    }

    public nonisolated init(_ resource: ColorResource) {
        name = resource.name
    }

    @_disfavoredOverload
    public nonisolated init(_ color: UIColor) {
        name = color.description
    }

    public nonisolated init(uiColor: UIColor) {
        name = uiColor.description
    }

    public nonisolated init(
        _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        name = "\(red) \(green) \(blue) \(opacity)"
    }

    public nonisolated init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        name = "\(white) \(opacity)"
    }

    public nonisolated init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        name = "hue \(hue) \(saturation) \(brightness) \(opacity)"
    }

    public nonisolated func opacity(_ opacity: Double) -> Color { Color("\(name) \(opacity)") }

    public nonisolated var gradient: Gradient { Gradient(colors: [self]) }
    public static let red = Color("red")
    public static let orange = Color("orange")
    public static let yellow = Color("yellow")
    public static let green = Color("green")
    public static let mint = Color("mint")
    public static let teal = Color("teal")
    public static let cyan = Color("cyan")
    public static let blue = Color("blue")
    public static let indigo = Color("indigo")
    public static let purple = Color("purple")
    public static let pink = Color("pink")
    public static let brown = Color("brown")
    public static let white = Color("white")
    public static let gray = Color("gray")
    public static let black = Color("black")
    public static let clear = Color("clear")
    public static let primary = Color("primary")
    public static let secondary = Color("secondary")
    public static let accentColor = Color("accentColor")
}

extension Color: ShapeStyle {}

extension Color: View, Part {
    func parts(_ node: Node) -> [Child] { [] }
}

extension ShapeStyle where Self == Color {
    public static var red: Color { Color.red }
    public static var orange: Color { Color.orange }
    public static var yellow: Color { Color.yellow }
    public static var green: Color { Color.green }
    public static var mint: Color { Color.mint }
    public static var teal: Color { Color.teal }
    public static var cyan: Color { Color.cyan }
    public static var blue: Color { Color.blue }
    public static var indigo: Color { Color.indigo }
    public static var purple: Color { Color.purple }
    public static var pink: Color { Color.pink }
    public static var brown: Color { Color.brown }
    public static var white: Color { Color.white }
    public static var gray: Color { Color.gray }
    public static var black: Color { Color.black }
    public static var clear: Color { Color.clear }
    public static var tint: Color { Color.accentColor }
}

import Foundation

open class UIColor: Hashable, @unchecked Sendable, CustomStringConvertible {
    private let red: CGFloat
    private let green: CGFloat
    private let blue: CGFloat
    private let opacity: CGFloat

    public required init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.red = red
        self.green = green
        self.blue = blue
        opacity = alpha
    }

    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Creates a color from an asset of the bundle's catalogs, in its variant for light mode.
    ///
    /// - Returns: `nil` if there is no color asset with this name.
    public convenience init?(
        named name: String, in bundle: Bundle? = nil, compatibleWith traitCollection: UITraitCollection? = nil
    ) {
        guard let found = Self.ofCatalog(name, bundle, nil) else { return nil }
        self.init(copying: found)
    }

    /// Creates the color of an asset. If the asset is missing, the color is clear, and a message is written to standard
    /// error.
    public convenience init(resource: ColorResource) {
        let found = Self.ofCatalog(resource.name, resource.bundle, resource.catalog)
        if found == nil {
            AppProcess.say("no catalog of \(resource.bundle.bundlePath) has the color '\(resource.name)'")
        }
        self.init(copying: found ?? .clear)
    }

    /// Returns the color of an asset; `nil` if there is none.
    private static func ofCatalog(_ name: String, _ bundle: Bundle?, _ catalog: String?) -> UIColor? {
        switch BundleAssets.asset(name, .color, in: bundle, catalog: catalog)?.color {
        case .parts(let red, let green, let blue, let alpha): UIColor(red: red, green: green, blue: blue, alpha: alpha)
        case .system(let name): system(name)
        case nil: nil
        }
    }

    private convenience init(copying color: UIColor) {
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.opacity)
    }

    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        red?.pointee = self.red
        green?.pointee = self.green
        blue?.pointee = self.blue
        alpha?.pointee = opacity
        return true
    }

    public static func == (one: UIColor, other: UIColor) -> Bool {
        (one.red, one.green, one.blue, one.opacity) == (other.red, other.green, other.blue, other.opacity)
    }

    public func hash(into hasher: inout Hasher) {
        for part in [red, green, blue, opacity] { hasher.combine(part) }
    }

    open var description: String { "UIColor(\(red), \(green), \(blue), \(opacity))" }
}

/// The named colors, in their variants for light mode.
extension UIColor {
    static func byte(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> UIColor {
        UIColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
    }

    public class var black: UIColor { byte(0, 0, 0) }
    public class var white: UIColor { byte(255, 255, 255) }
    public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
    public class var lightGray: UIColor { UIColor(white: 2 / 3, alpha: 1) }
    public class var darkGray: UIColor { UIColor(white: 1 / 3, alpha: 1) }
    public class var red: UIColor { byte(255, 0, 0) }
    public class var green: UIColor { byte(0, 255, 0) }
    public class var blue: UIColor { byte(0, 0, 255) }
    public class var yellow: UIColor { byte(255, 255, 0) }
    public class var orange: UIColor { byte(255, 127.5, 0) }
    public class var purple: UIColor { byte(127.5, 0, 127.5) }
    public class var cyan: UIColor { byte(0, 255, 255) }
    public class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
    public class var clear: UIColor { byte(0, 0, 0, 0) }
    public class var systemBlue: UIColor { byte(0, 122, 255) }
    public class var systemGreen: UIColor { byte(52, 199, 89) }
    public class var systemRed: UIColor { byte(255, 59, 48) }
    public class var systemOrange: UIColor { byte(255, 149, 0) }
    public class var systemYellow: UIColor { byte(255, 204, 0) }
    public class var systemGray: UIColor { byte(142, 142, 147) }
    public class var systemGray2: UIColor { byte(174, 174, 178) }
    public class var systemGray3: UIColor { byte(199, 199, 204) }
    public class var systemGray4: UIColor { byte(209, 209, 214) }
    public class var systemGray5: UIColor { byte(229, 229, 234) }
    public class var systemGray6: UIColor { byte(242, 242, 247) }
    public class var label: UIColor { black }
    public class var secondaryLabel: UIColor { byte(60, 60, 67, 0.6) }
    public class var systemBackground: UIColor { white }
    public class var secondarySystemBackground: UIColor { byte(242, 242, 247) }
    public class var systemGroupedBackground: UIColor { byte(242, 242, 247) }
    public class var separator: UIColor { byte(60, 60, 67, 0.29) }
}

extension UIColor {
    public var cgColor: CGColor { CGColor(red: red, green: green, blue: blue, alpha: opacity) }
    public convenience init(cgColor: CGColor) {
        self.init(red: cgColor.red, green: cgColor.green, blue: cgColor.blue, alpha: cgColor.alpha)
    }
}

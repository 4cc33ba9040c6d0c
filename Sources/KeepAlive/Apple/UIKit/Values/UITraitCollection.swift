import Foundation

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// As the system says.
    case unspecified = 0
    /// Light.
    case light = 1
    /// Dark.
    case dark = 2
}

/// How much room there is.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// Little.
    case compact = 1
    /// Much.
    case regular = 2
}

/// What the screen is like: that of a phone, upright and light.
open class UITraitCollection: NSObject, @unchecked Sendable {
    /// Light or dark.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// The room from left to right.
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    /// The room from top to bottom.
    public let verticalSizeClass: UIUserInterfaceSizeClass
    /// What the device is.
    public let userInterfaceIdiom: UIUserInterfaceIdiom
    /// Points of the display for a point.
    public let displayScale: CGFloat

    private init(
        _ style: UIUserInterfaceStyle, _ horizontal: UIUserInterfaceSizeClass, _ vertical: UIUserInterfaceSizeClass
    ) {
        userInterfaceStyle = style
        horizontalSizeClass = horizontal
        verticalSizeClass = vertical
        userInterfaceIdiom = .phone
        displayScale = 3
    }

    /// Creates traits of a style.
    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.init(userInterfaceStyle, .compact, .regular)
    }

    /// Creates the traits of the screen.
    override public convenience init() { self.init(.light, .compact, .regular) }

    /// The traits of the screen.
    public static let current = UITraitCollection()

    /// Returns whether colors differ.
    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        traitCollection?.userInterfaceStyle != userInterfaceStyle
    }
}

/// What has traits.
extension UIView {
    /// What the screen is like.
    public var traitCollection: UITraitCollection { .current }
    /// Returns a place in another view; nothing is laid out here, so frames alone count.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        let (here, there) = (origin, view?.origin ?? .zero)
        return CGPoint(x: point.x + here.x - there.x, y: point.y + here.y - there.y)
    }
    /// Returns a place of another view in this one.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        let (here, there) = (origin, view?.origin ?? .zero)
        return CGPoint(x: point.x + there.x - here.x, y: point.y + there.y - here.y)
    }
    /// Returns a part in another view.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        CGRect(origin: convert(rect.origin, to: view), size: rect.size)
    }
    /// Returns a part of another view in this one.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        CGRect(origin: convert(rect.origin, from: view), size: rect.size)
    }
    /// Its place in the window.
    private var origin: CGPoint {
        let above = superview?.origin ?? .zero
        return CGPoint(x: frame.origin.x + above.x, y: frame.origin.y + above.y)
    }
}

extension UIViewController {
    /// What the screen is like.
    public var traitCollection: UITraitCollection { .current }
}

extension NSAttributedString.Key {
    /// A `UIFont`.
    public static let font = NSAttributedString.Key("NSFont")
    /// The `UIColor` of the text.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// The `UIColor` behind the text.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// How lines are set.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    /// What is free between letters, in points.
    public static let kern = NSAttributedString.Key("NSKern")
    /// Whether there is a line under the text.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// Whether there is a line through the text.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// A `URL`.
    public static let link = NSAttributedString.Key("NSLink")
    /// How much higher the text stands, in points.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
}

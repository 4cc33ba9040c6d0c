import Foundation

public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified
    case light, dark
}

public enum UIUserInterfaceSizeClass: Int, Sendable {
    case unspecified
    case compact, regular
}

open class UITraitCollection: NSObject, @unchecked Sendable {
    public let userInterfaceStyle: UIUserInterfaceStyle
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    public let verticalSizeClass: UIUserInterfaceSizeClass
    public let userInterfaceIdiom: UIUserInterfaceIdiom
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

    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.init(userInterfaceStyle, .compact, .regular)
    }

    override public convenience init() { self.init(.light, .compact, .regular) }

    public static let current = UITraitCollection()

    open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        traitCollection?.userInterfaceStyle != userInterfaceStyle
    }
}

extension UIView {
    public var traitCollection: UITraitCollection { .current }
    /// Converts a point to the coordinates of another view. Only the views' frames are considered: nothing is laid out.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        let (here, there) = (origin, view?.origin ?? .zero)
        return CGPoint(x: point.x + here.x - there.x, y: point.y + here.y - there.y)
    }
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        let (here, there) = (origin, view?.origin ?? .zero)
        return CGPoint(x: point.x + there.x - here.x, y: point.y + there.y - here.y)
    }
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        CGRect(origin: convert(rect.origin, to: view), size: rect.size)
    }
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        CGRect(origin: convert(rect.origin, from: view), size: rect.size)
    }
    /// The position of this view in its window.
    private var origin: CGPoint {
        let above = superview?.origin ?? .zero
        return CGPoint(x: frame.origin.x + above.x, y: frame.origin.y + above.y)
    }
}

extension UIViewController {
    public var traitCollection: UITraitCollection { .current }
}

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key("NSFont")
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    public static let kern = NSAttributedString.Key("NSKern")
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    public static let link = NSAttributedString.Key("NSLink")
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
}

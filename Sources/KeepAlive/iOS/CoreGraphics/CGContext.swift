import Foundation

public final class CGColor: Hashable, Sendable {
    package let red: CGFloat
    package let green: CGFloat
    package let blue: CGFloat
    public let alpha: CGFloat

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static func == (one: CGColor, other: CGColor) -> Bool {
        (one.red, one.green, one.blue, one.alpha) == (other.red, other.green, other.blue, other.alpha)
    }
    public func hash(into hasher: inout Hasher) {
        for part in [red, green, blue, alpha] { hasher.combine(part) }
    }

    /// The default color of a layer's border and shadow, and of a shape layer's fill.
    package static let black = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
}

public final class CGColorSpace: @unchecked Sendable {}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace() }

public enum CGImageAlphaInfo: UInt32, Sendable {
    case none
    case premultipliedLast, premultipliedFirst, last, first
    case noneSkipLast = 5
    case noneSkipFirst
}

/// An image with a size, but no pixels, unlike on iOS.
public final class CGImage: @unchecked Sendable {
    public let width: Int
    public let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A drawing context. Nothing is drawn: an image made from a context has a size, but no content.
public final class CGContext: @unchecked Sendable {
    public let width: Int
    public let height: Int

    /// Creates a drawing context; `nil` if the width or the height is less than 1.
    ///
    /// - Parameters:
    ///   - data: ignored.
    ///   - width: the width in pixels, at least 1.
    ///   - height: the height in pixels, at least 1.
    ///   - bitsPerComponent: ignored.
    ///   - bytesPerRow: ignored.
    ///   - space: ignored.
    ///   - bitmapInfo: ignored.
    public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        guard width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
        AppContext.current.note(.drawing)
    }

    package init(_ size: CGSize, scale: CGFloat) {
        width = Int(size.width * scale)
        height = Int(size.height * scale)
    }

    public func makeImage() -> CGImage? { CGImage(width: width, height: height) }

    public func setFillColor(_ color: CGColor) {}
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
    public func setStrokeColor(_ color: CGColor) {}
    public func setLineWidth(_ width: CGFloat) {}
    public func setAlpha(_ alpha: CGFloat) {}
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {}
    public func fill(_ rect: CGRect) {}
    public func stroke(_ rect: CGRect) {}
    public func fillEllipse(in rect: CGRect) {}
    public func strokeEllipse(in rect: CGRect) {}
    public func clear(_ rect: CGRect) {}
    public func beginPath() {}
    public func closePath() {}
    public func move(to point: CGPoint) {}
    public func addLine(to point: CGPoint) {}
    public func addRect(_ rect: CGRect) {}
    public func addEllipse(in rect: CGRect) {}
    public func strokePath() {}
    public func fillPath() {}
    public func draw(_ image: CGImage, in rect: CGRect) {}
    public func saveGState() {}
    public func restoreGState() {}
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {}
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {}
    public func rotate(by angle: CGFloat) {}
    public func clip(to rect: CGRect) {}
}

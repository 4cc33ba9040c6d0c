import Foundation

/// A color.
public final class CGColor: Hashable, @unchecked Sendable {
    let color: UIColor

    init(_ color: UIColor) {
        self.color = color
    }

    /// Creates a color of parts from 0 to 1.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(UIColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// How opaque it is, from 0 to 1.
    public var alpha: CGFloat {
        var alpha: CGFloat = 1
        color.getRed(nil, green: nil, blue: nil, alpha: &alpha)
        return alpha
    }

    /// Returns whether both are the same color.
    public static func == (one: CGColor, other: CGColor) -> Bool { one.color == other.color }
    /// Hashes the color.
    public func hash(into hasher: inout Hasher) { hasher.combine(color) }
}

extension UIColor {
    /// The color for drawing.
    public var cgColor: CGColor { CGColor(self) }
    /// Creates a color from one for drawing.
    public convenience init(cgColor: CGColor) {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 1)
        cgColor.color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }
}

/// The meaning of the parts of a color.
public final class CGColorSpace: @unchecked Sendable {}

/// Returns the space of red, green and blue.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }
/// Returns the space of grays.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace() }

/// Where the opacity of a pixel stands.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// There is none.
    case none = 0
    /// Behind the color, which is multiplied by it.
    case premultipliedLast = 1
    /// Before the color, which is multiplied by it.
    case premultipliedFirst = 2
    /// Behind the color.
    case last = 3
    /// Before the color.
    case first = 4
    /// Behind the color, and not looked at.
    case noneSkipLast = 5
    /// Before the color, and not looked at.
    case noneSkipFirst = 6
}

/// A picture of pixels; it has its size here, and no pixels.
public final class CGImage: @unchecked Sendable {
    /// The pixels of a row.
    public let width: Int
    /// The rows.
    public let height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// Where an app draws. Nothing is drawn here: a picture that is made of it has its size alone.
public final class CGContext: @unchecked Sendable {
    /// The pixels of a row.
    public let width: Int
    /// The rows.
    public let height: Int

    /// Creates a place to draw of pixels.
    ///
    /// - Parameters:
    ///   - data: not used here.
    ///   - width: at least 1.
    ///   - height: at least 1.
    ///   - bitsPerComponent: not used here.
    ///   - bytesPerRow: not used here.
    ///   - space: not used here.
    ///   - bitmapInfo: not used here.
    public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        guard width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
        AppContext.current.note(.drawing)
    }

    init(_ size: CGSize, scale: CGFloat) {
        width = Int(size.width * scale)
        height = Int(size.height * scale)
    }

    /// Returns what was drawn: a picture of its size.
    public func makeImage() -> CGImage? { CGImage(width: width, height: height) }

    /// Sets the color of areas.
    public func setFillColor(_ color: CGColor) {}
    /// Sets the color of areas.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
    /// Sets the color of lines.
    public func setStrokeColor(_ color: CGColor) {}
    /// Sets the width of lines, in points.
    public func setLineWidth(_ width: CGFloat) {}
    /// Sets how opaque what follows is.
    public func setAlpha(_ alpha: CGFloat) {}
    /// Sets whether edges are smooth.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {}
    /// Fills an area.
    public func fill(_ rect: CGRect) {}
    /// Draws the line around an area.
    public func stroke(_ rect: CGRect) {}
    /// Fills an ellipse.
    public func fillEllipse(in rect: CGRect) {}
    /// Draws the line around an ellipse.
    public func strokeEllipse(in rect: CGRect) {}
    /// Empties an area.
    public func clear(_ rect: CGRect) {}
    /// Begins a line.
    public func beginPath() {}
    /// Ends a line where it began.
    public func closePath() {}
    /// Goes to a place.
    public func move(to point: CGPoint) {}
    /// Draws a line to a place.
    public func addLine(to point: CGPoint) {}
    /// Adds the line around an area.
    public func addRect(_ rect: CGRect) {}
    /// Adds an ellipse.
    public func addEllipse(in rect: CGRect) {}
    /// Draws the line.
    public func strokePath() {}
    /// Fills what the line is around.
    public func fillPath() {}
    /// Draws a picture.
    public func draw(_ image: CGImage, in rect: CGRect) {}
    /// Keeps what is set, until `restoreGState()`.
    public func saveGState() {}
    /// Takes back what was set since `saveGState()`.
    public func restoreGState() {}
    /// Moves what follows.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {}
    /// Scales what follows.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {}
    /// Turns what follows, in radians.
    public func rotate(by angle: CGFloat) {}
    /// Draws only inside of an area.
    public func clip(to rect: CGRect) {}
}

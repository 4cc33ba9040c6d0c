import Foundation

/// Lines and areas. Nothing is drawn here: it knows the rectangle around its points.
open class CGPath: @unchecked Sendable {
    fileprivate var points: [CGPoint] = []

    init(_ points: [CGPoint] = []) {
        self.points = points
    }

    /// Creates the line around a rectangle.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
        self.init(rect.corners)
    }
    /// Creates the line around an ellipse.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
        self.init(rect.corners)
    }

    /// True if there is nothing in it.
    public var isEmpty: Bool { points.isEmpty }
    /// The rectangle around its points.
    public var boundingBox: CGRect { .around(points) ?? .null }
    /// The rectangle around its lines: that around its points, here.
    public var boundingBoxOfPath: CGRect { boundingBox }
    /// The place where it ends.
    public var currentPoint: CGPoint { points.last ?? .zero }
}

/// Lines and areas that an app puts together.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    /// Creates an empty one.
    public init() { super.init() }

    /// Goes to a place.
    public func move(to point: CGPoint) { points.append(point) }
    /// Draws a line to a place.
    public func addLine(to point: CGPoint) { points.append(point) }
    /// Adds the line around a rectangle.
    public func addRect(_ rect: CGRect) { points += rect.corners }
    /// Adds the line around an ellipse.
    public func addEllipse(in rect: CGRect) { points += rect.corners }
    /// Adds a curve to a place.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) { points += [control1, control2, end] }
    /// Adds a curve to a place.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) { points += [control, end] }
    /// Adds a part of a circle.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) { points += CGRect.around(center, radius).corners }
    /// Adds another one.
    public func addPath(_ path: CGPath) { points += path.points }
    /// Ends where it began.
    public func closeSubpath() {}
}

extension CGRect {
    fileprivate var corners: [CGPoint] {
        [CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: maxX, y: maxY), CGPoint(x: minX, y: maxY)]
    }

    fileprivate static func around(_ center: CGPoint, _ radius: CGFloat) -> CGRect {
        CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    }

    /// Returns the rectangle around points; `nil` if there are none.
    fileprivate static func around(_ points: [CGPoint]) -> CGRect? {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the rectangle around what a transform makes of it.
    public func applying(_ t: CGAffineTransform) -> CGRect { .around(corners.map { $0.applying(t) }) ?? self }
}

/// Lines and areas with the way in which they are drawn. Nothing is drawn here.
open class UIBezierPath: NSObject, @unchecked Sendable {
    /// The lines and areas.
    public private(set) var cgPath: CGPath
    private let path: CGMutablePath
    /// How wide the line is, in points.
    open var lineWidth: CGFloat = 1
    /// True if what is within it twice is not.
    open var usesEvenOddFillRule = false

    /// Creates an empty one.
    override public init() {
        path = CGMutablePath()
        cgPath = path
        super.init()
    }
    /// Creates the line around a rectangle.
    public convenience init(rect: CGRect) {
        self.init()
        path.addRect(rect)
    }
    /// Creates the line around an ellipse.
    public convenience init(ovalIn rect: CGRect) { self.init(rect: rect) }
    /// Creates the line around a rectangle with round corners.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) { self.init(rect: rect) }
    /// Creates the line around a rectangle, some of whose corners are round.
    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self.init(rect: rect)
    }
    /// Creates a part of a circle.
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) { self.init(rect: .around(center, radius)) }
    /// Creates one of lines and areas.
    public convenience init(cgPath: CGPath) {
        self.init()
        path.addPath(cgPath)
    }

    /// The rectangle around it.
    open var bounds: CGRect { path.boundingBox }
    /// True if there is nothing in it.
    open var isEmpty: Bool { path.isEmpty }
    /// The place where it ends.
    open var currentPoint: CGPoint { path.currentPoint }
    /// Goes to a place.
    open func move(to point: CGPoint) { path.move(to: point) }
    /// Draws a line to a place.
    open func addLine(to point: CGPoint) { path.addLine(to: point) }
    /// Adds a part of a circle.
    open func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) { path.addRect(.around(center, radius)) }
    /// Adds a curve to a place.
    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }
    /// Adds a curve to a place.
    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        path.addQuadCurve(to: endPoint, control: controlPoint)
    }
    /// Adds another one.
    open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.cgPath) }
    /// Ends where it began.
    open func close() {}
    /// Draws the line; nothing is drawn here.
    open func stroke() {}
    /// Fills what is within it; nothing is drawn here.
    open func fill() {}
    /// Has what follows drawn within it alone; nothing is drawn here.
    open func addClip() {}
}

/// Corners of a rectangle.
public struct UIRectCorner: OptionSet, Sendable {
    /// The bits of `UIRectCorner`.
    public let rawValue: UInt

    /// Creates corners from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// At the top, left.
    public static let topLeft = UIRectCorner(rawValue: 1 << 0)
    /// At the top, right.
    public static let topRight = UIRectCorner(rawValue: 1 << 1)
    /// At the bottom, left.
    public static let bottomLeft = UIRectCorner(rawValue: 1 << 2)
    /// At the bottom, right.
    public static let bottomRight = UIRectCorner(rawValue: 1 << 3)
    /// All.
    public static let allCorners = UIRectCorner(rawValue: ~0)
}

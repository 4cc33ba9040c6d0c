import Foundation

/// A path of lines and curves. Nothing is drawn: only the points are kept, for the bounding box.
open class CGPath: @unchecked Sendable {
    fileprivate var points: [CGPoint] = []

    init(_ points: [CGPoint] = []) {
        self.points = points
    }

    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
        self.init(rect.corners)
    }
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) {
        self.init(rect.corners)
    }

    public var isEmpty: Bool { points.isEmpty }
    public var boundingBox: CGRect { .around(points) ?? .null }
    /// The bounding box; unlike on iOS, it includes the control points of curves, which are not computed.
    public var boundingBoxOfPath: CGRect { boundingBox }
    public var currentPoint: CGPoint { points.last ?? .zero }
}

public final class CGMutablePath: CGPath, @unchecked Sendable {
    public init() { super.init() }

    public func move(to point: CGPoint) { points.append(point) }
    public func addLine(to point: CGPoint) { points.append(point) }
    public func addRect(_ rect: CGRect) { points += rect.corners }
    public func addEllipse(in rect: CGRect) { points += rect.corners }
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) { points += [control1, control2, end] }
    public func addQuadCurve(to end: CGPoint, control: CGPoint) { points += [control, end] }
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) { points += CGRect.around(center, radius).corners }
    public func addPath(_ path: CGPath) { points += path.points }
    public func closeSubpath() {}
}

extension CGRect {
    fileprivate var corners: [CGPoint] {
        [CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: maxX, y: maxY), CGPoint(x: minX, y: maxY)]
    }

    fileprivate static func around(_ center: CGPoint, _ radius: CGFloat) -> CGRect {
        CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    }

    /// Returns the smallest rectangle that contains all points; `nil` if there are none.
    fileprivate static func around(_ points: [CGPoint]) -> CGRect? {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    public func applying(_ t: CGAffineTransform) -> CGRect { .around(corners.map { $0.applying(t) }) ?? self }
}

/// A path with drawing attributes. Nothing is drawn.
open class UIBezierPath: NSObject, @unchecked Sendable {
    public private(set) var cgPath: CGPath
    private let path: CGMutablePath
    open var lineWidth: CGFloat = 1
    open var usesEvenOddFillRule = false

    override public init() {
        path = CGMutablePath()
        cgPath = path
        super.init()
    }
    public convenience init(rect: CGRect) {
        self.init()
        path.addRect(rect)
    }
    public convenience init(ovalIn rect: CGRect) { self.init(rect: rect) }
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) { self.init(rect: rect) }
    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self.init(rect: rect)
    }
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) { self.init(rect: .around(center, radius)) }
    public convenience init(cgPath: CGPath) {
        self.init()
        path.addPath(cgPath)
    }

    open var bounds: CGRect { path.boundingBox }
    open var isEmpty: Bool { path.isEmpty }
    open var currentPoint: CGPoint { path.currentPoint }
    open func move(to point: CGPoint) { path.move(to: point) }
    open func addLine(to point: CGPoint) { path.addLine(to: point) }
    open func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) { path.addRect(.around(center, radius)) }
    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }
    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        path.addQuadCurve(to: endPoint, control: controlPoint)
    }
    open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.cgPath) }
    open func close() {}
    /// Has no effect, unlike on iOS: nothing is drawn.
    open func stroke() { withoutEffect(UIBezierPath.self) }
    /// Has no effect, unlike on iOS: nothing is drawn.
    open func fill() { withoutEffect(UIBezierPath.self) }
    /// Has no effect, unlike on iOS: nothing is drawn.
    open func addClip() { withoutEffect(UIBezierPath.self) }
}

public struct UIRectCorner: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let topLeft = UIRectCorner(rawValue: 1 << 0)
    public static let topRight = UIRectCorner(rawValue: 1 << 1)
    public static let bottomLeft = UIRectCorner(rawValue: 1 << 2)
    public static let bottomRight = UIRectCorner(rawValue: 1 << 3)
    public static let allCorners = UIRectCorner(rawValue: ~0)
}

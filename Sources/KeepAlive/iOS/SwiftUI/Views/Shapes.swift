import Foundation
import KeepAlive

/// A shape; never drawn, unlike on iOS.
@preconcurrency @MainActor
public protocol Shape: View, Sendable {
    nonisolated func path(in rect: CGRect) -> Path
}

extension Shape {
    public var body: some View { ShapeView() }

    public func fill(_ content: some ShapeStyle, style: FillStyle = FillStyle()) -> some View { ShapeView() }
    public func stroke(_ content: some ShapeStyle, lineWidth: CGFloat = 1) -> some View { ShapeView() }
    public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View { ShapeView() }
    public func stroke(lineWidth: CGFloat = 1) -> some View { ShapeView() }
    public func strokeBorder(_ content: some ShapeStyle, lineWidth: CGFloat = 1) -> some View { ShapeView() }
    public func strokeBorder(lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View { ShapeView() }
    public func trim(from start: CGFloat = 0, to end: CGFloat = 1) -> Self { self }
    public func inset(by amount: CGFloat) -> Self { self }
}

public struct AnyShape: Shape {
    private let outline: @Sendable (CGRect) -> Path

    public nonisolated init(_ shape: some Shape) {
        outline = { shape.path(in: $0) }
    }

    public nonisolated func path(in rect: CGRect) -> Path { outline(rect) }
}

/// A value that can be animated. Unlike on iOS, nothing is animated.
public protocol Animatable {
    associatedtype AnimatableData = EmptyAnimatableData
    var animatableData: AnimatableData { get set }
}

extension Animatable where AnimatableData == EmptyAnimatableData {
    public var animatableData: EmptyAnimatableData {
        get { EmptyAnimatableData() }
        set {}
    }
}

public struct EmptyAnimatableData: Equatable, Sendable {
    public init() {}
}

public protocol InsettableShape: Shape {}

extension Rectangle: InsettableShape {}
extension RoundedRectangle: InsettableShape {}
extension Circle: InsettableShape {}
extension Ellipse: InsettableShape {}
extension Capsule: InsettableShape {}

/// The body of a shape, which shows nothing.
struct ShapeView: View, Part {
    typealias Body = Never

    func parts(_ node: Node) -> [Child] { [] }
}

/// A path. Unlike on iOS, it does not keep its lines.
public struct Path: Equatable, Sendable {
    public init() {}
    public init(_ rect: CGRect) {}
    public init(_ callback: (inout Path) -> Void) { callback(&self) }

    public mutating func move(to end: CGPoint) {}
    public mutating func addLine(to end: CGPoint) {}
    public mutating func addLines(_ lines: [CGPoint]) {}
    public mutating func addRect(_ rect: CGRect) {}
    public mutating func addEllipse(in rect: CGRect) {}
    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
    ) {}
    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {}
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
    public mutating func closeSubpath() {}
}

extension Path: Shape {
    public nonisolated func path(in rect: CGRect) -> Path { self }
}

public struct Rectangle: Shape {
    public nonisolated init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
}

public struct RoundedRectangle: Shape {
    public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
    public nonisolated init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {}
    public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
}

public struct Circle: Shape {
    public nonisolated init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Path { $0.addEllipse(in: rect) } }
}

public struct Ellipse: Shape {
    public nonisolated init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Path { $0.addEllipse(in: rect) } }
}

public struct Capsule: Shape {
    public nonisolated init(style: RoundedCornerStyle = .continuous) {}
    public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
}

extension Shape where Self == Rectangle {
    public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == Circle {
    public static var circle: Circle { Circle() }
}

extension Shape where Self == Capsule {
    public static var capsule: Capsule { Capsule() }
}

public protocol ShapeStyle: Sendable {}

public struct AnyShapeStyle: ShapeStyle {
    public init(_ style: some ShapeStyle) {}
}

public struct HierarchicalShapeStyle: ShapeStyle {
    public static let primary = HierarchicalShapeStyle()
    public static let secondary = HierarchicalShapeStyle()
    public static let tertiary = HierarchicalShapeStyle()
    public static let quaternary = HierarchicalShapeStyle()
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .primary }
    public static var secondary: HierarchicalShapeStyle { .secondary }
    public static var tertiary: HierarchicalShapeStyle { .tertiary }
    public static var quaternary: HierarchicalShapeStyle { .quaternary }
}

public struct Material: ShapeStyle {
    public static let ultraThinMaterial = Material()
    public static let thinMaterial = Material()
    public static let regularMaterial = Material()
    public static let thickMaterial = Material()
    public static let ultraThickMaterial = Material()
    public static let bar = Material()
}

extension ShapeStyle where Self == Material {
    public static var ultraThinMaterial: Material { .ultraThinMaterial }
    public static var thinMaterial: Material { .thinMaterial }
    public static var regularMaterial: Material { .regularMaterial }
    public static var thickMaterial: Material { .thickMaterial }
    public static var bar: Material { .bar }
}

public struct Gradient: ShapeStyle {
    public struct Stop: Equatable, Sendable {
        public var color: Color
        public var location: CGFloat

        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }

    public var stops: [Stop]

    public init(stops: [Stop]) {
        self.stops = stops
    }

    public init(colors: [Color]) {
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / CGFloat(max(1, colors.count - 1))) }
    }
}

public struct LinearGradient: ShapeStyle, View, Part {
    public typealias Body = Never

    public nonisolated init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}
    public nonisolated init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
    public nonisolated init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {}

    func parts(_ node: Node) -> [Child] { [] }
}

public struct RadialGradient: ShapeStyle, View, Part {
    public typealias Body = Never

    public nonisolated init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {}
    public nonisolated init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {}

    func parts(_ node: Node) -> [Child] { [] }
}

public struct AngularGradient: ShapeStyle, View, Part {
    public typealias Body = Never

    public nonisolated init(gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero) {
    }
    public nonisolated init(colors: [Color], center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero) {}

    func parts(_ node: Node) -> [Child] { [] }
}

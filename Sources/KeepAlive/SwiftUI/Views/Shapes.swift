import Foundation
import KeepAlive

/// A shape. It is not drawn here.
@preconcurrency @MainActor
public protocol Shape: View, Sendable {
    /// Returns the outline in a place.
    nonisolated func path(in rect: CGRect) -> Path
}

extension Shape {
    /// The shape itself.
    public var body: some View { ShapeView() }

    /// Fills the shape.
    public func fill(_ content: some ShapeStyle, style: FillStyle = FillStyle()) -> some View { ShapeView() }
    /// Draws the outline.
    public func stroke(_ content: some ShapeStyle, lineWidth: CGFloat = 1) -> some View { ShapeView() }
    /// Draws the outline.
    public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View { ShapeView() }
    /// Draws the outline.
    public func stroke(lineWidth: CGFloat = 1) -> some View { ShapeView() }
    /// Draws the outline inside.
    public func strokeBorder(_ content: some ShapeStyle, lineWidth: CGFloat = 1) -> some View { ShapeView() }
    /// Draws the outline inside.
    public func strokeBorder(lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View { ShapeView() }
    /// Takes a part of the outline.
    public func trim(from start: CGFloat = 0, to end: CGFloat = 1) -> Self { self }
    /// Makes it smaller.
    public func inset(by amount: CGFloat) -> Self { self }
}

/// A shape of a type that is not known.
public struct AnyShape: Shape {
    private let outline: @Sendable (CGRect) -> Path

    /// Creates it of any shape.
    public nonisolated init(_ shape: some Shape) {
        outline = { shape.path(in: $0) }
    }

    /// Returns its outline.
    public nonisolated func path(in rect: CGRect) -> Path { outline(rect) }
}

/// What can be animated. There is nothing to animate here.
public protocol Animatable {
    /// The type of what is animated.
    associatedtype AnimatableData = EmptyAnimatableData
    /// What is animated.
    var animatableData: AnimatableData { get set }
}

extension Animatable where AnimatableData == EmptyAnimatableData {
    /// Nothing.
    public var animatableData: EmptyAnimatableData {
        get { EmptyAnimatableData() }
        set {}
    }
}

/// Nothing that could be animated.
public struct EmptyAnimatableData: Equatable, Sendable {
    /// Creates nothing.
    public init() {}
}

/// A shape that can be made smaller.
public protocol InsettableShape: Shape {}

extension Rectangle: InsettableShape {}
extension RoundedRectangle: InsettableShape {}
extension Circle: InsettableShape {}
extension Ellipse: InsettableShape {}
extension Capsule: InsettableShape {}

/// A shape as a view.
struct ShapeView: View, Part {
    typealias Body = Never

    func parts(_ node: Node) -> [Child] { [] }
}

/// An outline; its lines are not kept.
public struct Path: Equatable, Sendable {
    /// Creates an empty outline.
    public init() {}
    /// Creates the outline of a rectangle.
    public init(_ rect: CGRect) {}
    /// Creates an outline by a function.
    public init(_ callback: (inout Path) -> Void) { callback(&self) }

    /// Begins at a point.
    public mutating func move(to end: CGPoint) {}
    /// Draws a line to a point.
    public mutating func addLine(to end: CGPoint) {}
    /// Draws lines between points.
    public mutating func addLines(_ lines: [CGPoint]) {}
    /// Adds a rectangle.
    public mutating func addRect(_ rect: CGRect) {}
    /// Adds an ellipse.
    public mutating func addEllipse(in rect: CGRect) {}
    /// Adds a part of a circle.
    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool
    ) {}
    /// Draws a curve to a point.
    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {}
    /// Draws a curve to a point.
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
    /// Ends where it began.
    public mutating func closeSubpath() {}
}

extension Path: Shape {
    /// The outline itself.
    public nonisolated func path(in rect: CGRect) -> Path { self }
}

/// A rectangle.
public struct Rectangle: Shape {
    /// Creates it.
    public nonisolated init() {}
    /// Returns its outline.
    public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
}

/// A rectangle with round corners.
public struct RoundedRectangle: Shape {
    /// Creates it.
    public nonisolated init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
    /// Creates it.
    public nonisolated init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {}
    /// Returns its outline.
    public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
}

/// A circle.
public struct Circle: Shape {
    /// Creates it.
    public nonisolated init() {}
    /// Returns its outline.
    public nonisolated func path(in rect: CGRect) -> Path { Path { $0.addEllipse(in: rect) } }
}

/// An ellipse.
public struct Ellipse: Shape {
    /// Creates it.
    public nonisolated init() {}
    /// Returns its outline.
    public nonisolated func path(in rect: CGRect) -> Path { Path { $0.addEllipse(in: rect) } }
}

/// A rectangle with round ends.
public struct Capsule: Shape {
    /// Creates it.
    public nonisolated init(style: RoundedCornerStyle = .continuous) {}
    /// Returns its outline.
    public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
}

extension Shape where Self == Rectangle {
    /// A rectangle.
    public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == Circle {
    /// A circle.
    public static var circle: Circle { Circle() }
}

extension Shape where Self == Capsule {
    /// A rectangle with round ends.
    public static var capsule: Capsule { Capsule() }
}

/// What shapes and text are filled with.
public protocol ShapeStyle: Sendable {}

/// A style of a type that is not known.
public struct AnyShapeStyle: ShapeStyle {
    /// Creates it of any style.
    public init(_ style: some ShapeStyle) {}
}

/// A style by its rank.
public struct HierarchicalShapeStyle: ShapeStyle {
    /// The first.
    public static let primary = HierarchicalShapeStyle()
    /// The second.
    public static let secondary = HierarchicalShapeStyle()
    /// The third.
    public static let tertiary = HierarchicalShapeStyle()
    /// The fourth.
    public static let quaternary = HierarchicalShapeStyle()
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// The first style.
    public static var primary: HierarchicalShapeStyle { .primary }
    /// The second style.
    public static var secondary: HierarchicalShapeStyle { .secondary }
    /// The third style.
    public static var tertiary: HierarchicalShapeStyle { .tertiary }
    /// The fourth style.
    public static var quaternary: HierarchicalShapeStyle { .quaternary }
}

/// What one sees through.
public struct Material: ShapeStyle {
    /// Thin.
    public static let ultraThinMaterial = Material()
    /// Thin.
    public static let thinMaterial = Material()
    /// Neither.
    public static let regularMaterial = Material()
    /// Thick.
    public static let thickMaterial = Material()
    /// Thick.
    public static let ultraThickMaterial = Material()
    /// As bars.
    public static let bar = Material()
}

extension ShapeStyle where Self == Material {
    /// A thin material.
    public static var ultraThinMaterial: Material { .ultraThinMaterial }
    /// A thin material.
    public static var thinMaterial: Material { .thinMaterial }
    /// A material.
    public static var regularMaterial: Material { .regularMaterial }
    /// A thick material.
    public static var thickMaterial: Material { .thickMaterial }
    /// The material of bars.
    public static var bar: Material { .bar }
}

/// Colors that go into each other.
public struct Gradient: ShapeStyle {
    /// A color at a place.
    public struct Stop: Equatable, Sendable {
        /// The color.
        public var color: Color
        /// The place, from 0 to 1.
        public var location: CGFloat

        /// Creates it.
        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }

    /// The colors.
    public var stops: [Stop]

    /// Creates it of colors at places.
    public init(stops: [Stop]) {
        self.stops = stops
    }

    /// Creates it of colors.
    public init(colors: [Color]) {
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / CGFloat(max(1, colors.count - 1))) }
    }
}

/// Colors along a line.
public struct LinearGradient: ShapeStyle, View, Part {
    /// It has none.
    public typealias Body = Never

    /// Creates it of a gradient.
    public nonisolated init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}
    /// Creates it of colors.
    public nonisolated init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
    /// Creates it of colors at places.
    public nonisolated init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {}

    func parts(_ node: Node) -> [Child] { [] }
}

/// Colors around a point.
public struct RadialGradient: ShapeStyle, View, Part {
    /// It has none.
    public typealias Body = Never

    /// Creates it of a gradient.
    public nonisolated init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {}
    /// Creates it of colors.
    public nonisolated init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {}

    func parts(_ node: Node) -> [Child] { [] }
}

/// Colors around a point, by the angle.
public struct AngularGradient: ShapeStyle, View, Part {
    /// It has none.
    public typealias Body = Never

    /// Creates it of a gradient.
    public nonisolated init(gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero) {
    }
    /// Creates it of colors.
    public nonisolated init(colors: [Color], center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .zero) {}

    func parts(_ node: Node) -> [Child] { [] }
}

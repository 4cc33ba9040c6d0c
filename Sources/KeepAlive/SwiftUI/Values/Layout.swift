import Foundation
import KeepAlive

/// A side of a view.
public enum Edge: Int8, CaseIterable, Sendable {
    /// Above.
    case top
    /// At the beginning.
    case leading
    /// Below.
    case bottom
    /// At the end.
    case trailing
}

/// The upper or the lower side.
public enum VerticalEdge: Int8, CaseIterable, Sendable {
    /// Above.
    case top
    /// Below.
    case bottom
}

/// The side where text begins or ends.
public enum HorizontalEdge: Int8, CaseIterable, Sendable {
    /// Where it begins.
    case leading
    /// Where it ends.
    case trailing
}

/// A direction.
public enum Axis: Int8, CaseIterable, Sendable {
    /// From side to side.
    case horizontal
    /// Up and down.
    case vertical
}

/// How a view is put into a place of another shape.
public enum ContentMode: CaseIterable, Sendable {
    /// All of it is seen.
    case fit
    /// All of the place is filled.
    case fill
}

/// How lines stand to each other.
public enum TextAlignment: CaseIterable, Sendable {
    /// At the beginning.
    case leading
    /// In the middle.
    case center
    /// At the end.
    case trailing
}

/// The form of a round corner.
public enum RoundedCornerStyle: Sendable {
    /// Part of a circle.
    case circular
    /// Softer.
    case continuous
}

/// Whether something is shown.
public enum Visibility: CaseIterable, Sendable {
    /// As is usual.
    case automatic
    /// It is shown.
    case visible
    /// It is not.
    case hidden
}

/// How views below each other stand.
public struct HorizontalAlignment: Hashable, Sendable {
    private let name: String

    /// At the beginning.
    public static let leading = HorizontalAlignment(name: "leading")
    /// In the middle.
    public static let center = HorizontalAlignment(name: "center")
    /// At the end.
    public static let trailing = HorizontalAlignment(name: "trailing")
}

/// How views beside each other stand.
public struct VerticalAlignment: Hashable, Sendable {
    private let name: String

    /// Above.
    public static let top = VerticalAlignment(name: "top")
    /// In the middle.
    public static let center = VerticalAlignment(name: "center")
    /// Below.
    public static let bottom = VerticalAlignment(name: "bottom")
    /// At the first line.
    public static let firstTextBaseline = VerticalAlignment(name: "firstTextBaseline")
    /// At the last line.
    public static let lastTextBaseline = VerticalAlignment(name: "lastTextBaseline")
}

/// How views over each other stand.
public struct Alignment: Hashable, Sendable {
    private let name: String

    /// Above, at the beginning.
    public static let topLeading = Alignment(name: "topLeading")
    /// Above.
    public static let top = Alignment(name: "top")
    /// Above, at the end.
    public static let topTrailing = Alignment(name: "topTrailing")
    /// At the beginning.
    public static let leading = Alignment(name: "leading")
    /// In the middle.
    public static let center = Alignment(name: "center")
    /// At the end.
    public static let trailing = Alignment(name: "trailing")
    /// Below, at the beginning.
    public static let bottomLeading = Alignment(name: "bottomLeading")
    /// Below.
    public static let bottom = Alignment(name: "bottom")
    /// Below, at the end.
    public static let bottomTrailing = Alignment(name: "bottomTrailing")
}

/// What makes a place unsafe.
public struct SafeAreaRegions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set of bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The device.
    public static let container = SafeAreaRegions(rawValue: 1)
    /// The keyboard.
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    /// All.
    public static let all: SafeAreaRegions = [.container, .keyboard]
}

extension Edge {
    /// Sides of a view.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8

        /// Creates a set of bits.
        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }

        /// Creates a set of one side.
        public init(_ edge: Edge) {
            rawValue = 1 << edge.rawValue
        }

        /// Above.
        public static let top = Set(.top)
        /// At the beginning.
        public static let leading = Set(.leading)
        /// Below.
        public static let bottom = Set(.bottom)
        /// At the end.
        public static let trailing = Set(.trailing)
        /// At the beginning and the end.
        public static let horizontal: Set = [.leading, .trailing]
        /// Above and below.
        public static let vertical: Set = [.top, .bottom]
        /// All.
        public static let all: Set = [.horizontal, .vertical]
    }
}

extension VerticalEdge {
    /// The upper and the lower side.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8

        /// Creates a set of bits.
        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }

        /// Above.
        public static let top = Set(rawValue: 1)
        /// Below.
        public static let bottom = Set(rawValue: 2)
        /// Both.
        public static let all: Set = [.top, .bottom]
    }
}

extension Axis {
    /// Directions.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8

        /// Creates a set of bits.
        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }

        /// From side to side.
        public static let horizontal = Set(rawValue: 1)
        /// Up and down.
        public static let vertical = Set(rawValue: 2)
    }
}

/// The room at the sides of a view.
public struct EdgeInsets: Equatable, Sendable {
    /// Above.
    public var top: CGFloat
    /// At the beginning.
    public var leading: CGFloat
    /// Below.
    public var bottom: CGFloat
    /// At the end.
    public var trailing: CGFloat

    /// Creates it.
    public nonisolated init(top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

/// A point in a view, from 0 to 1.
public struct UnitPoint: Hashable, Sendable {
    /// From side to side.
    public var x: CGFloat
    /// From above.
    public var y: CGFloat

    /// Creates a point.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    /// At the beginning, above.
    public static let zero = UnitPoint(x: 0, y: 0)
    /// In the middle.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// At the beginning.
    public static let leading = UnitPoint(x: 0, y: 0.5)
    /// At the end.
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    /// Above.
    public static let top = UnitPoint(x: 0.5, y: 0)
    /// Below.
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    /// Above, at the beginning.
    public static let topLeading = UnitPoint(x: 0, y: 0)
    /// Above, at the end.
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    /// Below, at the beginning.
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    /// Below, at the end.
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

/// An angle.
public struct Angle: Hashable, Sendable {
    /// In radians.
    public var radians: Double
    /// In degrees.
    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    /// Creates an angle in radians.
    public init(radians: Double) {
        self.radians = radians
    }

    /// Creates an angle in degrees.
    public init(degrees: Double) {
        radians = degrees * .pi / 180
    }

    /// Returns an angle in radians.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
    /// Returns an angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
    /// None.
    public static let zero = Angle(radians: 0)
}

/// The size of a view that is being placed.
public struct ViewDimensions: Equatable, Sendable {
    /// The width.
    public let width: CGFloat
    /// The height.
    public let height: CGFloat
}

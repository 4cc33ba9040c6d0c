import Foundation

/// The screen that a phone would have. There is none here: it has the measures of an iPhone, and shows nothing.
@preconcurrency @MainActor
open class UIScreen {
    /// The screen of the device.
    public static let main = UIScreen()
    /// The screens of the device.
    public static var screens: [UIScreen] { [main] }

    nonisolated static let pixelsOfPoint: CGFloat = 3

    private init() {}

    /// The size in points.
    open var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
    /// The size in pixels.
    open var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: 1170, height: 2532) }
    /// The pixels of a point.
    open var scale: CGFloat { Self.pixelsOfPoint }
    /// The pixels of a point.
    open var nativeScale: CGFloat { Self.pixelsOfPoint }
    /// The pictures that it shows in a second.
    open var maximumFramesPerSecond: Int { 60 }
    /// How bright it is, from 0 to 1; kept, and without effect here.
    open var brightness: CGFloat = 0.5
    /// True while it is recorded or shown elsewhere.
    open var isCaptured: Bool { false }
}

/// Distances from four edges, in points.
public struct UIEdgeInsets: Hashable, Sendable {
    /// From the top.
    public var top: CGFloat
    /// From the left.
    public var left: CGFloat
    /// From the bottom.
    public var bottom: CGFloat
    /// From the right.
    public var right: CGFloat

    /// Creates distances.
    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// None.
    public static let zero = UIEdgeInsets()
}

/// What is free at the edges, in the direction of the language.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    /// At the top.
    public var top: CGFloat
    /// Where a line begins.
    public var leading: CGFloat
    /// At the bottom.
    public var bottom: CGFloat
    /// Where a line ends.
    public var trailing: CGFloat

    /// Creates insets in points.
    public init(top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// Nothing.
    public static let zero = NSDirectionalEdgeInsets()
}

/// Edges, in the direction of the language.
public struct NSDirectionalRectEdge: OptionSet, Sendable {
    /// The bits of `NSDirectionalRectEdge`.
    public let rawValue: UInt

    /// Creates edges from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The top.
    public static let top = NSDirectionalRectEdge(rawValue: 1 << 0)
    /// Where a line begins.
    public static let leading = NSDirectionalRectEdge(rawValue: 1 << 1)
    /// The bottom.
    public static let bottom = NSDirectionalRectEdge(rawValue: 1 << 2)
    /// Where a line ends.
    public static let trailing = NSDirectionalRectEdge(rawValue: 1 << 3)
}

import Foundation

/// Whether a view follows the direction of the language; without effect here.
public enum UISemanticContentAttribute: Int, Sendable {
    /// It does.
    case unspecified = 0
    /// It does not: it is about playing.
    case playback = 1
    /// It does not: it is about places.
    case spatial = 2
    /// From left to right.
    case forceLeftToRight = 3
    /// From right to left.
    case forceRightToLeft = 4
}

/// The direction of the language.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    /// From left to right.
    case leftToRight = 0
    /// From right to left.
    case rightToLeft = 1
}

extension UIView {
    /// How the color of a view changes under what is in front; without effect here.
    public enum TintAdjustmentMode: Int, Sendable {
        /// As what contains it.
        case automatic = 0
        /// It stays.
        case normal = 1
        /// It gets gray.
        case dimmed = 2
    }

    /// How several movements are seen; without effect here.
    public struct KeyframeAnimationOptions: OptionSet, Sendable {
        /// The bits of `UIViewKeyframeAnimationOptions`.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The user can touch it meanwhile.
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
        /// It begins where the last one is.
        public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
        /// Again and again.
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
        /// There and back.
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
        /// The same all the time.
        public static let calculationModeLinear: KeyframeAnimationOptions = []
        /// From one to the next at once.
        public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
        /// At the same speed all the time.
        public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
        /// On a curve.
        public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    }

    /// No extent of its own.
    public nonisolated static let noIntrinsicMetric: CGFloat = -1

    /// Returns the direction in which a view of an attribute is read.
    public class func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection { attribute == .forceRightToLeft ? .rightToLeft : .leftToRight }

    /// The direction in which it is read.
    public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        Self.userInterfaceLayoutDirection(for: semanticContentAttribute)
    }
}

/// How the screen is held.
public enum UIInterfaceOrientation: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upright, the button on top.
    case portraitUpsideDown = 2
    /// Lying, the button at the left.
    case landscapeLeft = 4
    /// Lying, the button at the right.
    case landscapeRight = 3

    /// True if it is upright.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// True if it is lying.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// Ways in which the screen may be held.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    /// The bits of `UIInterfaceOrientationMask`.
    public let rawValue: UInt

    /// Creates a mask from its bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Upright.
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    /// Upright, the button on top.
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    /// Lying, the button at the right.
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    /// Lying, the button at the left.
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    /// Lying.
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    /// All.
    public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
    /// All but the button on top.
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}

extension UIWindowScene {
    /// How the screen is held: upright.
    public var interfaceOrientation: UIInterfaceOrientation { .portrait }
}

extension UIApplication {
    /// How the status bar stands: upright.
    public var statusBarOrientation: UIInterfaceOrientation { .portrait }
    /// The direction of the language.
    public var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
}

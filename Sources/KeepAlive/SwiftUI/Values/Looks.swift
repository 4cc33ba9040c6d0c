import Foundation
import KeepAlive

/// Light or dark.
public enum ColorScheme: CaseIterable, Sendable {
    /// Light.
    case light
    /// Dark.
    case dark
}

/// The contrast of colors.
public enum ColorSchemeContrast: CaseIterable, Sendable {
    /// As is usual.
    case standard
    /// More.
    case increased
}

/// The direction of text.
public enum LayoutDirection: CaseIterable, Sendable {
    /// From left to right.
    case leftToRight
    /// From right to left.
    case rightToLeft
}

/// How much room there is.
public enum UserInterfaceSizeClass: Sendable {
    /// Little.
    case compact
    /// Much.
    case regular
}

/// The size of text that the user has chosen.
public enum DynamicTypeSize: Int, CaseIterable, Comparable, Sendable {
    /// Very small.
    case xSmall
    /// Small.
    case small
    /// Less than usual.
    case medium
    /// As is usual.
    case large
    /// Large.
    case xLarge
    /// Very large.
    case xxLarge
    /// Very, very large.
    case xxxLarge
    /// Larger for those who see less.
    case accessibility1
    /// Larger.
    case accessibility2
    /// Larger.
    case accessibility3
    /// Larger.
    case accessibility4
    /// The largest.
    case accessibility5

    /// Returns whether a size is smaller than another.
    public static func < (left: DynamicTypeSize, right: DynamicTypeSize) -> Bool { left.rawValue < right.rawValue }
}

/// The older form of the size of text.
public enum ContentSizeCategory: CaseIterable, Sendable {
    /// Very small.
    case extraSmall
    /// Small.
    case small
    /// Less than usual.
    case medium
    /// As is usual.
    case large
    /// Large.
    case extraLarge
    /// Very large.
    case extraExtraLarge
    /// Very, very large.
    case extraExtraExtraLarge
    /// Larger for those who see less.
    case accessibilityMedium
    /// Larger.
    case accessibilityLarge
    /// Larger.
    case accessibilityExtraLarge
}

/// Whether a list is being edited.
public enum EditMode: Sendable {
    /// It is not.
    case inactive
    /// A row is.
    case transient
    /// It is.
    case active
}

/// Reasons to leave parts of a view out.
public struct RedactionReasons: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set of bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The data are not there.
    public static let placeholder = RedactionReasons(rawValue: 1)
    /// Others might see them.
    public static let privacy = RedactionReasons(rawValue: 2)
    /// They are old.
    public static let invalidated = RedactionReasons(rawValue: 4)
}

/// How colors are mixed.
public enum BlendMode: Sendable {
    /// Not at all.
    case normal
    /// Darker.
    case multiply
    /// Lighter.
    case screen
    /// Both.
    case overlay
}

/// How colors are calculated.
public enum ColorRenderingMode: Sendable {
    /// As is usual.
    case nonLinear
    /// Linear.
    case linear
    /// Linear and more.
    case extendedLinear
}

/// How contents change into each other.
public struct ContentTransition: Hashable, Sendable {
    private let name: String

    /// At once.
    public static let identity = ContentTransition(name: "identity")
    /// By opacity.
    public static let opacity = ContentTransition(name: "opacity")
    /// By steps.
    public static let interpolate = ContentTransition(name: "interpolate")
}

/// A variant of symbols.
public struct SymbolVariants: Hashable, Sendable {
    private let name: String

    /// None.
    public static let none = SymbolVariants(name: "none")
    /// Filled.
    public static let fill = SymbolVariants(name: "fill")
    /// In a circle.
    public static let circle = SymbolVariants(name: "circle")
    /// With a line through it.
    public static let slash = SymbolVariants(name: "slash")
}

/// Whether one sees where one has scrolled to.
public struct ScrollIndicatorVisibility: Hashable, Sendable {
    private let name: String

    /// As is usual.
    public static let automatic = ScrollIndicatorVisibility(name: "automatic")
    /// Yes.
    public static let visible = ScrollIndicatorVisibility(name: "visible")
    /// No.
    public static let hidden = ScrollIndicatorVisibility(name: "hidden")
    /// Never.
    public static let never = ScrollIndicatorVisibility(name: "never")
}

/// How scrolling takes the keyboard away.
public struct ScrollDismissesKeyboardMode: Hashable, Sendable {
    private let name: String

    /// As is usual.
    public static let automatic = ScrollDismissesKeyboardMode(name: "automatic")
    /// At once.
    public static let immediately = ScrollDismissesKeyboardMode(name: "immediately")
    /// As one goes.
    public static let interactively = ScrollDismissesKeyboardMode(name: "interactively")
    /// Not at all.
    public static let never = ScrollDismissesKeyboardMode(name: "never")
}

/// How scrolling bounces.
public struct ScrollBounceBehavior: Hashable, Sendable {
    private let name: String

    /// As is usual.
    public static let automatic = ScrollBounceBehavior(name: "automatic")
    /// Always.
    public static let always = ScrollBounceBehavior(name: "always")
    /// Where there is more than room.
    public static let basedOnSize = ScrollBounceBehavior(name: "basedOnSize")
}

/// A bar.
public struct ToolbarPlacement: Hashable, Sendable {
    private let name: String

    /// The usual one.
    public static let automatic = ToolbarPlacement(name: "automatic")
    /// That of the navigation.
    public static let navigationBar = ToolbarPlacement(name: "navigationBar")
    /// That of the tabs.
    public static let tabBar = ToolbarPlacement(name: "tabBar")
    /// The one below.
    public static let bottomBar = ToolbarPlacement(name: "bottomBar")
}

/// The size of controls.
public struct ControlSize: Hashable, Sendable {
    private let name: String

    /// Very small.
    public static let mini = ControlSize(name: "mini")
    /// Small.
    public static let small = ControlSize(name: "small")
    /// As is usual.
    public static let regular = ControlSize(name: "regular")
    /// Large.
    public static let large = ControlSize(name: "large")
}

/// The shape of buttons.
public struct ButtonBorderShape: Hashable, Sendable {
    private let name: String

    /// As is usual.
    public static let automatic = ButtonBorderShape(name: "automatic")
    /// With round ends.
    public static let capsule = ButtonBorderShape(name: "capsule")
    /// With round corners.
    public static let roundedRectangle = ButtonBorderShape(name: "roundedRectangle")
    /// A circle.
    public static let circle = ButtonBorderShape(name: "circle")
}

/// What is felt or heard.
public struct SensoryFeedback: Hashable, Sendable {
    private let name: String

    /// Something went well.
    public static let success = SensoryFeedback(name: "success")
    /// Something may go wrong.
    public static let warning = SensoryFeedback(name: "warning")
    /// Something went wrong.
    public static let error = SensoryFeedback(name: "error")
    /// Something was chosen.
    public static let selection = SensoryFeedback(name: "selection")
    /// Something was hit.
    public static let impact = SensoryFeedback(name: "impact")
}

/// How a shape is filled.
public struct FillStyle: Equatable, Sendable {
    /// Creates it.
    public init(eoFill: Bool = false, antialiased: Bool = true) {}
}

/// How an outline is drawn.
public struct StrokeStyle: Equatable, Sendable {
    /// The width of the line.
    public var lineWidth: CGFloat
    /// The lengths of its dashes.
    public var dash: [CGFloat]

    /// Creates it.
    public init(lineWidth: CGFloat = 1, dash: [CGFloat] = []) {
        self.lineWidth = lineWidth
        self.dash = dash
    }
}

/// How a change is animated. There is nothing to animate here.
public struct Animation: Hashable, Sendable {
    private let name: String

    /// As is usual.
    public static let `default` = Animation(name: "default")
    /// At an even speed.
    public static let linear = Animation(name: "linear")
    /// Slow at first.
    public static let easeIn = Animation(name: "easeIn")
    /// Slow at the end.
    public static let easeOut = Animation(name: "easeOut")
    /// Slow at both ends.
    public static let easeInOut = Animation(name: "easeInOut")
    /// As a spring.
    public static let spring = Animation(name: "spring")
    /// As a spring that jumps.
    public static let bouncy = Animation(name: "bouncy")
    /// As a spring that is smooth.
    public static let smooth = Animation(name: "smooth")
    /// As a spring that is quick.
    public static let snappy = Animation(name: "snappy")
    /// At an even speed.
    public static func linear(duration: Double) -> Animation { .linear }
    /// Slow at first.
    public static func easeIn(duration: Double) -> Animation { .easeIn }
    /// Slow at the end.
    public static func easeOut(duration: Double) -> Animation { .easeOut }
    /// Slow at both ends.
    public static func easeInOut(duration: Double) -> Animation { .easeInOut }
    /// As a spring.
    public static func spring(response: Double = 0.55, dampingFraction: Double = 0.825, blendDuration: Double = 0)
        -> Animation
    {
        .spring
    }
    /// As a spring.
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation {
        .spring
    }

    /// Begins later.
    public func delay(_ delay: Double) -> Animation { self }
    /// Goes faster.
    public func speed(_ speed: Double) -> Animation { self }
    /// Comes again.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
    /// Comes again and again.
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// How a view comes and goes.
public struct AnyTransition: Sendable {
    /// By opacity.
    public static let opacity = AnyTransition()
    /// By size.
    public static let scale = AnyTransition()
    /// From the side.
    public static let slide = AnyTransition()
    /// At once.
    public static let identity = AnyTransition()
    /// From a side.
    public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
    /// By size.
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { AnyTransition() }
    /// In two ways.
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { insertion }

    /// With another.
    public func combined(with other: AnyTransition) -> AnyTransition { self }
    /// With an animation.
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

/// Whether text may be selected.
public protocol TextSelectability {}

/// Text may be selected.
public struct EnabledTextSelectability: TextSelectability {}

extension TextSelectability where Self == EnabledTextSelectability {
    /// Text may be selected.
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

/// Names in the bar of a navigation.
public enum NavigationBarItem {
    /// How the title is shown.
    public enum TitleDisplayMode: Sendable {
        /// As the one before.
        case automatic
        /// Small.
        case inline
        /// Large.
        case large
    }
}

/// The device of a preview.
public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates it of a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates it of a name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// The size of a preview.
public enum PreviewLayout: Sendable {
    /// That of the device.
    case device
    /// That which the view wants.
    case sizeThatFits
    /// A size.
    case fixed(width: CGFloat, height: CGFloat)
}

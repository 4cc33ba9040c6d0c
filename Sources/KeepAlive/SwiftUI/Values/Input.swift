import Foundation
import KeepAlive

/// What enters a text.
public struct SubmitTriggers: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set of bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A field.
    public static let text = SubmitTriggers(rawValue: 1)
    /// A search.
    public static let search = SubmitTriggers(rawValue: 2)
}

/// The key that enters a text.
public struct SubmitLabel: Hashable, Sendable {
    private let name: String

    /// Done.
    public static let done = SubmitLabel(name: "done")
    /// Go.
    public static let go = SubmitLabel(name: "go")
    /// Send.
    public static let send = SubmitLabel(name: "send")
    /// Join.
    public static let join = SubmitLabel(name: "join")
    /// Route.
    public static let route = SubmitLabel(name: "route")
    /// Search.
    public static let search = SubmitLabel(name: "search")
    /// Return.
    public static let `return` = SubmitLabel(name: "`return`")
    /// Next.
    public static let next = SubmitLabel(name: "next")
    /// Continue.
    public static let `continue` = SubmitLabel(name: "`continue`")
}

/// Capitals for what the user types.
public struct TextInputAutocapitalization: Hashable, Sendable {
    private let name: String

    /// None.
    public static let never = TextInputAutocapitalization(name: "never")
    /// Of each word.
    public static let words = TextInputAutocapitalization(name: "words")
    /// Of each sentence.
    public static let sentences = TextInputAutocapitalization(name: "sentences")
    /// All.
    public static let characters = TextInputAutocapitalization(name: "characters")
}

/// Keys that are held.
public struct EventModifiers: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set of bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Caps lock.
    public static let capsLock = EventModifiers(rawValue: 1)
    /// Shift.
    public static let shift = EventModifiers(rawValue: 2)
    /// Control.
    public static let control = EventModifiers(rawValue: 4)
    /// Option.
    public static let option = EventModifiers(rawValue: 8)
    /// Command.
    public static let command = EventModifiers(rawValue: 16)
}

/// Where one searches.
public struct SearchFieldPlacement: Hashable, Sendable {
    private let name: String

    /// Where it is usual.
    public static let automatic = SearchFieldPlacement(name: "automatic")
    /// In the navigation's bar.
    public static let navigationBarDrawer = SearchFieldPlacement(name: "navigationBarDrawer")
    /// In the first column.
    public static let sidebar = SearchFieldPlacement(name: "sidebar")
    /// In a bar.
    public static let toolbar = SearchFieldPlacement(name: "toolbar")
}

/// What a view is, for those who do not see it.
public struct AccessibilityTraits: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set of bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A button.
    public static let isButton = AccessibilityTraits(rawValue: 1)
    /// A header.
    public static let isHeader = AccessibilityTraits(rawValue: 2)
    /// Chosen.
    public static let isSelected = AccessibilityTraits(rawValue: 4)
    /// A link.
    public static let isLink = AccessibilityTraits(rawValue: 8)
    /// A field to search with.
    public static let isSearchField = AccessibilityTraits(rawValue: 16)
    /// An image.
    public static let isImage = AccessibilityTraits(rawValue: 32)
    /// It plays a sound.
    public static let playsSound = AccessibilityTraits(rawValue: 64)
    /// A text.
    public static let isStaticText = AccessibilityTraits(rawValue: 128)
    /// A summary.
    public static let isSummaryElement = AccessibilityTraits(rawValue: 256)
    /// It changes often.
    public static let updatesFrequently = AccessibilityTraits(rawValue: 512)
    /// It covers the others.
    public static let isModal = AccessibilityTraits(rawValue: 1024)
}

/// Whether the views in a view are read one by one.
public struct AccessibilityChildBehavior: Hashable, Sendable {
    private let name: String

    /// No.
    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    /// Yes.
    public static let contain = AccessibilityChildBehavior(name: "contain")
    /// As one.
    public static let combine = AccessibilityChildBehavior(name: "combine")
}

/// What one may do without seeing the view.
public struct AccessibilityActionKind: Hashable, Sendable {
    private let name: String

    /// As a tap.
    public static let `default` = AccessibilityActionKind(name: "`default`")
    /// To leave.
    public static let escape = AccessibilityActionKind(name: "escape")
    /// What is most wanted.
    public static let magicTap = AccessibilityActionKind(name: "magicTap")
}

/// A key.
public struct KeyEquivalent: ExpressibleByExtendedGraphemeClusterLiteral, Hashable, Sendable {
    /// The letter on it.
    public var character: Character

    /// Creates a key.
    public init(_ character: Character) {
        self.character = character
    }

    /// Creates a key.
    public init(extendedGraphemeClusterLiteral character: Character) { self.init(character) }

    /// The key that enters.
    public static let `return` = KeyEquivalent("\r")
    /// The key that leaves.
    public static let escape = KeyEquivalent("\u{1B}")
    /// The key that deletes.
    public static let delete = KeyEquivalent("\u{8}")
    /// The space.
    public static let space = KeyEquivalent(" ")
}

/// A key with others that are held.
public struct KeyboardShortcut: Hashable, Sendable {
    private let key: KeyEquivalent

    /// Creates it.
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.key = key
    }

    /// For what is most wanted.
    public static let defaultAction = KeyboardShortcut(.return)
    /// For what ends it.
    public static let cancelAction = KeyboardShortcut(.escape)
}

/// A movement of fingers. There are none here.
public protocol Gesture {
    /// What it tells.
    associatedtype Value
}

extension Gesture {
    /// Calls a function at its end.
    public func onEnded(_ action: @escaping (Value) -> Void) -> Self { self }
    /// Calls a function as it goes on.
    public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }
    /// Has a state follow it.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> Self {
        self
    }
}

/// A tap.
public struct TapGesture: Gesture {
    /// It tells nothing.
    public typealias Value = Void

    /// Creates it.
    public init(count: Int = 1) {}
}

/// A long press.
public struct LongPressGesture: Gesture {
    /// Whether it is long enough.
    public typealias Value = Bool

    /// Creates it.
    public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {}
}

/// A finger that moves.
public struct DragGesture: Gesture {
    /// Where it is.
    public struct Value: Sendable {
        /// Where it is.
        public let location: CGPoint
        /// Where it began.
        public let startLocation: CGPoint
        /// How far it has moved.
        public var translation: CGSize {
            CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
        }
    }

    /// Creates it.
    public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {}
}

/// Two fingers that move apart.
public struct MagnificationGesture: Gesture {
    /// How much larger it is to be.
    public typealias Value = CGFloat

    /// Creates it.
    public init(minimumScaleDelta: CGFloat = 0.01) {}
}

import Foundation
import KeepAlive

/// A value that views pass on to all below them.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value where no view has set one.
    static var defaultValue: Value { get }
}

/// What views pass on to all below them.
public struct EnvironmentValues: @unchecked Sendable {
    private var values: [ObjectIdentifier: Any] = [:]
    /// The objects of `environmentObject(_:)` and `environment(_:)`, by their types.
    private var objects: [ObjectIdentifier: AnyObject] = [:]

    /// Creates the values of a tree's root.
    public init() {}

    /// The value of a key.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get {
            guard let value = values[ObjectIdentifier(key)] else { return Key.defaultValue }
            return value as? Key.Value ?? Key.defaultValue
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// The object of a type, if a view above has set one.
    public subscript<Object: AnyObject>(objectType: Object.Type) -> Object? {
        get { objects[ObjectIdentifier(objectType)] as? Object }
        set { objects[ObjectIdentifier(objectType)] = newValue }
    }

    /// The navigation that the view is in.
    var navigation: NavigationDestinations?

    // MARK: The values that SwiftUI has

    /// The state of the scene, or of the app in its own body.
    public var scenePhase: ScenePhase = .background
    /// Takes the view away that is presented; it has no effect where none is.
    public var dismiss = DismissAction()
    /// True if the view is presented.
    public var isPresented = false
    /// The presentation that the view is in.
    public var presentationMode: Binding<PresentationMode> {
        let (isPresented, dismiss) = (isPresented, dismiss)
        return Binding(
            get: { PresentationMode(isPresented: isPresented, action: dismiss) },
            set: { _ in })
    }
    /// Opens a URL.
    public var openURL = OpenURLAction()
    /// Light or dark.
    public var colorScheme = ColorScheme.light
    /// The contrast of colors.
    public var colorSchemeContrast = ColorSchemeContrast.standard
    /// The locale.
    public var locale = Locale.current
    /// The calendar.
    public var calendar = Calendar.current
    /// The time zone.
    public var timeZone = TimeZone.current
    /// Whether controls take what the user does.
    public var isEnabled = true
    /// The words for those who do not see the view, and its names for tests.
    var accessibilityNames: [String] = []
    /// Takes a question from the screen when it is answered.
    var endsQuestion: (@MainActor () -> Void)?
    /// The direction of text.
    public var layoutDirection = LayoutDirection.leftToRight
    /// The width that there is.
    public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
    /// The height that there is.
    public var verticalSizeClass: UserInterfaceSizeClass? = .regular
    /// The size of text that the user has chosen.
    public var dynamicTypeSize = DynamicTypeSize.large
    /// The older name of ``dynamicTypeSize``.
    public var sizeCategory = ContentSizeCategory.large
    /// The pixels of a point.
    public var displayScale: CGFloat = 2
    /// The font of text.
    public var font: Font?
    /// The lines of a text at most.
    public var lineLimit: Int?
    /// The lines of a text, to each other.
    public var multilineTextAlignment = TextAlignment.leading
    /// Whether a list is being edited.
    public var editMode: Binding<EditMode>? = .constant(.inactive)
    /// Loads a view's data again, where it can be.
    public var refresh: RefreshAction?
    /// The reasons to leave parts of a view out.
    public var redactionReasons: RedactionReasons = []
    /// Whether the user wants less motion.
    public var accessibilityReduceMotion = false
    /// Whether the user wants less transparency.
    public var accessibilityReduceTransparency = false
    /// Whether differences are to be seen without color.
    public var accessibilityDifferentiateWithoutColor = false
    /// Whether the user has the screen read.
    public var accessibilityVoiceOverEnabled = false
}

/// The state of a scene, or of all scenes of an app (LC-02).
public enum ScenePhase: Comparable, Sendable {
    /// Not on the screen.
    case background
    /// In front, and gets no events.
    case inactive
    /// In front, and gets events.
    case active
}

/// Takes away the view that is presented.
public struct DismissAction: Sendable {
    var action: (@MainActor @Sendable () -> Void)?

    /// Takes it away.
    @MainActor
    public func callAsFunction() { action?() }
}

/// The presentation of a view.
public struct PresentationMode: Sendable {
    /// True if the view is presented.
    public let isPresented: Bool
    let action: DismissAction

    /// Takes the view away; on the main thread.
    public mutating func dismiss() {
        let action = action
        MainActor.assumeIsolated { action() }
    }
}

/// Opens URLs.
public struct OpenURLAction: Sendable {
    /// What became of a URL.
    public struct Result: Sendable {
        enum Kind: Sendable {
            case handled
            case discarded
            case system(URL?)
        }

        let kind: Kind

        /// The handler did what is to be done.
        public static let handled = Result(kind: .handled)
        /// Nothing is to be done.
        public static let discarded = Result(kind: .discarded)
        /// The system is to open the URL.
        public static let systemAction = Result(kind: .system(nil))
        /// The system is to open another URL.
        public static func systemAction(_ url: URL) -> Result { Result(kind: .system(url)) }
    }

    private var handler: (@MainActor @Sendable (URL) -> Result)?

    /// The system opens the URLs.
    public init() {}

    /// Creates an action with a handler.
    public init(handler: @escaping @MainActor @Sendable (URL) -> Result) {
        self.handler = handler
    }

    /// Opens a URL.
    @MainActor
    public func callAsFunction(_ url: URL) { callAsFunction(url) { _ in } }

    /// Opens a URL, and tells whether that was possible.
    @MainActor
    public func callAsFunction(_ url: URL, completion: @escaping (Bool) -> Void) {
        switch handler?(url).kind ?? .system(nil) {
        case .handled: completion(true)
        case .discarded: completion(false)
        case .system(let other):
            nonisolated(unsafe) let completion = completion
            UIApplication.shared.open(other ?? url, options: [:]) { completion($0) }
        }
    }
}

/// Loads the data of a view again.
public struct RefreshAction: Sendable {
    let action: @MainActor @Sendable () async -> Void

    /// Loads them.
    public func callAsFunction() async { await action() }
}

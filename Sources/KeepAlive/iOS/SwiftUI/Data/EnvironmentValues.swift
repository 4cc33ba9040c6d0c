import Foundation
import KeepAlive

public protocol EnvironmentKey {
    associatedtype Value
    /// The value in an environment in which no view has set one.
    static var defaultValue: Value { get }
}

public struct EnvironmentValues: @unchecked Sendable {
    private var values: [ObjectIdentifier: Any] = [:]
    /// The objects that were set with `environmentObject(_:)` or `environment(_:)`, by type.
    private var objects: [ObjectIdentifier: AnyObject] = [:]

    public init() {}

    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get {
            guard let value = values[ObjectIdentifier(key)] else { return Key.defaultValue }
            return value as? Key.Value ?? Key.defaultValue
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    public subscript<Object: AnyObject>(objectType: Object.Type) -> Object? {
        get { objects[ObjectIdentifier(objectType)] as? Object }
        set { objects[ObjectIdentifier(objectType)] = newValue }
    }

    /// The destinations of the navigation stack that contains the view; `nil` outside of a navigation stack.
    var navigation: NavigationDestinations?

    // MARK: Values of SwiftUI

    public var scenePhase: ScenePhase = .background
    /// Dismisses the presentation that contains the view; without effect outside of a presentation.
    public var dismiss = DismissAction()
    public var isPresented = false
    public var presentationMode: Binding<PresentationMode> {
        let (isPresented, dismiss) = (isPresented, dismiss)
        return Binding(
            get: { PresentationMode(isPresented: isPresented, action: dismiss) },
            set: { _ in })
    }
    public var openURL = OpenURLAction()
    public var colorScheme = ColorScheme.light
    public var colorSchemeContrast = ColorSchemeContrast.standard
    public var locale = Locale.current
    public var calendar = Calendar.current
    public var timeZone = TimeZone.current
    public var isEnabled = true
    /// The accessibility labels and identifiers by which `ctl touch` and tests find the view.
    var accessibilityNames: [String] = []
    /// Closes the alert or dialog that contains the view, after the user has tapped a button; `nil` outside of an alert
    /// or dialog.
    var endsQuestion: (@MainActor () -> Void)?
    public var layoutDirection = LayoutDirection.leftToRight
    public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
    public var verticalSizeClass: UserInterfaceSizeClass? = .regular
    public var dynamicTypeSize = DynamicTypeSize.large
    public var sizeCategory = ContentSizeCategory.large
    public var displayScale: CGFloat = 2
    public var font: Font?
    public var lineLimit: Int?
    public var multilineTextAlignment = TextAlignment.leading
    public var editMode: Binding<EditMode>? = .constant(.inactive)
    /// The action of `refreshable(action:)`; `nil` if the view has none.
    public var refresh: RefreshAction?
    public var redactionReasons: RedactionReasons = []
    public var accessibilityReduceMotion = false
    public var accessibilityReduceTransparency = false
    public var accessibilityDifferentiateWithoutColor = false
    public var accessibilityVoiceOverEnabled = false
}

/// The phase of a scene, or the highest phase of an app's scenes (LC-02).
public enum ScenePhase: Comparable, Sendable {
    case background
    case inactive, active
}

public struct DismissAction: Sendable {
    var action: (@MainActor @Sendable () -> Void)?

    @MainActor
    public func callAsFunction() { action?() }
}

public struct PresentationMode: Sendable {
    public let isPresented: Bool
    let action: DismissAction

    public mutating func dismiss() {
        let action = action
        MainActor.assumeIsolated { action() }
    }
}

public struct OpenURLAction: Sendable {
    public struct Result: Sendable {
        enum Kind: Sendable {
            case handled, discarded
            case system(URL?)
        }

        let kind: Kind

        public static let handled = Result(kind: .handled)
        public static let discarded = Result(kind: .discarded)
        public static let systemAction = Result(kind: .system(nil))
        public static func systemAction(_ url: URL) -> Result { Result(kind: .system(url)) }
    }

    private var handler: (@MainActor @Sendable (URL) -> Result)?

    public init() {}

    public init(handler: @escaping @MainActor @Sendable (URL) -> Result) {
        self.handler = handler
    }

    @MainActor
    public func callAsFunction(_ url: URL) { callAsFunction(url) { _ in } }

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

public struct RefreshAction: Sendable {
    let action: @MainActor @Sendable () async -> Void

    public func callAsFunction() async { await action() }
}

import Foundation
import KeepAlivePolicy

/// The configuration from which a scene is made.
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
    /// The name in the Info.plist.
    public nonisolated let name: String?
    /// The purpose of the scene.
    public nonisolated let role: UISceneSession.Role
    /// The class of its delegate.
    public var delegateClass: AnyClass?
    /// The storyboard that it begins with; `nil` for the one in the Info.plist, if there is one.
    public var storyboard: UIStoryboard?

    /// Creates a configuration.
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
        super.init()
    }
}

/// The data that the system keeps of a scene, even after it is disconnected.
@preconcurrency @MainActor
open class UISceneSession: NSObject {
    /// The purpose of a scene.
    public struct Role: RawRepresentable, Hashable, Sendable {
        /// The text of the role.
        public let rawValue: String

        /// Creates a role from a text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A window of the app.
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
        /// The screen of a car; no such scene comes here.
        public static let carTemplateApplication = Role(rawValue: "CPTemplateApplicationSceneSessionRoleApplication")
        /// A screen beside that of the device; no such scene comes here.
        public static let windowExternalDisplayNonInteractive = Role(
            rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
    }

    /// The configuration from which its scene is made.
    public internal(set) var configuration: UISceneConfiguration
    /// The purpose of its scene.
    public nonisolated let role: Role
    /// The scene, while it is connected.
    public internal(set) weak var scene: UIScene?
    /// The identifier of the session, which is unique.
    public nonisolated let persistentIdentifier = UUID().uuidString

    /// True when the app has been asked for its configuration.
    var hasBeenConnected = false

    init(_ configuration: UISceneConfiguration) {
        self.configuration = configuration
        role = configuration.role
        super.init()
    }
}

/// A URL that a scene is to open.
@preconcurrency @MainActor
open class UIOpenURLContext: NSObject {
    /// The URL.
    public nonisolated let url: URL
    /// What comes with the URL.
    public let options: UIScene.OpenURLOptions

    init(_ url: URL, _ options: UIScene.OpenURLOptions) {
        self.url = url
        self.options = options
        super.init()
    }
}

/// One instance of the app's interface (LC-02).
@preconcurrency @MainActor
open class UIScene: UIResponder {
    /// The states of a scene (LC-02).
    public enum ActivationState: Int, Sendable {
        /// Not connected.
        case unattached = -1
        /// In front, and gets events.
        case foregroundActive = 0
        /// In front, and gets none.
        case foregroundInactive = 1
        /// Not on the screen.
        case background = 2
    }

    /// The options with which a scene is connected.
    @preconcurrency @MainActor
    open class ConnectionOptions: NSObject {
        /// The URLs that it is to open (LN-08).
        public nonisolated(unsafe) internal(set) var urlContexts: Set<UIOpenURLContext> = []
        /// The user's activities; none is handed on here.
        public nonisolated var userActivities: Set<NSUserActivity> { [] }
        /// The action of the app's icon that the user has chosen; none is offered here.
        public nonisolated var shortcutItem: UIApplicationShortcutItem? { nil }
        /// The app that asks for it.
        public nonisolated var sourceApplication: String? { nil }
        /// The user's answer to a notification that launches the app; its delegate is told of it, too (LN-12).
        public nonisolated(unsafe) internal(set) var notificationResponse: UNNotificationResponse?
        /// The activity that another device hands on; none does here.
        public nonisolated var handoffUserActivityType: String? { nil }
    }

    /// What comes with a URL (LN-08).
    @preconcurrency @MainActor
    open class OpenURLOptions: NSObject {
        /// The bundle identifier of the app that opens the URL, where that is known.
        public nonisolated let sourceApplication: String?
        /// The file is the original, not a copy (SD-48).
        public nonisolated let openInPlace: Bool

        init(sourceApplication: String?, openInPlace: Bool) {
            self.sourceApplication = sourceApplication
            self.openInPlace = openInPlace
            super.init()
        }
    }

    /// The wishes of a request for a scene.
    @preconcurrency @MainActor
    open class ActivationRequestOptions: NSObject {
        /// The scene that asks.
        public var requestingScene: UIScene?
    }

    /// The data that the system keeps of the scene.
    public let session: UISceneSession
    /// The delegate of the scene.
    public var delegate: (any UISceneDelegate)? {
        didSet {
            guard let delegate, delegate !== oldValue else { return }
            SubclassCheck.warn(
                delegate, as: "UISceneDelegate",
                methods: [
                    "scene", "sceneDidBecomeActive", "sceneDidDisconnect", "sceneDidEnterBackground",
                    "sceneWillEnterForeground", "sceneWillResignActive",
                ]
            ) { $0 is any UISceneDelegate.Type }
        }
    }
    /// Its state.
    public internal(set) var activationState = ActivationState.unattached {
        didSet { if activationState != oldValue { UIApplication.shared.lifeCycle.host?.changed(self) } }
    }

    init(session: UISceneSession) {
        self.session = session
        super.init()
        session.scene = self
    }

    /// Not for apps: the system makes scenes.
    public required init() {
        session = UISceneSession(UISceneConfiguration(name: nil, sessionRole: .windowApplication))
        super.init()
    }

    /// The scene is about to be connected.
    public nonisolated static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
    /// The scene was disconnected.
    public nonisolated static let didDisconnectNotification = Notification.Name("UISceneDidDisconnectNotification")
    /// The scene is in front, and gets events.
    public nonisolated static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
    /// The scene will get no more events.
    public nonisolated static let willDeactivateNotification = Notification.Name("UISceneWillDeactivateNotification")
    /// The scene comes to the screen.
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UISceneWillEnterForegroundNotification")
    /// The scene is no longer on the screen.
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UISceneDidEnterBackgroundNotification")
}

/// A scene with windows.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    /// The windows of the scene that the app has shown.
    public var windows: [UIWindow] { UIWindow.shown(in: .current).filter { $0.windowScene === self } }
    /// The one that gets what the user types.
    public var keyWindow: UIWindow? { windows.first(where: \.isKeyWindow) }
    /// The screen that it is on.
    public var screen: UIScreen { .main }
    /// What the status bar is like; there is none here.
    public var statusBarManager: UIStatusBarManager? { nil }
    /// Asks for another way to be held; the screen is upright here.
    public func requestGeometryUpdate(
        _ geometryPreferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
    ) {}

    /// How a scene would be held.
    @preconcurrency @MainActor
    open class GeometryPreferences: NSObject {
        /// How a scene of iOS would be held.
        public final class iOS: GeometryPreferences {
            /// The ways.
            public let interfaceOrientations: UIInterfaceOrientationMask

            /// Creates a wish.
            public init(interfaceOrientations: UIInterfaceOrientationMask) {
                self.interfaceOrientations = interfaceOrientations
                super.init()
            }
        }
    }
}

/// What the status bar is like; there is none here.
@preconcurrency @MainActor
open class UIStatusBarManager: NSObject {
    /// Its place, in points.
    open var statusBarFrame: CGRect { .zero }
    /// True if it is hidden.
    open var isStatusBarHidden: Bool { true }
    /// How its text looks.
    open var statusBarStyle: UIStatusBarStyle { .default }
}

/// The delegate of a scene, which is told about the scene's events (LC-02).
@preconcurrency @MainActor
public protocol UISceneDelegate: AnyObject {
    /// Creates the delegate. A class that derives from `NSObject` or `UIResponder` has this already.
    init()

    /// The scene is about to be connected.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// The system disconnected the scene to reclaim its resources.
    func sceneDidDisconnect(_ scene: UIScene)
    /// The scene is in front, and gets events.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// The scene will get no more events.
    func sceneWillResignActive(_ scene: UIScene)
    /// The scene comes to the screen.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// The scene is no longer on the screen; it has about 5 s to save its state (LC-08).
    func sceneDidEnterBackground(_ scene: UIScene)
    /// The user opened URLs with the app (LN-08).
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}

extension UISceneDelegate {
    /// Nothing to do.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}
    /// Nothing to do.
    public func sceneDidDisconnect(_ scene: UIScene) {}
    /// Nothing to do.
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    /// Nothing to do.
    public func sceneWillResignActive(_ scene: UIScene) {}
    /// Nothing to do.
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    /// Nothing to do.
    public func sceneDidEnterBackground(_ scene: UIScene) {}
    /// Nothing to do.
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
}

/// The delegate of a scene with windows.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// Its window.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    /// No window.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}

import Foundation
import KeepAliveModel

@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
    public nonisolated let name: String?
    public nonisolated let role: UISceneSession.Role
    public var delegateClass: AnyClass?
    /// The storyboard whose initial controller the scene shows; `nil` for the storyboard that the Info.plist names, if
    /// any.
    public var storyboard: UIStoryboard?

    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
        super.init()
    }
}

@preconcurrency @MainActor
open class UISceneSession: NSObject {
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
        /// The role of a scene on a CarPlay screen; no scene has this role, unlike on iOS.
        public static let carTemplateApplication = Role(rawValue: "CPTemplateApplicationSceneSessionRoleApplication")
        /// The role of a scene on an external display; no scene has this role, unlike on iOS.
        public static let windowExternalDisplayNonInteractive = Role(
            rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
    }

    public internal(set) var configuration: UISceneConfiguration
    public nonisolated let role: Role
    public internal(set) weak var scene: UIScene?
    public nonisolated let persistentIdentifier = UUID().uuidString

    /// True once the session's scene has been connected, and the app has been asked for the configuration.
    var hasBeenConnected = false

    init(_ configuration: UISceneConfiguration) {
        self.configuration = configuration
        role = configuration.role
        super.init()
    }
}

@preconcurrency @MainActor
open class UIOpenURLContext: NSObject {
    public nonisolated let url: URL
    public let options: UIScene.OpenURLOptions

    init(_ url: URL, _ options: UIScene.OpenURLOptions) {
        self.url = url
        self.options = options
        super.init()
    }
}

/// An instance of the app's user interface (LC-02).
@preconcurrency @MainActor
open class UIScene: UIResponder {
    /// The states of a scene (LC-02).
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive
        case foregroundInactive = 1
        case background
    }

    @preconcurrency @MainActor
    open class ConnectionOptions: NSObject {
        /// The URLs that the scene is to open (LN-08).
        public nonisolated(unsafe) internal(set) var urlContexts: Set<UIOpenURLContext> = []
        /// Always empty, unlike on iOS: the app gets no user activity.
        public nonisolated var userActivities: Set<NSUserActivity> { [] }
        /// Always `nil`, unlike on iOS: no quick actions are offered.
        public nonisolated var shortcutItem: UIApplicationShortcutItem? { nil }
        public nonisolated var sourceApplication: String? { nil }
        /// The user's response to the notification that has launched the app; `nil` for any other launch. The delegate
        /// of the notification center gets the response, too (LN-12).
        public nonisolated(unsafe) internal(set) var notificationResponse: UNNotificationResponse?
        /// Always `nil`, unlike on iOS: no user activity comes from other devices.
        public nonisolated var handoffUserActivityType: String? { nil }
    }

    /// The options of a URL that the app is to open (LN-08).
    @preconcurrency @MainActor
    open class OpenURLOptions: NSObject {
        /// The bundle identifier of the app that opens the URL; `nil` if it is not known.
        public nonisolated let sourceApplication: String?
        /// True if the app must open the original file and not a copy (SD-48).
        public nonisolated let openInPlace: Bool

        init(sourceApplication: String?, openInPlace: Bool) {
            self.sourceApplication = sourceApplication
            self.openInPlace = openInPlace
            super.init()
        }
    }

    @preconcurrency @MainActor
    open class ActivationRequestOptions: NSObject {
        public var requestingScene: UIScene?
    }

    public let session: UISceneSession
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
    public internal(set) var activationState = ActivationState.unattached {
        didSet { if activationState != oldValue { UIApplication.shared.lifeCycle.host?.changed(self) } }
    }

    init(session: UISceneSession) {
        self.session = session
        super.init()
        session.scene = self
    }

    public required init() {
        session = UISceneSession(UISceneConfiguration(name: nil, sessionRole: .windowApplication))
        super.init()
    }

    public nonisolated static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
    public nonisolated static let didDisconnectNotification = Notification.Name("UISceneDidDisconnectNotification")
    public nonisolated static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
    public nonisolated static let willDeactivateNotification = Notification.Name("UISceneWillDeactivateNotification")
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UISceneWillEnterForegroundNotification")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UISceneDidEnterBackgroundNotification")
}

@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    public var windows: [UIWindow] { UIWindow.shown(in: .current).filter { $0.windowScene === self } }
    public var keyWindow: UIWindow? { windows.first(where: \.isKeyWindow) }
    public var screen: UIScreen { .main }
    /// Always `nil`, unlike on iOS: there is no status bar.
    public var statusBarManager: UIStatusBarManager? { nil }
    /// Has no effect, unlike on iOS: the screen stays upright.
    public func requestGeometryUpdate(
        _ geometryPreferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
    ) {}

    @preconcurrency @MainActor
    open class GeometryPreferences: NSObject {
        public final class iOS: GeometryPreferences {
            public let interfaceOrientations: UIInterfaceOrientationMask

            public init(interfaceOrientations: UIInterfaceOrientationMask) {
                self.interfaceOrientations = interfaceOrientations
                super.init()
            }
        }
    }
}

/// The state of the status bar. Unlike on iOS there is no status bar: the app never gets an instance.
@preconcurrency @MainActor
open class UIStatusBarManager: NSObject {
    open var statusBarFrame: CGRect { .zero }
    open var isStatusBarHidden: Bool { true }
    open var statusBarStyle: UIStatusBarStyle { .default }
}

/// The delegate of a scene, whose methods are called for the scene's life-cycle events (LC-02).
@preconcurrency @MainActor
public protocol UISceneDelegate: AnyObject {
    init()

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    func sceneDidDisconnect(_ scene: UIScene)
    func sceneDidBecomeActive(_ scene: UIScene)
    func sceneWillResignActive(_ scene: UIScene)
    func sceneWillEnterForeground(_ scene: UIScene)
    /// Called when the scene has left the screen. The app has about 5 s to save its state (LC-08).
    func sceneDidEnterBackground(_ scene: UIScene)
    /// Called when the user has opened URLs in the scene (LN-08).
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}

extension UISceneDelegate {
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}
    public func sceneDidDisconnect(_ scene: UIScene) {}
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    public func sceneWillResignActive(_ scene: UIScene) {}
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    public func sceneDidEnterBackground(_ scene: UIScene) {}
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
}

@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}

import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number of the background task; 0 is invalid (BT-25).
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The identifier of no task. `beginBackgroundTask` returns it when the app cannot run in the background (SD-16).
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// The result of a background fetch (WK-03).
public enum UIBackgroundFetchResult: UInt, Sendable {
    case newData
    case noData = 1
    case failed

    /// This result as a value of the app protocol.
    var forSystem: BackgroundFetchResult {
        switch self {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
    }
}

/// Whether the app may use Background App Refresh (BG-07).
public enum UIBackgroundRefreshStatus: Int, Sendable {
    case restricted
    case denied, available
}

/// The app as UIKit represents it: its state, scenes and background tasks.
///
/// `shared` is the app of this process, which `keepalive-run` runs; in a test, it is the app on the virtual device.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    /// The state of the app on the screen. A suspended app has no value: it runs no code that could read the state
    /// (LC-01).
    public enum State: Int, Sendable {
        case active
        case inactive = 1
        case background
    }

    /// A key of the launch options (LN-09).
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
        public static let sourceApplication = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
        public static let remoteNotification = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        public static let localNotification = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
        public static let location = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsLocationKey")
        public static let bluetoothCentrals = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsBluetoothCentralsKey")
        /// The key of a user activity; never set, unlike on iOS: the app gets no user activity.
        public static let userActivityDictionary = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
        /// The key of a quick action; never set, unlike on iOS: no quick actions are offered.
        public static let shortcutItem = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
        public static let bluetoothPeripherals = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsBluetoothPeripheralsKey")
    }

    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let sourceApplication = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
        public static let openInPlace = OpenURLOptionsKey(rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
    }

    /// The app of this process; in a test, the app on the test's virtual device.
    public class var shared: UIApplication { of(.current) }

    nonisolated static func of(_ context: AppContext) -> UIApplication {
        context.only { MainActor.assumeIsolated { UIApplication(context) } }
    }

    /// The interval that requests fetches as often as possible (WK-01).
    public nonisolated static let backgroundFetchIntervalMinimum: TimeInterval = 0
    /// The interval that requests no fetches; the default value (WK-01).
    public nonisolated static let backgroundFetchIntervalNever: TimeInterval = .greatestFiniteMagnitude

    public var delegate: (any UIApplicationDelegate)? {
        didSet {
            guard let delegate, delegate !== oldValue else { return }
            SubclassCheck.warn(
                delegate, as: "UIApplicationDelegate",
                methods: [
                    "application", "applicationDidBecomeActive", "applicationDidEnterBackground",
                    "applicationDidReceiveMemoryWarning", "applicationWillEnterForeground",
                    "applicationWillResignActive", "applicationWillTerminate",
                ]
            ) { $0 is any UIApplicationDelegate.Type }
        }
    }

    /// The connected scenes (LC-02).
    public internal(set) var connectedScenes: Set<UIScene> = []

    /// The sessions of the app's scenes, connected or not (LC-02).
    public var openSessions: Set<UISceneSession> { Set(lifeCycle.sessions.values) }

    /// True if the app uses scenes and its Info.plist sets `UIApplicationSupportsMultipleScenes` (LC-30).
    public var supportsMultipleScenes: Bool { lifeCycle.supportsMultipleScenes }

    /// Brings a scene to the front, in place of the scene that is there. In the background, this happens when the user
    /// returns to the app (LC-30).
    ///
    /// - Parameters:
    ///   - sceneSession: the session of the scene; `nil` for a new scene.
    ///   - userActivity: ignored.
    ///   - options: ignored.
    ///   - errorHandler: called with a ``UISceneError`` if iOS refuses the request.
    public func requestSceneSessionActivation(
        _ sceneSession: UISceneSession?, userActivity: NSUserActivity?, options: UIScene.ActivationRequestOptions?,
        errorHandler: ((any Swift.Error) -> Void)? = nil
    ) {
        do throws(JSONRPCError) {
            try lifeCycle.request(sceneSession, self)
        } catch {
            let code = error.data?["code"]?.int.flatMap(UISceneError.Code.init)
            errorHandler?(code.map { UISceneError(code: $0) } ?? error)
        }
    }

    public var windows: [UIWindow] { UIWindow.shown(in: context) }
    public var keyWindow: UIWindow? { windows.first(where: \.isKeyWindow) }
    /// The quick actions on the app's icon; stored, but not offered, unlike on iOS.
    @WithoutEffect public var shortcutItems: [UIApplicationShortcutItem]? = nil

    nonisolated let context: AppContext
    package let lifeCycle = AppLifeCycle()

    init(_ context: AppContext) {
        self.context = context
        super.init()
    }

    public required init() {
        context = AppContext.current
        super.init()
    }

    // MARK: State

    public var applicationState: State {
        if let state = lifeCycle.stateInCallback { return state }
        return switch context.send(ApplicationMethods.state)?.state {
        case "active": .active
        case "inactive": .inactive
        default: .background
        }
    }

    /// The time for which the app may still run in the background, in seconds; the greatest finite number if there is
    /// no limit (BT-30).
    public var backgroundTimeRemaining: TimeInterval {
        context.send(ApplicationMethods.state)?.backgroundTimeRemaining ?? .greatestFiniteMagnitude
    }

    // MARK: Background tasks

    /// Begins a background task, which lets the app run in the background for some time (BT-01).
    ///
    /// - Parameter handler: called on the main thread, shortly before the time expires. The handler must end the task,
    ///   or the app is killed (BT-14, BT-19).
    /// - Returns: the task's identifier, or `.invalid` if the app cannot run in the background.
    public nonisolated func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Begins a background task with a name, which the debugger shows (BT-24).
    public nonisolated func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        UIBackgroundTaskIdentifier(
            rawValue: ExpiringTasks.of(context).begin(named: taskName, handler: handler))
    }

    /// Ends a background task. An unknown identifier only adds a line to the log (BT-27).
    public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        ExpiringTasks.of(context).end(identifier.rawValue)
    }

    // MARK: VoIP

    /// Sets the keep-alive handler, which the system calls before each timeout, even while the app is suspended (WK-13,
    /// SD-51). Without effect on versions after iOS 8.
    ///
    /// - Parameters:
    ///   - timeout: the longest time between two calls, in seconds; at least 600.
    ///   - keepAliveHandler: keeps the app's VoIP connection open, and must return within 10 s; `nil` for none.
    /// - Returns: true if the system will call the handler; false without the background mode `voip`.
    @discardableResult
    public func setKeepAliveTimeout(_ timeout: TimeInterval, handler keepAliveHandler: (() -> Void)? = nil) -> Bool {
        let isAccepted =
            context.send(CallMethods.setKeepAliveTimeout, .seconds(clamping: max(0, timeout))) ?? false
        keepAlive = isAccepted ? keepAliveHandler : nil
        return isAccepted
    }

    /// The shortest timeout of a keep-alive handler, in seconds: `UIMinimumKeepAliveTimeout` (WK-13).
    nonisolated public static let minimumKeepAliveTimeout: TimeInterval = 600

    public func clearKeepAliveTimeout() {
        keepAlive = nil
        context.send(CallMethods.clearKeepAliveTimeout)
    }

    /// The keep-alive handler; `nil` if there is none.
    private(set) var keepAlive: (() -> Void)?

    // MARK: Other apps, and the user

    public nonisolated static let openSettingsURLString = "app-settings:"
    public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"
    /// Never posted, unlike on iOS.
    public nonisolated static let userDidTakeScreenshotNotification = Notification.Name(
        "UIApplicationUserDidTakeScreenshotNotification")
    /// Never posted, unlike on iOS.
    public nonisolated static let significantTimeChangeNotification = Notification.Name(
        "UIApplicationSignificantTimeChangeNotification")

    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let universalLinksOnly = OpenExternalURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    /// Writes the URL into the timeline. Unlike on iOS, nothing is opened: there is neither a browser nor a Settings
    /// app.
    ///
    /// - Parameter completion: called with false, on the main thread.
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        context.note("it opens \(url.absoluteString); nothing opens it here")
        context.main { MainActor.assumeIsolated { completion?(false) } }
    }

    /// Always false, unlike on iOS: no app opens URLs.
    public func canOpenURL(_ url: URL) -> Bool { false }

    /// True to keep the screen on; stored, but without effect, unlike on iOS.
    public var isIdleTimerDisabled: Bool {
        get { idleTimerIsDisabled }
        set { idleTimerIsDisabled = newValue }
    }

    public func beginReceivingRemoteControlEvents() { context.note(.receivingRemoteControlEvents) }
    public func endReceivingRemoteControlEvents() {}

    // MARK: Fetch and push

    /// Sets the shortest interval between background fetches. Fetches require the background mode `fetch` (WK-01,
    /// BG-26).
    public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {
        let isNever = minimumBackgroundFetchInterval >= 31_536_000
        context.send(
            SchedulerMethods.setMinimumBackgroundFetchInterval,
            isNever ? nil : .seconds(clamping: max(0, minimumBackgroundFetchInterval)))
    }

    /// Whether the app may use Background App Refresh (BG-07).
    public var backgroundRefreshStatus: UIBackgroundRefreshStatus {
        context.send(ApplicationMethods.state)?.allowsBackgroundRefresh == false ? .denied : .available
    }

    /// Requests a device token. The delegate gets the token when the device has one (WK-19).
    public func registerForRemoteNotifications() {
        isRegisteredForRemoteNotifications = true
        context.send(PushMethods.register)
    }

    /// Ends pushes to the app, and invalidates the device token (WK-19).
    public func unregisterForRemoteNotifications() {
        isRegisteredForRemoteNotifications = false
        context.send(PushMethods.unregister)
    }

    private var idleTimerIsDisabled = false

    /// The settings that `registerUserNotificationSettings` has granted; `nil` before its first call.
    var registeredSettings: UIUserNotificationSettings?

    public private(set) var isRegisteredForRemoteNotifications = false
}

extension UIApplication {
    // MARK: Notifications

    public nonisolated static let didFinishLaunchingNotification = Notification.Name(
        "UIApplicationDidFinishLaunchingNotification")
    public nonisolated static let didBecomeActiveNotification = Notification.Name.applicationDidBecomeActive
    public nonisolated static let willResignActiveNotification = Notification.Name(
        "UIApplicationWillResignActiveNotification")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
    /// Posted when the app is about to terminate (LC-12).
    public nonisolated static let willTerminateNotification = Notification.Name(
        "UIApplicationWillTerminateNotification")
    /// Posted when memory runs short (LC-22).
    public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name
        .applicationDidReceiveMemoryWarning
}

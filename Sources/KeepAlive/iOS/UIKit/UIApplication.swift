import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number; 0 is invalid (BT-25).
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// No task: `beginBackgroundTask` returns it when the app cannot run in the background (SD-16).
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// The result of a background fetch (WK-03).
public enum UIBackgroundFetchResult: UInt, Sendable {
    case newData
    case noData = 1
    case failed

    /// The result as the system takes it.
    var forSystem: BackgroundFetchResult {
        switch self {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
    }
}

/// The user's permission for Background App Refresh (BG-07).
public enum UIBackgroundRefreshStatus: Int, Sendable {
    case restricted
    case denied, available
}

/// The app, as UIKit presents it: its state, its background tasks.
///
/// `shared` is the app of this process, which `keepalive-run` runs; in a test, the one of the virtual device.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    /// The app's state on the screen; a suspended app cannot ask (LC-01).
    public enum State: Int, Sendable {
        case active
        case inactive = 1
        case background
    }

    /// A key of the options with which an app is launched (LN-09).
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
        /// The activity that the app is to go on with; none is handed on here.
        public static let userActivityDictionary = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
        /// The action of the app's icon that the user has chosen; none is offered here.
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

    /// The app of this process, or of the virtual device that the calling test runs on.
    public class var shared: UIApplication { of(.current) }

    nonisolated static func of(_ context: AppContext) -> UIApplication {
        context.only { MainActor.assumeIsolated { UIApplication(context) } }
    }

    /// The interval for fetches as often as possible (WK-01).
    public nonisolated static let backgroundFetchIntervalMinimum: TimeInterval = 0
    /// The interval for no fetches, the default (WK-01).
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

    /// The scenes that are connected (LC-02).
    public internal(set) var connectedScenes: Set<UIScene> = []

    /// The sessions of the app's scenes, connected or not (LC-02).
    public var openSessions: Set<UISceneSession> { Set(lifeCycle.sessions.values) }

    /// True when the app declares `UIApplicationSupportsMultipleScenes`, and scenes are there (LC-30).
    public var supportsMultipleScenes: Bool { lifeCycle.supportsMultipleScenes }

    /// Brings a scene to the front, which takes the place of the one there; in the background, once the user returns
    /// (LC-30).
    ///
    /// - Parameters:
    ///   - sceneSession: the session of the scene; `nil` makes a new one.
    ///   - userActivity: not used here.
    ///   - options: not used here.
    ///   - errorHandler: called with a ``UISceneError`` if the system refuses.
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
    /// The quick actions that the user is offered at the app's icon; kept, and not offered here.
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
        return switch context.send(ApplicationMethods.state)?.0 {
        case "active": .active
        case "inactive": .inactive
        default: .background
        }
    }

    /// The seconds left in the background; the greatest finite number if there is no limit (BT-30).
    public var backgroundTimeRemaining: TimeInterval {
        context.send(ApplicationMethods.state)?.1 ?? .greatestFiniteMagnitude
    }

    // MARK: Background tasks

    /// Asks for time to finish something in the background (BT-01).
    ///
    /// - Parameter handler: called shortly before the time is over; it must end the task, or the app is killed (BT-14,
    ///   BT-19). On the main thread.
    /// - Returns: the task, or `.invalid` when the app cannot run in the background.
    public nonisolated func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Asks for time to finish something in the background, with a name for the debugger (BT-24).
    public nonisolated func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        UIBackgroundTaskIdentifier(
            rawValue: BackgroundTasks.of(context).begin(named: taskName, handler: handler))
    }

    /// Ends a task. An unknown task only makes a line in the log (BT-27).
    public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        BackgroundTasks.of(context).end(identifier.rawValue)
    }

    // MARK: VoIP

    /// Sets a handler that the system calls before each timeout, also while the app is suspended (WK-13, SD-51). It has
    /// an effect up to iOS 8.
    ///
    /// - Parameters:
    ///   - timeout: the longest time between two calls, in seconds; 600 at least.
    ///   - keepAliveHandler: does what keeps the connection open. It has 10 s.
    /// - Returns: whether the system will call it; not without the mode `voip`.
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

    /// The handler that was set last.
    private(set) var keepAlive: (() -> Void)?

    // MARK: Other apps, and the user

    public nonisolated static let openSettingsURLString = "app-settings:"
    public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"
    /// The user has made a screenshot; never posted here.
    public nonisolated static let userDidTakeScreenshotNotification = Notification.Name(
        "UIApplicationUserDidTakeScreenshotNotification")
    /// The date has leapt; never posted here.
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

    /// Opens a URL elsewhere: there is no browser and no Settings here, so the timeline says it and that is all.
    ///
    /// - Parameter completion: called with false, on the main thread.
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        context.note("it opens \(url.absoluteString); nothing opens it here")
        context.main { MainActor.assumeIsolated { completion?(false) } }
    }

    /// Returns whether there is an app for a URL: none is here.
    public func canOpenURL(_ url: URL) -> Bool { false }

    /// True if the screen stays on though nobody touches it; kept, and without effect here.
    public var isIdleTimerDisabled: Bool {
        get { idleTimerIsDisabled }
        set { idleTimerIsDisabled = newValue }
    }

    public func beginReceivingRemoteControlEvents() { context.note(.receivingRemoteControlEvents) }
    public func endReceivingRemoteControlEvents() {}

    // MARK: Fetch and push

    /// Sets the interval at which the app wants to fetch in the background; needs the mode `fetch` (WK-01, BG-26).
    public func setMinimumBackgroundFetchInterval(_ minimumBackgroundFetchInterval: TimeInterval) {
        let isNever = minimumBackgroundFetchInterval >= 31_536_000
        context.send(
            SchedulerMethods.setMinimumBackgroundFetchInterval,
            isNever ? nil : .seconds(clamping: max(0, minimumBackgroundFetchInterval)))
    }

    /// The user's permission for Background App Refresh (BG-07).
    public var backgroundRefreshStatus: UIBackgroundRefreshStatus {
        context.send(ApplicationMethods.state)?.2 == false ? .denied : .available
    }

    /// Asks for a device token; the delegate gets it when the device has it (WK-19).
    public func registerForRemoteNotifications() {
        isRegisteredForRemoteNotifications = true
        context.send(PushMethods.register)
    }

    /// Ends the pushes to the app: its token is no longer valid (WK-19).
    public func unregisterForRemoteNotifications() {
        isRegisteredForRemoteNotifications = false
        context.send(PushMethods.unregister)
    }

    private var idleTimerIsDisabled = false

    /// The settings that `registerUserNotificationSettings` has got from the user.
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
    /// The app is about to end (LC-12).
    public nonisolated static let willTerminateNotification = Notification.Name(
        "UIApplicationWillTerminateNotification")
    /// Memory runs short (LC-22).
    public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name
        .applicationDidReceiveMemoryWarning
}

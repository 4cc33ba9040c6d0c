import Foundation
import KeepAliveModel

/// The delegate of an app, whose methods are called for the app's life-cycle events.
///
/// All methods are optional, as in UIKit. A class that conforms to this protocol and is marked with `@main` is the
/// program's entry point.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
    init()

    var window: UIWindow? { get set }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// Called when the app has launched. The app must register its background tasks in this method or before (BG-02).
    ///
    /// The watchdog limits the time until this method returns (LC-14).
    ///
    /// - Returns: `false` if the app cannot open the URL for which it was launched (LN-07).
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    func applicationDidBecomeActive(_ application: UIApplication)
    func applicationWillResignActive(_ application: UIApplication)
    /// Called when the app has left the screen. The app has about 5 s to save its state (LC-08).
    func applicationDidEnterBackground(_ application: UIApplication)
    func applicationWillEnterForeground(_ application: UIApplication)
    /// Called before the app terminates. The app has about 5 s to return (LC-12).
    func applicationWillTerminate(_ application: UIApplication)
    /// Called when memory runs short (LC-22).
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)

    /// Called when the user has opened a URL or file with the app, on iOS 9 and later (LN-07).
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool
    /// Called when the user has opened a URL or file with the app, before iOS 9 or if the app lacks
    /// `application(_:open:options:)` (LN-07).
    func application(
        _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool
    /// Called when the user has opened a URL with the app, if the app lacks both newer methods (LN-07).
    func application(_ application: UIApplication, handleOpen url: URL) -> Bool

    /// Called for a background fetch. The app must call `completionHandler` within 30 s (WK-02).
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void)

    /// Called when a push has arrived. The app must call `completionHandler` within 30 s (WK-04).
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void)

    /// Called when a push has arrived, if the app lacks the variant with a completion handler. The method must return
    /// within 30 s (WK-04).
    @MainActor func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)

    /// Called when a `UILocalNotification` is due while the app is in the foreground, or when the user has tapped a
    /// `UILocalNotification` (LN-04, LN-05).
    func application(_ application: UIApplication, didReceive notification: UILocalNotification)

    /// Called when the user has chosen an action of a `UILocalNotification` (iOS 8; LN-12). The app must call
    /// `completionHandler` when it has performed the action.
    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping @Sendable () -> Void)

    /// Called when the user has answered `registerUserNotificationSettings` (iOS 8; LN-10).
    func application(_ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings)

    /// Called when the transfers of a background session have ended. The app must call `completionHandler` when it has
    /// handled the session's events (UR-04, SD-44).
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void)

    @MainActor func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
    ) async

    /// Returns the configuration of a scene that is about to be connected (LC-02, LC-03).
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration

    func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
}

extension UIApplicationDelegate {
    public static func main() {
        AppMain.run { Self.init() }
    }
}

// Default implementations of the methods that an app leaves out. UIKit does not call a missing method; here its default
// implementation only calls an older method or returns.
extension UIApplicationDelegate {
    public func application(_ application: UIApplication, didReceive notification: UILocalNotification) {}

    public func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping @Sendable () -> Void
    ) { completionHandler() }

    public func application(
        _ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings
    ) {}

    public var window: UIWindow? {
        get { nil }
        set {}
    }

    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    public func applicationDidBecomeActive(_ application: UIApplication) {}
    public func applicationWillResignActive(_ application: UIApplication) {}
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    public func applicationWillEnterForeground(_ application: UIApplication) {}
    public func applicationWillTerminate(_ application: UIApplication) {}
    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
    public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}

    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        application(
            app, open: url, sourceApplication: options[.sourceApplication] as? String, annotation: NSNull())
    }
    public func application(
        _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool { self.application(application, handleOpen: url) }
    public func application(_ application: UIApplication, handleOpen url: URL) -> Bool { false }

    public func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) { completionHandler(.noData) }

    public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        @MainActor func answer() async {
            completionHandler(await self.application(application, didReceiveRemoteNotification: userInfo))
        }
        // An immediate task runs before this method returns: if the app has no method for pushes, the completion
        // handler is called at once, even in a test that delays tasks.
        #if compiler(>=6.2)
            Task.immediate { await answer() }
        #else
            Task { await answer() }
        #endif
    }

    /// Ignores a push, in an app that has no method for pushes.
    @MainActor public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult { .noData }

    public func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {}

    public func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {}

    public func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        @MainActor func answer() async {
            await self.application(application, handleEventsForBackgroundURLSession: identifier)
            completionHandler()
        }
        #if compiler(>=6.2)
            Task.immediate { await answer() }
        #else
            Task { await answer() }
        #endif
    }

    @MainActor public func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
    ) async {}

    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration { connectingSceneSession.configuration }

    public func application(_ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>) {}
}

/// Runs the app, when called from a `main.swift`.
///
/// - Parameters:
///   - argc: ignored.
///   - argv: ignored.
///   - principalClassName: ignored, unlike on iOS.
///   - delegateClassName: the delegate's class, as named by `NSStringFromClass`.
/// - Returns: never. UIKit declares this return type.
@preconcurrency
@MainActor
@discardableResult
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ principalClassName: String?,
    _ delegateClassName: String?
) -> Int32 {
    guard let name = delegateClassName, let found = NSClassFromString(name) as? any UIApplicationDelegate.Type else {
        AppProcess.fail("UIApplicationMain: there is no delegate class '\(delegateClassName ?? "")'")
    }
    AppMain.run { found.init() }
}

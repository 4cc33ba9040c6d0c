import Foundation
import KeepAliveModel

/// The delegate of an app, which is told about the app's events.
///
/// All methods are optional, as in UIKit. A class that adopts this protocol and is marked with `@main` is the program's
/// entry point.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
    init()

    var window: UIWindow? { get set }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// Called after the app's launch. In this method the app registers its tasks and restores its former state (BG-02).
    ///
    /// The watchdog limits the time until this method returns (LC-14).
    ///
    /// - Returns: `false` if the app does not handle the URL for which it was launched (LN-07).
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    func applicationDidBecomeActive(_ application: UIApplication)
    func applicationWillResignActive(_ application: UIApplication)
    /// Called when the app has left the screen. The app has about 5 s to save its state (LC-08).
    func applicationDidEnterBackground(_ application: UIApplication)
    func applicationWillEnterForeground(_ application: UIApplication)
    /// Called before the app terminates. The app has about 5 s (LC-12).
    func applicationWillTerminate(_ application: UIApplication)
    /// Called when memory runs short (LC-22).
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)

    /// Called when the user has opened a URL or file with the app, on iOS 9 and later (LN-07).
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool
    /// Called when the user has opened a URL or file with the app, before iOS 9 or if the app lacks the newer method
    /// (LN-07).
    func application(
        _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool
    /// The oldest method for opened URLs, called if the app has no newer method for opened URLs (LN-07).
    func application(_ application: UIApplication, handleOpen url: URL) -> Bool

    /// Called for a background fetch. The app must call the handler within 30 s (WK-02).
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void)

    /// Called when a push has arrived. The app must call the handler within 30 s (WK-04).
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void)

    /// Called when a push has arrived, if the app lacks the method with a completion handler. This method must return
    /// within 30 s (WK-04).
    @MainActor func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)

    /// Called when a `UILocalNotification` is due while the app is in the foreground, or when the user has tapped one
    /// (LN-04, LN-05).
    func application(_ application: UIApplication, didReceive notification: UILocalNotification)

    /// Called when the user has chosen an action of a `UILocalNotification` (iOS 8; LN-12). The app calls the handler
    /// when it is done.
    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping @Sendable () -> Void)

    /// Called when the user has answered `registerUserNotificationSettings` (iOS 8; LN-10).
    func application(_ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings)

    /// Called when the transfers of a background session have ended. The app calls the handler when it has handled
    /// their events (UR-04, SD-44).
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void)

    @MainActor func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
    ) async

    /// Called before a scene is connected (LC-02, LC-03).
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

// Default implementations for the methods that an app leaves out. UIKit on iOS does not call a missing
// method; this module calls the default implementation, which only returns an answer.
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
        // An immediate task runs at once. So if the app has neither method for pushes, the completion handler is called
        // at once, even in a test that delays tasks.
        #if compiler(>=6.2)
            Task.immediate { await answer() }
        #else
            Task { await answer() }
        #endif
    }

    /// Ignores the push: called if the app has no method for pushes.
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

/// The program's entry point, for use in a `main.swift`.
///
/// - Parameters:
///   - argc: the number of the program's arguments, which are ignored.
///   - argv: the program's arguments, which are ignored.
///   - principalClassName: must be `nil`.
///   - delegateClassName: the delegate's class, as named by `NSStringFromClass`.
/// - Returns: never; UIKit declares this return type.
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

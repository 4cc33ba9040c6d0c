import Foundation
import KeepAliveModel

/// The delegate of an app, which is told about the app's events.
///
/// All methods are optional, as in UIKit. `@main` before a class that adopts the protocol makes it the program's entry.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
    init()

    var window: UIWindow? { get set }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The app has been launched: register tasks and restore the former state (BG-02).
    ///
    /// The watchdog waits for the return of this method (LC-14).
    ///
    /// - Returns: `false` when the URL that launched it is not handled (LN-07).
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    func applicationDidBecomeActive(_ application: UIApplication)
    func applicationWillResignActive(_ application: UIApplication)
    /// The app is no longer on the screen; it has about 5 s to save its state (LC-08).
    func applicationDidEnterBackground(_ application: UIApplication)
    func applicationWillEnterForeground(_ application: UIApplication)
    /// The app is about to end; it has about 5 s (LC-12).
    func applicationWillTerminate(_ application: UIApplication)
    /// Memory runs short (LC-22).
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)

    /// The user opened a URL or file with the app, on iOS 9 and later (LN-07).
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool
    /// The user opened a URL or file with the app, before iOS 9, or where the app has no newer method (LN-07).
    func application(
        _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool
    /// The oldest method for it, called where the app has no newer one (LN-07).
    func application(_ application: UIApplication, handleOpen url: URL) -> Bool

    /// The system has a moment for a background fetch; 30 s until the handler must be called (WK-02).
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void)

    /// A push arrived; 30 s until the handler must be called (WK-04).
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void)

    /// A push arrived; 30 s until it must return (WK-04). Called when the method with a completion handler is missing.
    @MainActor func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)

    /// A `UILocalNotification` is due while the app is in the foreground, or the user has tapped it (LN-04, LN-05).
    func application(_ application: UIApplication, didReceive notification: UILocalNotification)

    /// The user has chosen an action of a `UILocalNotification` (iOS 8; LN-12). Call the handler when it is dealt with.
    func application(
        _ application: UIApplication, handleActionWithIdentifier identifier: String?,
        for notification: UILocalNotification, completionHandler: @escaping @Sendable () -> Void)

    /// The user has answered `registerUserNotificationSettings` (iOS 8; LN-10).
    func application(_ application: UIApplication, didRegister notificationSettings: UIUserNotificationSettings)

    /// The transfers of a background session have ended. Call the handler when their events are dealt with
    /// (UR-04, SD-44).
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void)

    @MainActor func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
    ) async

    /// A scene is to be connected (LC-02, LC-03).
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

// The methods that an app leaves out. UIKit asks whether a method exists; here, the default does nothing.
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
        // An app that has neither method answers at once, even where no task runs until a test lets it.
        #if compiler(>=6.2)
            Task.immediate { await answer() }
        #else
            Task { await answer() }
        #endif
    }

    /// There is nothing to do with a push.
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

/// The program's entry, for a `main.swift`.
///
/// - Parameters:
///   - argc: the count of the program's arguments, which are ignored.
///   - argv: the program's arguments.
///   - principalClassName: must be `nil`.
///   - delegateClassName: the delegate's class, as `NSStringFromClass` names it.
/// - Returns: never; the type is UIKit's.
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

import Foundation
import KeepAlive

/// What the code samples of the articles on keeping an app alive call, in one app: each file is a sample or several.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    let shortTask = ShortTask()
    let renewal = Renewal()
    let player = SilentPlayer()
    let location = LocationKeeper()
    let transfers = Transfers()
    let calls = Calls()
    let signalling = Signalling()
    let documents = Documents()
    private var timer: Timer?
    private var observers: [any NSObjectProtocol] = []

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        say(application.applicationState == .background ? "launched in the background" : "launched")
        if !UIDevice.current.isMultitaskingSupported { say("one app at a time") }
        // It falls silent when the app is suspended (SD-03).
        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in print("tick") }
        // An observer instead of a delegate, which may take no parameter (SD-01, SD-45).
        observe(UIApplication.didEnterBackgroundNotification, "entered the background")
        observe(RefreshTasks.finished, "refreshed")
        application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
        application.registerForRemoteNotifications()
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: [.alert, .sound, .badge], categories: nil))
        if Samples.systemVersion >= 13 { RefreshTasks.register() }
        calls.register()
        // A session that was made before a launch is made again, and then told (SD-44).
        transfers.open()
        // What is begun in the foreground goes on in the background (SD-32).
        if Samples.way == .location { location.start() }
        // The parts of which a run on real parts says more.
        let environment = Samples.environment
        if let port = environment["PORT"].flatMap({ Int($0) }) { signalling.connect(to: "127.0.0.1", port: port) }
        if let url = environment["WAIT"].flatMap({ URL(string: $0) }) { signalling.wait(at: url) }
        if let count = environment["REMINDERS"].flatMap({ Int($0) }) { Reminders.schedule(count) }
        return true
    }

    private func observe(_ name: Notification.Name, _ text: String) {
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                say("observer: \(text)")
            })
    }

    func stopObserving() {
        observers.forEach { NotificationCenter.default.removeObserver($0) }
        observers = []
        timer?.invalidate()
    }

    // MARK: The background

    /// Begins what keeps the app alive; this delegate calls it up to iOS 12, the scene's from 13 on (SD-10).
    func enteredBackground(_ application: UIApplication) {
        if Samples.systemVersion >= 13 { RefreshTasks.schedule() }
        // The timeout is set each time that the app is left (SD-51).
        if application.setKeepAliveTimeout(
            Samples.keepAliveTimeout,
            handler: { [weak self] in
                say("keep-alive handler")
                Samples.keepAliveWork?()
                self?.signalling.send("alive")
            })
        {
            say("kept alive from now on")
        }
        switch Samples.way {
        case .none, .location: break
        case .shortTask: shortTask.begin()
        case .renewal: renewal.begin()
        case .taskThenAudio:
            // The sound first, the task last: at no moment is the app without a reason to run (SD-21).
            shortTask.begin { [weak self] in if Samples.needRunInBackground { self?.player.start() } }
        case .silentAudio: player.start()
        }
        guard let slowWork = Samples.slowWork else { return }
        let task = Samples.beginsTaskFirst ? application.beginBackgroundTask(withName: "save") : .invalid
        slowWork()
        if task != .invalid { application.endBackgroundTask(task) }
    }

    func willEnterForeground() {
        shortTask.end()
        renewal.end()
        player.stop()
    }

    // MARK: The life cycle, up to iOS 12

    func applicationDidEnterBackground(_ application: UIApplication) { enteredBackground(application) }
    func applicationWillEnterForeground(_ application: UIApplication) { willEnterForeground() }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
        configuration.delegateClass = SceneDelegate.self
        return configuration
    }

    // MARK: Wakes

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        say("fetch")
        completionHandler(.newData)
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        guard let article = userInfo["article"] as? String else { return completionHandler(.noData) }
        say("silent push: \(article)")
        // A typical push starts a download, which outlives the 30 s (SD-42).
        if let film = (userInfo["film"] as? String).flatMap(URL.init(string:)) { transfers.download(film) }
        completionHandler(.newData)
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping @Sendable () -> Void
    ) {
        say("handleEventsForBackgroundURLSession \(identifier)")
        transfers.keep(completionHandler, for: identifier)
    }

    func application(_ application: UIApplication, didReceive notification: UILocalNotification) {
        say("local notification in the foreground: \(notification.alertBody ?? "")")
    }

    // MARK: Files

    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        documents.open(url, options[.openInPlace] as? Bool == true ? "with options, in place" : "with options")
        return true
    }

    func application(
        _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool {
        documents.open(url, "with sourceApplication")
        return true
    }
}

/// The life cycle from iOS 13 on.
class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    private var app: AppDelegate? { UIApplication.shared.delegate as? AppDelegate }

    func sceneDidEnterBackground(_ scene: UIScene) { app?.enteredBackground(.shared) }
    func sceneWillEnterForeground(_ scene: UIScene) { app?.willEnterForeground() }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        for context in URLContexts {
            app?.documents.open(context.url, context.options.openInPlace ? "with a scene, in place" : "with a scene")
        }
    }
}

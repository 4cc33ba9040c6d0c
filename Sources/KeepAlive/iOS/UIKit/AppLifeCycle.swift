import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

/// Serves the scenes of a SwiftUI app, in addition to or in place of scene delegates.
@MainActor
package protocol SceneHost: TouchHost {
    /// Called when the activation state of a scene has changed.
    func changed(_ scene: UIScene)
    /// Called when the user has opened URLs in a scene.
    func scene(_ scene: UIScene, opens urls: [URL])
    /// Called when the system is about to report the events of a background session.
    ///
    /// - Returns: true if the host handles the events; the host then calls `completion` when it has handled them.
    func handleEvents(of session: String, completion: @escaping @Sendable () -> Void) -> Bool
}

/// Turns the runner's messages, such as `didFinishLaunching`, into calls of the app's delegates and into notifications.
@MainActor
package final class AppLifeCycle {
    /// True if the scenes get the life-cycle events in place of the app's delegate (LC-03): the app has adopted scenes,
    /// and a scene delegate or a host handles the events.
    private var usesScenes: Bool {
        adoptsScenes && (sceneDelegateClass != nil || scene?.delegate != nil || host != nil)
    }
    /// The host of the scenes of a SwiftUI app; `nil` in other apps.
    private(set) var host: (any SceneHost)?

    /// Makes a host serve the app's scenes. A SwiftUI app has scenes even if its Info.plist does not say so.
    package func adoptScenes(with host: any SceneHost) {
        self.host = host
        guard !adoptsScenes else { return }
        adoptsScenes = true
        AppContext.current.note(
            "the Info.plist of this app of SwiftUI lacks UIApplicationSceneManifest, which Xcode generates: add it (LC-02)"
        )
    }
    private var adoptsScenes = false
    private(set) var supportsMultipleScenes = false
    /// The name of the scene delegate's class in the Info.plist; `nil` if the Info.plist names none.
    private var sceneDelegateClass: String?
    /// The sessions of the app's scenes, by scene number. A session is created when its scene is first requested or
    /// connected.
    private(set) var sessions: [Int: UISceneSession] = [:]
    /// The connected scenes, by scene number.
    private var scenes: [Int: UIWindowScene] = [:]
    /// The window from the main storyboard of an app without scenes; `nil` if there is none.
    private var window: UIWindow?
    /// The windows from the storyboards of scenes, by scene number.
    private var windows: [Int: UIWindow] = [:]
    /// The number of the scene that is in the foreground, or was there last.
    private var front = 1
    private var scene: UIWindowScene? { scenes[front] }
    /// The scene that is in the foreground, or was there last; `nil` if that scene is not connected.
    var sceneInFront: UIScene? { scene }
    /// The URLs that were opened while no scene was connected. The next scene gets them in its connection options.
    private var waitingURLs: Set<UIOpenURLContext> = []
    /// The URL for which the app was launched; `nil` once the runner has reported the URL as opened, or the app has
    /// entered the background.
    private var launchURL: OpenedURL?
    /// The response to a notification for which the app was launched; `nil` once a scene has received it.
    private var launchResponse: UNNotificationResponse?
    /// True once a scene has received `launchURL` in its connection options.
    private var launchURLIsGiven = false
    /// The URLs in the connection options of the latest scene, kept until the scene comes to the foreground.
    private var connectionURLs: [URL] = []
    /// The state that `applicationState` returns during a callback; `nil` outside of callbacks. The runner has already
    /// changed its own record of the state when the callback begins.
    private(set) var stateInCallback: UIApplication.State?

    init() {}

    /// Applies the runner's reply to `hello`, and registers the handlers of the runner's callbacks.
    package func begin(_ greeting: AppGreeting, _ application: UIApplication) {
        let context = application.context
        context.version = greeting.version
        context.isMultitaskingSupported = greeting.isMultitaskingSupported
        adoptsScenes = greeting.usesScenes
        supportsMultipleScenes = greeting.supportsMultipleScenes
        sceneDelegateClass = greeting.sceneDelegateClass
        // The device is observed from the start, so that the app gets the notifications of all changes.
        watch(DeviceState.of(context))
        _ = LostCrossings.of(context)
        context.backgroundModes = Set(greeting.backgroundModes.map(\.rawValue))
        serve(application)
    }

    private func watch(_ device: DeviceState) {
        _ = device.observe { before, now in
            MainActor.assumeIsolated {
                if before.externalPower != now.externalPower, UIDevice.current.isBatteryMonitoringEnabled {
                    self.post(UIDevice.batteryStateDidChangeNotification, UIDevice.current)
                }
                if before.backgroundAppRefresh != now.backgroundAppRefresh {
                    self.post(UIApplication.backgroundRefreshStatusDidChangeNotification, UIApplication.shared)
                }
            }
        }
    }

    /// Registers the handlers of the runner's callbacks. A callback gets its reply when the app's method returns, or
    /// when the app calls its completion handler.
    private func serve(_ application: UIApplication) {
        let context = application.context
        context.serve(ApplicationCallbacks.didFinishLaunching, application) { application, launch, connection, state in
            let cycle = application.lifeCycle
            return cycle.told(state == "background" ? .background : .inactive) {
                cycle.launch(launch, connection, application)
            }
        }
        context.serve(ApplicationCallbacks.didBecomeActive, application) { application in
            application.lifeCycle.told(.active) { application.lifeCycle.becomeActive(application) }
        }
        context.serve(ApplicationCallbacks.willResignActive, application) { application in
            application.lifeCycle.told(.active) { application.lifeCycle.resignActive(application) }
        }
        context.serve(ApplicationCallbacks.didEnterBackground, application) { application in
            application.lifeCycle.told(.background) { application.lifeCycle.enterBackground(application) }
        }
        context.serve(ApplicationCallbacks.willEnterForeground, application) { application in
            application.lifeCycle.told(.background) { application.lifeCycle.enterForeground(application) }
        }
        context.serve(ApplicationCallbacks.willTerminate, application) { application in
            application.delegate?.applicationWillTerminate(application)
            application.lifeCycle.post(UIApplication.willTerminateNotification, application)
        }
        context.serve(ApplicationCallbacks.didReceiveMemoryWarning, application) { application in
            application.delegate?.applicationDidReceiveMemoryWarning(application)
            application.lifeCycle.post(UIApplication.didReceiveMemoryWarningNotification, application)
            UIWindow.shown(in: application.context).forEach { $0.rootViewController?.warnOfMemory() }
        }
        context.serve(ApplicationCallbacks.protectedDataWillBecomeUnavailable, application) {
            $0.protectedData(isAvailable: false)
        }
        context.serve(ApplicationCallbacks.protectedDataDidBecomeAvailable, application) {
            $0.protectedData(isAvailable: true)
        }
        context.serve(ApplicationCallbacks.sceneDidDisconnect, application) { $0.lifeCycle.disconnect($1, $0) }
        context.serve(ApplicationCallbacks.sceneActivated, application) { $0.lifeCycle.activate($1, $0) }
        context.serve(ApplicationCallbacks.openURL, application) { $0.lifeCycle.open($1, $0) }
        context.serveLater(ApplicationCallbacks.touch, application) { application, done, name in
            application.lifeCycle.touch(name, application.context, answer: done)
        }
        serveWakes(context, application)
    }

    private func serveWakes(_ context: AppContext, _ application: UIApplication) {
        context.serveLater(WakeCallbacks.performFetch, application) { application, done, _ in
            application.delegate?.application(application) { done($0.forSystem) } ?? done(.newData)
        }
        context.serveLater(PushCallbacks.didReceiveRemoteNotification, application) { application, done, payload in
            application.delegate?.application(
                application, didReceiveRemoteNotification: PropertyList.payload(payload)
            ) { done($0.forSystem) } ?? done(.newData)
        }
        context.serve(PushCallbacks.didRegisterForRemoteNotifications, application) { application, token in
            application.delegate?.application(
                application, didRegisterForRemoteNotificationsWithDeviceToken: Data(hex: token))
        }
        context.serveLater(TransferCallbacks.handleEvents, application) { application, done, _, identifier in
            let identifier = identifier ?? ""
            let sessions = BackgroundSessions.of(application.context)
            sessions.expectEvents(of: identifier)
            let handler: @Sendable () -> Void = {
                sessions.endEvents(of: identifier)
                done(())
            }
            if application.lifeCycle.host?.handleEvents(of: identifier, completion: handler) == true { return }
            application.delegate?.application(
                application, handleEventsForBackgroundURLSession: identifier, completionHandler: handler) ?? handler()
        }
        context.serve(NotificationCallbacks.didReceiveLocal, application) { application, request in
            application.delegate?.application(application, didReceive: UILocalNotification(request))
        }
        context.serveLater(NotificationCallbacks.willPresent, application) { application, done, request in
            UNUserNotificationCenter.of(application.context).present(request, done: done)
        }
        context.serveLater(NotificationCallbacks.didReceiveResponse, application) { application, done, answered in
            guard answered.request.isLegacy else {
                return UNUserNotificationCenter.of(application.context).respond(answered) { done(()) }
            }
            application.delegate?.application(
                application, handleActionWithIdentifier: answered.response.action.identifier,
                for: UILocalNotification(answered.request)
            ) { done(()) } ?? done(())
        }
        context.serve(WakeCallbacks.keepAliveHandler, application) { application, _ in application.keepAlive?() }
        // Both objects are created now, as background sessions and tagged streams of an earlier process may have events
        // before the app uses their classes.
        _ = BackgroundSessions.of(context)
        _ = TaggedStreams.of(context)
    }

    /// Taps an element on the screen in place of the user.
    ///
    /// - Parameter answer: called before the app's code for the tap runs, with the element that is tapped, or with the
    ///   reason why none is tapped.
    package func touch(_ name: String, _ context: AppContext, answer: (TouchAnswer) -> Void) {
        do {
            let found = try Touchable.find(name, among: Screen.touchables(of: context))
            answer(.touched(found.description))
            found.tap()
        } catch {
            answer(.problem(error.description))
        }
    }

    /// Runs code of the app, during which `applicationState` returns `state`.
    private func told<Value>(_ state: UIApplication.State, _ body: () -> Value) -> Value {
        stateInCallback = state
        defer { stateInCallback = nil }
        return body()
    }

    private func post(_ name: Notification.Name, _ object: Any) {
        NotificationCenter.default.post(name: name, object: object)
    }

    // MARK: Launching

    private func launch(_ launch: LaunchOptions, _ connection: LaunchOptions, _ application: UIApplication) -> Bool {
        // LC-28: an app with scenes gets these options when a scene is connected.
        if adoptsScenes {
            launchURL = launch.url ?? connection.url
            launchResponse = (launch.notificationResponse ?? connection.notificationResponse)
                .map(UNNotificationResponse.of)
        }
        let options = Self.options(launch)
        let given = options.isEmpty || adoptsScenes ? nil : options
        let delegate = application.delegate
        // The window of a storyboard exists before the delegate's first method is called.
        window = adoptsScenes ? nil : MainStoryboard.window()
        if let window { delegate?.window = window }
        let willHandle = delegate?.application(application, willFinishLaunchingWithOptions: given) ?? true
        let didHandle = delegate?.application(application, didFinishLaunchingWithOptions: given) ?? true
        // A window that the delegate has set is shown in place of the storyboard's window.
        if let own = delegate?.window, own !== window { window = nil }
        window?.makeKeyAndVisible()
        post(UIApplication.didFinishLaunchingNotification, application)
        return willHandle && didHandle
    }

    private static func options(_ given: LaunchOptions) -> [UIApplication.LaunchOptionsKey: Any] {
        var options: [UIApplication.LaunchOptionsKey: Any] = [:]
        options[.url] = given.url.flatMap { URL(string: $0.url) }
        options[.sourceApplication] = given.url?.sourceApplication
        options[.remoteNotification] = given.remoteNotification.map(PropertyList.payload)
        options[.localNotification] = given.localNotification.map { UILocalNotification($0) }
        options[.location] = given.location
        options[.bluetoothCentrals] = given.bluetoothCentrals
        options[.bluetoothPeripherals] = given.bluetoothPeripherals
        return options
    }

    // MARK: Scenes

    /// Connects the scene in front, unless it is already connected. The scene comes to the screen when the app enters
    /// the foreground.
    private func connect(_ application: UIApplication) {
        guard scene == nil else { return }
        let session = session(front, application)
        let options = UIScene.ConnectionOptions()
        // A new scene gets its URLs only in the connection options, not in `scene(_:openURLContexts:)`, too (LN-08).
        options.urlContexts = waitingURLs
        if !launchURLIsGiven, let context = launchURL.flatMap(Self.context) {
            options.urlContexts.insert(context)
            launchURLIsGiven = true
        }
        waitingURLs = []
        options.notificationResponse = launchResponse
        launchResponse = nil
        // A scene that is connected again keeps its session's configuration.
        if !session.hasBeenConnected,
            let chosen = application.delegate?.application(
                application, configurationForConnecting: session, options: options)
        {
            if chosen.delegateClass == nil { chosen.delegateClass = session.configuration.delegateClass }
            session.configuration = chosen
        }
        session.hasBeenConnected = true
        let scene = UIWindowScene(session: session)
        scenes[front] = scene
        if let type = session.configuration.delegateClass as? any UISceneDelegate.Type { scene.delegate = type.init() }
        application.connectedScenes.insert(scene)
        var window = MainStoryboard.window(of: scene)
        if let window { (scene.delegate as? any UIWindowSceneDelegate)?.window = window }
        post(UIScene.willConnectNotification, scene)
        scene.delegate?.scene(scene, willConnectTo: session, options: options)
        if let own = (scene.delegate as? any UIWindowSceneDelegate)?.window, own !== window { window = nil }
        windows[front] = window
        window?.makeKeyAndVisible()
        scene.activationState = .background
        connectionURLs = options.urlContexts.map(\.url)
    }

    /// Returns the session of a scene. The first call creates the session, with the configuration in the Info.plist.
    private func session(_ number: Int, _ application: UIApplication) -> UISceneSession {
        if let session = sessions[number] { return session }
        let configuration = UISceneConfiguration(name: nil, sessionRole: .windowApplication)
        configuration.delegateClass = Self.sceneDelegate(sceneDelegateClass, near: application.delegate)
        if let sceneDelegateClass, configuration.delegateClass == nil {
            application.context.send(
                ApplicationMethods.log,
                "Info.plist configuration: could not load the scene delegate class \"\(sceneDelegateClass)\"")
        }
        let session = UISceneSession(configuration)
        sessions[number] = session
        return session
    }

    /// Asks the runner to activate a scene (LC-30).
    ///
    /// - Parameter session: the session of the scene; `nil` for a new scene.
    /// - Throws: the error with which the runner refuses the request.
    func request(_ session: UISceneSession?, _ application: UIApplication) throws(JSONRPCError) {
        // A session of an earlier process gets a number that no scene has: the runner then refuses the request.
        let known = session.map { session in sessions.first { $0.value === session }?.key ?? .max }
        let number = try application.context.call(ApplicationMethods.requestSceneSessionActivation, known)
        _ = self.session(number, application)
    }

    /// Brings another scene to the front, in place of the scene that is there. The app as a whole stays active.
    private func activate(_ number: Int, _ application: UIApplication) {
        guard number != front else { return }
        let last = scene
        if let last {
            last.delegate?.sceneWillResignActive(last)
            post(UIScene.willDeactivateNotification, last)
            last.activationState = .foregroundInactive
        }
        front = number
        connect(application)
        if let scene { bringToScreen(scene) }
        if let last {
            last.activationState = .background
            last.delegate?.sceneDidEnterBackground(last)
            post(UIScene.didEnterBackgroundNotification, last)
        }
        if let scene { becomeActive(scene) }
    }

    private func becomeActive(_ scene: UIScene) {
        scene.activationState = .foregroundActive
        scene.delegate?.sceneDidBecomeActive(scene)
        post(UIScene.didActivateNotification, scene)
    }

    private func bringToScreen(_ scene: UIScene) {
        scene.delegate?.sceneWillEnterForeground(scene)
        post(UIScene.willEnterForegroundNotification, scene)
        scene.activationState = .foregroundInactive
        let urls = connectionURLs
        connectionURLs = []
        host?.scene(scene, opens: urls)
    }

    /// Returns the scene delegate's class that the Info.plist names; `nil` if there is none. In the name,
    /// `$(PRODUCT_MODULE_NAME)` stands for the module of the app's delegate.
    private static func sceneDelegate(_ name: String?, near delegate: (any UIApplicationDelegate)?) -> AnyClass? {
        guard let name, let delegate else { return nil }
        let module = String(reflecting: type(of: delegate)).split(separator: ".").first.map(String.init) ?? ""
        let full = name.replacingOccurrences(of: "$(PRODUCT_MODULE_NAME)", with: module)
        return NSClassFromString(full) ?? NSClassFromString("\(module).\(full)")
    }

    private func disconnect(_ number: Int, _ application: UIApplication) {
        guard let scene = scenes.removeValue(forKey: number) else { return }
        windows[number] = nil
        scene.activationState = .unattached
        scene.session.scene = nil
        application.connectedScenes.remove(scene)
        scene.delegate?.sceneDidDisconnect(scene)
        post(UIScene.didDisconnectNotification, scene)
    }

    // MARK: Transitions

    private func becomeActive(_ application: UIApplication) {
        if usesScenes, let scene {
            // The runner has not sent `willEnterForeground` if a SwiftUI app's Info.plist declares no scenes.
            if scene.activationState == .background { enterForeground(application) }
            becomeActive(scene)
        } else if adoptsScenes {
            enterForeground(application)
            if let scene { becomeActive(scene) }
        } else {
            application.delegate?.applicationDidBecomeActive(application)
        }
        post(UIApplication.didBecomeActiveNotification, application)
    }

    private func resignActive(_ application: UIApplication) {
        if usesScenes, let scene {
            scene.delegate?.sceneWillResignActive(scene)
            post(UIScene.willDeactivateNotification, scene)
            scene.activationState = .foregroundInactive
        } else {
            application.delegate?.applicationWillResignActive(application)
        }
        post(UIApplication.willResignActiveNotification, application)
    }

    private func enterBackground(_ application: UIApplication) {
        launchURL = nil
        if usesScenes {
            // An app that was launched into the background has no scene yet.
            if let scene {
                scene.activationState = .background
                scene.delegate?.sceneDidEnterBackground(scene)
                post(UIScene.didEnterBackgroundNotification, scene)
            }
        } else {
            application.delegate?.applicationDidEnterBackground(application)
        }
        post(UIApplication.didEnterBackgroundNotification, application)
    }

    private func enterForeground(_ application: UIApplication) {
        if adoptsScenes { connect(application) }
        if usesScenes, let scene {
            bringToScreen(scene)
        } else {
            application.delegate?.applicationWillEnterForeground(application)
        }
        post(UIApplication.willEnterForegroundNotification, application)
    }

    private func open(_ opened: OpenedURL, _ application: UIApplication) {
        guard let context = Self.context(opened) else { return }
        guard usesScenes else {
            // LN-07: which method is called depends on the device's version of iOS.
            if application.context.version >= IOSVersion(9) {
                var options: [UIApplication.OpenURLOptionsKey: Any] = [.openInPlace: opened.openInPlace]
                options[.sourceApplication] = opened.sourceApplication
                _ = application.delegate?.application(application, open: context.url, options: options)
            } else {
                _ = application.delegate?.application(
                    application, open: context.url, sourceApplication: opened.sourceApplication, annotation: NSNull())
            }
            return
        }
        let isOfLaunch = launchURL == opened
        launchURL = nil
        if isOfLaunch, scene != nil { return }
        if let scene {
            scene.delegate?.scene(scene, openURLContexts: [context])
            host?.scene(scene, opens: [context.url])
        } else {
            waitingURLs.insert(context)
        }
    }

    private static func context(_ opened: OpenedURL) -> UIOpenURLContext? {
        URL(string: opened.url).map { url in
            UIOpenURLContext(
                url,
                UIScene.OpenURLOptions(
                    sourceApplication: opened.sourceApplication, openInPlace: opened.openInPlace))
        }
    }
}

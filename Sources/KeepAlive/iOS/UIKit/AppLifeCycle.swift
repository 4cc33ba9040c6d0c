import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

/// What makes an app's scenes besides delegates: SwiftUI.
@MainActor
package protocol SceneHost: TouchHost {
    /// A scene has another state.
    func changed(_ scene: UIScene)
    /// The user has opened URLs with a scene.
    func scene(_ scene: UIScene, opens urls: [URL])
    /// The events of a background session have come.
    ///
    /// - Returns: whether it takes them; it then calls the handler when it has.
    func handleEvents(of session: String, completion: @escaping @Sendable () -> Void) -> Bool
}

/// Turns the system's messages into calls of delegates, and into notifications.
@MainActor
package final class AppLifeCycle {
    /// True if scenes get the events, and not the app's delegate (LC-03): the app has adopted scenes, and they have a
    /// delegate.
    private var usesScenes: Bool {
        adoptsScenes && (sceneDelegateClass != nil || scene?.delegate != nil || host != nil)
    }
    /// Makes the scenes of an app of SwiftUI.
    private(set) var host: (any SceneHost)?

    /// Has the app's scenes made by a host. An app of SwiftUI has scenes also where its Info.plist does not say so.
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
    private var sceneDelegateClass: String?
    /// The sessions of the app's scenes, by number. The first one is made when its scene is connected.
    private(set) var sessions: [Int: UISceneSession] = [:]
    /// The scenes that are connected, by number.
    private var scenes: [Int: UIWindowScene] = [:]
    /// The windows of storyboards: of the app, and of scenes by number.
    private var window: UIWindow?
    private var windows: [Int: UIWindow] = [:]
    /// The number of the scene that is in front, or was last.
    private var front = 1
    private var scene: UIWindowScene? { scenes[front] }
    /// The scene that is in front, or was last, if it is connected.
    var sceneInFront: UIScene? { scene }
    /// The URLs with which the first scene is connected.
    private var waitingURLs: Set<UIOpenURLContext> = []
    /// The URL that the app was launched for, until the system says that it was opened.
    private var launchURL: OpenedURL?
    /// The answer to a notification that the app was launched for, until a scene has got it.
    private var launchResponse: UNNotificationResponse?
    /// True once a scene has got it with its connection.
    private var launchURLIsGiven = false
    /// The URLs of the connection, until the views of the scene are there.
    private var connectionURLs: [URL] = []
    /// The state that UIKit reports during the present callback: the system's own state is ahead of it.
    private(set) var stateInCallback: UIApplication.State?

    init() {}

    /// Takes the answer to `hello`, and answers the system's callbacks from now on.
    package func begin(_ greeting: AppGreeting, _ application: UIApplication) {
        let context = application.context
        context.version = greeting.version
        context.isMultitaskingSupported = greeting.isMultitaskingSupported
        adoptsScenes = greeting.usesScenes
        supportsMultipleScenes = greeting.supportsMultipleScenes
        sceneDelegateClass = greeting.sceneDelegateClass
        // From here on, the app is told of changes of the device.
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

    /// Answers the callbacks of the system: when the app returns, or when it calls its handler.
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
        // Sessions of a former process end in this one, and its streams wake it, before it asks for either.
        _ = BackgroundSessions.of(context)
        _ = TaggedStreams.of(context)
    }

    /// The user touches something on the screen.
    ///
    /// - Parameter answer: is told what is touched, or the reason why nothing is; before the app is.
    package func touch(_ name: String, _ context: AppContext, answer: (TouchAnswer) -> Void) {
        do {
            let found = try Touchable.find(name, among: Screen.touchables(of: context))
            answer(.touched(found.description))
            found.tap()
        } catch {
            answer(.problem(error.description))
        }
    }

    /// Calls the app while UIKit reports a state.
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
        // LC-28: an app with scenes gets the options with its scene.
        if adoptsScenes {
            launchURL = launch.url ?? connection.url
            launchResponse = (launch.notificationResponse ?? connection.notificationResponse)
                .map(UNNotificationResponse.of)
        }
        let options = Self.options(launch)
        let given = options.isEmpty || adoptsScenes ? nil : options
        let delegate = application.delegate
        // An app with a storyboard has its window before it is asked anything.
        window = adoptsScenes ? nil : MainStoryboard.window()
        if let window { delegate?.window = window }
        let willHandle = delegate?.application(application, willFinishLaunchingWithOptions: given) ?? true
        let didHandle = delegate?.application(application, didFinishLaunchingWithOptions: given) ?? true
        // The app may show a window of its own instead.
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

    /// Connects the scene in front. It is brought to the screen when the app enters the foreground.
    private func connect(_ application: UIApplication) {
        guard scene == nil else { return }
        let session = session(front, application)
        let options = UIScene.ConnectionOptions()
        // A new scene gets the URLs here, and not once more (LN-08).
        options.urlContexts = waitingURLs
        if !launchURLIsGiven, let context = launchURL.flatMap(Self.context) {
            options.urlContexts.insert(context)
            launchURLIsGiven = true
        }
        waitingURLs = []
        options.notificationResponse = launchResponse
        launchResponse = nil
        // A scene that comes back has the configuration of its session.
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

    /// Returns the session of a scene; it is made with the configuration of the Info.plist.
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

    /// Asks the system for a scene (LC-30).
    ///
    /// - Throws: the system's refusal.
    func request(_ session: UISceneSession?, _ application: UIApplication) throws(JSONRPCError) {
        // A session of another process is one that the system does not know.
        let known = session.map { session in sessions.first { $0.value === session }?.key ?? .max }
        let number = try application.context.call(ApplicationMethods.requestSceneSessionActivation, known)
        _ = self.session(number, application)
    }

    /// Shows a scene in the place of the one in front. The app as a whole stays active.
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

    /// Returns the class that the Info.plist names; `$(PRODUCT_MODULE_NAME)` is the module of the app's delegate.
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

    // MARK: To and fro

    private func becomeActive(_ application: UIApplication) {
        if usesScenes, let scene {
            // A system that does not know of the scenes of an app of SwiftUI has told nothing of the foreground.
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
            // LN-07: the method of the version's time.
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

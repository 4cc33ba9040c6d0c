import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// The life cycle of an app and its background tasks: `UIApplication` and its delegates.
    static let application = Service(
        methods: [
            AppMethod(ApplicationMethods.state) { call in
                let remaining = call.host.backgroundTimeRemaining
                return AppStateReport(
                    state: call.host.applicationState.applicationStateName,
                    backgroundTimeRemaining: remaining == .greatestFiniteMagnitude ? nil : remaining,
                    allowsBackgroundRefresh: call.hasDevice
                        ? try call.engine.machine.conditions.backgroundAppRefresh : true)
            },
            AppMethod(ApplicationMethods.beginBackgroundTask) { call, name, hasHandler in
                call.host.beginBackgroundTask(named: name.shortened(to: 200), hasExpirationHandler: hasHandler).rawValue
            },
            AppMethod(ApplicationMethods.endBackgroundTask) { call, task in
                call.host.endBackgroundTask(BackgroundTaskIdentifier(rawValue: task))
            },
            AppMethod(ApplicationMethods.requestSceneSessionActivation) { call, scene in
                try call.report(.sceneRequested(scene))
                let machine = try call.engine.machine
                return machine.requestedScene ?? machine.frontScene
            },
            AppMethod(ApplicationMethods.log) { call, message in call.host.log(message.shortened(to: 1000)) },
        ],
        callbacks: [
            CallbackRow(ApplicationCallbacks.didFinishLaunching) { callback, context in
                guard case .didFinishLaunching(let cause, let usesScenes) = callback else { return nil }
                let options = options(of: cause, context)
                let hasConnection = usesScenes && cause.connectionOptionsKey != nil
                return (
                    usesScenes ? LaunchOptions() : options, hasConnection ? options : LaunchOptions(),
                    context.engine?.machine.state.applicationStateName ?? "background"
                )
            } events: { _, isHandled in
                (isHandled ? [] : [.launchDeclinedURL]) + [.callbackReturned(.didFinishLaunching)]
            },
            CallbackRow(ApplicationCallbacks.didBecomeActive),
            CallbackRow(ApplicationCallbacks.willResignActive) { _, _ in [.callbackReturned(.willResignActive)] },
            CallbackRow(ApplicationCallbacks.didEnterBackground) { _, _ in [.callbackReturned(.didEnterBackground)] },
            CallbackRow(ApplicationCallbacks.willEnterForeground) { _, _ in [.callbackReturned(.willEnterForeground)] },
            CallbackRow(ApplicationCallbacks.willTerminate) { _, _ in [.callbackReturned(.willTerminate)] },
            CallbackRow(ApplicationCallbacks.didReceiveMemoryWarning),
            CallbackRow(ApplicationCallbacks.protectedDataWillBecomeUnavailable),
            CallbackRow(ApplicationCallbacks.protectedDataDidBecomeAvailable),
            CallbackRow(ApplicationCallbacks.sceneDidDisconnect) { callback, _ in
                if case .sceneDidDisconnect(let scene) = callback { scene } else { nil }
            },
            CallbackRow(ApplicationCallbacks.sceneActivated) { callback, _ in
                if case .sceneActivated(let scene) = callback { scene } else { nil }
            },
            CallbackRow(ApplicationCallbacks.openURL) { callback, _ in
                if case .openURL(let opened) = callback { opened } else { nil }
            },
            CallbackRow(ApplicationCallbacks.backgroundTaskExpired) { callback, _ in
                if case .backgroundTaskExpired(let task) = callback { task.rawValue } else { nil }
            },
            CallbackRow(ApplicationCallbacks.touch, isOfPolicy: false) { _, _ in nil },
        ])

    private static func options(of cause: LaunchCause, _ context: CallbackContext) -> LaunchOptions {
        var options = LaunchOptions()
        switch cause {
        case .url(let opened): options.url = opened
        case .notification(let answered):
            let request = answered.request
            if request.isRemote { options.remoteNotification = request.content.userInfo }
            if request.isLegacy, !request.isRemote { options.localNotification = request }
            if !request.isLegacy { options.notificationResponse = answered }
        case .wake(let kind):
            switch cause.launchOptionsKey {
            case "remoteNotification":
                options.remoteNotification =
                    context.engine.flatMap { engine in
                        engine.machine.identifierOfPendingWake(kind).flatMap { engine.payload(of: $0) }
                    } ?? true
            case "location": options.location = true
            case "bluetoothCentrals": options.bluetoothCentrals = true
            case "bluetoothPeripherals": options.bluetoothPeripherals = true
            case "newsstandDownloads": options.newsstandDownloads = true
            case nil: break
            case let key?: assertionFailure("no launch option \(key)")
            }
        case .user, .prewarm: break
        }
        return options
    }
}

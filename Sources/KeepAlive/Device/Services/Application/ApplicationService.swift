import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// The life cycle of an app and its background tasks: `UIApplication` and its delegates.
    static let application = Service(
        methods: [
            AppMethod(
                "applicationState",
                "UIApplication.applicationState: active, inactive or background; and the seconds left there, null without a limit",
                returns: .object([
                    "state": .applicationState, "backgroundTimeRemaining": .orNull(.number()),
                    "backgroundRefresh": .flag,
                ])
            ) { call in
                let remaining = call.host.backgroundTimeRemaining
                return [
                    "state": .string(call.host.applicationState.applicationStateName),
                    "backgroundTimeRemaining": remaining == .greatestFiniteMagnitude ? .null : .number(remaining),
                    "backgroundRefresh": .bool(
                        call.hasDevice ? try call.engine.machine.conditions.backgroundAppRefresh : true),
                ]
            },
            AppMethod(
                "beginBackgroundTask",
                "beginBackgroundTask(withName:expirationHandler:); task 0 is invalid; backgroundTaskExpired follows",
                .text("name").or(""), .flag("expirationHandler").or(true),
                returns: .object(["task": .whole(0...Int.max)])
            ) { call, name, hasHandler in
                let task = call.host.beginBackgroundTask(
                    named: name.shortened(to: 200), hasExpirationHandler: hasHandler)
                return ["task": .number(String(task.rawValue))]
            },
            AppMethod("endBackgroundTask", "endBackgroundTask(_:)", .whole("task", 0...Int.max)) { call, task in
                call.host.endBackgroundTask(BackgroundTaskIdentifier(rawValue: task))
                return .null
            },
            AppMethod(
                "requestSceneSessionActivation",
                "requestSceneSessionActivation(_:userActivity:options:errorHandler:), a new one without a number (LC-30)",
                Parameter.whole("scene", 1...Int.max).optional, returns: .object(["scene": .whole(1...Int.max)])
            ) { call, scene in
                try call.report(.sceneRequested(scene))
                let machine = try call.engine.machine
                return ["scene": .number(String(machine.requestedScene ?? machine.frontScene))]
            },
            AppMethod("log", "writes a line into the timeline", .text("message")) { call, message in
                call.host.log(message.shortened(to: 1000))
                return .null
            },
        ],
        callbacks: [
            CallbackRow(
                "didFinishLaunching",
                "application(_:didFinishLaunchingWithOptions:); an app with scenes gets connectionOptions in their place (LC-28); handled false declines the URL (LC-14, LN-07)",
                [
                    .init("launchOptions", .map(.anything)), .init("connectionOptions", .map(.anything)),
                    .init("state", .applicationState),
                ],
                answer: .object([.init("handled", .flag, isOptional: true)])
            ) { callback, context in
                guard case .didFinishLaunching(let cause, let usesScenes) = callback else { return [:] }
                let options = options(of: cause, context)
                let hasConnection = usesScenes && cause.connectionOptionsKey != nil
                return [
                    "launchOptions": .object(usesScenes ? [:] : options),
                    "connectionOptions": .object(hasConnection ? options : [:]),
                    "state": .string(context.engine?.machine.state.applicationStateName ?? "background"),
                ]
            } events: { _, result in
                (result?["handled"] == false ? [.launchDeclinedURL] : []) + [.callbackReturned(.didFinishLaunching)]
            },
            CallbackRow("didBecomeActive", "applicationDidBecomeActive, sceneDidBecomeActive"),
            CallbackRow(
                "willResignActive",
                "applicationWillResignActive, sceneWillResignActive: still in the foreground (LC-05), for 5 s at most",
                answer: .null, events: { _, _ in [.callbackReturned(.willResignActive)] }),
            CallbackRow(
                "didEnterBackground",
                "applicationDidEnterBackground, sceneDidEnterBackground: about 10 s (LC-08, LC-09)", answer: .null,
                events: { _, _ in [.callbackReturned(.didEnterBackground)] }),
            CallbackRow(
                "willEnterForeground",
                "applicationWillEnterForeground, sceneWillEnterForeground, at a cold launch, too (LC-31): 10 s (LC-32)",
                answer: .null, events: { _, _ in [.callbackReturned(.willEnterForeground)] }),
            CallbackRow(
                "willTerminate", "applicationWillTerminate: about 5 s (LC-12)", answer: .null,
                events: { _, _ in [.callbackReturned(.willTerminate)] }),
            CallbackRow("didReceiveMemoryWarning", "applicationDidReceiveMemoryWarning (LC-22)"),
            CallbackRow(
                "protectedDataWillBecomeUnavailable",
                "applicationProtectedDataWillBecomeUnavailable: 10 s after the lock (DP-02)"),
            CallbackRow(
                "protectedDataDidBecomeAvailable", "applicationProtectedDataDidBecomeAvailable: the unlock (DP-02)"),
            CallbackRow("sceneDidDisconnect", "sceneDidDisconnect (LC-02)", [.init("scene", .whole(1...Int.max))]) {
                callback, _ in
                if case .sceneDidDisconnect(let scene) = callback { ["scene": .number(String(scene))] } else { [:] }
            },
            CallbackRow(
                "sceneActivated", "a scene takes the place of the one in front (LC-30)",
                [.init("scene", .whole(1...Int.max))]
            ) { callback, _ in
                if case .sceneActivated(let scene) = callback { ["scene": .number(String(scene))] } else { [:] }
            },
            CallbackRow(
                "openURL", "application(_:open:options:), scene(_:openURLContexts:) (LN-07, LN-08)",
                [.init("url", .text), .init("sourceApplication", .text, isOptional: true), .init("openInPlace", .flag)]
            ) { callback, _ in if case .openURL(let opened) = callback { members(of: opened) } else { [:] } },
            CallbackRow(
                "backgroundTaskExpired", "the expiration handler of a background task (BT-14)",
                [.init("task", .whole(0...Int.max))]
            ) { callback, _ in
                guard case .backgroundTaskExpired(let task) = callback else { return [:] }
                return ["task": .number(String(task.rawValue))]
            },
        ])

    private static func members(of opened: OpenedURL) -> [String: JSONValue] {
        var members: [String: JSONValue] = ["url": .string(opened.url), "openInPlace": .bool(opened.openInPlace)]
        members["sourceApplication"] = opened.sourceApplication.map { .string($0) }
        return members
    }

    private static func options(of cause: LaunchCause, _ context: CallbackContext) -> [String: JSONValue] {
        var options = documentedOptions(of: cause, context)
        // A scene is connected with the answer that launches its app (LN-12).
        if case .notification(let answered) = cause, !answered.request.isLegacy {
            options["notificationResponse"] = .object(NotificationJSON.members(of: answered))
        }
        return options
    }

    private static func documentedOptions(of cause: LaunchCause, _ context: CallbackContext) -> [String: JSONValue] {
        guard let key = cause.launchOptionsKey else { return [:] }
        switch cause {
        case .url(let opened): return members(of: opened)
        case .notification(let answered):
            let request = answered.request
            return [key: request.isRemote ? request.content.userInfo : .object(NotificationJSON.members(of: request))]
        case .wake(let kind) where kind == .remoteNotification || kind == .voipPush:
            let push = context.engine.flatMap { engine in
                engine.machine.identifierOfPendingWake(kind).flatMap { engine.payload(of: $0) }
            }
            return [key: push ?? true]
        default: return [key: true]
        }
    }
}

import KeepAliveEngine
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol

extension Service {
    /// Remote notifications and PushKit.
    static let push = Service(
        methods: [
            AppMethod(
                "registerForRemoteNotifications",
                "registerForRemoteNotifications(): didRegisterForRemoteNotifications follows (WK-19)", by: .apps
            ) { call in
                try register(.alert, for: call)
                return .null
            },
            AppMethod(
                "unregisterForRemoteNotifications",
                "unregisterForRemoteNotifications(): a push server answers 410 for its token from now on (WK-19)",
                by: .apps
            ) { call in
                let engine = try call.engine
                engine.pushTokens.unregister(PushRegistration(.alert, of: engine.machine.manifest.bundleIdentifier))
                return .null
            },
            AppMethod(
                "setDesiredPushTypes",
                "PKPushRegistry.desiredPushTypes: with voip didUpdatePushCredentials follows, with another token, from iOS 8 on (SD-54)",
                .words("types", ["voip", "complication", "fileProvider"]), by: .apps
            ) { call, types in
                if types.contains("voip") { try register(.voip, for: call) }
                return .null
            },
            AppMethod(
                "requestPushToken",
                "a token for pushes of a kind, such as location, pushtotalk, liveactivity: didReceivePushToken follows (WK-19)",
                Parameter<PushType>.choice("type"), Parameter.text("activity").optional, by: .apps
            ) { call, type, activity in
                try register(type, activity: activity, for: call)
                return .null
            },
            AppMethod(
                reporting: "requestLiveActivity",
                "Activity.request: in the foreground alone, else 'visibility'; the system ends it after eight hours (WK-24)",
                .text("activity", lengthMax: 100), by: .apps
            ) { .liveActivity(.requested($0)) },
            AppMethod(
                reporting: "endLiveActivity", "Activity.end (WK-24)", .text("activity", lengthMax: 100), by: .apps
            ) {
                .liveActivity(.ended($0))
            },
            AppMethod(
                "liveActivities", "Activity.activities: those that are shown (WK-24)", returns: .list(.text), by: .apps
            ) { call in .array(try call.engine.machine.liveActivities.map { .string($0) }) },
        ],
        callbacks: [
            CallbackRow(
                "didReceiveRemoteNotification",
                "didReceiveRemoteNotification with its completion handler: 30 s (WK-04)",
                [.init("userInfo", .map(.anything))], answer: WakeCallbacks.fetchResult, members: payload,
                events: { callback, answer in
                    // One that is shown waits for no answer.
                    if case .didReceivePush = callback { return [] }
                    return [.push(.completed(WakeCallbacks.fetched(answer)))]
                }),
            CallbackRow(
                "didReceiveIncomingPush", "a VoIP push: call reportNewIncomingCall first (WK-08)",
                [.init("userInfo", .map(.anything)), .init("mustReport", .flag)], answer: .null,
                members: { callback, context in
                    let mustReport = context.engine?.machine.awaitsCallReport ?? true
                    return payload(callback, context).merging(["mustReport": .bool(mustReport)]) { $1 }
                },
                events: { _, _ in [.voip(.returnedWithoutReport)] }),
            CallbackRow(
                "didUpdatePushCredentials", "pushRegistry(_:didUpdate:for:) (SD-54)", [.init("token", .text)]
            ) { callback, _ in
                if case .didUpdatePushCredentials(let token) = callback { ["token": .string(token)] } else { [:] }
            },
            CallbackRow(
                "didRegisterForRemoteNotifications",
                "application(_:didRegisterForRemoteNotificationsWithDeviceToken:), as lower-case hex (WK-19)",
                [.init("token", .text)]
            ) { callback, _ in
                if case .didRegisterForRemoteNotifications(let token) = callback {
                    ["token": .string(token)]
                } else {
                    [:]
                }
            },
            CallbackRow(
                "didReceivePushToken", "a token for location, Push to Talk or Live Activity pushes (WK-19)",
                [
                    .init("type", .word(of: PushType.self)), .init("token", .text),
                    .init("activity", .text, isOptional: true),
                ]
            ) { callback, _ in
                guard case .didReceivePushToken(let type, let token, let activity) = callback else { return [:] }
                var members: CallbackRow.Members = ["type": .string(type.rawValue), "token": .string(token)]
                members["activity"] = activity.map { .string($0) }
                return members
            },
            CallbackRow(
                "liveActivityEnded", "Activity.activityStateUpdates: the system has ended it (WK-24)",
                [.init("activity", .text)]
            ) { callback, _ in
                if case .liveActivityEnded(let activity) = callback { ["activity": .string(activity)] } else { [:] }
            },
            woken(.pushToTalk, "a Push to Talk push, with its payload: PTChannelManager's incomingPushResult (BM-13)"),
            woken(.liveActivity, "a push that starts a Live Activity, with its payload (WK-21)"),
            CallbackRow("didInvalidatePushToken", "pushRegistry(_:didInvalidatePushTokenFor:) (SD-54)"),
        ])

    /// Returns the members of a push: its payload, or the smallest possible one if it is unknown.
    private static func payload(_ callback: AppCallback, _ context: CallbackContext) -> CallbackRow.Members {
        if case .didReceivePush(let request) = callback { return ["userInfo": request.content.userInfo] }
        guard case .woken(_, let identifier) = callback else { return [:] }
        return ["userInfo": context.engine?.payload(of: identifier) ?? ["aps": ["content-available": 1]]]
    }

    /// The row of a wake by a push that has no callback of its own.
    private static func woken(_ kind: WakeKind, _ summary: String) -> CallbackRow {
        CallbackRow(
            kind.callbackName, summary,
            [
                WakeCallbacks.kind, .init("identifier", .text, isOptional: true),
                .init("userInfo", .map(.anything)),
            ], answer: .null,
            members: { callback, context in
                WakeCallbacks.members(of: callback, context).merging(payload(callback, context)) { $1 }
            }, events: WakeCallbacks.completed)
    }

    private static func register(_ type: PushType, activity: String? = nil, for call: AppCall) throws {
        let engine = try call.engine
        if type == .voip {
            try call.report(.voip(.pushKitUsed))
            guard engine.machine.profile.features.pushKit else { return }
        }
        engine.pushTokens.register(
            PushRegistration(type, of: engine.machine.manifest.bundleIdentifier, activity: activity))
    }
}

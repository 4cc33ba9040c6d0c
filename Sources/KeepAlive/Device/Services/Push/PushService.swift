import KeepAliveEngine
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol

extension Service {
    /// The service for remote notifications, PushKit, Push to Talk and Live Activities.
    static let push = Service(
        methods: [
            AppMethod(PushMethods.register, by: .apps) { call in try register(.alert, for: call) },
            AppMethod(PushMethods.unregister, by: .apps) { call in
                let engine = try call.engine
                engine.pushTokens.unregister(PushRegistration(.alert, of: engine.machine.manifest.bundleIdentifier))
            },
            AppMethod(PushMethods.setDesiredPushTypes, by: .apps) { call, types in
                if types.contains("voip") { try register(.voip, for: call) }
            },
            AppMethod(PushMethods.requestPushToken, by: .apps) { call, type, activity in
                try register(type, activity: activity, for: call)
            },
            AppMethod(reporting: PushMethods.requestLiveActivity, by: .apps) { .liveActivity(.requested($0)) },
            AppMethod(reporting: PushMethods.endLiveActivity, by: .apps) { .liveActivity(.ended($0)) },
            AppMethod(PushMethods.liveActivities, by: .apps) { call in try call.engine.machine.liveActivities },
        ],
        callbacks: [
            CallbackRow(PushCallbacks.didReceiveRemoteNotification, values: payload) { callback, result in
                // For a push that only shows a notification, the policy does not wait for a completion.
                if case .didReceivePush = callback { return [] }
                return [.push(.completed(result))]
            },
            CallbackRow(PushCallbacks.didReceiveIncomingPush) { callback, context in
                payload(callback, context).map { ($0, context.engine?.machine.awaitsCallReport ?? true) }
            } events: { _, _ in
                [.voip(.returnedWithoutReport)]
            },
            CallbackRow(PushCallbacks.didUpdatePushCredentials) { callback, _ in
                if case .didUpdatePushCredentials(let token) = callback { token } else { nil }
            },
            CallbackRow(PushCallbacks.didRegisterForRemoteNotifications) { callback, _ in
                if case .didRegisterForRemoteNotifications(let token) = callback { token } else { nil }
            },
            CallbackRow(PushCallbacks.didReceivePushToken) { callback, _ in
                guard case .didReceivePushToken(let type, let token, let activity) = callback else { return nil }
                return (type, token, activity)
            },
            CallbackRow(PushCallbacks.liveActivityEnded) { callback, _ in
                if case .liveActivityEnded(let activity) = callback { activity } else { nil }
            },
            CallbackRow(PushCallbacks.pushToTalk, values: wake, events: WakeRows.completed),
            CallbackRow(PushCallbacks.liveActivity, values: wake, events: WakeRows.completed),
            CallbackRow(PushCallbacks.didInvalidatePushToken),
        ])

    /// Returns the payload of a callback's push, or a minimal payload if the payload is not known; `nil` if the
    /// callback has no push.
    private static func payload(_ callback: AppCallback, _ context: CallbackContext) -> JSONValue? {
        if case .didReceivePush(let request) = callback { return request.content.userInfo }
        guard case .woken(_, let identifier) = callback else { return nil }
        return context.engine?.payload(of: identifier) ?? ["aps": ["content-available": 1]]
    }

    /// Returns the kind, the push identifier and the payload for a wake by a push; `nil` for another callback.
    private static func wake(
        _ callback: AppCallback, _ context: CallbackContext
    ) -> (WakeKind, String?, JSONValue)? {
        guard case .woken(let kind, let identifier) = callback, let payload = payload(callback, context) else {
            return nil
        }
        return (kind, identifier, payload)
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

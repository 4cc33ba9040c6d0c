import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Remote notifications and PushKit.
    static let push = Service(
        methods: [
            AppMethod(
                "registerForRemoteNotifications",
                "registerForRemoteNotifications(); the device token as lower-case hex",
                returns: .object(["token": .text])
            ) { call in ["token": .string(token(of: try call.engine.machine.manifest.bundleIdentifier))] },
            AppMethod(
                "setDesiredPushTypes",
                "PKPushRegistry.desiredPushTypes: with voip didUpdatePushCredentials follows, with another token (SD-54)",
                .texts("types"), by: .apps
            ) { call, types in
                guard types.contains("voip") else { return .null }
                let engine = try call.engine
                let bytes = tokenBytes(of: "\(engine.machine.manifest.bundleIdentifier).voip")
                try call.after(.zero) { [weak engine] in
                    engine?.happened(.voip(.credentialsUpdated(token: bytes)))
                }
                return .null
            },
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
                [.init("userInfo", .map(.anything))], answer: .null, members: payload,
                events: { _, _ in [.voip(.returnedWithoutReport)] }),
            CallbackRow(
                "didUpdatePushCredentials", "pushRegistry(_:didUpdate:for:) (SD-54)", [.init("token", .text)]
            ) { callback, _ in
                if case .didUpdatePushCredentials(let token) = callback { ["token": .string(token)] } else { [:] }
            },
            CallbackRow("didInvalidatePushToken", "pushRegistry(_:didInvalidatePushTokenFor:) (SD-54)"),
        ])

    /// Returns the members of a push: its payload, or the smallest possible one if it is unknown.
    private static func payload(_ callback: AppCallback, _ context: CallbackContext) -> CallbackRow.Members {
        if case .didReceivePush(let request) = callback { return ["userInfo": request.content.userInfo] }
        guard case .woken(_, let identifier) = callback else { return [:] }
        return ["userInfo": context.engine?.payload(of: identifier) ?? ["aps": ["content-available": 1]]]
    }

    /// Returns a token that stays the same for an app, as a device's does; it leads nowhere.
    private static func token(of bundleIdentifier: String) -> String {
        PushToken.text(of: tokenBytes(of: bundleIdentifier))
    }

    private static func tokenBytes(of topic: String) -> [UInt8] {
        var random = SplitMix64(state: FNV1a(of: topic).value)
        return (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}

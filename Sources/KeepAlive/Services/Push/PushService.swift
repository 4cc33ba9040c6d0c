import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Remote notifications, PushKit and CallKit.
    static let push = Service(
        methods: [
            AppMethod(
                "registerForRemoteNotifications",
                "registerForRemoteNotifications(); the device token as lower-case hex",
                returns: .object(["token": .text])
            ) { call in ["token": .string(token(of: try call.engine.machine.manifest.bundleIdentifier))] },
            AppMethod(
                "reportNewIncomingCall", "CXProvider.reportNewIncomingCall, due before a VoIP push returns"
            ) { call in
                try call.report(.voip(.callKitUsed))
                try call.report(.voip(.callReported))
                return .null
            },
        ],
        callbacks: [
            CallbackRow(
                "didReceiveRemoteNotification",
                "didReceiveRemoteNotification with its completion handler: 30 s (WK-04)",
                [.init("userInfo", .map(.anything))], answer: WakeCallbacks.fetchResult, members: payload,
                events: { [.push(.completed(WakeCallbacks.fetched($1)))] }),
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
        guard case .woken(_, let identifier) = callback else { return [:] }
        return ["userInfo": context.engine?.payload(of: identifier) ?? ["aps": ["content-available": 1]]]
    }

    /// Returns a token that stays the same for an app, as a device's does; it leads nowhere.
    private static func token(of bundleIdentifier: String) -> String {
        var random = SplitMix64(state: FNV1a(of: bundleIdentifier).value)
        return PushToken.text(of: (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }
}

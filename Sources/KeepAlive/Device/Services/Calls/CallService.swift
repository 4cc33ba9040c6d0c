import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// CallKit: calls in the system's interface.
    static let calls = Service(
        methods: [
            AppMethod(
                "reportNewIncomingCall",
                "CXProvider.reportNewIncomingCall: the device rings; due before a VoIP push returns (WK-08, WK-17)",
                uuid.optional, by: .apps
            ) { call, uuid in
                guard let uuid else {
                    // The report alone, of an app that shows no call.
                    try call.report(.voip(.callKitUsed))
                    try call.report(.voip(.callReported))
                    return .null
                }
                guard try call.engine.machine.profile.features.callKit else {
                    throw JSONRPCError.refused("CallKit came with iOS 10")
                }
                try call.report(.call(.reported(call: uuid)))
                return .null
            },
            AppMethod(
                reporting: "requestCallAction",
                "CXCallController.request: performCallAction follows, for the app's provider (WK-17)",
                .choice("action", of: CallAction.self), uuid, by: .apps
            ) { .call(.transactionRequested($0, call: $1)) },
            AppMethod(
                reporting: "reportCallEnded", "CXProvider.reportCall(with:endedAt:reason:) (WK-17)", uuid, by: .apps
            ) { .call(.ended(call: $0)) },
            AppMethod(
                reporting: "setMaximumCallGroups",
                "CXProviderConfiguration.maximumCallGroups, 2 by default: one call more than groups is error 7 (WK-17)",
                .whole("groups", 0...100), by: .apps
            ) { .call(.groupsLimited(to: $0)) },
            AppMethod(reporting: "invalidateCallProvider", "CXProvider.invalidate(): its calls end (WK-17)", by: .apps)
            {
                .call(.providerInvalidated)
            },
            AppMethod(
                "calls", "CXCallObserver.calls (WK-17)",
                returns: .list(.object(["uuid": .text, "state": .word(of: CallState.self)])), by: .apps
            ) { call in
                .array(
                    try call.engine.machine.calls.map {
                        ["uuid": .string($0.call), "state": .string($0.state.rawValue)]
                    })
            },
        ],
        callbacks: [
            CallbackRow(
                "performCallAction",
                "provider(_:perform:): the user or the app wants it; fulfilled: false fails it (WK-17)",
                [.init("action", .word(of: CallAction.self)), .init("uuid", .text)],
                answer: .orNull(.object([.init("fulfilled", .flag, isOptional: true)]))
            ) { callback, _ in
                guard case .performCallAction(let action, let call) = callback else { return [:] }
                return ["action": .string(action.rawValue), "uuid": .string(call)]
            } events: { callback, answer in
                guard case .performCallAction(let action, let call) = callback else { return [] }
                return [
                    .call(
                        answer?["fulfilled"]?.bool == false
                            ? .failed(action, call: call) : .fulfilled(action, call: call))
                ]
            },
            CallbackRow(
                "callActionTimedOut",
                "provider(_:timedOutPerforming:): the app has not answered an action in time; an answer or a start ends the call (WK-17)",
                [.init("action", .word(of: CallAction.self)), .init("uuid", .text)]
            ) { callback, _ in
                guard case .callActionTimedOut(let action, let call) = callback else { return [:] }
                return ["action": .string(action.rawValue), "uuid": .string(call)]
            },
            CallbackRow("didActivateAudioSession", "provider(_:didActivate:): the app starts its sound (WK-18)"),
            CallbackRow("didDeactivateAudioSession", "provider(_:didDeactivate:) (WK-18)"),
        ])

    private static let uuid = Parameter.text("uuid", lengthMax: 100)
}

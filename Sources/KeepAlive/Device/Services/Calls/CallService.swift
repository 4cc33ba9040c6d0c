import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// CallKit, which shows calls in the interface of iOS.
    static let calls = Service(
        methods: [
            AppMethod(CallMethods.reportNewIncomingCall, by: .apps) { call, uuid in
                guard let uuid else {
                    // Without a call's identifier, the app only makes the report that a VoIP push requires. No call is
                    // shown.
                    try call.report(.voip(.callKitUsed))
                    try call.report(.voip(.callReported))
                    return
                }
                guard try call.engine.machine.profile.features.callKit else {
                    throw JSONRPCError.refused("CallKit came with iOS 10")
                }
                try call.report(.call(.reported(call: uuid)))
            },
            AppMethod(reporting: CallMethods.requestCallAction, by: .apps) {
                .call(.transactionRequested($0, call: $1))
            },
            AppMethod(reporting: CallMethods.reportCallEnded, by: .apps) { .call(.ended(call: $0)) },
            AppMethod(reporting: CallMethods.setMaximumCallGroups, by: .apps) { .call(.groupsLimited(to: $0)) },
            AppMethod(reporting: CallMethods.invalidateCallProvider, by: .apps) { .call(.providerInvalidated) },
            AppMethod(CallMethods.calls, by: .apps) { call in
                try call.engine.machine.calls.map { ShownCall($0.call, $0.state) }
            },
        ],
        callbacks: [
            CallbackRow(CallCallbacks.perform) { callback, _ in
                if case .performCallAction(let action, let call) = callback { (action, call) } else { nil }
            } events: { callback, isFulfilled in
                guard case .performCallAction(let action, let call) = callback else { return [] }
                return [.call(isFulfilled ? .fulfilled(action, call: call) : .failed(action, call: call))]
            },
            CallbackRow(CallCallbacks.timedOut) { callback, _ in
                if case .callActionTimedOut(let action, let call) = callback { (action, call) } else { nil }
            },
            CallbackRow(CallCallbacks.didActivateAudioSession), CallbackRow(CallCallbacks.didDeactivateAudioSession),
        ])
}

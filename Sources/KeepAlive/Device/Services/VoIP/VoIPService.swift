import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// VoIP before PushKit: the tagged socket and the keep-alive handler, up to iOS 8.
    static let voip = Service(
        methods: [
            AppMethod(
                "tagSocket",
                "kCFStreamNetworkServiceTypeVoIP: the system watches this socket while the app is frozen, and wakes it when "
                    + "data comes (SD-50). Its descriptor comes with the line, by SCM_RIGHTS of unix(7)",
                returns: .object(["tagged": .flag]), by: .apps, takingDescriptor: true
            ) { call in
                if let sockets = try call.engine.sockets {
                    guard let passed = try call.takeDescriptor() else {
                        throw JSONRPCError.invalidParams(
                            "the descriptor of the socket is missing: send it along with the line (SCM_RIGHTS)")
                    }
                    do {
                        let isNew = try sockets.tag(passed.descriptor, of: passed.process)
                        guard isNew else { return ["tagged": true] }
                    } catch let error as KeepAliveError {
                        throw JSONRPCError.invalidParams(error.message)
                    }
                }
                try call.report(.voip(.socketTagged(true)))
                return ["tagged": .bool(try call.engine.machine.manifest.backgroundModes.contains(.voip))]
            },
            AppMethod("untagSockets", "the tagged sockets are ordinary ones again", by: .apps) { call in
                for _ in 0..<(try call.engine.machine.taggedSocketCount) {
                    try call.report(.voip(.socketTagged(false)))
                }
                try call.engine.sockets?.forget()
                return .null
            },
            AppMethod(
                "setKeepAliveTimeout",
                "setKeepAliveTimeout(_:handler:): keepAliveHandler comes before each timeout, which is 600 s at least (WK-13)",
                .seconds("seconds"), returns: .object(["accepted": .flag]), by: .apps
            ) { call, timeout in
                try call.report(.voip(.keepAliveTimeoutSet(timeout)))
                return ["accepted": .bool(try call.engine.machine.hasKeepAliveTimeout)]
            },
            AppMethod(reporting: "clearKeepAliveTimeout", "clearKeepAliveTimeout() (WK-13)", by: .apps) {
                .voip(.keepAliveCleared)
            },
        ],
        callbacks: [
            CallbackRow(
                "keepAliveHandler", "the keep-alive handler of a VoIP app (WK-13)", [WakeCallbacks.kind],
                answer: .null, members: WakeCallbacks.members, events: WakeCallbacks.completed)
        ])
}

import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// VoIP before PushKit: the tagged socket and the keep-alive handler, up to iOS 8.
    static let voip = Service(
        methods: [
            AppMethod(CallMethods.tagSocket, by: .apps, takingDescriptor: true) { call in
                if let sockets = try call.engine.sockets {
                    guard let passed = try call.takeDescriptor() else {
                        throw JSONRPCError.invalidParams(
                            "the descriptor of the socket is missing: send it along with the line (SCM_RIGHTS)")
                    }
                    do {
                        let isNew = try sockets.tag(passed.descriptor, of: passed.process)
                        guard isNew else { return true }
                    } catch let error as KeepAliveError {
                        throw JSONRPCError.invalidParams(error.message)
                    }
                }
                try call.report(.voip(.socketTagged(true)))
                return try call.engine.machine.manifest.backgroundModes.contains(.voip)
            },
            AppMethod(CallMethods.untagSockets, by: .apps) { call in
                for _ in 0..<(try call.engine.machine.taggedSocketCount) {
                    try call.report(.voip(.socketTagged(false)))
                }
                try call.engine.sockets?.forget()
            },
            AppMethod(CallMethods.setKeepAliveTimeout, by: .apps) { call, timeout in
                try call.report(.voip(.keepAliveTimeoutSet(timeout)))
                return try call.engine.machine.hasKeepAliveTimeout
            },
            AppMethod(reporting: CallMethods.clearKeepAliveTimeout, by: .apps) { .voip(.keepAliveCleared) },
        ],
        callbacks: [
            CallbackRow(WakeCallbacks.keepAliveHandler, values: WakeRows.kind, events: WakeRows.completed)
        ])
}

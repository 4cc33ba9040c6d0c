import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

/// The methods for calls that apps show with CallKit (WK-17).
extension ControlMethod {
    static let calls: [ControlMethod] = [
        ControlMethod(
            asking: "calls", "the calls of CallKit on the device (WK-17)",
            returns: .list(.object(["app": .text, "uuid": .text, "state": .word(of: CallState.self)]))
        ) { call in
            call.device.apps.flatMap { app in
                app.engine.machine.calls.map { ["app": app.name, "uuid": $0.call, "state": $0.state.rawValue] }
            }
        },
        ControlMethod(
            tellingApp: "answerCall", "the user answers the call that rings (WK-17)",
            verbs: [ControlVerb("answer", "Answer the call that an app shows (WK-17).", .user, takesApp: true)]
        ) { _, app in try act(.answer, on: app, in: [.ringing]) },
        ControlMethod(
            tellingApp: "endCall", "the user declines the call that rings, or hangs up (WK-17)",
            verbs: [ControlVerb("hang-up", "Decline a call that rings, or end one (WK-17).", .user, takesApp: true)]
        ) { _, app in try act(.end, on: app, in: [.ringing, .active, .dialling, .held]) },
    ]

    /// Reports an action of the user on a call of an app to the app's policy. Of the app's calls, the action is on the
    /// call whose state comes first in `states`.
    ///
    /// - Throws: ``JSONRPCError`` if the app has no call in one of the states.
    private static func act(_ action: CallAction, on app: Device.App, in states: [CallState]) throws {
        let calls = app.engine.machine.calls
        guard let call = states.lazy.compactMap({ state in calls.first { $0.state == state } }).first else {
            throw JSONRPCError.refused(
                calls.isEmpty
                    ? "\(app.name) has no call: it shows one by reportNewIncomingCall"
                    : "\(app.name) has no call that rings: its call is \(calls[0].state.rawValue)")
        }
        app.engine.happened(.call(.userRequested(action, call: call.call)))
    }
}

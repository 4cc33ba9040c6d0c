import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

/// The rows of wakes' callbacks, and what they have in common.
enum WakeRows {
    /// Returns the kind of a wake.
    static func kind(_ callback: AppCallback, _ context: CallbackContext) -> WakeKind? {
        if case .woken(let kind, _) = callback { kind } else { nil }
    }

    /// Returns the fact that the app has dealt with a wake when it answers.
    static func completed(_ callback: AppCallback, _: Void) -> [PolicyEvent] {
        if case .woken(let kind, _) = callback { [.wakeCompleted(kind)] } else { [] }
    }

    /// The row of wakes without a callback of their own.
    static let anyOther = CallbackRow(
        WakeCallbacks.anyOther, isOfPolicy: false,
        values: { callback, _ in
            if case .woken(let kind, let identifier) = callback { (kind, identifier) } else { nil }
        }, events: completed)

    /// The row of the expiration handler of any wake.
    static let expiring = CallbackRow(
        WakeCallbacks.expiring,
        values: { callback, context in
            guard case .wakeExpiring(let kind, let identifier) = callback else { return nil }
            return (kind, identifier, context.voice?.number(of: kind, identifier))
        })
}

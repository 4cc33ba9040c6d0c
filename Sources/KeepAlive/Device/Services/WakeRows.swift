import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

/// The callback rows that all services share for wakes, and functions for the rows of single services.
enum WakeRows {
    /// Returns the kind of a wake; `nil` if the callback is no wake.
    static func kind(_ callback: AppCallback, _ context: CallbackContext) -> WakeKind? {
        if case .woken(let kind, _) = callback { kind } else { nil }
    }

    /// Returns the event that reports the completion of a callback's wake; empty if the callback is no wake.
    static func completed(_ callback: AppCallback, _: Void) -> [PolicyEvent] {
        if case .woken(let kind, _) = callback { [.wakeCompleted(kind)] } else { [] }
    }

    /// The row for wakes that have no callback of their own.
    static let anyOther = CallbackRow(
        WakeCallbacks.anyOther, isOfPolicy: false,
        values: { callback, _ in
            if case .woken(let kind, let identifier) = callback { (kind, identifier) } else { nil }
        }, events: completed)

    /// The row for the expiration handlers of all wakes.
    static let expiring = CallbackRow(
        WakeCallbacks.expiring,
        values: { callback, context in
            guard case .wakeExpiring(let kind, let identifier) = callback else { return nil }
            return (kind, identifier, context.voice?.number(of: kind, identifier))
        })
}

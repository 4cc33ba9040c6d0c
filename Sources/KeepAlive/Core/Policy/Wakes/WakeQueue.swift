/// The wakes that the app handles now, and the wakes that wait for its process.
struct WakeQueue: Sendable, Hashable {
    /// A wake that the app is handling.
    struct Live: Sendable, Hashable {
        var kind: WakeKind
        var identifier: String?
        var since: MonotonicInstant
        /// The time of the expiration callback; `nil` when the app has got this callback, or never gets it.
        var expiresAt: MonotonicInstant?
        /// The time at which the app is killed or the wake ends; `nil` without a limit.
        var endsAt: MonotonicInstant?
        /// True once the app has got the expiration callback (BG-18).
        var isExpiring = false
        /// True if the task asked for external power: its CPU time is then not limited (BG-16).
        var requiresExternalPower = false
        /// False for a task without an expiration handler, which is ended when its time is nearly over (BG-17).
        var hasExpirationHandler = true
    }

    /// A wake that waits for the app's process.
    struct Pending: Sendable, Hashable {
        var kind: WakeKind
        var identifier: String?
        var requiresExternalPower = false
    }

    var live: [Live] = []
    var pending: [Pending] = []
    var reason = Reason("BM-18", "")
}

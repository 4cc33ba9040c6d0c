/// The events that an app has been woken for, and those that wait for its process.
struct WakeQueue: Sendable, Hashable {
    /// A wake that the app is dealing with.
    struct Live: Sendable, Hashable {
        var kind: WakeKind
        var identifier: String?
        var since: MonotonicInstant
        /// The time at which the app is told that its time is nearly over; `nil` when it has been told, or never is.
        var expiresAt: MonotonicInstant?
        /// The time at which it is killed; `nil` where there is no limit.
        var endsAt: MonotonicInstant?
        /// The app has been told that its time is nearly over (BG-18).
        var isExpiring = false
        /// The task asked for external power, so its CPU time is not limited (BG-16).
        var requiresExternalPower = false
        /// False for a task without a handler, which just ends when its time is over (BG-17).
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

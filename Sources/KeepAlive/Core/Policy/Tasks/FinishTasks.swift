/// The background tasks of a process and the one clock that they share (BT-08).
struct FinishTasks: Sendable, Hashable {
    struct Task: Sendable, Hashable {
        var name: String
        var beganAt: MonotonicInstant
        var hasHandler: Bool
        /// The app in front has been told that it is old (BT-23).
        var isToldOld = false
    }

    struct Clock: Sendable, Hashable {
        var startedAt: MonotonicInstant
        var budget: Duration
        var expiration: Duration
        var expired = false
        /// True once a task begun after the expiration has had its short grace (MD-08): there is only one.
        var lateGraceGiven = false
        /// The time at which a task that is still held means a kill, once the handlers have run.
        var killAt: MonotonicInstant?
        /// The tasks that were begun after the handlers had been called, and the time at which they are told (BT-12).
        var renewed: Set<BackgroundTaskIdentifier> = []
        var renewedExpireAt: MonotonicInstant?
    }

    var live: [BackgroundTaskIdentifier: Task] = [:]
    var clock: Clock?
    /// The next clock follows a fetch wake, which has a budget of its own (BT-07).
    var followsFetch = false
    var reason = Reason("BT-01", "")
    var suspensionReason = Reason("MD-06", "")
}

/// The background tasks of a process and the clock that all of them share (BT-08).
struct FinishTasks: Sendable, Hashable {
    struct Task: Sendable, Hashable {
        var name: String
        var beganAt: MonotonicInstant
        var hasHandler: Bool
        /// True once the warning about an old task was printed while the app was in the foreground (BT-23).
        var isToldOld = false
    }

    struct Clock: Sendable, Hashable {
        var startedAt: MonotonicInstant
        /// The time that the tasks have from the start of the clock.
        var budget: Duration
        /// The time from the start of the clock to the calls of the expiration handlers.
        var expiration: Duration
        var expired = false
        /// True once a task that began after the expiration has got its short grace (MD-08): only one task gets it.
        var lateGraceGiven = false
        /// The time at which the app is killed if it still holds a task; set when the expiration handlers are called.
        var killAt: MonotonicInstant?
        /// The tasks that began after the expiration handlers had been called (BT-12).
        var renewed: Set<BackgroundTaskIdentifier> = []
        /// The time at which the handlers of the `renewed` tasks are called.
        var renewedExpireAt: MonotonicInstant?
    }

    var live: [BackgroundTaskIdentifier: Task] = [:]
    var clock: Clock?
    /// True if the next clock follows a fetch wake: this clock then has the budget for tasks after a fetch (BT-07).
    var followsFetch = false
    var reason = Reason("BT-01", "")
    var suspensionReason = Reason("MD-06", "")
}

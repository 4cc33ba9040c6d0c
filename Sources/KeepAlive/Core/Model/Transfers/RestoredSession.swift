/// A background session that a run of keepalive-run stored in the container and that the next run restores.
public struct RestoredSession: Sendable, Hashable {
    /// A task of the session, as it was when it was stored.
    public struct Task: Sendable, Hashable, Codable {
        /// `taskIdentifier`, from 1.
        public var number: Int
        /// The task's request.
        public var request: TransferRequest
        /// True if the app has resumed the task.
        public var isResumed: Bool
        /// True if the task has ended and the end has not been reported to the app.
        public var hasEnded: Bool
        /// The error code in `NSURLErrorDomain` with which the task ended; `nil` for a success or a task that has not
        /// ended.
        public var code: Int?
        /// The reason for the cancellation, if the system cancelled the task (UR-07); otherwise `nil`.
        public var cancelReason: EndedTransfer.CancelReason?
        /// The time since the task was created (UR-17).
        public var age: Duration
        /// The time since the task was first resumed (UR-11).
        public var timeSinceResume: Duration

        /// Creates a task, by default one that has not ended.
        public init(
            number: Int, request: TransferRequest, isResumed: Bool, hasEnded: Bool = false, code: Int? = nil,
            cancelReason: EndedTransfer.CancelReason? = nil, age: Duration = .zero, timeSinceResume: Duration = .zero
        ) {
            self.number = number
            self.request = request
            self.isResumed = isResumed
            self.hasEnded = hasEnded
            self.code = code
            self.cancelReason = cancelReason
            self.age = age
            self.timeSinceResume = timeSinceResume
        }
    }

    /// The identifier of the session's configuration.
    public var identifier: String
    /// `sessionSendsLaunchEvents` (UR-02).
    public var sendsLaunchEvents: Bool
    /// `isDiscretionary` (UR-03).
    public var discretionary: Bool
    /// The session's tasks, in the order of their numbers.
    public var tasks: [Task]

    /// Creates a session; `tasks` are in the order of their numbers.
    public init(identifier: String, sendsLaunchEvents: Bool, discretionary: Bool, tasks: [Task]) {
        self.identifier = identifier
        self.sendsLaunchEvents = sendsLaunchEvents
        self.discretionary = discretionary
        self.tasks = tasks
    }
}

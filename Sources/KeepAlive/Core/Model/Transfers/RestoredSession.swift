/// A background session that the system has kept through a restart of its own, as a file of it says.
public struct RestoredSession: Sendable, Hashable {
    /// A task of the session.
    public struct Task: Sendable, Hashable, Codable {
        /// `taskIdentifier`, from 1.
        public var number: Int
        /// Its request.
        public var request: TransferRequest
        /// The app has resumed it.
        public var isResumed: Bool
        /// It has ended, and the app has not been told.
        public var hasEnded: Bool
        /// The code of `NSURLErrorDomain` with which it ended; `nil` for success.
        public var code: Int?
        /// The reason, where the system has cancelled it (UR-07).
        public var cancelReason: EndedTransfer.CancelReason?
        /// The time since it was created (UR-17).
        public var age: Duration
        /// The time since it was first resumed (UR-11).
        public var timeSinceResume: Duration

        /// Creates a task.
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
    /// Its tasks, in the order of their numbers.
    public var tasks: [Task]

    /// Creates a session.
    public init(identifier: String, sendsLaunchEvents: Bool, discretionary: Bool, tasks: [Task]) {
        self.identifier = identifier
        self.sendsLaunchEvents = sendsLaunchEvents
        self.discretionary = discretionary
        self.tasks = tasks
    }
}

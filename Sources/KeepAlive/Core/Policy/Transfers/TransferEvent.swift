/// Events of background URL sessions, by the app or the system.
public enum TransferEvent: Sendable, Hashable {
    /// A session with this identifier exists now in the app (UR-04, SD-42).
    case sessionCreated(identifier: String, sendsLaunchEvents: Bool = true, discretionary: Bool = false)
    /// The app has made a task of the session; it is resumed later (UR-01).
    indirect case taskCreated(identifier: String, task: Int, TransferRequest)
    /// The app has made a task of the session, with the next number, and resumed it at once (UR-01).
    indirect case taskStarted(identifier: String, TransferRequest)
    /// A task of the session was resumed (UR-03, UR-08). Without a number it is a transfer outside of the policy's sight:
    /// it runs at once, and ``finished(identifier:)`` or ``failed(identifier:code:)`` tells its end.
    case taskResumed(identifier: String, task: Int? = nil)
    /// The app asked the session for a task that background sessions do not have (UR-21).
    case unsupportedTaskMade(identifier: String, UnsupportedTask)
    /// The system's process that transfers has died, and is started anew (UR-23).
    case serviceLost
    /// The app has suspended a task (UR-01).
    case taskSuspended(identifier: String, task: Int)
    /// The app has cancelled a task, which ends with `NSURLErrorCancelled` (UR-01); with resume data, what a download
    /// has received stays (UR-20).
    case taskCancelled(identifier: String, task: Int, producesResumeData: Bool = false)
    /// The app has set a task's `taskDescription`, or its `earliestBeginDate` to so long from now (UR-17); `nil` leaves
    /// the one or the other as it was.
    indirect case taskChanged(identifier: String, task: Int, description: String?, earliestBegin: Duration?)
    /// A download has received this many of its bytes (SD-43); -1 of a total that is not known.
    case wrote(identifier: String, task: Int = 1, bytes: Int64, of: Int64)
    /// An upload has sent this many of its bytes (SD-43).
    case sent(identifier: String, task: Int, bytes: Int64, of: Int64)
    /// A download that broke off goes on from this byte (SD-43).
    case resumedAtOffset(identifier: String, task: Int = 1, offset: Int64)
    /// The connection of a task that runs has failed, with this code of `NSURLErrorDomain` (UR-16).
    case taskBrokeOff(identifier: String, task: Int, code: Int)
    /// The server of a task that runs asks who the app is (UR-02).
    indirect case challenged(identifier: String, task: Int, TransferChallenge)
    /// The app has answered the server's question (UR-02); a credential counts with `useCredential`.
    indirect case challengeAnswered(
        identifier: String, task: Int, ChallengeDisposition, credential: TransferCredential? = nil)
    /// A task has ended: with success, or for good with this code of `NSURLErrorDomain` (UR-02).
    case taskCompleted(identifier: String, task: Int, code: Int?)
    /// All transfers of the session have ended, or the server asks for authentication (UR-02).
    case finished(identifier: String)
    /// The last transfer of the session has failed for good, with this code of `NSURLErrorDomain` (UR-11).
    case failed(identifier: String, code: Int)
    /// The system has kept a session through a restart of its own (UR-01).
    indirect case restored(RestoredSession)
    /// `urlSession(_:downloadTask:didFinishDownloadingTo:)` has returned (SD-43).
    case delegateReturned(identifier: String, task: Int)
    /// `urlSession(_:task:didCompleteWithError:)` has returned (SD-43, UR-06).
    case completionReturned(identifier: String, task: Int)
    /// The process that was being told of a finished download has ended, and had moved the file (SD-43).
    case fileTaken(identifier: String, task: Int)
    /// The app called the stored completion handler (UR-04, SD-44).
    case handlerCalled(identifier: String)
    /// The app moved the downloaded file to its own place, during the call that named it or after that (SD-43).
    case fileMoved(identifier: String, afterReturn: Bool)
}

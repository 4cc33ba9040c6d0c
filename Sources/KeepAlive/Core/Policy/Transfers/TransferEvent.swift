/// Events of background URL sessions, caused by the app or the system.
public enum TransferEvent: Sendable, Hashable {
    /// The app created a session with this identifier (UR-04, SD-42).
    case sessionCreated(identifier: String, sendsLaunchEvents: Bool = true, discretionary: Bool = false)
    /// The app made a task of the session, and will resume it later (UR-01).
    indirect case taskCreated(identifier: String, task: Int, TransferRequest)
    /// The app made a task of the session, with the next number, and resumed it at once (UR-01).
    indirect case taskStarted(identifier: String, TransferRequest)
    /// A task of the session was resumed (UR-03, UR-08). `nil` stands for a transfer that runs outside of the policy:
    /// it runs at once, and ``finished(identifier:)`` or ``failed(identifier:code:)`` reports its end.
    case taskResumed(identifier: String, task: Int? = nil)
    /// The app asked the session for a task that background sessions do not have (UR-21).
    case unsupportedTaskMade(identifier: String, UnsupportedTask)
    /// The system's transfer process died, and is started again (UR-23).
    case serviceLost
    /// The app suspended a task (UR-01).
    case taskSuspended(identifier: String, task: Int)
    /// The app cancelled a task, which ends with `NSURLErrorCancelled` (UR-01). With resume data, the received data of
    /// a download is kept (UR-20).
    case taskCancelled(identifier: String, task: Int, producesResumeData: Bool = false)
    /// The app set a task's `taskDescription`, or its `earliestBeginDate` to this time from now (UR-17). `nil` leaves
    /// the property unchanged.
    indirect case taskChanged(identifier: String, task: Int, description: String?, earliestBegin: Duration?)
    /// A download has received this many bytes of the total (SD-43); a total of -1 is unknown.
    case wrote(identifier: String, task: Int = 1, bytes: Int64, of: Int64)
    /// An upload has sent this many bytes of the total (SD-43).
    case sent(identifier: String, task: Int, bytes: Int64, of: Int64)
    /// A download that broke off continues from this byte (SD-43).
    case resumedAtOffset(identifier: String, task: Int = 1, offset: Int64)
    /// The connection of a running task failed, with this code of `NSURLErrorDomain` (UR-16).
    case taskBrokeOff(identifier: String, task: Int, code: Int)
    /// The server of a running task asks for credentials (UR-02).
    indirect case challenged(identifier: String, task: Int, TransferChallenge)
    /// The app answered the server's challenge (UR-02). The credential is used with `useCredential` only.
    indirect case challengeAnswered(
        identifier: String, task: Int, ChallengeDisposition, credential: TransferCredential? = nil)
    /// A task has ended: with success (`nil`), or finally failed with this code of `NSURLErrorDomain` (UR-02).
    case taskCompleted(identifier: String, task: Int, code: Int?)
    /// The transfers of the session outside of the policy have ended, or their server asks for credentials (UR-02).
    case finished(identifier: String)
    /// The last transfer of the session has finally failed, with this code of `NSURLErrorDomain` (UR-11).
    case failed(identifier: String, code: Int)
    /// The reproduced iOS has restarted, and kept this session (UR-01).
    indirect case restored(RestoredSession)
    /// `urlSession(_:downloadTask:didFinishDownloadingTo:)` has returned (SD-43).
    case delegateReturned(identifier: String, task: Int)
    /// `urlSession(_:task:didCompleteWithError:)` has returned (SD-43, UR-06).
    case completionReturned(identifier: String, task: Int)
    /// The app's process ended in the callback that named a finished download, and had already moved the file (SD-43).
    case fileTaken(identifier: String, task: Int)
    /// The app called the stored completion handler (UR-04, SD-44).
    case handlerCalled(identifier: String)
    /// The app moved the downloaded file, during the callback that named the file or after it had returned (SD-43).
    case fileMoved(identifier: String, afterReturn: Bool)
}

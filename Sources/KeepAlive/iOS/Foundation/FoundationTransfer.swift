import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transfer of a task that a Foundation task performs in the app's process.
final class FoundationTransfer: SessionTransfer, @unchecked Sendable {
    let task: FoundationTask
    /// The connection of a VoIP request, for the system to watch; `nil` for other requests.
    let tagged: TaggedRequest?

    init(_ task: FoundationTask, tagged: TaggedRequest? = nil) {
        self.task = task
        self.tagged = tagged
    }

    var number: Int { task.taskIdentifier }
    var originalRequest: URLRequest? { task.originalRequest }
    var currentRequest: URLRequest? { task.currentRequest }
    var response: URLResponse? { task.response }
    var error: (any Error)? { task.error }
    var state: URLSessionTask.State { URLSessionTask.State(rawValue: task.state.rawValue) ?? .completed }
    var progress: Progress { task.progress }
    var counts: TransferCounts {
        TransferCounts(
            received: task.countOfBytesReceived, sent: task.countOfBytesSent,
            expectedToReceive: task.countOfBytesExpectedToReceive, expectedToSend: task.countOfBytesExpectedToSend)
    }
    var text: String? {
        get { task.taskDescription }
        set { task.taskDescription = newValue }
    }
    /// Stored, but ignored, as on iOS: only tasks of background sessions wait for this date (UR-17).
    var earliestBeginDate: Date?

    func resume() {
        guard let tagged else { return task.resume() }
        tagged.resume(while: { [weak task] in task?.state == .running }) { task.resume() }
    }
    func suspend() { task.suspend() }
    func cancel() { task.cancel() }
    func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
        guard let download = task as? FoundationDownloadTask else { return completionHandler(nil) }
        download.cancel(byProducingResumeData: completionHandler)
    }
}

/// The tasks of a session whose transfers run in the app's process.
final class FoundationTasks: @unchecked Sendable {
    private let lock = NSLock()
    private var tasks: [Int: (task: URLSessionTask, isToldOf: Bool)] = [:]

    /// Adds a task.
    ///
    /// - Parameter isToldOf: true if the task's end is reported to the delegate; the task is retained until then.
    func add(_ task: URLSessionTask, isToldOf: Bool) {
        lock.withLock {
            forgetEnded()
            tasks[task.taskIdentifier] = (task, isToldOf)
        }
    }

    /// The tasks that have not ended, sorted by number.
    var open: [URLSessionTask] {
        lock.withLock {
            forgetEnded()
            return tasks.values.map(\.task).filter { $0.state != .completed }
                .sorted { $0.taskIdentifier < $1.taskIdentifier }
        }
    }

    private func forgetEnded() { tasks = tasks.filter { $0.value.isToldOf || $0.value.task.state != .completed } }

    /// Returns the app's task for a Foundation task; `nil` if it is not known.
    func known(_ task: FoundationTask) -> URLSessionTask? { lock.withLock { tasks[task.taskIdentifier]?.task } }

    func remove(_ task: FoundationTask) { _ = lock.withLock { tasks.removeValue(forKey: task.taskIdentifier) } }
}

/// The delegate of a Foundation session; passes each call to the app's delegate.
final class FoundationDelegate: NSObject, @unchecked Sendable {
    /// The app's session, retained until the session is invalidated, as on iOS.
    var session: URLSession?
    private let context: AppContext
    private let tasks: FoundationTasks

    /// True if the end of the Foundation session is that of the app's session.
    private let endsSession: Bool

    init(_ tasks: FoundationTasks, _ context: AppContext, endsSession: Bool = true) {
        self.endsSession = endsSession
        self.tasks = tasks
        self.context = context
        super.init()
    }

    /// Calls the app's delegate about a task.
    ///
    /// - Returns: false, without a call, if the delegate does not conform to the protocol `type`, or the task is not
    ///   known.
    private func tell<Delegate, Task: URLSessionTask>(
        _ type: Delegate.Type, _ task: FoundationTask, as taskType: Task.Type,
        _ body: (Delegate, URLSession, Task) -> Void
    ) -> Bool {
        guard let session, let delegate = session.delegate as? Delegate, let task = tasks.known(task) as? Task else {
            return false
        }
        context.inside { body(delegate, session, task) }
        (task.transfer as? FoundationTransfer)?.tagged?.told()
        return true
    }
}

extension FoundationDelegate: FoundationDownloadDelegate, FoundationDataDelegate {
    func urlSession(_ session: FoundationSession, didBecomeInvalidWithError error: (any Error)?) {
        guard endsSession, let own = self.session, let delegate = own.delegate else {
            self.session = nil
            return
        }
        own.releaseDelegate()
        self.session = nil
        context.inside { delegate.urlSession(own, didBecomeInvalidWithError: error) }
    }

    func urlSession(
        _ session: FoundationSession, task: FoundationTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isTold = tell((any URLSessionTaskDelegate).self, task, as: URLSessionTask.self) {
            $0.urlSession(
                $1, task: $2, willPerformHTTPRedirection: response, newRequest: request,
                completionHandler: completionHandler)
        }
        if !isTold { completionHandler(request) }
    }

    func urlSession(
        _ session: FoundationSession, task: FoundationTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (FoundationSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let isTold = tell((any URLSessionTaskDelegate).self, task, as: URLSessionTask.self) {
            $0.urlSession($1, task: $2, didReceive: challenge) { disposition, credential in
                completionHandler(
                    FoundationSession.AuthChallengeDisposition(rawValue: disposition.rawValue)
                        ?? .performDefaultHandling, credential)
            }
        }
        if !isTold { completionHandler(.performDefaultHandling, nil) }
    }

    func urlSession(
        _ session: FoundationSession, task: FoundationTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        _ = tell((any URLSessionTaskDelegate).self, task, as: URLSessionTask.self) {
            $0.urlSession(
                $1, task: $2, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
                totalBytesExpectedToSend: totalBytesExpectedToSend)
        }
    }

    func urlSession(_ session: FoundationSession, task: FoundationTask, didCompleteWithError error: (any Error)?) {
        _ = tell((any URLSessionTaskDelegate).self, task, as: URLSessionTask.self) {
            $0.urlSession($1, task: $2, didCompleteWithError: error)
        }
        tasks.remove(task)
    }

    func urlSession(
        _ session: FoundationSession, dataTask: FoundationDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (FoundationSession.ResponseDisposition) -> Void
    ) {
        let isTold = tell((any URLSessionDataDelegate).self, dataTask, as: URLSessionDataTask.self) {
            $0.urlSession($1, dataTask: $2, didReceive: response) { disposition in
                completionHandler(FoundationSession.ResponseDisposition(rawValue: disposition.rawValue) ?? .allow)
            }
        }
        if !isTold { completionHandler(.allow) }
    }

    func urlSession(_ session: FoundationSession, dataTask: FoundationDataTask, didReceive data: Data) {
        _ = tell((any URLSessionDataDelegate).self, dataTask, as: URLSessionDataTask.self) {
            $0.urlSession($1, dataTask: $2, didReceive: data)
        }
    }

    func urlSession(
        _ session: FoundationSession, downloadTask: FoundationDownloadTask, didFinishDownloadingTo location: URL
    ) {
        _ = tell((any URLSessionDownloadDelegate).self, downloadTask, as: URLSessionDownloadTask.self) {
            $0.urlSession($1, downloadTask: $2, didFinishDownloadingTo: location)
        }
    }

    func urlSession(
        _ session: FoundationSession, downloadTask: FoundationDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        _ = tell((any URLSessionDownloadDelegate).self, downloadTask, as: URLSessionDownloadTask.self) {
            $0.urlSession(
                $1, downloadTask: $2, didWriteData: bytesWritten, totalBytesWritten: totalBytesWritten,
                totalBytesExpectedToWrite: totalBytesExpectedToWrite)
        }
    }
}

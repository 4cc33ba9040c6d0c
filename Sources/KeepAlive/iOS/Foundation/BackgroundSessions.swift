import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The background sessions of an app's process, by identifier.
package final class BackgroundSessions: @unchecked Sendable {
    private let lock = NSLock()
    private var sessions: [String: BackgroundSession] = [:]
    /// The identifiers of the sessions whose events the system is reporting. An identifier is removed after the
    /// delegate's `urlSessionDidFinishEvents(forBackgroundURLSession:)`, or when the app calls the completion handler
    /// (SD-44).
    private var awaited: Set<String> = []

    /// The app's process has ended: breaks the reference cycles between sessions and their delegates.
    deinit { for session in sessions.values { session.forget() } }

    package static func of(_ context: AppContext) -> BackgroundSessions { context.only { BackgroundSessions(context) } }

    private init(_ context: AppContext) {
        context.serveLater(TransferCallbacks.didFinishEvents, self) { sessions, done, identifier in
            sessions.find(identifier)?.finishedEvents { done(()) } ?? done(())
        }
        context.serve(TransferCallbacks.didWriteData, self) { sessions, task, bytes, total in
            sessions.find(task.session)?.wrote(task.number, bytes, of: total)
        }
        context.serve(TransferCallbacks.didSendBodyData, self) { sessions, task, bytes, total in
            sessions.find(task.session)?.sent(task.number, bytes, of: total)
        }
        context.serve(TransferCallbacks.didResumeAtOffset, self) { sessions, task, offset in
            sessions.find(task.session)?.resumed(task.number, at: offset)
        }
        context.serveLater(TransferCallbacks.didFinishDownloading, self) {
            sessions, done, task, origin, location, response in
            sessions.find(task.session)?
                .downloaded(task.number, origin, to: location, response) { done(()) } ?? done(())
        }
        context.serveLater(TransferCallbacks.didReceiveChallenge, self) { sessions, done, task, origin, challenge in
            sessions.find(task.session)?.challenged(task.number, origin, challenge, done)
                ?? done(ChallengeAnswer(.performDefaultHandling))
        }
        context.serveLater(TransferCallbacks.didComplete, self) {
            sessions, done, task, origin, code, reason, response, data, resumeData in
            let end = TransferEnd(code: code, cancelReason: reason, data: data, resumeData: resumeData)
            sessions.find(task.session)?.ended(task.number, origin, end, response) { done(()) } ?? done(())
        }
    }

    private func find(_ identifier: String) -> BackgroundSession? { lock.withLock { sessions[identifier] } }

    /// Adds a session.
    ///
    /// - Returns: false if a session with this identifier already exists.
    func add(_ session: BackgroundSession) -> Bool {
        lock.withLock {
            guard sessions[session.identifier] == nil else { return false }
            sessions[session.identifier] = session
            return true
        }
    }

    func remove(_ session: BackgroundSession) {
        lock.withLock {
            if sessions[session.identifier] === session { sessions[session.identifier] = nil }
        }
    }

    /// Records that the system has asked the app to create a session again, and will report the session's events.
    package func expectEvents(of identifier: String) { _ = lock.withLock { awaited.insert(identifier) } }

    /// Records that all events of a session have been reported, or that the app waits for no more of them.
    package func endEvents(of identifier: String) {
        let session = lock.withLock {
            awaited.remove(identifier)
            return sessions[identifier]
        }
        session?.closeIfDone()
    }

    func expectsEvents(of identifier: String) -> Bool { lock.withLock { awaited.contains(identifier) } }

}

/// The end of a task as the system reports it; `data` and `resumeData` are in base64.
struct TransferEnd {
    var code: Int?
    var cancelReason: Int?
    var data: String?
    var resumeData: String?
}

/// A background session: the system performs its transfers, and this object calls its delegate (UR-01, SD-42).
final class BackgroundSession: @unchecked Sendable {
    let identifier: String
    private let configuration: URLSessionConfiguration
    private let calls: DelegateCalls
    private let context: AppContext
    private let lock = NSLock()
    // The lock protects the following properties.
    private var tasks: [Int: URLSessionTask] = [:]
    private var isInvalid = false
    /// The app's session. The session retains this object, too; to invalidate the session breaks the cycle, as on iOS.
    private var session: URLSession?

    init(_ identifier: String, _ configuration: URLSessionConfiguration, _ queue: OperationQueue, _ context: AppContext)
    {
        self.identifier = identifier
        self.configuration = configuration
        self.context = context
        calls = DelegateCalls(on: queue, context)
    }

    /// Registers the session with the system, which then reports the events since an earlier process (UR-04).
    func open(for session: URLSession) {
        lock.withLock { self.session = session }
        guard BackgroundSessions.of(context).add(self) else {
            let line =
                "a background URLSession with identifier \(identifier) already exists: only that one is told of events"
            AppProcess.say(line)
            context.send(ApplicationMethods.log, line)
            return
        }
        context.send(
            TransferMethods.backgroundSession, identifier, configuration.sessionSendsLaunchEvents,
            configuration.isDiscretionary)
    }

    // MARK: Tasks

    func download(_ request: URLRequest) -> URLSessionDownloadTask {
        if request.httpBody != nil || request.httpBodyStream != nil {
            AppProcess.say("\(request.url?.absoluteString ?? ""): a background download sends no body")
        }
        let number = number { context.send(TransferMethods.downloadTask, identifier, forSystem(request)) }
        return URLSessionDownloadTask(transfer(number, request))
    }

    func download(from resumeData: Data) -> URLSessionDownloadTask {
        let json = try? JSONValue(parsing: resumeData)
        let request = json?["url"]?.string.flatMap(URL.init(string:)).map { URLRequest(url: $0) }
        let number = number {
            context.send(TransferMethods.downloadTaskWithResumeData, identifier, resumeData.base64EncodedString())
        }
        return URLSessionDownloadTask(transfer(number, request, refusal: .cannotWriteToFile))
    }

    func upload(_ request: URLRequest, from file: URL) -> URLSessionUploadTask {
        let number = number { context.send(TransferMethods.uploadTask, identifier, forSystem(request), file.path) }
        let transfer = transfer(number, request)
        transfer.sends(Self.size(of: file))
        return URLSessionUploadTask(transfer)
    }

    private static func size(of file: URL) -> Int64 {
        let facts = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (facts?[.size] as? NSNumber)?.int64Value ?? 0
    }

    /// Returns the system's number for a new task; `nil` if the system refuses the task or the session is invalid.
    private func number(_ make: () -> Int?) -> Int? {
        guard hasBeenInvalidated else { return make() }
        AppleException.sessionIsInvalid.raise(in: context)
        return nil
    }

    /// Creates the transfer of a new task.
    ///
    /// - Parameters:
    ///   - number: the system's number for the task; `nil` if the system has refused the task and has written the
    ///     reason to standard error.
    ///   - request: the task's request; `nil` if it is not known.
    ///   - refusal: the error of a refused task; `nil` for an error that depends on the request's URL.
    private func transfer(
        _ number: Int?, _ request: URLRequest?, refusal: URLError.Code? = nil
    ) -> BackgroundTransfer {
        if let number { return BackgroundTransfer(number, of: identifier, request, context) }
        if hasBeenInvalidated { return refused(request, URLError(.cancelled)) }
        let isWeb = ["http", "https"].contains(request?.url?.scheme?.lowercased())
        return refused(request, URLError(refusal ?? (isWeb ? .badURL : .unsupportedURL)))
    }

    /// Creates the transfer of a refused task. Its number is greater than all numbers that the system assigns.
    private func refused(_ request: URLRequest?, _ error: URLError) -> BackgroundTransfer {
        BackgroundTransfer(1 << 32 + context.nextNumber(), of: identifier, request, refusal: error, context)
    }

    /// Adds a task that the app has created.
    func add(_ task: URLSessionTask) {
        guard !hasBeenInvalidated else { return }
        lock.withLock { tasks[task.taskIdentifier] = task }
        if let transfer = task.transfer as? BackgroundTransfer, transfer.refusal != nil {
            transfer.whenRefused { [weak self] error in self?.complete(task, transfer, error, {}) }
        }
        if let delegate = delegate as? any URLSessionTaskDelegate, let session = lock.withLock({ session }) {
            calls.call { delegate.urlSession(session, didCreateTask: task) }
        }
    }

    private func forSystem(_ request: URLRequest) -> TransferRequest {
        var headers: [String: String] = [:]
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] { headers["\(name)"] = "\(value)" }
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            for known in headers.keys where known.lowercased() == name.lowercased() { headers[known] = nil }
            headers[name] = value
        }
        var transfer = TransferRequest(.download, url: request.url?.absoluteString ?? "")
        transfer.method = request.httpMethod ?? "GET"
        transfer.headers = headers
        // A request's timeout of 60 s is the default value, and the session's timeout takes precedence over the
        // default.
        transfer.idleTimeout = BackgroundTransfer.time(
            request.timeoutInterval == 60 ? configuration.timeoutIntervalForRequest : request.timeoutInterval)
        transfer.allowsCellularAccess =
            configuration.allowsCellularAccess && configuration.allowsExpensiveNetworkAccess
            && request.allowsCellularAccess
        transfer.allowsConstrainedNetworkAccess = configuration.allowsConstrainedNetworkAccess
        transfer.resourceTimeout = configuration.givenResourceTimeout.map(BackgroundTransfer.time)
        return transfer
    }

    /// The tasks whose end has not been reported to the app yet, including tasks of earlier processes.
    var open: [URLSessionTask] {
        (context.send(TransferMethods.allTasks, identifier) ?? []).map { open in
            task(open.number, open.origin, method: open.method, state: Self.states[open.state])
        }
    }

    /// Returns a task of this process, or creates an object for a task of an earlier process.
    private func task(
        _ number: Int, _ origin: TransferOrigin, method: String? = nil, state: URLSessionTask.State? = nil
    ) -> URLSessionTask {
        lock.withLock {
            if let known = tasks[number] { return known }
            var request = URL(string: origin.url).map { URLRequest(url: $0) }
            if let method { request?.httpMethod = method }
            let transfer = BackgroundTransfer(
                number, of: identifier, request, text: origin.description, state: state ?? .running, context)
            let task =
                origin.direction == .upload ? URLSessionUploadTask(transfer) : URLSessionDownloadTask(transfer)
            tasks[number] = task
            return task
        }
    }

    /// Returns the task that a progress report is about.
    ///
    /// A progress report has only the task's number. A task of an earlier process is therefore looked up in the list of
    /// open tasks.
    private func known(_ number: Int) -> URLSessionTask? {
        if let task = lock.withLock({ tasks[number] }) { return task }
        _ = open
        return lock.withLock { tasks[number] }
    }

    private static let states: [OpenTransferState: URLSessionTask.State] = [
        .running: .running, .suspended: .suspended, .completed: .completed,
    ]

    // MARK: The end

    /// Marks the session as invalid. The session closes when no task is left.
    ///
    /// - Parameter cancels: true to cancel all tasks; false to let them finish.
    func invalidate(cancels: Bool) {
        let isFirst = lock.withLock {
            defer { isInvalid = true }
            return !isInvalid
        }
        guard isFirst else { return }
        let open = open
        let refused = lock.withLock {
            tasks.values.filter { ($0.transfer as? BackgroundTransfer)?.refusal != nil }
        }
        if cancels { for task in open + refused { task.cancel() } }
        // Callbacks that the system has already sent may still wait for the main thread: the session must not close
        // before they run.
        context.main { [self] in closeIfDone() }
    }

    /// Breaks the reference cycle with the app's session after the app's process has ended.
    func forget() { lock.withLock { session = nil } }

    var hasBeenInvalidated: Bool { lock.withLock { isInvalid } }

    func closeIfDone() {
        guard !BackgroundSessions.of(context).expectsEvents(of: identifier) else { return }
        let session = lock.withLock { () -> URLSession? in
            guard isInvalid, tasks.isEmpty else { return nil }
            defer { self.session = nil }
            return self.session
        }
        guard let session else { return }
        BackgroundSessions.of(context).remove(self)
        let delegate = session.delegate
        session.releaseDelegate()
        calls.call { delegate?.urlSession(session, didBecomeInvalidWithError: nil) }
    }

    // MARK: Callbacks of the system

    private var delegate: (any URLSessionDelegate)? { lock.withLock { session }?.delegate }

    func finishedEvents(_ done: @escaping @Sendable () -> Void) {
        guard let session = lock.withLock({ session }) else { return done() }
        let delegate = session.delegate
        calls.call { [self] in
            delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: session)
            BackgroundSessions.of(context).endEvents(of: identifier)
            done()
        }
    }

    func wrote(_ number: Int, _ bytes: Int64, of total: Int64) {
        guard let (session, task, transfer) = progressing(number) else { return }
        let more = transfer.received(bytes, of: total)
        tell(session.delegate as? any URLSessionDownloadDelegate, about: task as? URLSessionDownloadTask) {
            $0.urlSession(
                session, downloadTask: $1, didWriteData: more, totalBytesWritten: bytes,
                totalBytesExpectedToWrite: total)
        }
    }

    func sent(_ number: Int, _ bytes: Int64, of total: Int64) {
        guard let (session, task, transfer) = progressing(number) else { return }
        let more = transfer.sent(bytes, of: total)
        tell(session.delegate as? any URLSessionTaskDelegate, about: task) {
            $0.urlSession(
                session, task: $1, didSendBodyData: more, totalBytesSent: bytes, totalBytesExpectedToSend: total)
        }
    }

    func resumed(_ number: Int, at offset: Int64) {
        guard let (session, task, transfer) = progressing(number) else { return }
        transfer.resumed(at: offset)
        tell(session.delegate as? any URLSessionDownloadDelegate, about: task as? URLSessionDownloadTask) {
            $0.urlSession(
                session, downloadTask: $1, didResumeAtOffset: offset,
                expectedTotalBytes: $1.countOfBytesExpectedToReceive)
        }
    }

    private func progressing(_ number: Int) -> (URLSession, URLSessionTask, BackgroundTransfer)? {
        guard let session = lock.withLock({ session }), let task = known(number),
            let transfer = task.transfer as? BackgroundTransfer
        else { return nil }
        return (session, task, transfer)
    }

    func downloaded(
        _ number: Int, _ origin: TransferOrigin, to location: String?, _ response: TransferResponse?,
        _ done: @escaping @Sendable () -> Void
    ) {
        guard let session = lock.withLock({ session }) else { return done() }
        let task = task(number, origin)
        guard let transfer = task.transfer as? BackgroundTransfer else { return done() }
        transfer.answered(response)
        // A server that a scenario simulates delivers no file: there is no file to report.
        guard let location else { return done() }
        transfer.finished(received: Self.size(of: URL(fileURLWithPath: location)))
        tell(session.delegate as? any URLSessionDownloadDelegate, about: task as? URLSessionDownloadTask, done) {
            $0.urlSession(session, downloadTask: $1, didFinishDownloadingTo: URL(fileURLWithPath: location))
        }
    }

    func ended(
        _ number: Int, _ origin: TransferOrigin, _ end: TransferEnd, _ response: TransferResponse?,
        _ done: @escaping @Sendable () -> Void
    ) {
        guard let session = lock.withLock({ session }) else { return done() }
        let task = task(number, origin)
        guard let transfer = task.transfer as? BackgroundTransfer else { return done() }
        transfer.answered(response)
        let error = end.code.map { Self.error($0, of: task, end) }
        if error == nil { transfer.finished(received: nil) }
        if let data = end.data.flatMap({ Data(base64Encoded: $0) }), !data.isEmpty {
            tell(session.delegate as? any URLSessionDataDelegate, about: task as? URLSessionDataTask) {
                $0.urlSession(session, dataTask: $1, didReceive: data)
            }
        }
        complete(task, transfer, error, done)
    }

    /// Asks the delegate to answer a server's authentication challenge (UR-02).
    func challenged(
        _ number: Int, _ origin: TransferOrigin, _ challenge: TransferChallenge,
        _ done: @escaping @Sendable (ChallengeAnswer) -> Void
    ) {
        guard let session = lock.withLock({ session }), let delegate = session.delegate as? any URLSessionTaskDelegate
        else { return done(ChallengeAnswer(.performDefaultHandling)) }
        let task = task(number, origin)
        let url = challenge.url.flatMap(URL.init(string:)) ?? task.originalRequest?.url
        let space = URLProtectionSpace(
            host: url?.host ?? "", port: url?.port ?? (url?.scheme == "https" ? 443 : 80), protocol: url?.scheme,
            realm: challenge.realm, authenticationMethod: challenge.method.rawValue)
        let asked = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil,
            previousFailureCount: challenge.previousFailureCount, failureResponse: nil, error: nil,
            sender: NoSender())
        calls.call {
            delegate.urlSession(session, task: task, didReceive: asked) { disposition, credential in
                var known: TransferCredential?
                if let user = credential?.user, let password = credential?.password {
                    known = TransferCredential(user: user, password: password)
                }
                done(ChallengeAnswer(Self.forSystem(disposition), known))
            }
        }
    }

    private static func forSystem(_ disposition: URLSession.AuthChallengeDisposition) -> ChallengeDisposition {
        switch disposition {
        case .useCredential: .useCredential
        case .performDefaultHandling: .performDefaultHandling
        case .cancelAuthenticationChallenge: .cancelAuthenticationChallenge
        case .rejectProtectionSpace: .rejectProtectionSpace
        }
    }

    private func tell<Delegate, Task>(
        _ delegate: Delegate?, about task: Task?, _ done: @escaping @Sendable () -> Void = {},
        _ body: @escaping (Delegate, Task) -> Void
    ) {
        guard let delegate, let task else { return done() }
        calls.call {
            body(delegate, task)
            done()
        }
    }

    /// Marks a task as completed, and reports the end to the delegate.
    private func complete(
        _ task: URLSessionTask, _ transfer: BackgroundTransfer, _ error: (any Error)?,
        _ done: @escaping @Sendable () -> Void
    ) {
        guard let session = lock.withLock({ session }) else { return done() }
        let delegate = session.delegate as? any URLSessionTaskDelegate
        calls.call { [self] in
            transfer.completed(error)
            delegate?.urlSession(session, task: task, didCompleteWithError: error)
            _ = lock.withLock { tasks.removeValue(forKey: task.taskIdentifier) }
            closeIfDone()
            done()
        }
    }

    /// Creates a `URLError` with the `userInfo` that Foundation gives.
    private static func error(_ code: Int, of task: URLSessionTask, _ end: TransferEnd) -> any Error {
        var info: [String: Any] = [:]
        if let url = task.originalRequest?.url {
            info[NSURLErrorFailingURLErrorKey] = url
            // The constant `NSURLErrorFailingURLStringErrorKey` is deprecated, so its value stands here.
            info["NSErrorFailingURLStringKey"] = url.absoluteString
        }
        if let reason = end.cancelReason { info[NSURLErrorBackgroundTaskCancelledReasonKey] = reason }
        if let data = end.resumeData.flatMap({ Data(base64Encoded: $0) }) {
            info[NSURLSessionDownloadTaskResumeData] = data
        }
        return URLError(_nsError: NSError(domain: NSURLErrorDomain, code: code, userInfo: info))
    }
}

/// The sender of an authentication challenge. It does nothing: delegates answer through the completion handler.
private final class NoSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

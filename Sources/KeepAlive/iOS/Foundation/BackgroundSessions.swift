import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The background sessions of an app's process, by their identifiers.
package final class BackgroundSessions: @unchecked Sendable {
    private let lock = NSLock()
    private var sessions: [String: BackgroundSession] = [:]
    /// The sessions of which the app has a completion handler, that is called when all has been told (SD-44).
    private var awaited: Set<String> = []

    /// The process has ended: what a session and its delegate know of each other goes with it.
    deinit { for session in sessions.values { session.forget() } }

    package static func of(_ context: AppContext) -> BackgroundSessions { context.only { BackgroundSessions(context) } }

    private init(_ context: AppContext) {
        context.serveLater(TransferCallbacks.didFinishEvents, self) { sessions, done, identifier in
            sessions.find(identifier)?.finishedEvents { done(()) } ?? done(())
        }
        context.serveLater(TransferCallbacks.didWriteData, self) { sessions, done, task, bytes, total in
            sessions.find(task.session)?.wrote(task.number, bytes, of: total)
            done(())
        }
        context.serveLater(TransferCallbacks.didSendBodyData, self) { sessions, done, task, bytes, total in
            sessions.find(task.session)?.sent(task.number, bytes, of: total)
            done(())
        }
        context.serveLater(TransferCallbacks.didResumeAtOffset, self) { sessions, done, task, offset in
            sessions.find(task.session)?.resumed(task.number, at: offset)
            done(())
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
    /// - Returns: whether there was none of this name.
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

    /// The app was called to make a session anew, and its events come.
    package func expectEvents(of identifier: String) { _ = lock.withLock { awaited.insert(identifier) } }

    /// All events of a session have come, or the app waits for no more.
    package func endEvents(of identifier: String) {
        let session = lock.withLock {
            awaited.remove(identifier)
            return sessions[identifier]
        }
        session?.closeIfDone()
    }

    func expectsEvents(of identifier: String) -> Bool { lock.withLock { awaited.contains(identifier) } }

}

/// The end of a task, as the system tells it; data in base64.
struct TransferEnd {
    var code: Int?
    var cancelReason: Int?
    var data: String?
    var resumeData: String?
}

/// A background session: the system transfers for it, and its delegate is told (UR-01, SD-42).
final class BackgroundSession: @unchecked Sendable {
    let identifier: String
    private let configuration: URLSessionConfiguration
    private let calls: DelegateCalls
    private let context: AppContext
    private let lock = NSLock()
    // Changed under the lock.
    private var tasks: [Int: URLSessionTask] = [:]
    private var isInvalid = false
    /// The session of the app; the cycle is broken when it is invalidated, as Apple's is.
    private var session: URLSession?

    init(_ identifier: String, _ configuration: URLSessionConfiguration, _ queue: OperationQueue, _ context: AppContext)
    {
        self.identifier = identifier
        self.configuration = configuration
        self.context = context
        calls = DelegateCalls(on: queue, context)
    }

    /// Makes the session known to the system, which tells what has happened meanwhile (UR-04).
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

    /// Returns the number of a task that the app makes; `nil` where the system does not take it, or the session is invalid.
    private func number(_ make: () -> Int?) -> Int? {
        guard hasBeenInvalidated else { return make() }
        AppleException.sessionIsInvalid.raise(in: context)
        return nil
    }

    /// Returns a task of the app.
    ///
    /// - Parameter refusal: the error with which it ends where the system has not taken it; standard error says what was wrong.
    private func transfer(
        _ number: Int?, _ request: URLRequest?, refusal: URLError.Code? = nil
    ) -> BackgroundTransfer {
        if let number { return BackgroundTransfer(number, of: identifier, request, context) }
        if hasBeenInvalidated { return refused(request, URLError(.cancelled)) }
        let isWeb = ["http", "https"].contains(request?.url?.scheme?.lowercased())
        return refused(request, URLError(refusal ?? (isWeb ? .badURL : .unsupportedURL)))
    }

    /// Returns a task that the system has not taken. Its number is one that the system's tasks do not reach.
    private func refused(_ request: URLRequest?, _ error: URLError) -> BackgroundTransfer {
        BackgroundTransfer(1 << 32 + context.nextNumber(), of: identifier, request, refusal: error, context)
    }

    /// Adds a task that the app has made.
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
        // A request that does not say otherwise has 60 s, and the session's time counts.
        transfer.idleTimeout = BackgroundTransfer.time(
            request.timeoutInterval == 60 ? configuration.timeoutIntervalForRequest : request.timeoutInterval)
        transfer.allowsCellularAccess =
            configuration.allowsCellularAccess && configuration.allowsExpensiveNetworkAccess
            && request.allowsCellularAccess
        transfer.allowsConstrainedNetworkAccess = configuration.allowsConstrainedNetworkAccess
        transfer.resourceTimeout = configuration.givenResourceTimeout.map(BackgroundTransfer.time)
        return transfer
    }

    /// Returns the tasks of which the app does not know the end, with those of former processes.
    var open: [URLSessionTask] {
        (context.send(TransferMethods.allTasks, identifier) ?? []).map { open in
            task(open.number, open.origin, method: open.method, state: Self.states[open.state])
        }
    }

    /// Returns a task of this process, or makes one for a task of a former process.
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

    /// Returns a task of which the system tells progress, which says nothing of a task that a former process has made.
    private func known(_ number: Int) -> URLSessionTask? {
        if let task = lock.withLock({ tasks[number] }) { return task }
        _ = open
        return lock.withLock { tasks[number] }
    }

    private static let states: [OpenTransferState: URLSessionTask.State] = [
        .running: .running, .suspended: .suspended, .completed: .completed,
    ]

    // MARK: The end

    /// Becomes invalid when no task is left.
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
        // What the system has told before its answer is on its way to the main thread.
        context.main { [self] in closeIfDone() }
    }

    /// The app's process has ended.
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

    // MARK: What the system tells

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
        // A server of a scenario that is only simulated has no file to give.
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

    /// A server asks who the app is (UR-02).
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
                let known = credential.flatMap { given in
                    given.user.map { TransferCredential(user: $0, password: given.password ?? "") }
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

    /// Tells the delegate of a task's end.
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

    /// Returns an error as Foundation has it.
    private static func error(_ code: Int, of task: URLSessionTask, _ end: TransferEnd) -> any Error {
        var info: [String: Any] = [:]
        if let url = task.originalRequest?.url {
            info[NSURLErrorFailingURLErrorKey] = url
            // The key of its text: its name is deprecated.
            info["NSErrorFailingURLStringKey"] = url.absoluteString
        }
        if let reason = end.cancelReason { info[NSURLErrorBackgroundTaskCancelledReasonKey] = reason }
        if let data = end.resumeData.flatMap({ Data(base64Encoded: $0) }) {
            info[NSURLSessionDownloadTaskResumeData] = data
        }
        return URLError(_nsError: NSError(domain: NSURLErrorDomain, code: code, userInfo: info))
    }
}

/// The sender of a challenge: delegates of tasks answer by a completion handler, and not through it.
private final class NoSender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

import Foundation
import KeepAliveFormats
import KeepAliveModel

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The background sessions of an app's process, by their identifiers.
package final class BackgroundSessions: @unchecked Sendable {
    /// The system's calls that concern them.
    package static let callbacks: Set<String> = [
        "didWriteData", "didSendBodyData", "didResumeAtOffset", "didFinishDownloading", "didReceiveChallenge",
        "didCompleteWithError",
        "urlSessionDidFinishEvents",
    ]

    private let lock = NSLock()
    private var sessions: [String: BackgroundSession] = [:]
    /// The sessions of which the app has a completion handler, that is called when all has been told (SD-44).
    private var awaited: Set<String> = []

    /// The process has ended: what a session and its delegate know of each other goes with it.
    deinit { for session in sessions.values { session.forget() } }

    package static func of(_ context: AppContext) -> BackgroundSessions { context.only { BackgroundSessions() } }

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

    /// Takes a call of the system.
    ///
    /// - Parameter done: answers it, when the delegate has returned.
    package func take(_ method: String, _ parameters: JSONValue, done: @escaping @Sendable (JSONValue) -> Void) {
        guard let session = lock.withLock({ sessions[parameters["identifier"]?.string ?? ""] }) else {
            return done(.null)
        }
        if method == "didReceiveChallenge" { return session.challenged(parameters, done) }
        session.take(method, parameters) { done(.null) }
    }
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
            context.send("log", ["message": .string(line)])
            return
        }
        context.send(
            "backgroundSession",
            [
                "identifier": .string(identifier),
                "sessionSendsLaunchEvents": .bool(configuration.sessionSendsLaunchEvents),
                "isDiscretionary": .bool(configuration.isDiscretionary),
            ])
    }

    // MARK: Tasks

    func download(_ request: URLRequest) -> URLSessionDownloadTask {
        if request.httpBody != nil || request.httpBodyStream != nil {
            AppProcess.say("\(request.url?.absoluteString ?? ""): a background download sends no body")
        }
        return URLSessionDownloadTask(make("downloadTask", ["request": parameters(request)], request))
    }

    func download(from resumeData: Data) -> URLSessionDownloadTask {
        let json = try? JSONValue(parsing: resumeData)
        let request = json?["url"]?.string.flatMap(URL.init(string:)).map { URLRequest(url: $0) }
        return URLSessionDownloadTask(
            make("downloadTaskWithResumeData", ["resumeData": .string(resumeData.base64EncodedString())], request))
    }

    func upload(_ request: URLRequest, from file: URL) -> URLSessionUploadTask {
        let transfer = make("uploadTask", ["request": parameters(request), "file": .string(file.path)], request)
        transfer.sends(Self.size(of: file))
        return URLSessionUploadTask(transfer)
    }

    private static func size(of file: URL) -> Int64 {
        let facts = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (facts?[.size] as? NSNumber)?.int64Value ?? 0
    }

    private func make(_ method: String, _ parameters: [String: JSONValue], _ request: URLRequest?) -> BackgroundTransfer
    {
        guard !hasBeenInvalidated else {
            AppleException.sessionIsInvalid.raise(in: context)
            return refused(request, URLError(.cancelled))
        }
        let answer = context.send(method, parameters.merging(["identifier": .string(identifier)]) { $1 })
        if let number = answer["task"]?.int { return BackgroundTransfer(number, of: identifier, request, context) }
        // Standard error says what was wrong with it.
        let code: URLError.Code =
            method == "downloadTaskWithResumeData"
            ? .cannotWriteToFile
            : ["http", "https"].contains(request?.url?.scheme?.lowercased()) ? .badURL : .unsupportedURL
        return refused(request, URLError(code))
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

    private func parameters(_ request: URLRequest) -> JSONValue {
        var headers: [String: JSONValue] = [:]
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] { headers["\(name)"] = .string("\(value)") }
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            for known in headers.keys where known.lowercased() == name.lowercased() { headers[known] = nil }
            headers[name] = .string(value)
        }
        // A request that does not say otherwise has 60 s, and the session's time counts.
        let ownTime = request.timeoutInterval == 60 ? configuration.timeoutIntervalForRequest : request.timeoutInterval
        var members: [String: JSONValue] = [
            "url": .string(request.url?.absoluteString ?? ""), "httpMethod": .string(request.httpMethod ?? "GET"),
            "headers": .object(headers), "timeoutIntervalForRequest": BackgroundTransfer.seconds(ownTime),
            "allowsCellularAccess": .bool(
                configuration.allowsCellularAccess && configuration.allowsExpensiveNetworkAccess
                    && request.allowsCellularAccess),
            "allowsConstrainedNetworkAccess": .bool(configuration.allowsConstrainedNetworkAccess),
        ]
        if let time = configuration.givenResourceTimeout {
            members["timeoutIntervalForResource"] = BackgroundTransfer.seconds(time)
        }
        return .object(members)
    }

    /// Returns the tasks of which the app does not know the end, with those of former processes.
    var open: [URLSessionTask] {
        (context.send("allTasks", ["identifier": .string(identifier)]).array ?? []).compactMap { entry in
            guard let number = entry["task"]?.int else { return nil }
            return task(number, entry)
        }
    }

    /// Returns a task of this process, or makes one for a task of a former process.
    private func task(_ number: Int, _ about: JSONValue) -> URLSessionTask {
        lock.withLock {
            if let known = tasks[number] { return known }
            var request = about["url"]?.string.flatMap(URL.init(string:)).map { URLRequest(url: $0) }
            if let method = about["httpMethod"]?.string { request?.httpMethod = method }
            let state = about["state"]?.string.flatMap { Self.states[$0] } ?? .running
            let transfer = BackgroundTransfer(
                number, of: identifier, request, text: about["description"]?.string, state: state, context)
            let isUpload = about["kind"]?.string == "upload"
            let task = isUpload ? URLSessionUploadTask(transfer) : URLSessionDownloadTask(transfer)
            tasks[number] = task
            return task
        }
    }

    private static let states: [String: URLSessionTask.State] = [
        "running": .running, "suspended": .suspended, "completed": .completed,
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

    func take(_ method: String, _ parameters: JSONValue, done: @escaping @Sendable () -> Void) {
        guard let session = lock.withLock({ session }) else { return done() }
        let delegate = session.delegate
        if method == "urlSessionDidFinishEvents" {
            calls.call { [self] in
                delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: session)
                BackgroundSessions.of(context).endEvents(of: identifier)
                done()
            }
            return
        }
        guard let number = parameters["task"]?.int else { return done() }
        // Progress says nothing of a task that a former process has made.
        if parameters["url"] == nil, lock.withLock({ tasks[number] == nil }) { _ = open }
        let task = task(number, parameters)
        guard let transfer = task.transfer as? BackgroundTransfer else { return done() }
        switch method {
        case "didWriteData":
            let (bytes, total) = (Int64(parameters["bytes"]?.int ?? 0), Int64(parameters["of"]?.int ?? -1))
            let more = transfer.received(bytes, of: total)
            tell(delegate as? any URLSessionDownloadDelegate, about: task as? URLSessionDownloadTask, done) {
                $0.urlSession(
                    session, downloadTask: $1, didWriteData: more, totalBytesWritten: bytes,
                    totalBytesExpectedToWrite: total)
            }
        case "didSendBodyData":
            let (bytes, total) = (Int64(parameters["bytes"]?.int ?? 0), Int64(parameters["of"]?.int ?? -1))
            let more = transfer.sent(bytes, of: total)
            tell(delegate as? any URLSessionTaskDelegate, about: task, done) {
                $0.urlSession(
                    session, task: $1, didSendBodyData: more, totalBytesSent: bytes, totalBytesExpectedToSend: total)
            }
        case "didResumeAtOffset":
            let offset = Int64(parameters["offset"]?.int ?? 0)
            transfer.resumed(at: offset)
            tell(delegate as? any URLSessionDownloadDelegate, about: task as? URLSessionDownloadTask, done) {
                $0.urlSession(
                    session, downloadTask: $1, didResumeAtOffset: offset,
                    expectedTotalBytes: $1.countOfBytesExpectedToReceive)
            }
        case "didFinishDownloading":
            transfer.answered(parameters["response"])
            // A server of a scenario that is only simulated has no file to give.
            guard let location = parameters["location"]?.string else { return done() }
            transfer.finished(received: Self.size(of: URL(fileURLWithPath: location)))
            tell(delegate as? any URLSessionDownloadDelegate, about: task as? URLSessionDownloadTask, done) {
                $0.urlSession(session, downloadTask: $1, didFinishDownloadingTo: URL(fileURLWithPath: location))
            }
        case "didCompleteWithError": complete(task, transfer, parameters, session, done)
        default: done()
        }
    }

    /// A server asks who the app is (UR-02).
    func challenged(_ parameters: JSONValue, _ done: @escaping @Sendable (JSONValue) -> Void) {
        guard let session = lock.withLock({ session }), let number = parameters["task"]?.int,
            let delegate = session.delegate as? any URLSessionTaskDelegate
        else { return done(.null) }
        let task = task(number, parameters)
        let url = parameters["challengedURL"]?.string.flatMap(URL.init(string:)) ?? task.originalRequest?.url
        let space = URLProtectionSpace(
            host: url?.host ?? "", port: url?.port ?? (url?.scheme == "https" ? 443 : 80), protocol: url?.scheme,
            realm: parameters["realm"]?.string, authenticationMethod: parameters["authenticationMethod"]?.string)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil,
            previousFailureCount: parameters["previousFailureCount"]?.int ?? 0, failureResponse: nil, error: nil,
            sender: NoSender())
        calls.call {
            delegate.urlSession(session, task: task, didReceive: challenge) { disposition, credential in
                var answer: [String: JSONValue] = ["disposition": .string(Self.name(of: disposition))]
                answer["user"] = credential?.user.map(JSONValue.string)
                answer["password"] = credential?.password.map(JSONValue.string)
                done(.object(answer))
            }
        }
    }

    private static func name(of disposition: URLSession.AuthChallengeDisposition) -> String {
        let named: ChallengeDisposition =
            switch disposition {
            case .useCredential: .useCredential
            case .performDefaultHandling: .performDefaultHandling
            case .cancelAuthenticationChallenge: .cancelAuthenticationChallenge
            case .rejectProtectionSpace: .rejectProtectionSpace
            }
        return named.rawValue
    }

    private func tell<Delegate, Task>(
        _ delegate: Delegate?, about task: Task?, _ done: @escaping @Sendable () -> Void,
        _ body: @escaping (Delegate, Task) -> Void
    ) {
        guard let delegate, let task else { return done() }
        calls.call {
            body(delegate, task)
            done()
        }
    }

    private func complete(
        _ task: URLSessionTask, _ transfer: BackgroundTransfer, _ parameters: JSONValue, _ session: URLSession,
        _ done: @escaping @Sendable () -> Void
    ) {
        transfer.answered(parameters["response"])
        let error = parameters["code"]?.int.map { Self.error($0, of: task, parameters) }
        if error == nil { transfer.finished(received: nil) }
        if let data = parameters["data"]?.string.flatMap({ Data(base64Encoded: $0) }), !data.isEmpty {
            tell(session.delegate as? any URLSessionDataDelegate, about: task as? URLSessionDataTask, {}) {
                $0.urlSession(session, dataTask: $1, didReceive: data)
            }
        }
        complete(task, transfer, error, done)
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
    private static func error(_ code: Int, of task: URLSessionTask, _ parameters: JSONValue) -> any Error {
        var info: [String: Any] = [:]
        if let url = task.originalRequest?.url {
            info[NSURLErrorFailingURLErrorKey] = url
            // The key of its text: its name is deprecated.
            info["NSErrorFailingURLStringKey"] = url.absoluteString
        }
        if let reason = parameters["cancelReason"]?.int { info[NSURLErrorBackgroundTaskCancelledReasonKey] = reason }
        if let data = parameters["resumeData"]?.string.flatMap({ Data(base64Encoded: $0) }) {
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

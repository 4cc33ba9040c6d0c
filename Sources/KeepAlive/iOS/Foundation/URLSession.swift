import Foundation
import KeepAliveModel

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Transfers data. In a session with ``URLSessionConfiguration/background(withIdentifier:)`` the system performs the
/// transfers, even while the app is suspended. In any other session Foundation performs them in the app's process, and
/// they stop while the app is suspended.
open class URLSession: NSObject, @unchecked Sendable {
    public enum DelayedRequestDisposition: Int, Sendable {
        case continueLoading, useNewRequest, cancel
    }

    public enum AuthChallengeDisposition: Int, Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }

    public enum ResponseDisposition: Int, Sendable {
        case cancel, allow
        /// Continue as a download. Foundation on Linux does not support this disposition.
        case becomeDownload = 2
    }

    private enum Carrier {
        case system(BackgroundSession)
        case foundation(FoundationSession, FoundationTasks)
    }

    private let carrier: Carrier
    private let ownConfiguration: URLSessionConfiguration
    private let lock = NSLock()
    private var ownDelegate: (any URLSessionDelegate)?
    private var isInvalidated = false
    /// The session that performs the data tasks of a background session (UR-21).
    private var ofDataTasks: (FoundationSession, FoundationTasks)?
    public let delegateQueue: OperationQueue
    public var sessionDescription: String?

    public class var shared: URLSession { ofProcess }
    private static let ofProcess = URLSession(FoundationSession.shared)

    private init(_ shared: FoundationSession) {
        ownConfiguration = URLSessionConfiguration(shared.configuration)
        delegateQueue = shared.delegateQueue
        carrier = .foundation(shared, FoundationTasks())
        super.init()
    }

    public convenience init(configuration: URLSessionConfiguration) {
        self.init(configuration: configuration, delegate: nil, delegateQueue: nil)
    }

    /// Creates a session. The delegate of a background session gets the events since an earlier process at once
    /// (UR-04).
    ///
    /// - Parameters:
    ///   - configuration: the configuration, which is copied.
    ///   - delegate: the delegate, which is retained until the session is invalidated.
    ///   - queue: the queue on which the delegate is called; `nil` for a serial queue of the session's own.
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {
        let context = AppContext.current
        let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
        ownConfiguration = configuration
        ownDelegate = delegate
        let chosen = queue ?? OperationQueue()
        if queue == nil { chosen.maxConcurrentOperationCount = 1 }
        delegateQueue = chosen
        var bridge: FoundationDelegate?
        if let identifier = configuration.identifier {
            carrier = .system(BackgroundSession(identifier, configuration, chosen, context))
        } else {
            let tasks = FoundationTasks()
            bridge = delegate == nil ? nil : FoundationDelegate(tasks, context)
            carrier = .foundation(
                FoundationSession(configuration: configuration.foundation, delegate: bridge, delegateQueue: chosen),
                tasks)
        }
        super.init()
        if let delegate {
            SubclassCheck.warn(
                delegate, as: "URLSessionDelegate", methods: ["urlSession", "urlSessionDidFinishEvents"]
            ) {
                $0 is any URLSessionDelegate.Type
            }
        }
        bridge?.session = self
        if case .system(let session) = carrier { session.open(for: self) }
    }

    public var configuration: URLSessionConfiguration {
        ownConfiguration.copy() as? URLSessionConfiguration ?? ownConfiguration
    }

    public var delegate: (any URLSessionDelegate)? { lock.withLock { ownDelegate } }

    func releaseDelegate() { lock.withLock { ownDelegate = nil } }

    // MARK: Tasks

    /// Creates a task that keeps the content in memory. The app's process performs it, also in a background session; on
    /// iOS 7 that raises an exception (UR-21).
    ///
    /// If the request's `networkServiceType` is `voip`, the system watches the task's connection while the app is
    /// frozen, and resumes the app when data arrives (SD-50; up to iOS 8).
    public func dataTask(with request: URLRequest) -> URLSessionDataTask {
        inProcess { session, context in
            URLSessionDataTask(
                FoundationTransfer(session.dataTask(with: request), tagged: TaggedRequest(request, context)))
        }
    }

    /// Creates a task that keeps the content in memory, as ``dataTask(with:)-(URLRequest)`` does.
    public func dataTask(with url: URL) -> URLSessionDataTask { dataTask(with: URLRequest(url: url)) }

    public func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
        if case .system(let session) = carrier { return add(session.upload(request, from: fileURL), to: session) }
        return inProcess { session, _ in
            URLSessionUploadTask(FoundationTransfer(session.uploadTask(with: request, fromFile: fileURL)))
        }
    }

    /// Creates a task that uploads data. A background session raises an exception (UR-21).
    public func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
        inProcess(.uploadFromData) { session, _ in
            URLSessionUploadTask(FoundationTransfer(session.uploadTask(with: request, from: bodyData)))
        }
    }

    public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
        if case .system(let session) = carrier { return add(session.download(request), to: session) }
        return inProcess { session, _ in URLSessionDownloadTask(FoundationTransfer(session.downloadTask(with: request)))
        }
    }

    public func downloadTask(with url: URL) -> URLSessionDownloadTask { downloadTask(with: URLRequest(url: url)) }

    /// Creates a task that continues a cancelled or failed download (UR-20).
    ///
    /// Unlike on iOS, only a background session can continue a download: in any other session the task fails.
    ///
    /// - Parameter resumeData: the data from `URLSessionDownloadTask.cancel(byProducingResumeData:)` or from the error.
    public func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask {
        if case .system(let session) = carrier { return add(session.download(from: resumeData), to: session) }
        return inProcess { session, _ in
            URLSessionDownloadTask(FoundationTransfer(session.downloadTask(withResumeData: resumeData)))
        }
    }

    /// Creates a task that calls a handler when it is complete. A background session raises an exception (UR-21).
    public func dataTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask {
        inProcess(.completionHandler, callsBack: true) { session, context in
            let tagged = TaggedRequest(request, context)
            return URLSessionDataTask(
                FoundationTransfer(
                    session.dataTask(with: request) { data, response, error in
                        context.inside { completionHandler(data, response, error) }
                        tagged?.told()
                    }, tagged: tagged))
        }
    }

    /// Creates a task that calls a handler when it is complete. A background session raises an exception (UR-21).
    public func dataTask(
        with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask { dataTask(with: URLRequest(url: url), completionHandler: completionHandler) }

    /// Creates a task that uploads data, and calls a handler when it is complete. A background session raises an
    /// exception (UR-21).
    public func uploadTask(
        with request: URLRequest, from bodyData: Data?,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
        inProcess(.completionHandler, callsBack: true) { session, context in
            URLSessionUploadTask(
                FoundationTransfer(
                    session.uploadTask(with: request, from: bodyData) { data, response, error in
                        context.inside { completionHandler(data, response, error) }
                    }))
        }
    }

    /// Creates a task that uploads a file, and calls a handler when it is complete. A background session raises an
    /// exception (UR-21).
    public func uploadTask(
        with request: URLRequest, fromFile fileURL: URL,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask {
        inProcess(.completionHandler, callsBack: true) { session, context in
            URLSessionUploadTask(
                FoundationTransfer(
                    session.uploadTask(with: request, fromFile: fileURL) { data, response, error in
                        context.inside { completionHandler(data, response, error) }
                    }))
        }
    }

    /// Creates a download task that calls a handler when it is complete. The handler must move the file before it
    /// returns. A background session raises an exception (UR-21).
    public func downloadTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask {
        inProcess(.completionHandler, callsBack: true) { session, context in
            URLSessionDownloadTask(
                FoundationTransfer(
                    session.downloadTask(with: request) { location, response, error in
                        context.inside { completionHandler(location, response, error) }
                    }))
        }
    }

    /// Creates a download task that calls a handler when it is complete. The handler must move the file before it
    /// returns. A background session raises an exception (UR-21).
    public func downloadTask(
        with url: URL, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask { downloadTask(with: URLRequest(url: url), completionHandler: completionHandler) }

    /// Creates a task that Foundation performs in the app's process. A background session raises an exception (UR-21).
    ///
    /// - Parameters:
    ///   - kind: the kind of the task, which decides the reason of the exception.
    ///   - callsBack: true if the task reports its end to a completion handler and not to the delegate.
    ///   - make: creates the task.
    private func inProcess<Task: URLSessionTask>(
        _ kind: UnsupportedTask = .data, callsBack: Bool = false, _ make: (FoundationSession, AppContext) -> Task
    ) -> Task {
        let context = AppContext.current
        switch carrier {
        case .foundation(let session, let tasks) where !lock.withLock({ isInvalidated }):
            let task = make(session, context)
            tasks.add(task, isToldOf: delegate != nil && !callsBack)
            return task
        case .foundation: AppleException.sessionIsInvalid.raise(in: context)
        case .system where !kind.isRefused(by: context.version) && !lock.withLock({ isInvalidated }):
            let (session, tasks) = sessionOfDataTasks(context)
            let task = make(session, context)
            tasks.add(task, isToldOf: delegate != nil)
            return task
        case .system where !kind.isRefused(by: context.version):
            AppleException.sessionIsInvalid.raise(in: context)
        case .system: AppleException(name: "NSGenericException", reason: kind.reason, rule: "UR-21").raise(in: context)
        }
        // The app gets here by catching the exception: the task then belongs to a temporary session without a delegate.
        return make(FoundationSession(configuration: .ephemeral), context)
    }

    /// Returns the session that performs the data tasks of this background session.
    private func sessionOfDataTasks(_ context: AppContext) -> (FoundationSession, FoundationTasks) {
        let delegate = delegate
        return lock.withLock {
            if let ofDataTasks { return ofDataTasks }
            let tasks = FoundationTasks()
            let bridge = delegate == nil ? nil : FoundationDelegate(tasks, context, endsSession: false)
            bridge?.session = self
            let made = (
                FoundationSession(
                    configuration: ownConfiguration.foundation, delegate: bridge, delegateQueue: delegateQueue), tasks
            )
            ofDataTasks = made
            return made
        }
    }

    private func add<Task: URLSessionTask>(_ task: Task, to session: BackgroundSession) -> Task {
        session.add(task)
        return task
    }

    // MARK: All tasks

    private var open: [URLSessionTask] {
        switch carrier {
        case .system(let session): session.open + (lock.withLock { ofDataTasks?.1.open } ?? [])
        case .foundation(_, let tasks): tasks.open
        }
    }

    /// Returns the tasks that have not ended. For a background session these include tasks of earlier processes
    /// (UR-04).
    ///
    /// - Parameter completionHandler: called on a background queue.
    public func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
        let tasks = open
        AppContext.current.perform(on: nil) { completionHandler(tasks) }
    }

    public func getTasksWithCompletionHandler(
        _ completionHandler:
            @escaping @Sendable ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) -> Void
    ) {
        let (data, uploads, downloads) = byKind(open)
        AppContext.current.perform(on: nil) { completionHandler(data, uploads, downloads) }
    }

    public var allTasks: [URLSessionTask] { get async { open } }

    public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
        get async { byKind(open) }
    }

    private func byKind(
        _ tasks: [URLSessionTask]
    ) -> ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
        let uploads = tasks.compactMap { $0 as? URLSessionUploadTask }
        let data = tasks.compactMap { $0 is URLSessionUploadTask ? nil : $0 as? URLSessionDataTask }
        return (data, uploads, tasks.compactMap { $0 as? URLSessionDownloadTask })
    }

    // MARK: The end

    public func finishTasksAndInvalidate() {
        guard becomesInvalid() else { return }
        switch carrier {
        case .system(let session):
            session.invalidate(cancels: false)
            lock.withLock { ofDataTasks?.0 }?.finishTasksAndInvalidate()
        case .foundation(let session, _): session.finishTasksAndInvalidate()
        }
    }

    public func invalidateAndCancel() {
        guard becomesInvalid() else { return }
        switch carrier {
        case .system(let session):
            session.invalidate(cancels: true)
            lock.withLock { ofDataTasks?.0 }?.invalidateAndCancel()
        case .foundation(let session, _): session.invalidateAndCancel()
        }
    }

    /// Marks the session as invalid, except for the shared session, which cannot be invalidated.
    ///
    /// - Returns: true if this call has invalidated the session.
    private func becomesInvalid() -> Bool {
        guard self !== Self.ofProcess else { return false }
        return lock.withLock {
            defer { isInvalidated = true }
            return !isInvalidated
        }
    }

    /// Calls the handler without delay: unlike on iOS, the session has nothing to write to disk.
    public func flush(completionHandler: @escaping @Sendable () -> Void) {
        AppContext.current.perform(on: nil) { completionHandler() }
    }

    public func reset(completionHandler: @escaping @Sendable () -> Void) {
        guard case .foundation(let session, _) = carrier else { return flush(completionHandler: completionHandler) }
        session.reset(completionHandler: completionHandler)
    }
}

extension AppleException {
    /// The exception for a task that is created in an invalidated session (UR-22).
    static let sessionIsInvalid = AppleException(
        name: "NSGenericException", reason: "Task created in a session that has been invalidated", rule: "UR-22")
}

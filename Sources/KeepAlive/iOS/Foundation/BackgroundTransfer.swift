import Foundation
import KeepAliveModel
import KeepAliveProtocol

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transfer of a task of a background session. The system carries out the transfer, and reports progress to this
/// object.
final class BackgroundTransfer: SessionTransfer, @unchecked Sendable {
    private struct State {
        var text: String?
        var earliestBeginDate: Date?
        var state = URLSessionTask.State.suspended
        var counts = TransferCounts(expectedToReceive: NSURLSessionTransferSizeUnknown)
        var response: URLResponse?
        var error: (any Error)?
        /// Called with the resume data at the end of a task that the app has cancelled; `nil` if no call is due.
        var onResumeData: (@Sendable (Data?) -> Void)?
        /// Ends a task that the system has refused, with the error to report.
        var onRefusal: (@Sendable (any Error) -> Void)?
    }

    let number: Int
    let originalRequest: URLRequest?
    let progress = Progress(totalUnitCount: 0)
    private let session: String
    private let context: AppContext
    /// The error of a task that the system has refused; `nil` for a task that the system has taken.
    let refusal: (any Error)?
    private let lock = NSLock()
    // Read and changed only under the lock.
    private var fields: State

    init(
        _ number: Int, of session: String, _ request: URLRequest?, text: String? = nil,
        state: URLSessionTask.State = .suspended, refusal: (any Error)? = nil, _ context: AppContext
    ) {
        self.refusal = refusal
        self.number = number
        self.session = session
        self.context = context
        originalRequest = request
        fields = State(text: text, state: state)
    }

    private func read<Value>(_ path: KeyPath<State, Value>) -> Value { lock.withLock { fields[keyPath: path] } }

    var currentRequest: URLRequest? { originalRequest }
    var response: URLResponse? { read(\.response) }
    var error: (any Error)? { read(\.error) }
    var state: URLSessionTask.State { read(\.state) }
    var counts: TransferCounts { read(\.counts) }

    /// Starts the transfer. A task that the system has refused instead ends now, with the error `refusal`, as a task
    /// with a bad request does on iOS.
    private func begin() {
        guard let refusal else { return _ = context.send(TransferMethods.resumeTask, session, number) }
        read(\.onRefusal)?(refusal)
    }

    private func end(producingResumeData: Bool) {
        guard refusal != nil else {
            return _ = context.send(TransferMethods.cancelTask, session, number, producingResumeData)
        }
        read(\.onRefusal)?(URLError(.cancelled))
    }

    private func change(text: String? = nil, earliestBegin: Duration? = nil) {
        guard refusal == nil, state != .completed else { return }
        context.send(TransferMethods.changeTask, session, number, text, earliestBegin)
    }

    /// Sets the function that ends a task that the system has refused.
    func whenRefused(_ end: @escaping @Sendable (any Error) -> Void) { lock.withLock { fields.onRefusal = end } }

    /// The longest time that the system accepts: a year, in seconds.
    static let secondsMax = 31_536_000.0

    /// Returns an interval limited to the times that the system accepts: at least 0 and at most a year.
    static func time(_ interval: TimeInterval) -> Duration { .seconds(clamping: min(max(0, interval), secondsMax)) }

    // MARK: Calls of the app

    var text: String? {
        get { read(\.text) }
        set {
            lock.withLock { fields.text = newValue }
            change(text: newValue ?? "")
        }
    }

    var earliestBeginDate: Date? {
        get { read(\.earliestBeginDate) }
        set {
            lock.withLock { fields.earliestBeginDate = newValue }
            change(earliestBegin: Self.time(newValue?.timeIntervalSinceNow ?? 0))
        }
    }

    /// Changes the state from one value to another.
    ///
    /// - Returns: false if the task is in another state than `from`; nothing is changed then.
    private func turns(_ from: URLSessionTask.State, _ to: URLSessionTask.State) -> Bool {
        lock.withLock {
            guard fields.state == from else { return false }
            fields.state = to
            return true
        }
    }

    func resume() { if turns(.suspended, .running) { begin() } }

    func suspend() {
        if turns(.running, .suspended), refusal == nil { context.send(TransferMethods.suspendTask, session, number) }
    }

    func cancel() {
        if turns(.running, .canceling) || turns(.suspended, .canceling) { end(producingResumeData: false) }
    }

    func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
        // The system sends the resume data together with the end of the task, so the handler is called by
        // `completed(_:)`.
        let isCancelled = lock.withLock {
            guard fields.state == .running || fields.state == .suspended else { return false }
            fields.state = .canceling
            fields.onResumeData = completionHandler
            return true
        }
        guard isCancelled else { return context.perform(on: nil) { completionHandler(nil) } }
        end(producingResumeData: true)
    }

    // MARK: Callbacks of the system

    /// Notes how many bytes have been received.
    ///
    /// - Returns: the number of bytes received since the last report.
    func received(_ bytes: Int64, of total: Int64) -> Int64 {
        count(\.received, \.expectedToReceive, bytes, total)
    }

    /// Notes how many bytes have been sent.
    ///
    /// - Returns: the number of bytes sent since the last report.
    func sent(_ bytes: Int64, of total: Int64) -> Int64 { count(\.sent, \.expectedToSend, bytes, total) }

    private func count(
        _ done: WritableKeyPath<TransferCounts, Int64>, _ expected: WritableKeyPath<TransferCounts, Int64>,
        _ bytes: Int64, _ total: Int64
    ) -> Int64 {
        progress.totalUnitCount = total
        progress.completedUnitCount = bytes
        return lock.withLock {
            defer {
                fields.counts[keyPath: done] = bytes
                fields.counts[keyPath: expected] = total
            }
            return max(0, bytes - fields.counts[keyPath: done])
        }
    }

    /// Sets the counts to their final values. The system does not report each step, so the counts may be behind.
    func finished(received bytes: Int64?) {
        lock.withLock {
            if let bytes {
                fields.counts.received = bytes
                if fields.counts.expectedToReceive < bytes { fields.counts.expectedToReceive = bytes }
            }
            fields.counts.sent = fields.counts.expectedToSend
        }
    }

    /// Notes how many bytes are to be sent.
    func sends(_ bytes: Int64) { lock.withLock { fields.counts.expectedToSend = bytes } }

    /// Notes that the download continues at an offset.
    func resumed(at offset: Int64) { lock.withLock { fields.counts.received = offset } }

    /// Stores the server's answer; has no effect for `nil`.
    func answered(_ answer: TransferResponse?) {
        guard let answer, let url = answer.url.flatMap(URL.init(string:)) ?? originalRequest?.url else { return }
        let response = HTTPURLResponse(
            url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.headers)
        lock.withLock { fields.response = response }
    }

    /// Notes the end of the task, and calls the handler that waits for resume data.
    func completed(_ error: (any Error)?) {
        let handler = lock.withLock {
            fields.error = error
            fields.state = .completed
            fields.onRefusal = nil
            defer { fields.onResumeData = nil }
            return fields.onResumeData
        }
        if let handler {
            let data = (error as? URLError)?.downloadTaskResumeData
            context.perform(on: nil) { handler(data) }
        }
    }
}

import Foundation
import KeepAliveModel
import KeepAliveProtocol

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transfer of a background session's task. The system performs the transfer, and reports its progress to this
/// object.
final class BackgroundTransfer: SessionTransfer, @unchecked Sendable {
    private struct State {
        var text: String?
        var earliestBeginDate: Date?
        var state = URLSessionTask.State.suspended
        var counts = TransferCounts(expectedToReceive: NSURLSessionTransferSizeUnknown)
        var response: URLResponse?
        var error: (any Error)?
        /// Called with the resume data when a cancelled task has ended; `nil` if the app has not asked for resume data.
        var onResumeData: (@Sendable (Data?) -> Void)?
        /// Ends a task that the system has refused, with the error to report; `nil` before the task is added to its
        /// session, and after its end.
        var onRefusal: (@Sendable (any Error) -> Void)?
    }

    let number: Int
    let originalRequest: URLRequest?
    let progress = Progress(totalUnitCount: 0)
    private let session: String
    private let context: AppContext
    /// The error of a task that the system has refused; `nil` if the system has accepted the task.
    let refusal: (any Error)?
    private let lock = NSLock()
    // Read and changed only under `lock`.
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

    /// Starts the transfer. A task that the system has refused ends now with the error `refusal`, as a task with an
    /// invalid request does on iOS.
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

    /// The longest interval that the app protocol accepts: a year, in seconds.
    static let secondsMax = 31_536_000.0

    /// Returns an interval, clamped to what the app protocol accepts: 0 to one year.
    static func time(_ interval: TimeInterval) -> Duration { .seconds(clamping: min(max(0, interval), secondsMax)) }

    // MARK: Calls by the app

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

    /// Changes the state from `from` to `to`.
    ///
    /// - Returns: false, without a change, if the state is not `from`.
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
        // The system reports the resume data with the end of the task, so `completed(_:)` calls the handler.
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

    /// Stores how many bytes have been received.
    ///
    /// - Returns: the number of bytes received since the last report.
    func received(_ bytes: Int64, of total: Int64) -> Int64 {
        count(\.received, \.expectedToReceive, bytes, total)
    }

    /// Stores how many bytes have been sent.
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

    /// Sets the byte counts to their final values. They may be behind, as the system does not report each step.
    func finished(received bytes: Int64?) {
        lock.withLock {
            if let bytes {
                fields.counts.received = bytes
                if fields.counts.expectedToReceive < bytes { fields.counts.expectedToReceive = bytes }
            }
            fields.counts.sent = fields.counts.expectedToSend
        }
    }

    /// Stores how many bytes the task will send.
    func sends(_ bytes: Int64) { lock.withLock { fields.counts.expectedToSend = bytes } }

    /// Stores that the download continues at an offset.
    func resumed(at offset: Int64) { lock.withLock { fields.counts.received = offset } }

    /// Stores the server's response; has no effect for `nil`.
    func answered(_ answer: TransferResponse?) {
        guard let answer, let url = answer.url.flatMap(URL.init(string:)) ?? originalRequest?.url else { return }
        let response = HTTPURLResponse(
            url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.headers)
        lock.withLock { fields.response = response }
    }

    /// Stores the end of the task, and calls the handler that waits for resume data.
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

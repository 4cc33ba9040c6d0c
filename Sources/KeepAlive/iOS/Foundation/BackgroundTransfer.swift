import Foundation
import KeepAliveModel
import KeepAliveProtocol

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A task of a background session: the system transfers, and tells of it.
final class BackgroundTransfer: SessionTransfer, @unchecked Sendable {
    private struct State {
        var text: String?
        var earliestBeginDate: Date?
        var state = URLSessionTask.State.suspended
        var counts = TransferCounts(expectedToReceive: NSURLSessionTransferSizeUnknown)
        var response: URLResponse?
        var error: (any Error)?
        var onResumeData: (@Sendable (Data?) -> Void)?
        var onRefusal: (@Sendable (any Error) -> Void)?
    }

    let number: Int
    let originalRequest: URLRequest?
    let progress = Progress(totalUnitCount: 0)
    private let session: String
    private let context: AppContext
    /// The error of a task that the system has not taken; `nil` for one of the system's.
    let refusal: (any Error)?
    private let lock = NSLock()
    // Changed under the lock.
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

    /// The system does not know a task that it has refused: that one ends when it would begin, as one with a bad request does.
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

    /// Says what ends a task that the system has not taken.
    func whenRefused(_ end: @escaping @Sendable (any Error) -> Void) { lock.withLock { fields.onRefusal = end } }

    /// The most seconds that the system takes: a year.
    static let secondsMax = 31_536_000.0

    /// Returns a time that the system takes: that of `Date.distantFuture` is a year.
    static func time(_ interval: TimeInterval) -> Duration { .seconds(clamping: min(max(0, interval), secondsMax)) }

    // MARK: What the app does

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

    /// Changes the state, if it is the one that the change begins with.
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
        // The system tells of the data with the end.
        let isCancelled = lock.withLock {
            guard fields.state == .running || fields.state == .suspended else { return false }
            fields.state = .canceling
            fields.onResumeData = completionHandler
            return true
        }
        guard isCancelled else { return context.perform(on: nil) { completionHandler(nil) } }
        end(producingResumeData: true)
    }

    // MARK: What the system tells

    /// Takes the bytes that have come.
    ///
    /// - Returns: how many came since the last time.
    func received(_ bytes: Int64, of total: Int64) -> Int64 {
        count(\.received, \.expectedToReceive, bytes, total)
    }

    /// Takes the bytes that were sent.
    ///
    /// - Returns: how many were sent since the last time.
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

    /// All that was to be sent, or was to come, has done so: the system tells of a part of the steps only.
    func finished(received bytes: Int64?) {
        lock.withLock {
            if let bytes {
                fields.counts.received = bytes
                if fields.counts.expectedToReceive < bytes { fields.counts.expectedToReceive = bytes }
            }
            fields.counts.sent = fields.counts.expectedToSend
        }
    }

    /// So many bytes are to be sent.
    func sends(_ bytes: Int64) { lock.withLock { fields.counts.expectedToSend = bytes } }

    /// The download goes on from a byte.
    func resumed(at offset: Int64) { lock.withLock { fields.counts.received = offset } }

    /// Takes the answer of the server.
    func answered(_ answer: TransferResponse?) {
        guard let answer, let url = answer.url.flatMap(URL.init(string:)) ?? originalRequest?.url else { return }
        let response = HTTPURLResponse(
            url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.headers)
        lock.withLock { fields.response = response }
    }

    /// The task has ended.
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

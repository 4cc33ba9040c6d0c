import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

open class URLSessionTask: NSObject, ProgressReporting, @unchecked Sendable {
    public enum State: Int, Sendable {
        case running
        case suspended = 1
        case canceling
        case completed
    }

    public static let lowPriority: Float = 0.25
    public static let defaultPriority: Float = 0.5
    public static let highPriority: Float = 0.75

    /// The one that transfers: the system, or Foundation.
    let transfer: any SessionTransfer

    init(_ transfer: any SessionTransfer) {
        self.transfer = transfer
        super.init()
    }

    public var taskIdentifier: Int { transfer.number }
    public var originalRequest: URLRequest? { transfer.originalRequest }
    public var currentRequest: URLRequest? { transfer.currentRequest }
    public var response: URLResponse? { transfer.response }
    public var error: (any Error)? { transfer.error }
    public var state: State { transfer.state }
    public var progress: Progress { transfer.progress }
    public var countOfBytesReceived: Int64 { transfer.counts.received }
    public var countOfBytesSent: Int64 { transfer.counts.sent }
    /// The bytes of the answer; `NSURLSessionTransferSizeUnknown` where the server does not say.
    public var countOfBytesExpectedToReceive: Int64 { transfer.counts.expectedToReceive }
    public var countOfBytesExpectedToSend: Int64 { transfer.counts.expectedToSend }
    /// What the app expects of the answer; it changes nothing here.
    public var countOfBytesClientExpectsToReceive = NSURLSessionTransferSizeUnknown
    /// What the app expects of the body; it changes nothing here.
    public var countOfBytesClientExpectsToSend = NSURLSessionTransferSizeUnknown
    /// The rank among the tasks of a session; it changes nothing here.
    public var priority = URLSessionTask.defaultPriority

    /// A text for the app alone. The system keeps it with a task of a background session (SD-42).
    public var taskDescription: String? {
        get { transfer.text }
        set { transfer.text = newValue }
    }
    /// The time before which a task of a background session does not begin (UR-17). Set it before ``resume()``.
    public var earliestBeginDate: Date? {
        get { transfer.earliestBeginDate }
        set { transfer.earliestBeginDate = newValue }
    }

    public func resume() { transfer.resume() }
    public func suspend() { transfer.suspend() }
    public func cancel() { transfer.cancel() }
}

/// A task whose answer comes into memory. Background sessions have none (UR-21).
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
    /// Ends with `NSURLErrorCancelled`, and keeps what has come, if a task can go on from there (UR-20).
    ///
    /// - Parameter completionHandler: takes the data for `URLSession.downloadTask(withResumeData:)`, on a queue of the
    ///   system; `nil` when nothing has come, or the server gave no validator for it.
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
        transfer.cancel(byProducingResumeData: completionHandler)
    }

    /// Ends with `NSURLErrorCancelled`, and returns the data from which a task can go on, or `nil` (UR-20).
    @discardableResult
    public func cancelByProducingResumeData() async -> Data? {
        await withCheckedContinuation { continuation in cancel { continuation.resume(returning: $0) } }
    }
}

/// The bytes of a task.
struct TransferCounts: Sendable {
    var received: Int64 = 0
    var sent: Int64 = 0
    var expectedToReceive: Int64 = 0
    var expectedToSend: Int64 = 0
}

/// The one that transfers for a task.
protocol SessionTransfer: AnyObject, Sendable {
    var number: Int { get }
    var originalRequest: URLRequest? { get }
    var currentRequest: URLRequest? { get }
    var response: URLResponse? { get }
    var error: (any Error)? { get }
    var state: URLSessionTask.State { get }
    var progress: Progress { get }
    var counts: TransferCounts { get }
    var text: String? { get set }
    var earliestBeginDate: Date? { get set }
    func resume()
    func suspend()
    func cancel()
    func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void)
}

/// The key of the resume data in the `userInfo` of an error (UR-20).
public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

extension URLError {
    /// The data from which a failed download can go on (UR-20).
    public var downloadTaskResumeData: Data? { userInfo[NSURLSessionDownloadTaskResumeData] as? Data }
}

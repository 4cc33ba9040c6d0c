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

    /// Performs the task's transfer, through the system or through Foundation.
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
    /// The number of bytes in the response; `NSURLSessionTransferSizeUnknown` if the server does not say it.
    public var countOfBytesExpectedToReceive: Int64 { transfer.counts.expectedToReceive }
    public var countOfBytesExpectedToSend: Int64 { transfer.counts.expectedToSend }
    @WithoutEffect public var countOfBytesClientExpectsToReceive = NSURLSessionTransferSizeUnknown
    @WithoutEffect public var countOfBytesClientExpectsToSend = NSURLSessionTransferSizeUnknown
    @WithoutEffect public var priority = URLSessionTask.defaultPriority

    /// A text for the app's own use. For a task of a background session, the system keeps the text (SD-42).
    public var taskDescription: String? {
        get { transfer.text }
        set { transfer.text = newValue }
    }
    /// The time before which a task of a background session does not begin (UR-17). The app must set it before
    /// ``resume()``.
    public var earliestBeginDate: Date? {
        get { transfer.earliestBeginDate }
        set { transfer.earliestBeginDate = newValue }
    }

    public func resume() { transfer.resume() }
    public func suspend() { transfer.suspend() }
    public func cancel() { transfer.cancel() }
}

/// A task that keeps the content in memory. The app's process performs it, so that it does not go on while the app is
/// suspended (UR-21).
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
    /// Cancels the task with `NSURLErrorCancelled`, and keeps the received bytes if a new task can continue the
    /// download (UR-20).
    ///
    /// - Parameter completionHandler: called on a background queue with the data for
    ///   `URLSession.downloadTask(withResumeData:)`; with `nil` if nothing was received or the server sent no validator
    ///   (such as an ETag).
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
        transfer.cancel(byProducingResumeData: completionHandler)
    }

    /// Cancels the task with `NSURLErrorCancelled`, and returns the data for a task that continues the download
    /// (UR-20).
    ///
    /// - Returns: the resume data; `nil` if no task can continue the download.
    @discardableResult
    public func cancelByProducingResumeData() async -> Data? {
        await withCheckedContinuation { continuation in cancel { continuation.resume(returning: $0) } }
    }
}

/// The numbers of bytes that a task has transferred and expects to transfer.
struct TransferCounts: Sendable {
    var received: Int64 = 0
    var sent: Int64 = 0
    var expectedToReceive: Int64 = 0
    var expectedToSend: Int64 = 0
}

/// Performs a task's transfer.
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
    /// The data for a task that continues the failed download (UR-20); `nil` if no task can.
    public var downloadTaskResumeData: Data? { userInfo[NSURLSessionDownloadTaskResumeData] as? Data }
}

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

    /// The object that carries out the task's transfer, through the system or through Foundation.
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
    /// The bytes of the answer; `NSURLSessionTransferSizeUnknown` if the server does not say how many.
    public var countOfBytesExpectedToReceive: Int64 { transfer.counts.expectedToReceive }
    public var countOfBytesExpectedToSend: Int64 { transfer.counts.expectedToSend }
    /// Stored, but ignored, unlike on iOS.
    public var countOfBytesClientExpectsToReceive = NSURLSessionTransferSizeUnknown
    /// Stored, but ignored, unlike on iOS.
    public var countOfBytesClientExpectsToSend = NSURLSessionTransferSizeUnknown
    /// Stored, but ignored, unlike on iOS.
    public var priority = URLSessionTask.defaultPriority

    /// A text that only the app uses. The system keeps the text of a task of a background session (SD-42).
    public var taskDescription: String? {
        get { transfer.text }
        set { transfer.text = newValue }
    }
    /// The time before which a task of a background session does not begin (UR-17). The app has to set it before
    /// ``resume()``.
    public var earliestBeginDate: Date? {
        get { transfer.earliestBeginDate }
        set { transfer.earliestBeginDate = newValue }
    }

    public func resume() { transfer.resume() }
    public func suspend() { transfer.suspend() }
    public func cancel() { transfer.cancel() }
}

/// A task whose answer is kept in memory. A background session cannot make such a task (UR-21).
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
    /// Cancels the task with `NSURLErrorCancelled`, and keeps the received bytes if a new task can continue the
    /// download (UR-20).
    ///
    /// - Parameter completionHandler: called on a background queue with the data for
    ///   `URLSession.downloadTask(withResumeData:)`; with `nil` if nothing was received or the server gave no
    ///   validator.
    public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
        transfer.cancel(byProducingResumeData: completionHandler)
    }

    /// Cancels the task with `NSURLErrorCancelled`, and returns the data for a task that continues the download
    /// (UR-20).
    ///
    /// - Returns: `nil` if no task can continue the download.
    @discardableResult
    public func cancelByProducingResumeData() async -> Data? {
        await withCheckedContinuation { continuation in cancel { continuation.resume(returning: $0) } }
    }
}

/// The byte counts of a task.
struct TransferCounts: Sendable {
    var received: Int64 = 0
    var sent: Int64 = 0
    var expectedToReceive: Int64 = 0
    var expectedToSend: Int64 = 0
}

/// An object that carries out a task's transfer.
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
    /// The data for a task that continues the failed download; `nil` if none can (UR-20).
    public var downloadTaskResumeData: Data? { userInfo[NSURLSessionDownloadTaskResumeData] as? Data }
}

/// The end of a task of a background session, as the app is told of it.
public struct EndedTransfer: Sendable, Hashable {
    /// `NSURLErrorBackgroundTaskCancelledReasonKey`: the system's reason for a cancellation.
    public enum CancelReason: Int, Sendable, Hashable, Codable, CaseIterable {
        /// `NSURLErrorCancelledReasonUserForceQuitApplication` (UR-07).
        case userForceQuitApplication = 0
    }

    /// The request of the task.
    public var request: TransferRequest
    /// The code of `NSURLErrorDomain`; `nil` after a success.
    public var code: Int?
    /// The reason, where the system has cancelled the task.
    public var cancelReason: CancelReason?

    /// Describes an end.
    public init(_ request: TransferRequest, code: Int? = nil, cancelReason: CancelReason? = nil) {
        self.request = request
        self.code = code
        self.cancelReason = cancelReason
    }
}

/// The beginning of a download that was cancelled, as its resume data names it (UR-20).
public struct TransferResumption: Sendable, Hashable, Codable {
    /// The name of the file with what has come.
    public var file: String
    /// The number of bytes in it.
    public var bytes: Int64
    /// The validator of the resource: an ETag, or a date.
    public var validator: String

    /// Describes a beginning.
    public init(file: String, bytes: Int64, validator: String) {
        self.file = file
        self.bytes = bytes
        self.validator = validator
    }
}

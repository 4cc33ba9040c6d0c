/// The end of a task of a background session, as it is reported to the app.
public struct EndedTransfer: Sendable, Hashable {
    /// `NSURLErrorBackgroundTaskCancelledReasonKey`: the system's reason for cancelling a task.
    public enum CancelReason: Int, Sendable, Hashable, Codable, CaseIterable {
        /// `NSURLErrorCancelledReasonUserForceQuitApplication`: the user force-quit the app (UR-07).
        case userForceQuitApplication = 0
    }

    /// The request of the task.
    public var request: TransferRequest
    /// The error code in `NSURLErrorDomain`; `nil` after a success.
    public var code: Int?
    /// The reason for the cancellation, if the system cancelled the task; otherwise `nil`.
    public var cancelReason: CancelReason?

    /// Creates the end of a task; by default a success.
    public init(_ request: TransferRequest, code: Int? = nil, cancelReason: CancelReason? = nil) {
        self.request = request
        self.code = code
        self.cancelReason = cancelReason
    }
}

/// The part of a cancelled download that has been received, as the resume data describes it (UR-20).
public struct TransferResumption: Sendable, Hashable, Codable {
    /// The name of the file with the received part.
    public var file: String
    /// The size of the received part in bytes.
    public var bytes: Int64
    /// The validator of the resource: an ETag or a date.
    public var validator: String

    /// Creates a description of a received part.
    public init(file: String, bytes: Int64, validator: String) {
        self.file = file
        self.bytes = bytes
        self.validator = validator
    }
}

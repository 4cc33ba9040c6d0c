import KeepAlivePolicy
import KeepAlivePorts

/// An order from the runner to the process that transfers.
enum TransferCommand: Sendable, Codable {
    /// Begins an attempt; its number is not used twice. No other process transfers into the directory meanwhile.
    case begin(attempt: Int, TransferRequest, directory: String, path: String, validator: String?)
    /// Stops an attempt; nothing more is said of it. The file keeps what has come.
    case stop(attempt: Int)
    /// Leaves a directory to others. Its attempts have been stopped.
    case close(directory: String)
}

/// A message from the process that transfers to the runner.
enum TransferNews: Sendable, Codable {
    /// An answer has begun: its status, its header, and the validator of its resource.
    case answered(attempt: Int, status: Int, headers: [String: String], validator: String?)
    /// So many bytes are there, of so many; -1 of a total that is not known.
    case progressed(attempt: Int, bytes: Int64, of: Int64)
    /// A download goes on from this byte.
    case resumed(attempt: Int, offset: Int64)
    /// The attempt has ended.
    case ended(attempt: Int, TransferEnding)
    /// Something that is worth a line.
    case note(String)
}

/// The end of an attempt.
enum TransferEnding: Sendable, Codable, Equatable {
    /// The answer is complete; the address is the one after redirects.
    case complete(url: String)
    /// What is there does not fit the resource: everything is to be transferred again.
    case stale
    /// The connection failed, with this code of `NSURLErrorDomain`: another attempt may help.
    case brokeOff(Int)
    /// The server asks who the app is.
    case challenged(TransferChallenge)
    /// It failed for good.
    case failed(Int)
}

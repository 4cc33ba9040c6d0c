import KeepAlivePolicy
import KeepAlivePorts

/// An order from the runner to the process that transfers for an app.
enum TransferCommand: Sendable, Codable {
    /// The first order: the app's container, or none; and a directory to make in place of one that cannot be used.
    case open(container: String?, temporary: String)
    /// Reads what the last run has kept: answered with ``TransferNews/restored(_:_:)``, and ``TransferNews/restoredAll``.
    case restore
    /// Keeps a record.
    case keep(TransferRecord, FileOwner)
    /// Deletes a record; its body, without one, is deleted by the next run at the latest.
    case forget(file: String, FileOwner)
    /// Deletes a body, and with it the record or not.
    case remove(file: String, record: Bool, FileOwner)
    /// Puts what is there of a body aside under a name, for another task.
    case setAside(file: String, name: String, FileOwner)
    /// Makes what was put aside the beginning of a body; a note follows where it is gone.
    case takeUp(name: String, file: String, FileOwner, task: String)
    /// Asks whether a body is there: answered with ``TransferNews/bodyIsGone(file:)`` where it is not.
    case look(file: String)
    /// Begins an attempt; its number is not used twice.
    case begin(attempt: Int, TransferRequest, file: String, validator: String?, FileOwner)
    /// Stops an attempt; nothing more is said of it. The file keeps what has come.
    case stop(attempt: Int)
}

/// A message from the process that transfers to the runner.
enum TransferNews: Sendable, Codable {
    /// The directory is open; `isKept` is false for one that ends with the run.
    case opened(path: String, isKept: Bool)
    /// A task that the last run has kept, and the user in whose name it goes on.
    case restored(TransferRecord, FileOwner)
    /// There are no more of them.
    case restoredAll
    /// So many orders have been obeyed.
    case obeyed(Int)
    /// A body that was asked about is not there.
    case bodyIsGone(file: String)
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
    /// The answer is complete.
    case complete(CompletedTransfer)
    /// The bytes that are there do not belong to the resource: all are transferred again.
    case stale
    /// The connection failed, with this code of `NSURLErrorDomain`: another attempt may help.
    case brokeOff(Int)
    /// The server asks who the app is.
    case challenged(TransferChallenge)
    /// It failed for good.
    case failed(Int)
}

struct CompletedTransfer: Sendable, Codable, Equatable {
    /// The address after redirects.
    var url: String
    /// The bytes of a download, or those that were uploaded.
    var bytes: Int64
    /// The beginning of the answer to an upload.
    var data: TransferData?
}

import KeepAlivePolicy
import KeepAlivePorts

/// An order from the runner to the ``TransferService``, the process that transfers for an app.
enum TransferCommand: Sendable, Codable {
    /// Opens the directory. This is the first order. `container` is the path of the app's container, or `nil`;
    /// `temporary` is the path of a temporary directory to make if the container cannot be used.
    case open(container: String?, temporary: String)
    /// Reads the tasks that the last run has kept. The answers are ``TransferNews/restored(_:_:)`` for each task, and
    /// ``TransferNews/restoredAll``.
    case restore
    /// Writes the record of a task.
    case keep(TransferRecord, FileOwner)
    /// Deletes the record of a task. The next run deletes the body, unless an order deletes it before.
    case forget(file: String, FileOwner)
    /// Deletes a body, and if `record` is true its record, too.
    case remove(file: String, record: Bool, FileOwner)
    /// Renames the incomplete body of a cancelled download, so that another task can continue it.
    case setAside(file: String, name: String, FileOwner)
    /// Makes the bytes of a cancelled download the beginning of a body. If they are missing, a note follows.
    case takeUp(name: String, file: String, FileOwner, task: String)
    /// Asks whether a body exists. ``TransferNews/bodyIsGone(file:)`` is sent if it does not.
    case look(file: String)
    /// Starts an attempt. Its number is not used twice.
    case begin(attempt: Int, TransferRequest, file: String, validator: String?, FileOwner)
    /// Stops an attempt. No more messages about it follow. The file keeps the bytes that have arrived.
    case stop(attempt: Int)
}

/// A message from the ``TransferService`` to the runner.
enum TransferNews: Sendable, Codable {
    /// The directory is open. `isKept` is false for a temporary directory.
    case opened(path: String, isKept: Bool)
    /// A task that the last run has kept, and the user with whose rights it continues.
    case restored(TransferRecord, FileOwner)
    /// All tasks of the last run have been sent.
    case restoredAll
    /// The number of orders that have been carried out so far.
    case obeyed(Int)
    /// The body in a ``TransferCommand/look(file:)`` does not exist.
    case bodyIsGone(file: String)
    /// An answer with a status, header fields, and perhaps a validator of the resource has begun.
    case answered(attempt: Int, status: Int, headers: [String: String], validator: String?)
    /// The number of bytes so far, and the total; the total is -1 if it is unknown.
    case progressed(attempt: Int, bytes: Int64, of: Int64)
    /// A download continues from this byte.
    case resumed(attempt: Int, offset: Int64)
    case ended(attempt: Int, TransferEnding)
    /// A message for the runner's log.
    case note(String)
}

/// The outcome of an attempt.
enum TransferEnding: Sendable, Codable, Equatable {
    /// The answer is complete.
    case complete(CompletedTransfer)
    /// The bytes in the file are of another version of the resource, so everything is transferred again.
    case stale
    /// The connection failed, with this code of `NSURLErrorDomain`. Another attempt may help.
    case brokeOff(Int)
    /// The server demands authentication.
    case challenged(TransferChallenge)
    /// The task has failed, with this code of `NSURLErrorDomain`. Another attempt would not help.
    case failed(Int)
}

struct CompletedTransfer: Sendable, Codable, Equatable {
    /// The address of the resource after redirects.
    var url: String
    /// The number of bytes that were downloaded or uploaded.
    var bytes: Int64
    /// The beginning of the answer to an upload; `nil` for a download.
    var data: TransferData?
}

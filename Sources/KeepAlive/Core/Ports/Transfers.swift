import FoundationEssentials
import KeepAliveModel

/// The identity of a task: its session's identifier and its number within the session.
package struct TransferKey: Sendable, Hashable {
    package var session: String
    package var task: Int

    package init(_ session: String, _ task: Int) {
        self.session = session
        self.task = task
    }
}

/// A report of the ``TransferAgent`` about a task that has begun.
package enum TransferReport: Sendable, Equatable {
    /// The number of bytes of a download that have been received, and their total; the total is -1 if it is unknown.
    case received(bytes: Int64, of: Int64)
    /// The number of bytes of an upload that have been sent, and their total.
    case sent(bytes: Int64, of: Int64)
    /// A download resumes at this byte offset.
    case resumed(at: Int64)
    /// The connection failed with this code of `NSURLErrorDomain`; another attempt is worthwhile.
    case brokeOff(code: Int)
    /// The server requests authentication; the task may begin again with a credential.
    case challenged(TransferChallenge)
    /// The task has ended: with `nil` after a response of the server with any status, otherwise with a permanent error
    /// of `NSURLErrorDomain`.
    case completed(code: Int?)
    /// The app moved the downloaded file in its callback, but the app's process ended before reporting the return from
    /// the callback.
    case fileTaken
}

/// The outcome of a task so far: the response, and the data received or sent.
package struct TransferResult: Sendable, Equatable, Codable {
    /// The status code of the last response, such as 200 or 404; `nil` without a response.
    package var status: Int?
    /// The header fields of the last response.
    package var headers: [String: String]
    /// The final URL after redirects; `nil` without a response.
    package var url: String?
    /// The path of the file with the downloaded body; `nil` until the download is complete.
    package var location: String?
    /// The response body of an upload, possibly only its beginning.
    package var data: TransferData?
    /// The number of bytes that a download has received or an upload has sent.
    package var bytes: Int64
    /// The resume data of a cancelled download (UR-20); `nil` if the download cannot be resumed.
    package var resumption: TransferResumption?

    package init(
        status: Int? = nil, headers: [String: String] = [:], url: String? = nil, location: String? = nil,
        data: TransferData? = nil, bytes: Int64 = 0
    ) {
        self.status = status
        self.headers = headers
        self.url = url
        self.location = location
        self.data = data
        self.bytes = bytes
    }
}

/// Bytes that are encoded as Base64, which takes about a quarter of the space of an array of numbers.
package struct TransferData: Sendable, Equatable, Codable {
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        bytes = Array(try container.decode(Data.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes))
    }
}

/// A process that made a call, with its real user and group as the kernel reported them.
package struct Caller: Sendable, Equatable {
    package var process: Int32
    package var user: UInt32
    package var group: UInt32

    package init(process: Int32, user: UInt32, group: UInt32) {
        self.process = process
        self.user = user
        self.group = group
    }
}

/// Transfers data for background URL sessions, as `nsurlsessiond` does on iOS (UR-01).
///
/// The agent handles connections and files. The policy decides when a task may run and which callbacks the app gets.
package protocol TransferAgent: AnyObject {
    /// The handler of reports, called on the scheduler's thread.
    var onReport: ((TransferKey, TransferReport) -> Void)? { get set }

    /// The handler of notes for the timeline.
    var onNote: ((String) -> Void)? { get set }

    /// The process whose call is being handled; files are opened with this process's user and group.
    var caller: Caller? { get set }

    /// The directory in which the agent stores tasks for the next run; `nil` if tasks end with the run.
    var keepsIn: String? { get }

    /// Begins a task, or resumes it after a pause or a failure. Reports follow until
    /// ``TransferReport/completed(code:)`` or ``TransferReport/brokeOff(code:)``.
    func begin(_ key: TransferKey, _ request: TransferRequest)

    /// Stops a task temporarily and keeps the received data. No report follows.
    func pause(_ key: TransferKey)

    /// Stops a task permanently and deletes the received data. No report follows.
    func cancel(_ key: TransferKey)

    /// Stops a download permanently. If another task can resume it, the received data is kept in the file that
    /// ``TransferResult/resumption`` names. No report follows.
    func yield(_ key: TransferKey)

    /// Deletes the outcome and the downloaded file of a task that the app no longer needs.
    func discard(_ key: TransferKey)

    /// Returns the outcome of a task so far; `nil` if the task has not begun or was discarded.
    func result(of key: TransferKey) -> TransferResult?

    /// Stores a task for the next run on the same container.
    ///
    /// - Parameter kept: the session with only this task; `nil` to delete the stored task, because its end is reported
    ///   to the app now.
    func keep(_ key: TransferKey, _ kept: RestoredSession?)

    /// Returns the sessions that the previous run on the same container stored.
    func restored() -> [RestoredSession]
}

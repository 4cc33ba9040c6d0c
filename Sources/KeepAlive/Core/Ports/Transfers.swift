import FoundationEssentials
import KeepAliveModel

/// The name of a task: its session's identifier and its number in it.
package struct TransferKey: Sendable, Hashable {
    package var session: String
    package var task: Int

    package init(_ session: String, _ task: Int) {
        self.session = session
        self.task = task
    }
}

/// A fact about a task that is being transferred.
package enum TransferReport: Sendable, Equatable {
    /// So many bytes of a download have come, of so many; -1 of a total that is not known.
    case received(bytes: Int64, of: Int64)
    /// So many bytes of an upload have been sent, of so many.
    case sent(bytes: Int64, of: Int64)
    /// A download goes on from this byte.
    case resumed(at: Int64)
    /// The connection failed, with this code of `NSURLErrorDomain`: worth another attempt.
    case brokeOff(code: Int)
    /// The server asks who the app is; it may be begun again with a credential.
    case challenged(TransferChallenge)
    /// It has ended: with an answer of the server, whatever its status, or for good with this code of `NSURLErrorDomain`.
    case completed(code: Int?)
    /// A process that was told of the finished download has moved the file, and has ended before it said so.
    case fileTaken
}

/// The outcome of a task.
package struct TransferResult: Sendable, Equatable, Codable {
    /// The status of the last answer, such as 200 or 404.
    package var status: Int?
    /// The header fields of the last answer.
    package var headers: [String: String]
    /// The address after redirects.
    package var url: String?
    /// The path of the file with the body of a download, once it is there.
    package var location: String?
    /// The beginning of the body of the answer to an upload.
    package var data: TransferData?
    /// The bytes that have come, or were sent.
    package var bytes: Int64
    /// The resume data of a cancelled download (UR-20).
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

/// Bytes that are kept as Base64, in a quarter of the room of a list of numbers.
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

/// A process that has called the system, with its real user and group as the kernel has seen them.
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

/// The part of the system that transfers for apps, as iOS's `nsurlsessiond` does (UR-01).
///
/// It knows connections and files. When a task may run, and what the app is told, is the policy's.
package protocol TransferAgent: AnyObject {
    /// Takes the facts, on the scheduler's thread.
    var onReport: ((TransferKey, TransferReport) -> Void)? { get set }

    /// Takes messages that are worth a line.
    var onNote: ((String) -> Void)? { get set }

    /// The process whose call is carried out now; files are touched in its user's name.
    var caller: Caller? { get set }

    /// The directory in which tasks wait for the next run; `nil` where they end with this one.
    var keepsIn: String? { get }

    /// Begins a task, or goes on where it broke off; reports follow until ``TransferReport/completed(code:)`` or
    /// ``TransferReport/brokeOff(code:)``.
    func begin(_ key: TransferKey, _ request: TransferRequest)

    /// Stops a task for now, and keeps what is there. No report follows.
    func pause(_ key: TransferKey)

    /// Stops a task for good, and deletes what is there. No report follows.
    func cancel(_ key: TransferKey)

    /// Stops a download for good. What is there stays under the name that ``TransferResult/resumption`` says, if another
    /// task can go on from it. No report follows.
    func yield(_ key: TransferKey)

    /// Deletes the file of a task that is done.
    func discard(_ key: TransferKey)

    /// Returns what has come of a task that has begun and was not discarded.
    func result(of key: TransferKey) -> TransferResult?

    /// Keeps a task for the next run on the same container.
    ///
    /// - Parameter kept: the task, alone in its session; `nil` where the app is told of its end now.
    func keep(_ key: TransferKey, _ kept: RestoredSession?)

    /// Returns the sessions that the last run on the same container has kept.
    func restored() -> [RestoredSession]
}

import KeepAlivePolicy
import KeepAlivePorts

/// A task of a background session, as a file of the app's container keeps it through a restart of the runner.
struct TransferRecord: Sendable, Codable, Equatable {
    var session: String
    var sendsLaunchEvents: Bool
    var discretionary: Bool
    var task: RestoredSession.Task
    var result = TransferResult()
    /// The validator of the resource, for a download that goes on: an ETag, or a date.
    var validator: String?
    /// The name of the file with the body, in the directory of the record.
    var file: String
    /// The times at which the task was created and first resumed, in seconds since 1970.
    private var createdAt: Double
    private var resumedAt: Double

    init(_ session: RestoredSession, _ task: RestoredSession.Task, file: String) {
        self.session = session.identifier
        sendsLaunchEvents = session.sendsLaunchEvents
        discretionary = session.discretionary
        self.task = task
        self.file = file
        let now = WallClock.now
        createdAt = now - task.age.inSeconds
        resumedAt = now - task.timeSinceResume.inSeconds
        take(session, task)
    }

    /// Takes what the policy says of the task. Its times do not change.
    mutating func take(_ session: RestoredSession, _ task: RestoredSession.Task) {
        sendsLaunchEvents = session.sendsLaunchEvents
        discretionary = session.discretionary
        self.task = task
        self.task.age = .zero
        self.task.timeSinceResume = .zero
    }

    /// The task as it is now.
    var restored: RestoredSession.Task {
        var task = task
        let now = WallClock.now
        // A clock that was set back is no reason to wait longer than asked for.
        task.age = .seconds(clamping: max(0, now - createdAt))
        task.timeSinceResume = .seconds(clamping: max(0, now - resumedAt))
        return task
    }

    var key: TransferKey { TransferKey(session, task.number) }

    /// Whether what it says can be: an app can write into its file.
    var isPlausible: Bool {
        let times = [task.request.idleTimeout, task.request.earliestBegin, task.request.resourceTimeout]
        return Self.numbers.contains(task.number) && createdAt.isFinite && resumedAt.isFinite
            && times.allSatisfy { $0.map { (.zero...Self.longest).contains($0) } ?? true }
            && result.bytes >= 0 && result.resumption.map { $0.bytes >= 0 } ?? true
            && task.request.resumption.map { $0.bytes >= 0 } ?? true
    }

    private static let numbers = 1...1_000_000_000
    /// The longest time of a request; the methods that make one take no longer.
    private static let longest = Duration.seconds(366 * 86_400)

    /// The most bytes of a record, in a file as in a packet: a URL has 8,000, the answer to an upload 16 KiB.
    static let bytesMax = 48 << 10

    // MARK: Names

    private static let namePrefix = "CFNetworkDownload_"
    static let bodySuffix = ".tmp"
    /// The suffix of what is there of a cancelled download.
    static let asideSuffix = ".resume"
    static let recordSuffix = ".json"

    /// Returns a name in the form of iOS's, with as many letters that none is used twice.
    static func freshName(_ suffix: String = bodySuffix) -> String {
        let letters = (0..<12).map { _ in
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".randomElement() ?? "a"
        }
        return namePrefix + String(letters) + suffix
    }

    /// Whether a name is one of those that are given to what is put aside. It comes from the app, which may have changed its
    /// resume data.
    static func isAside(_ name: String) -> Bool {
        name.hasPrefix(namePrefix) && name.hasSuffix(asideSuffix)
            && name.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 > 32 && $0 < 127 }
    }
}

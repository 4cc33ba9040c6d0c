import KeepAlivePolicy
import KeepAlivePorts

/// A task of a background session, in the form in which a file in the app's container keeps it while no runner runs.
struct TransferRecord: Sendable, Codable, Equatable {
    var session: String
    var sendsLaunchEvents: Bool
    var discretionary: Bool
    var task: RestoredSession.Task
    var result = TransferResult()
    /// The validator of the resource, for a download that can be resumed: an ETag or a date; otherwise `nil`.
    var validator: String?
    /// The name of the body's file, in the same directory as the record.
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

    /// Updates the task from the policy. The times of its creation and its first resume do not change.
    mutating func take(_ session: RestoredSession, _ task: RestoredSession.Task) {
        sendsLaunchEvents = session.sendsLaunchEvents
        discretionary = session.discretionary
        self.task = task
        self.task.age = .zero
        self.task.timeSinceResume = .zero
    }

    /// The task with its present age.
    var restored: RestoredSession.Task {
        var task = task
        let now = WallClock.now
        // If the clock was set back, the age would be negative. It is 0 then, so that no wait gets longer.
        task.age = .seconds(clamping: max(0, now - createdAt))
        task.timeSinceResume = .seconds(clamping: max(0, now - resumedAt))
        return task
    }

    var key: TransferKey { TransferKey(session, task.number) }

    /// True if all values are possible. They are checked, because the app can write to the file.
    var isPlausible: Bool {
        let times = [task.request.idleTimeout, task.request.earliestBegin, task.request.resourceTimeout]
        return Self.numbers.contains(task.number) && createdAt.isFinite && resumedAt.isFinite
            && times.allSatisfy { $0.map { (.zero...Self.longest).contains($0) } ?? true }
            && result.bytes >= 0 && result.resumption.map { $0.bytes >= 0 } ?? true
            && task.request.resumption.map { $0.bytes >= 0 } ?? true
    }

    private static let numbers = 1...1_000_000_000
    /// The longest time limit of a request. The methods that create a request accept no limit above this one.
    private static let longest = Duration.seconds(366 * 86_400)

    /// The largest size of a record in bytes, in a file and in a packet. A URL may have 8,000 bytes, the answer to an
    /// upload 16 KiB.
    static let bytesMax = 48 << 10

    // MARK: Names

    private static let namePrefix = "CFNetworkDownload_"
    static let bodySuffix = ".tmp"
    /// The suffix of the file with the bytes of a cancelled download.
    static let asideSuffix = ".resume"
    static let recordSuffix = ".json"

    /// Returns a new file name in the form that iOS uses. It has so many random letters that no name is used twice.
    static func freshName(_ suffix: String = bodySuffix) -> String {
        let letters = (0..<12).map { _ in
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".randomElement() ?? "a"
        }
        return namePrefix + String(letters) + suffix
    }

    /// Returns whether a name has the form of the names for bytes of cancelled downloads. The name is checked, because
    /// it comes from the app, which may have changed its resume data.
    static func isAside(_ name: String) -> Bool {
        name.hasPrefix(namePrefix) && name.hasSuffix(asideSuffix)
            && name.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 > 32 && $0 < 127 }
    }
}

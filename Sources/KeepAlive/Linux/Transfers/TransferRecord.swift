import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// A task of a background session, as a file of the app's container keeps it through a restart of the runner.
struct TransferRecord: Codable, Equatable {
    var session: String
    var sendsLaunchEvents: Bool
    var discretionary: Bool
    var task: RestoredSession.Task
    var result = TransferResult()
    /// What makes sure that a resource is the same when a download goes on: an ETag, or a date.
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
}

/// The directory in which a runner keeps the transfers of an app: a file for each task, and the bodies.
///
/// A file is written anew and put in the place of the old one, so that a runner that is killed leaves the one or the
/// other whole.
struct TransferDirectory {
    let path: String
    /// The descriptor whose lock says that this runner has the directory.
    private let lock: CInt

    /// The files of a container that belong to the transfers. On iOS they lie in the same place.
    static func path(in container: String) -> String { container + "/Library/Caches/com.apple.nsurlsessiond" }

    /// Makes the directory where it is missing, and takes it for this runner.
    ///
    /// - Throws: ``KeepAliveError`` with code `output` where it cannot be made, or another runner has it.
    init(_ path: String) throws {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw KeepAliveError(.output, "\(path): \(Errno(rawValue: errno))")
        }
        lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock != -1 else { throw KeepAliveError(.output, "\(path)/lock: \(Errno(rawValue: errno))") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(lock)
            throw KeepAliveError(.output, "another run transfers for the app's container: \(path) is locked")
        }
        self.path = path
    }

    func close() { Glibc.close(lock) }

    private static let namePrefix = "CFNetworkDownload_"
    private static let bodySuffix = ".tmp"
    /// The suffix of what is there of a cancelled download.
    private static let asideSuffix = ".resume"
    /// The time for which that stays when no task takes it up, in seconds: as long as a download may last (UR-11).
    private static let asideSeconds = 7 * 86_400

    /// Returns a name that no file has yet, in the form of iOS's.
    func freshName() -> String { freshName(Self.bodySuffix) }

    private func freshName(_ suffix: String) -> String {
        while true {
            let letters = (0..<6).map { _ in
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".randomElement() ?? "a"
            }
            let name = Self.namePrefix + String(letters) + suffix
            if access(path(of: name), F_OK) != 0, access(recordPath(of: name), F_OK) != 0 { return name }
        }
    }

    func path(of file: String) -> String { "\(path)/\(file)" }

    private static let recordBytesMax = 1 << 20

    private func recordPath(of file: String) -> String { "\(path)/\(file).json" }

    /// Keeps a record.
    ///
    /// - Returns: the reason why it could not be written, or `nil`.
    func write(_ record: TransferRecord) -> String? {
        let target = recordPath(of: record.file)
        let next = target + ".next"
        guard let json = try? JSONValue(encoding: record) else { return "\(target): it cannot be written as JSON" }
        let descriptor = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor != -1 else { return "\(next): \(Errno(rawValue: errno))" }
        defer { Glibc.close(descriptor) }
        if let error = OutputDescriptor.writeAll(json.text + "\n", to: descriptor) { return "\(next): \(error)" }
        guard rename(next, target) == 0 else { return "\(target): \(Errno(rawValue: errno))" }
        return nil
    }

    /// Puts what is there of a body aside, for another task.
    ///
    /// - Returns: its new name and its size; `nil` where nothing is there.
    func setAside(_ file: String) -> (name: String, bytes: Int64)? {
        var status = stat()
        guard lstat(path(of: file), &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            return nil
        }
        let name = freshName(Self.asideSuffix)
        guard rename(path(of: file), path(of: name)) == 0 else { return nil }
        return (name, Int64(status.st_size))
    }

    /// Makes what was put aside the beginning of a body.
    ///
    /// - Returns: whether it was there.
    func takeUp(_ name: String, as file: String) -> Bool {
        // The name comes from the app, which may have changed its resume data.
        guard name.hasPrefix(Self.namePrefix), name.hasSuffix(Self.asideSuffix),
            name.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 > 32 && $0 < 127 })
        else {
            return false
        }
        return rename(path(of: name), path(of: file)) == 0
    }

    /// Deletes a record; its body, without one, is deleted by the next run at the latest.
    func removeRecord(_ file: String) { unlink(recordPath(of: file)) }

    /// Deletes a record and its body.
    func remove(_ file: String) {
        removeRecord(file)
        unlink(path(of: file))
    }

    /// Reads all records. Bodies without a record are deleted.
    ///
    /// - Returns: the records, and what was wrong with others.
    func read() -> (records: [TransferRecord], complaints: [String]) {
        var records: [TransferRecord] = []
        var complaints: [String] = []
        let names = ((try? SmallFile.list(path)) ?? []).sorted()
        for name in names where name.hasSuffix(".json") {
            do {
                let json = try InputFile.bytes(
                    of: "\(path)/\(name)", limit: Self.recordBytesMax, code: .output, what: "a kept transfer")
                let record = try JSONValue(parsing: json).decoded(as: TransferRecord.self)
                guard name == record.file + ".json", record.isPlausible else {
                    throw KeepAliveError(.output, "its name, its number or a time is wrong")
                }
                records.append(record)
            } catch {
                complaints.append("a kept transfer is lost: \(path)/\(name): \(error)")
                unlink("\(path)/\(name)")
            }
        }
        let known = Set(records.map(\.file))
        for name in names where name.hasSuffix(Self.bodySuffix) && !known.contains(name) { unlink(path(of: name)) }
        let oldest = Int(clamping: WallClock.now) - Self.asideSeconds
        for name in names where name.hasSuffix(Self.asideSuffix) {
            var status = stat()
            if lstat(path(of: name), &status) == 0, status.st_mtim.tv_sec < oldest { unlink(path(of: name)) }
        }
        return (records.sorted { ($0.session, $0.task.number) < ($1.session, $1.task.number) }, complaints)
    }
}

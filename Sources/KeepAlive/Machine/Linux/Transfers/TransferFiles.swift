import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The directory in which an app's transfers are kept: a record file for each task, and the bodies. Only the process
/// that transfers uses the directory.
///
/// A record is written to a new file, which then replaces the old one. So the record is complete even if the runner is
/// killed.
final class TransferFiles {
    let directory: ContainedDirectory
    /// False for a temporary directory, which is removed at the end of the run.
    let isKept: Bool
    /// The descriptor of the locked file, by which this process has the directory for itself; -1 for a temporary
    /// directory.
    private let lock: CInt

    /// The directory's path in a container, as on iOS.
    private static let place = "Library/Caches/com.apple.nsurlsessiond"
    /// The time in seconds for which the bytes of a cancelled download stay if no task continues it: the longest time
    /// of a download (UR-11).
    private static let asideSeconds = 7 * 86_400

    /// Returns the path of the transfer directory in a container.
    static func path(in container: String) -> String { "\(container)/\(place)" }

    /// Opens the transfer directory of a container, and makes it if it is missing.
    ///
    /// - Throws: ``Busy`` if another process uses the directory; `Errno`.
    init(container: String) throws {
        directory = try ContainedDirectory(Self.place, in: container, mode: 0o700)
        isKept = true
        lock = try directory.open("lock", O_RDWR | O_CREAT, as: directory.owner)
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw Busy()
        }
    }

    /// Makes a temporary directory for this run.
    init(temporary: String) throws(Errno) {
        _ = try valueOrErrno(mkdir(temporary, 0o700))
        // An app that has dropped the rights of root creates files in this directory, too. The mode keeps users from
        // listing and deleting the files of others.
        if geteuid() == 0 { _ = try valueOrErrno(chmod(temporary, 0o1733)) }
        directory = try ContainedDirectory(own: temporary)
        isKept = false
        lock = -1
    }

    /// The error for a directory that another process uses.
    struct Busy: Error {}

    deinit { if lock != -1 { close(lock) } }

    private func record(of file: String) -> String { file + TransferRecord.recordSuffix }

    func write(_ record: TransferRecord, as owner: FileOwner) throws {
        let json = try JSONValue(encoding: record).text + "\n"
        guard json.utf8.count <= TransferRecord.bytesMax else { throw Errno.fileTooLarge }
        let target = self.record(of: record.file)
        let next = target + ".next"
        // A file with this name may be a link or a FIFO of the app, or be left by a killed process. So it is deleted
        // first.
        directory.remove(next, as: owner)
        let descriptor = try directory.open(next, O_WRONLY | O_CREAT | O_EXCL, as: owner)
        defer { close(descriptor) }
        if let error = OutputDescriptor.writeAll(json, to: descriptor) { throw Errno(rawValue: error) }
        try directory.rename(next, to: target, as: owner)
    }

    func removeRecord(of file: String, as owner: FileOwner) { directory.remove(record(of: file), as: owner) }

    func removeBody(_ file: String, as owner: FileOwner) { directory.remove(file, as: owner) }

    /// Creates an empty body file unless the file exists.
    func makeBody(_ file: String, as owner: FileOwner) throws(Errno) {
        close(try directory.open(file, O_WRONLY | O_CREAT, as: owner))
    }

    /// Returns the size of a body in bytes; `nil` if there is no regular file with this name.
    func size(of file: String) -> Int64? {
        guard let information = directory.information(of: file), information.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(information.st_size)
    }

    /// Returns the first bytes of a body; `nil` if it cannot be read.
    func beginning(of file: String, bytes limit: Int, as owner: FileOwner) -> [UInt8]? {
        guard let descriptor = try? directory.open(file, O_RDONLY, as: owner) else { return nil }
        defer { close(descriptor) }
        return try? SmallFile.readAll(descriptor, limit: limit)
    }

    /// Reads all records. Deletes bodies without a record, and bytes of cancelled downloads that are too old.
    ///
    /// - Returns: the records with the owners of their files, and messages about records that could not be read.
    func read() -> (records: [(TransferRecord, FileOwner)], complaints: [String]) {
        var records: [(TransferRecord, FileOwner)] = []
        var complaints: [String] = []
        let names = ((try? directory.names()) ?? []).sorted()
        for name in names where name.hasSuffix(TransferRecord.recordSuffix) {
            do {
                let (record, owner) = try read(name)
                // If the body is missing, the app has moved it, but the runner was killed before it could delete the
                // record, so the record is deleted now.
                if record.result.location != nil, directory.information(of: record.file) == nil {
                    directory.remove(name, as: owner)
                } else {
                    records.append((record, owner))
                }
            } catch {
                complaints.append("a kept transfer is lost: \(directory.path)/\(name): \(error)")
                directory.remove(name, as: owner(of: name))
            }
        }
        let known = Set(records.map(\.0.file))
        let oldest = Int(clamping: WallClock.now) - Self.asideSeconds
        for name in names {
            let isLeft =
                name.hasSuffix(TransferRecord.bodySuffix) && !known.contains(name)
                || name.hasSuffix(TransferRecord.recordSuffix + ".next")
                || name.hasSuffix(TransferRecord.asideSuffix)
                    && directory.information(of: name).map { $0.st_mtim.tv_sec < oldest } ?? false
            if isLeft { directory.remove(name, as: owner(of: name)) }
        }
        return (records.sorted { ($0.0.session, $0.0.task.number) < ($1.0.session, $1.0.task.number) }, complaints)
    }

    private func owner(of name: String) -> FileOwner {
        directory.information(of: name).map { FileOwner(of: $0) } ?? directory.owner
    }

    private func read(_ name: String) throws -> (TransferRecord, FileOwner) {
        // The record was made with the rights of the app that created the task, so the task continues with these
        // rights.
        let descriptor = try directory.open(name, O_RDONLY, as: owner(of: name))
        defer { close(descriptor) }
        var information = stat()
        fstat(descriptor, &information)
        guard information.st_size <= TransferRecord.bytesMax else {
            throw KeepAliveError(
                .output, "\(information.st_size) bytes are too many: the limit is \(TransferRecord.bytesMax)")
        }
        let json = try SmallFile.readAll(descriptor, limit: TransferRecord.bytesMax + 1)
        var record = try JSONValue(parsing: json).decoded(as: TransferRecord.self)
        guard name == self.record(of: record.file), record.isPlausible else {
            throw KeepAliveError(.output, "its name, its number or a time is wrong")
        }
        // A file of another user may have been moved here by the app. The task must not run with that user's rights.
        let owner = FileOwner(of: information)
        guard owner.user == directory.owner.user else {
            throw KeepAliveError(
                .output, "it is user \(owner.user)'s, and its directory is user \(directory.owner.user)'s")
        }
        // The container may have been moved since the record was written, so the location is set to the present path.
        if record.result.location != nil { record.result.location = "\(directory.path)/\(record.file)" }
        return (record, owner)
    }
}

import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The directory in which the transfers of an app are kept: a file for each task, and the bodies. The process that transfers
/// has it, and nobody else.
///
/// A file is written anew and put in the place of the old one, so that a runner that is killed leaves the one or the
/// other whole.
final class TransferFiles {
    let directory: ContainedDirectory
    /// False for a directory that ends with the run.
    let isKept: Bool
    /// The descriptor whose lock says that this process has the directory.
    private let lock: CInt

    /// The directory in a container. On iOS it is the same.
    private static let place = "Library/Caches/com.apple.nsurlsessiond"
    /// The time for which what was put aside stays when no task takes it up, in seconds: as long as a download may last (UR-11).
    private static let asideSeconds = 7 * 86_400

    /// Returns the path of the directory in a container.
    static func path(in container: String) -> String { "\(container)/\(place)" }

    /// Opens the directory of a container, and makes it where it is missing.
    ///
    /// - Throws: ``Busy`` while another process has it; `Errno`.
    init(container: String) throws {
        directory = try ContainedDirectory(Self.place, in: container, mode: 0o700)
        isKept = true
        lock = try directory.open("lock", O_RDWR | O_CREAT, as: directory.owner)
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw Busy()
        }
    }

    /// Makes a directory that ends with the run.
    init(temporary: String) throws(Errno) {
        _ = try valueOrErrno(mkdir(temporary, 0o700))
        // An app that has dropped the rights of root makes its files here, too; nobody can list those of others.
        if geteuid() == 0 { _ = try valueOrErrno(chmod(temporary, 0o1733)) }
        directory = try ContainedDirectory(own: temporary)
        isKept = false
        lock = -1
    }

    /// Another process has the directory.
    struct Busy: Error {}

    deinit { if lock != -1 { close(lock) } }

    private func record(of file: String) -> String { file + TransferRecord.recordSuffix }

    func write(_ record: TransferRecord, as owner: FileOwner) throws {
        let json = try JSONValue(encoding: record).text + "\n"
        guard json.utf8.count <= TransferRecord.bytesMax else { throw Errno.fileTooLarge }
        let target = self.record(of: record.file)
        let next = target + ".next"
        // The file there is not ours: a link or a FIFO of the app's, or one that a killed process has left.
        directory.remove(next, as: owner)
        let descriptor = try directory.open(next, O_WRONLY | O_CREAT | O_EXCL, as: owner)
        defer { close(descriptor) }
        if let error = OutputDescriptor.writeAll(json, to: descriptor) { throw Errno(rawValue: error) }
        try directory.rename(next, to: target, as: owner)
    }

    func removeRecord(of file: String, as owner: FileOwner) { directory.remove(record(of: file), as: owner) }

    func removeBody(_ file: String, as owner: FileOwner) { directory.remove(file, as: owner) }

    /// Makes a body unless it is there.
    func makeBody(_ file: String, as owner: FileOwner) throws(Errno) {
        close(try directory.open(file, O_WRONLY | O_CREAT, as: owner))
    }

    /// The size of a body; `nil` where it is none.
    func size(of file: String) -> Int64? {
        guard let information = directory.information(of: file), information.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(information.st_size)
    }

    /// The first bytes of a body.
    func beginning(of file: String, bytes limit: Int, as owner: FileOwner) -> [UInt8]? {
        guard let descriptor = try? directory.open(file, O_RDONLY, as: owner) else { return nil }
        defer { close(descriptor) }
        return try? SmallFile.readAll(descriptor, limit: limit)
    }

    /// Reads all records. Bodies without a record are deleted, and so is what was put aside long ago.
    ///
    /// - Returns: the records with the owners of their files, and what was wrong with others.
    func read() -> (records: [(TransferRecord, FileOwner)], complaints: [String]) {
        var records: [(TransferRecord, FileOwner)] = []
        var complaints: [String] = []
        let names = ((try? directory.names()) ?? []).sorted()
        for name in names where name.hasSuffix(TransferRecord.recordSuffix) {
            do {
                let (record, owner) = try read(name)
                // The app has moved the body, and the runner was killed before it could forget the task.
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
        // The file was made in the name of the app that asked for the task: so it goes on in that name.
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
        // A file that the app has written in another user's name, and put here, is no order of that user's.
        let owner = FileOwner(of: information)
        guard owner.user == directory.owner.user else {
            throw KeepAliveError(
                .output, "it is user \(owner.user)'s, and its directory is user \(directory.owner.user)'s")
        }
        // The container may have another path now.
        if record.result.location != nil { record.result.location = "\(directory.path)/\(record.file)" }
        return (record, owner)
    }
}

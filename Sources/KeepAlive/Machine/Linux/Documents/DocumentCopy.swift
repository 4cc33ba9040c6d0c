import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// A copy of a file in the inbox of an app (LN-06). A separate process makes the copy, because reading the file may
/// hang.
///
/// The file is read with the rights of the runner's user, who names the file. The copy is written with the rights of
/// the container's owner.
struct DocumentCopy {
    /// The absolute path of the file.
    let path: String
    let container: String
    /// The path of the inbox, relative to the container.
    let inbox: String

    /// The most names that are tried for the copy.
    private static let namesMax = 10_000
    /// The prefix of the names of unfinished copies, where the file system does not support unnamed files.
    private static let unfinishedPrefix = ".incoming-"
    private static let inboxes = ["Documents/Inbox"]

    private var name: String { path.split(separator: "/").last.map(String.init) ?? "document" }

    private func failure(_ why: String) -> KeepAliveError {
        KeepAliveError(.output, "\(name) could not be copied: \(why)")
    }

    /// Makes the copy; the app never sees an incomplete copy. If the name is taken, the copy's name gets a number:
    /// `a-1.pdf`.
    ///
    /// - Returns: the path of the copy.
    /// - Throws: ``KeepAliveError`` with code `output`; in this case no part of the copy remains.
    func make() throws -> String {
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard source != -1 else { throw failure("\(Errno(rawValue: errno))") }
        defer { close(source) }
        var information = stat()
        fstat(source, &information)
        guard information.st_mode & S_IFMT == S_IFREG else { throw failure("it is not a regular file") }
        let directory: ContainedDirectory
        do throws(Errno) {
            directory = try ContainedDirectory(inbox, in: container, mode: 0o755)
        } catch {
            throw failure("\(container)/\(inbox) is no directory of the app's container: \(error)")
        }
        let owner = directory.owner
        if let unnamed = try? directory.openUnnamed(mode: 0o644, as: owner) {
            defer { close(unnamed) }
            try copy(source, to: unnamed)
            return try settle(directory) { name throws(Errno) in try directory.name(unnamed, name, as: owner) }
        }
        let unfinished = "\(Self.unfinishedPrefix)\(getpid())-1"
        let target: CInt
        do throws(Errno) {
            directory.remove(unfinished, as: owner)
            target = try directory.open(unfinished, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644, as: owner)
        } catch {
            throw failure("\(error)")
        }
        defer {
            close(target)
            directory.remove(unfinished, as: owner)
        }
        try copy(source, to: target)
        return try settle(directory) { name throws(Errno) in
            try directory.rename(unfinished, to: name, replacing: false, as: owner)
        }
    }

    private func copy(_ source: CInt, to target: CInt) throws {
        while true {
            let count = sendfile(target, source, nil, 1 << 24)
            if count == 0 { return }
            if count < 0, errno != EINTR { throw failure("\(Errno(rawValue: errno))") }
        }
    }

    /// Gives the copy the first free name, and returns the copy's path.
    private func settle(_ directory: ContainedDirectory, _ give: (String) throws(Errno) -> Void) throws -> String {
        let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        for number in 0..<Self.namesMax {
            let free = number == 0 ? name : "\(name[..<dot])-\(number)\(name[dot...])"
            do throws(Errno) {
                try give(free)
                return "\(directory.path)/\(free)"
            } catch .fileExists {
                continue
            } catch {
                throw failure("it cannot be named \(free): \(error)")
            }
        }
        throw failure("\(Self.namesMax) files of its name are there")
    }

    /// Deletes the unfinished copies that killed processes have left in a container.
    static func sweep(_ container: String) {
        for inbox in inboxes {
            guard let directory = try? ContainedDirectory(inbox, in: container, mode: nil),
                let names = try? directory.names()
            else { continue }
            for name in names where name.hasPrefix(unfinishedPrefix) {
                // Only `.incoming-PID-NUMBER` is an unfinished copy; every other file is the app's.
                let parts = name.dropFirst(unfinishedPrefix.count).split(separator: "-").map { pid_t($0) }
                guard parts.count == 2, let pid = parts[0], parts[1] != nil else { continue }
                if kill(pid, 0) == 0 || errno == EPERM { continue }
                directory.remove(name, as: directory.owner)
            }
        }
    }
}

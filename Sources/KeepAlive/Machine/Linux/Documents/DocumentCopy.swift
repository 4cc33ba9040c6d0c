import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// A copy of a file in the inbox of an app (LN-06). It is made in a process of its own: a file may lie where a read hangs.
///
/// The file is read with the rights of the runner's user, who names it, and written with those of the container's owner.
struct DocumentCopy {
    /// The absolute path of the file.
    let path: String
    let container: String
    /// The inbox, beneath the container.
    let inbox: String

    /// The number of names that are tried.
    private static let namesMax = 10_000
    /// The beginning of the names of copies that are not whole, where the file system has no files without a name.
    private static let unfinishedPrefix = ".incoming-"
    private static let inboxes = ["Documents/Inbox"]

    private var name: String { path.split(separator: "/").last.map(String.init) ?? "document" }

    private func failure(_ why: String) -> KeepAliveError {
        KeepAliveError(.output, "\(name) could not be copied: \(why)")
    }

    /// Makes the copy; the app sees none that is not whole. A name that is taken gets a number: `a-1.pdf`.
    ///
    /// - Returns: its path.
    /// - Throws: ``KeepAliveError`` with code `output`; nothing is left then.
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

    /// Gives the copy the first name that is free.
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

    /// Deletes the copies that killed processes have left in a container.
    static func sweep(_ container: String) {
        for inbox in inboxes {
            guard let directory = try? ContainedDirectory(inbox, in: container, mode: nil),
                let names = try? directory.names()
            else { continue }
            for name in names where name.hasPrefix(unfinishedPrefix) {
                // `.incoming-PID-NUMBER`; everything else is the app's.
                let parts = name.dropFirst(unfinishedPrefix.count).split(separator: "-").map { pid_t($0) }
                guard parts.count == 2, let pid = parts[0], parts[1] != nil else { continue }
                if kill(pid, 0) == 0 || errno == EPERM { continue }
                directory.remove(name, as: directory.owner)
            }
        }
    }
}

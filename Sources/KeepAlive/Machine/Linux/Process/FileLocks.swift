import Glibc
import KeepAlivePolicy

/// The locks that processes hold on the files of one directory.
///
/// They are read from /proc/PID/fdinfo/FD, which shows the locks held through that descriptor, and not from
/// /proc/locks. There, an OFD lock has the pid -1. A flock(2) lock has the pid of the process that took it, which may
/// have ended and left the lock to a child. A file has the device of its super block, which on btrfs and overlayfs is
/// not the one that stat(2) shows. All three would have to be guessed. A lock of another process on a file that the
/// tree merely has open would count, too.
struct FileLocks {
    /// The directory as it was given.
    private let given: String
    /// Its path without symbolic links, as /proc/PID/fd shows it; needed when it has been removed.
    private let resolved: String

    /// The kinds of locks that count. A LEASE asks for a notification, and is not a lock.
    private static let kinds: Set<Substring> = ["POSIX", "FLOCK", "OFDLCK"]

    /// The identity of a file, which does not depend on its name.
    private struct Identity: Hashable {
        var device: dev_t
        var inode: ino_t
        var links: nlink_t
        var isDirectory: Bool

        init?(_ path: String, followingLinks: Bool = true) {
            var information = stat()
            guard (followingLinks ? stat(path, &information) : lstat(path, &information)) == 0 else { return nil }
            device = information.st_dev
            inode = information.st_ino
            links = information.st_nlink
            isDirectory = information.st_mode & S_IFMT == S_IFDIR
        }

        static func == (one: Identity, other: Identity) -> Bool {
            one.device == other.device && one.inode == other.inode
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(device)
            hasher.combine(inode)
        }
    }

    /// Prepares to find locks below a directory, which need not exist yet.
    init(below directory: String) {
        given = directory
        if let path = realpath(directory, nil) {
            resolved = String(cString: path)
            free(path)
        } else {
            resolved = directory
        }
    }

    /// Returns the paths of the files on which one of the processes holds a lock now, in alphabetical order.
    ///
    /// A file that has been deleted counts, under its last name; so does one that was opened by a hard link elsewhere
    /// or through a bind mount of the directory. A file that was moved out of the directory does not count. A process
    /// that ends meanwhile, or that the runner may not look into, counts as holding none.
    func held(by processes: [pid_t]) -> [String] {
        let directory = Identity(given)
        var paths: Set<String> = []
        var elsewhere: Set<Identity> = []
        for place in processes.compactMap(Self.descriptors) {
            for descriptor in place.names where Self.isLocked("\(place.path)/fdinfo/\(descriptor)") {
                let link = "\(place.path)/fd/\(descriptor)"
                guard var path = SmallFile.link(link), path.first == "/" else { continue }
                // The link count decides, because a file's name may end like this, too.
                if path.hasSuffix(" (deleted)"), Identity(link)?.links == 0 { path.removeLast(" (deleted)".count) }
                if isBelow(path, directory) {
                    paths.insert(path)
                } else if let file = Identity(link), file.links > 1 {
                    elsewhere.insert(file)
                }
            }
        }
        if !elsewhere.isEmpty { Self.names(of: &elsewhere, below: resolved) { paths.insert($0) } }
        return paths.sorted()
    }

    /// Returns the descriptors of a process, with the directory of its `fd` and `fdinfo`.
    private static func descriptors(of pid: pid_t) -> (path: String, names: [String])? {
        let process = "/proc/\(pid)"
        guard let names = try? SmallFile.list("\(process)/fd") else { return nil }
        if !names.isEmpty { return (process, names) }
        // It has none, or its main thread has ended: then another thread shows them.
        for thread in (try? SmallFile.list("\(process)/task")) ?? [] {
            let path = "\(process)/task/\(thread)"
            if let names = try? SmallFile.list("\(path)/fd"), !names.isEmpty { return (path, names) }
        }
        return nil
    }

    private static func isLocked(_ information: String) -> Bool {
        guard let text = try? SmallFile.read(information) else { return false }
        // lock:	1: POSIX  ADVISORY  WRITE 4711 fe:00:16253450 0 EOF
        return text.split(separator: "\n").contains { line in
            guard line.hasPrefix("lock:") else { return false }
            return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst(2).first.map(kinds.contains)
                ?? false
        }
    }

    /// Returns whether a path is the directory or below it. Its name may show that, or a directory above it may be the
    /// directory under another name, as with a bind mount.
    private func isBelow(_ path: String, _ directory: Identity?) -> Bool {
        if path == resolved || path.hasPrefix(resolved == "/" ? "/" : resolved + "/") { return true }
        guard let directory else { return false }
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex {
            if Identity(String(rest)) == directory { return true }
            rest = rest[..<slash]
        }
        return false
    }

    /// Looks for files in a directory and all below it, until all are found.
    private static func names(of files: inout Set<Identity>, below directory: String, _ found: (String) -> Void) {
        for name in (try? SmallFile.list(directory)) ?? [] where !files.isEmpty {
            let path = "\(directory)/\(name)"
            guard let file = Identity(path, followingLinks: false) else { continue }
            if files.remove(file) != nil { found(path) }
            if file.isDirectory { names(of: &files, below: path, found) }
        }
    }
}

import Glibc
import KeepAlivePolicy

/// The locks that processes hold on the files of one directory.
///
/// The locks are read from /proc/PID/fdinfo/FD, which shows the locks held through one descriptor. /proc/locks is not
/// used, for four reasons: an OFD lock has the pid -1 there; a flock(2) lock has the pid of the process that took it,
/// which may have ended and left the lock to a child; a file has the device of its super block, which on btrfs and
/// overlayfs differs from the device of stat(2); and a lock that another process holds on a file that the app merely
/// has open would count, too.
struct FileLocks {
    /// The path of the directory as it was given.
    private let given: String
    /// The path of the directory without symbolic links, as /proc/PID/fd shows it. It is kept, because the directory
    /// may be removed.
    private let resolved: String

    /// The kinds of locks that count. A LEASE does not count, because it only requests a notification.
    private static let kinds: Set<Substring> = ["POSIX", "FLOCK", "OFDLCK"]

    /// The identity of a file, independent of its name.
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

    /// Creates the search for locks below a directory, which need not exist yet.
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
    /// A deleted file counts, under its last name. A file that was opened by a hard link elsewhere, or through a bind
    /// mount of the directory, counts, too. A file that was moved out of the directory does not count. A process that
    /// ends meanwhile, or that the runner may not inspect, counts as holding no lock.
    func held(by processes: [pid_t]) -> [String] {
        let directory = Identity(given)
        var paths: Set<String> = []
        var elsewhere: Set<Identity> = []
        for place in processes.compactMap(Self.descriptors) {
            for descriptor in place.names where Self.isLocked("\(place.path)/fdinfo/\(descriptor)") {
                let link = "\(place.path)/fd/\(descriptor)"
                guard var path = SmallFile.link(link), path.first == "/" else { continue }
                // The link count is checked, because a file's real name may end with " (deleted)", too.
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

    /// Returns the descriptors of a process, and the directory in /proc that has its `fd` and `fdinfo`.
    private static func descriptors(of pid: pid_t) -> (path: String, names: [String])? {
        let process = "/proc/\(pid)"
        guard let names = try? SmallFile.list("\(process)/fd") else { return nil }
        if !names.isEmpty { return (process, names) }
        // The process has no descriptors, or its main thread has ended. In the latter case another thread shows the
        // descriptors.
        for thread in (try? SmallFile.list("\(process)/task")) ?? [] {
            let path = "\(process)/task/\(thread)"
            if let names = try? SmallFile.list("\(path)/fd"), !names.isEmpty { return (path, names) }
        }
        return nil
    }

    private static func isLocked(_ information: String) -> Bool {
        guard let text = try? SmallFile.read(information) else { return false }
        // An example: lock:	1: POSIX  ADVISORY  WRITE 4711 fe:00:16253450 0 EOF
        return text.split(separator: "\n").contains { line in
            guard line.hasPrefix("lock:") else { return false }
            return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst(2).first.map(kinds.contains)
                ?? false
        }
    }

    /// Returns whether a path is the directory or below it. The path may begin with the directory's path, or a
    /// directory on the path may be the same directory under another name, as with a bind mount.
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

    /// Searches a directory and its subdirectories for files, until all are found, and reports the path of each.
    private static func names(of files: inout Set<Identity>, below directory: String, _ found: (String) -> Void) {
        for name in (try? SmallFile.list(directory)) ?? [] where !files.isEmpty {
            let path = "\(directory)/\(name)"
            guard let file = Identity(path, followingLinks: false) else { continue }
            if files.remove(file) != nil { found(path) }
            if file.isDirectory { names(of: &files, below: path, found) }
        }
    }
}

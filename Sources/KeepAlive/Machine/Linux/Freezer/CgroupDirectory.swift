import CLinux
import Glibc
import KeepAlivePolicy
import Synchronization
import SystemPackage

/// The directory in the cgroup v2 tree in which a run may create its own group.
package struct CgroupDirectory: Sendable, Equatable {
    /// The path of the runner's own cgroup.
    package let path: String

    /// The prefix of the name of every run's group. The runner's pid, start time and pid namespace follow this prefix.
    static let prefix = "keepalive-run."

    /// Finds the runner's cgroup, wherever cgroup v2 is mounted.
    ///
    /// - Throws: ``KeepAliveError`` with code `freezer`. The message says what is missing, and the remedy how to get
    ///   it.
    package static func find() throws -> CgroupDirectory {
        func unavailable(_ what: String, _ remedy: String? = nil) -> KeepAliveError {
            KeepAliveError(.freezer, what, remedy: remedy)
        }
        let mounts = (try? SmallFile.read("/proc/self/mountinfo")) ?? ""
        guard let mount = mountPoint(in: mounts) else {
            throw unavailable(
                "no cgroup v2 is mounted", "mount -t cgroup2 none /sys/fs/cgroup, as root, gives one")
        }
        let own = (try? SmallFile.read("/proc/self/cgroup")) ?? ""
        guard let line = own.utf8.split(separator: UInt8(ascii: "\n")).first(where: { $0.starts(with: "0::/".utf8) })
        else {
            throw unavailable("this process is in no cgroup v2 (/proc/self/cgroup)")
        }
        var path = mount + String(Substring(line.dropFirst(3)))
        while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        guard access(path, F_OK) == 0 else {
            throw unavailable("the cgroup of this process, \(path), is not visible here")
        }
        guard access(path + "/cgroup.procs", W_OK) == 0, access(path, W_OK) == 0 else {
            throw unavailable(
                "\(path) is not writable: \(Errno(rawValue: errno))",
                "systemd-run --user --scope -p Delegate=yes COMMAND gives a writable one")
        }
        return CgroupDirectory(path: path)
    }

    /// Returns the first mount point of type cgroup2 in the text of /proc/PID/mountinfo, with escape sequences decoded.
    ///
    /// The text is processed as bytes, because processing characters would cost every start of a run a millisecond.
    static func mountPoint(in mountinfo: String) -> String? {
        for line in mountinfo.utf8.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "))
            guard let separator = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }),
                separator + 1 < fields.endIndex, fields.count > 4,
                fields[separator + 1].elementsEqual("cgroup2".utf8)
            else { continue }
            return unescaped(fields[4])
        }
        return nil
    }

    /// Decodes a field of mountinfo, in which blanks and backslashes are written as a backslash and three octal digits
    /// (proc_pid_mountinfo(5)).
    private static func unescaped(_ field: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, let escaped = UInt8(String(Substring(digits)), radix: 8) {
                bytes.append(escaped)
                rest.removeFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The number of group names that this process has used.
    private static let made = Mutex(0)

    /// The path of this process's first group. The paths of its further groups consist of this path, a '.' and a
    /// number.
    private var ownPrefix: String {
        let start = ProcessTable.entry(getpid())?.identity.startTime ?? 0
        return "\(path)/\(Self.prefix)\(getpid()).\(start).\(Self.namespace)"
    }

    /// Makes the guardians that are forked from now on remove all groups of the runner when the runner is killed,
    /// including the groups of apps that no guardian knows yet.
    func claim() {
        let isFirst = Self.claimed.withLock { $0.insert(path).inserted }
        if isFirst { clinux_own_groups(ownPrefix) }
    }

    private static let claimed = Mutex<Set<String>>([])

    /// Creates a new group for this process, after claiming all groups of this process (``claim()``).
    ///
    /// - Returns: the path of the group.
    /// - Throws: ``KeepAliveError`` with code `freezer`.
    func makeGroup() throws -> String {
        claim()
        for _ in 0..<10_000 {
            // No name is used twice: a late guardian removes a group by its name, and must not remove another run's
            // group.
            let number = Self.made.withLock { made in
                defer { made += 1 }
                return made
            }
            let group = ownPrefix + (number == 0 ? "" : ".\(number)")
            if mkdir(group, 0o755) == 0 {
                guard access(group + "/cgroup.freeze", W_OK) == 0 else {
                    rmdir(group)
                    throw KeepAliveError(
                        .freezer, "\(path): its groups have no cgroup.freeze", remedy: "It needs Linux 5.2 or later")
                }
                return group
            }
            guard errno == EEXIST else {
                throw KeepAliveError(.freezer, "cannot make a cgroup in \(path): \(Errno(rawValue: errno))")
            }
        }
        throw KeepAliveError(.freezer, "cannot make a cgroup in \(path): all names are taken")
    }

    /// Creates a group and removes it, to check that a run can create a group.
    ///
    /// - Throws: ``KeepAliveError`` with code `freezer`.
    package func tryOut() throws {
        rmdir(try makeGroup())
    }

    /// Returns the processes in a group.
    static func processes(in group: String) -> [pid_t] {
        ((try? SmallFile.read("\(group)/cgroup.procs")) ?? "").split(separator: "\n").compactMap { pid_t($0) }
    }

    /// Returns the processes in a group and in the groups below it.
    static func processes(below group: String) -> [pid_t] {
        var found = processes(in: group)
        // A name may be that of a file, in which no processes are found.
        for name in (try? SmallFile.list(group)) ?? [] {
            found += processes(below: "\(group)/\(name)")
        }
        return found
    }

    /// The number of this process's pid namespace; 0 if the number cannot be read.
    static var namespace: UInt64 {
        var information = stat()
        return stat("/proc/self/ns/pid", &information) == 0 ? UInt64(information.st_ino) : 0
    }

    /// Removes the groups of runners that have ended, with everything in the groups.
    ///
    /// A group of another pid namespace is kept, because this process cannot know whether the runner of another
    /// container is alive. A group is also kept if its runner's pid belongs to a living process in another time
    /// namespace, where start times are counted from another boot time.
    ///
    /// - Returns: the names of the removed groups.
    package func sweep() -> [String] {
        var removed: [String] = []
        for name in (try? SmallFile.list(path)) ?? [] where name.hasPrefix(Self.prefix) {
            let parts = name.dropFirst(Self.prefix.count).split(separator: ".")
            guard parts.count >= 3, let pid = pid_t(parts[0]), let start = UInt64(parts[1]),
                UInt64(parts[2]) == Self.namespace, ProcessTable.isOurs
            else { continue }
            if let process = ProcessTable.entry(pid),
                process.identity.startTime == start || !ProcessTable.sharesBootTime(pid)
            {
                continue
            }
            if clinux_remove_cgroup("\(path)/\(name)", Self.sweepLimit) == 0 { removed.append(name) }
        }
        return removed
    }

    /// Removes the groups of runners that have ended, unless this process has already done so in this directory.
    func sweepOnce() {
        let isFirst = Self.swept.withLock { $0.insert(path).inserted }
        if isFirst { _ = sweep() }
    }

    /// The longest time in milliseconds for which the removal of one group delays this run.
    private static let sweepLimit: CInt = 500
    private static let swept = Mutex<Set<String>>([])
}

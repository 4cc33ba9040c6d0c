import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// The user and the groups with whose rights files are opened, created, renamed and deleted for an app. The user is
/// that of the process that sent the request, or the owner of the container. It is not the runner's user, because the
/// runner may run as root, and the app may have dropped its privileges.
///
/// Source: credentials(7), setfsuid(2).
struct FileOwner: Sendable, Hashable, Codable {
    var user: UInt32
    var group: UInt32
    var groups: [UInt32] = []

    /// The effective user and group of this process.
    static var runner: FileOwner { FileOwner(user: geteuid(), group: getegid()) }

    /// Creates the owner of a file, without supplementary groups.
    init(of file: stat) { self.init(user: file.st_uid, group: file.st_gid) }

    init(user: UInt32, group: UInt32, groups: [UInt32] = []) {
        self.user = user
        self.group = group
        self.groups = groups
    }

    /// Creates the user and the groups that a process has now.
    ///
    /// - Parameter sender: the real user and group that the kernel reported when the process sent its message.
    init(process: pid_t, sender: (user: UInt32, group: UInt32)) {
        self.init(user: sender.user, group: sender.group)
        guard let status = try? SmallFile.read("/proc/\(process)/status") else { return }
        func numbers(_ key: String) -> [UInt32] {
            status.split(separator: "\n").first { $0.hasPrefix(key) }?
                .dropFirst(key.count).split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) } ?? []
        }
        // proc(5): the fields are the real, effective, saved and file-system ID. A sender that was root may have
        // dropped its privileges since, so its present user and group are used.
        let (users, ownGroups) = (numbers("Uid:"), numbers("Gid:"))
        guard users.count == 4, ownGroups.count == 4 else { return }
        if user == 0 { (user, group) = (users[0], ownGroups[0]) }
        if user == users[0] { groups = numbers("Groups:") }
    }

    /// Runs a body that opens, makes, renames or deletes files, with this user's rights.
    ///
    /// The rights are changed only if this process is root. Any other process already has the rights of the app.
    ///
    /// - Throws: `Errno` of the body, or EPERM if the rights cannot be changed.
    func acting<Value>(_ body: () throws(Errno) -> Value) throws(Errno) -> Value {
        guard geteuid() == 0, user != 0 else { return try body() }
        guard clinux_act_as(user, group, groups, CInt(groups.count)) == 0 else { throw Errno(rawValue: errno) }
        defer {
            // The process cannot continue without the rights of root.
            if clinux_act_as(0, 0, [], 0) != 0 { abort() }
        }
        return try body()
    }
}

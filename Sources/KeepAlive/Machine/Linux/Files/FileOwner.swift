import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// The user in whose name files are touched for an app: that of the process that asks. The runner may be root's, and the app
/// may have dropped its rights.
///
/// Source: credentials(7), setfsuid(2).
struct FileOwner: Sendable, Hashable, Codable {
    var user: UInt32
    var group: UInt32
    var groups: [UInt32] = []

    /// The user of this process.
    static var runner: FileOwner { FileOwner(user: geteuid(), group: getegid()) }

    /// The owner of a file, without supplementary groups.
    init(of file: stat) { self.init(user: file.st_uid, group: file.st_gid) }

    init(user: UInt32, group: UInt32, groups: [UInt32] = []) {
        self.user = user
        self.group = group
        self.groups = groups
    }

    /// The user of a process now.
    ///
    /// - Parameter sender: the real user and group that the kernel has seen when it sent a message.
    init(process: pid_t, sender: (user: UInt32, group: UInt32)) {
        self.init(user: sender.user, group: sender.group)
        guard let status = try? SmallFile.read("/proc/\(process)/status") else { return }
        func numbers(_ key: String) -> [UInt32] {
            status.split(separator: "\n").first { $0.hasPrefix(key) }?
                .dropFirst(key.count).split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) } ?? []
        }
        // proc(5): the real, effective, saved and file-system user. The process may have dropped its rights since.
        let (users, ownGroups) = (numbers("Uid:"), numbers("Gid:"))
        guard users.count == 4, ownGroups.count == 4 else { return }
        if user == 0 { (user, group) = (users[0], ownGroups[0]) }
        if user == users[0] { groups = numbers("Groups:") }
    }

    /// Runs a body that opens, makes, renames or deletes files with this user's rights.
    ///
    /// Only a process of root can change them; any other one has its own rights, which are the app's.
    ///
    /// - Throws: `Errno`, also where the rights cannot be taken on.
    func acting<Value>(_ body: () throws(Errno) -> Value) throws(Errno) -> Value {
        guard geteuid() == 0, user != 0 else { return try body() }
        guard clinux_act_as(user, group, groups, CInt(groups.count)) == 0 else { throw Errno(rawValue: errno) }
        defer {
            // Without its rights the process could go on for nobody.
            if clinux_act_as(0, 0, [], 0) != 0 { abort() }
        }
        return try body()
    }
}

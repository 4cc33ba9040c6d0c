import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The sockets of TCP that an app has open, and that are taken from it while it is frozen.
struct OpenSockets {
    /// The inodes of those that were taken: the app may still have them.
    private var taken: Set<UInt64> = []

    /// Ends the connections of processes that are frozen, and their listening sockets, as iOS takes them from a suspended
    /// app (LC-23).
    ///
    /// A socket that this process has, too, is left alone: both have inherited it, and it is not the app's.
    ///
    /// - Parameter spared: the inodes of sockets that stay.
    mutating func shutDown(of processes: [pid_t], except spared: Set<UInt64>) -> ReclaimedSockets {
        var seen = spared.union(Self.inodes(of: getpid()).map(\.inode))
        var (reclaimed, found) = (ReclaimedSockets(), Set<UInt64>())
        defer { taken = found }
        for process in processes {
            let handle = clinux_pidfd_open(process)
            guard handle != -1 else { continue }
            defer { close(handle) }
            for (number, inode) in Self.inodes(of: process) where seen.insert(inode).inserted {
                guard !taken.contains(inode) else {
                    found.insert(inode)
                    continue
                }
                let descriptor = clinux_pidfd_getfd(handle, number)
                guard descriptor != -1 else {
                    if errno == EPERM || errno == ENOSYS { reclaimed.isForbidden = true }
                    continue
                }
                defer { clinux_close_foreign(descriptor) }
                // The number may mean another file by now, if another process shares its table.
                guard inode == Self.inode(of: descriptor), Self.isTCP(descriptor),
                    shutdown(descriptor, CInt(SHUT_RDWR)) == 0
                else { continue }
                found.insert(inode)
                reclaimed.count += 1
            }
        }
        return reclaimed
    }

    /// The sockets of a process, by their numbers in it. Only links are read: a file's file system may not answer.
    static func inodes(of process: pid_t) -> [(number: CInt, inode: UInt64)] {
        let directory = "/proc/\(process)/fd"
        return ((try? SmallFile.list(directory)) ?? []).compactMap { name in
            guard let number = CInt(name), let link = SmallFile.link("\(directory)/\(name)"),
                link.hasPrefix("socket:["), let inode = UInt64(link.dropFirst(8).dropLast())
            else { return nil }
            return (number, inode)
        }
    }

    /// Returns the inode of a descriptor that is a socket.
    static func inode(of descriptor: CInt) -> UInt64? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        return UInt64(status.st_ino)
    }

    private static func isTCP(_ descriptor: CInt) -> Bool {
        option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue)
            && [AF_INET, AF_INET6].contains(option(SO_DOMAIN, of: descriptor))
    }

    private static func option(_ name: CInt, of descriptor: CInt) -> CInt {
        var value: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : -1
    }
}

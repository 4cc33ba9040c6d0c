import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The sockets of TCP that an app has open, and that are taken from it while it is frozen.
struct OpenSockets {
    /// The inodes of those that were taken: the app may still have them.
    private var taken: Set<UInt64> = []
    /// The most descriptors that are looked at in one freeze, and in one search: an app may have a million, and its runner
    /// does nothing else meanwhile.
    static let descriptorsMax = (freeze: 50_000, search: 1000)

    /// Ends the connections of processes that are frozen, and their listening sockets, as iOS takes them from a suspended
    /// app (LC-23).
    ///
    /// A socket that this process has, too, is left alone: both have inherited it, and it is not the app's.
    ///
    /// - Parameters:
    ///   - spared: the inodes of sockets that stay.
    ///   - limit: the most descriptors that are looked at.
    mutating func shutDown(
        of processes: [pid_t], except spared: Set<UInt64>, descriptors limit: Int = Self.descriptorsMax.freeze
    ) -> ReclaimedSockets {
        var seen = spared
        Self.sockets(of: getpid(), descriptors: .max) { seen.insert($1) }
        var (reclaimed, found) = (ReclaimedSockets(), Set<UInt64>())
        var left = limit
        defer { taken = found }
        for process in processes {
            let handle = clinux_pidfd_open(process)
            guard handle != -1 else { continue }
            defer { close(handle) }
            var open: [(number: CInt, inode: UInt64)] = []
            let look = Self.sockets(of: process, descriptors: left) { open.append(($0, $1)) }
            left -= look.count
            if !look.isWhole { reclaimed.isPartial = true }
            for (number, inode) in open where seen.insert(inode).inserted {
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

    /// A socket of a process.
    enum Search: Equatable {
        case found(CInt)
        case absent
        /// The process has more descriptors than were looked at.
        case unknown
    }

    /// Looks for sockets in a process, by their inodes.
    ///
    /// - Parameter left: the most descriptors that are looked at; less by so many when this returns.
    static func find(_ inodes: Set<UInt64>, in process: pid_t, left: inout Int) -> [UInt64: Search] {
        var found: [UInt64: Search] = [:]
        let look = sockets(of: process, descriptors: left) { number, inode in
            if inodes.contains(inode), found[inode] == nil { found[inode] = .found(number) }
        }
        left -= look.count
        for inode in inodes where found[inode] == nil { found[inode] = look.isWhole ? .absent : .unknown }
        return found
    }

    /// Returns whether a process has a socket under a number.
    static func has(_ inode: UInt64, at number: CInt, in process: pid_t) -> Bool {
        socket(at: "/proc/\(process)/fd/\(number)", of: AT_FDCWD) == inode
    }

    /// Goes over the sockets of a process, with their numbers in it and their inodes. Only links are read: a file's file
    /// system may not answer.
    ///
    /// - Parameter limit: the most descriptors that are looked at.
    /// - Returns: how many were looked at, and whether these were all.
    @discardableResult
    private static func sockets(
        of process: pid_t, descriptors limit: Int, _ body: (_ number: CInt, _ inode: UInt64) -> Void
    ) -> (count: Int, isWhole: Bool) {
        guard let descriptor = try? DescriptorReserve.open("/proc/\(process)/fd", O_RDONLY | O_DIRECTORY) else {
            return (0, true)
        }
        guard let directory = fdopendir(descriptor) else {
            DescriptorReserve.close(descriptor)
            return (0, true)
        }
        defer {
            closedir(directory)
            DescriptorReserve.refill()
        }
        let place = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        var count = 0
        while let entry = readdir(directory) {
            let name = (UnsafeRawPointer(entry) + place).assumingMemoryBound(to: CChar.self)
            guard name.pointee != CChar(bitPattern: UInt8(ascii: ".")) else { continue }
            guard count < limit else { return (count, false) }
            count += 1
            if let inode = socket(at: name, of: dirfd(directory)) { body(atoi(name), inode) }
        }
        return (count, true)
    }

    /// Returns the inode of a socket that a link of /proc leads to; `nil` for another file.
    private static func socket(at path: UnsafePointer<CChar>, of directory: CInt) -> UInt64? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlinkat(directory, path, start, buffer.count - 1)
            guard count > 8, memcmp(start, "socket:[", 8) == 0 else { return nil }
            start[count] = 0
            return strtoull(start + 8, nil, 10)
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

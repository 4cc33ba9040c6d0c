import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The open TCP sockets of an app, which are shut down while the app is frozen.
struct OpenSockets {
    /// The inodes of the sockets that have been shut down and that the app still has open.
    private var taken: Set<UInt64> = []
    /// The largest number of descriptors that are examined in one freeze, and in one search. An app may have a million
    /// descriptors, and the runner does nothing else meanwhile.
    static let descriptorsMax = (freeze: 50_000, search: 1000)

    /// Shuts down the connections and the listening sockets of frozen processes, as iOS reclaims them from a suspended
    /// app (LC-23).
    ///
    /// A socket that the runner also has open is left alone: the runner and the app have both inherited the socket, so
    /// it does not belong to the app.
    ///
    /// - Parameters:
    ///   - spared: the inodes of sockets that are left alone.
    ///   - limit: the largest number of descriptors that are examined.
    /// - Returns: the number of sockets that were shut down, and whether some could not be shut down.
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
                // The number may refer to another file by now, if a process that is not frozen shares the descriptor
                // table, so the inode is checked again.
                guard inode == Self.inode(of: descriptor), Self.isTCP(descriptor),
                    shutdown(descriptor, CInt(SHUT_RDWR)) == 0
                else { continue }
                found.insert(inode)
                reclaimed.count += 1
            }
        }
        return reclaimed
    }

    /// The result of a search for a socket in a process.
    enum Search: Equatable {
        /// The process has the socket at this descriptor.
        case found(CInt)
        /// No descriptor of the process is the socket.
        case absent
        /// The process has more descriptors than were examined.
        case unknown
    }

    /// Searches a process for sockets by their inodes.
    ///
    /// - Parameter left: the largest number of descriptors that are examined. It is reduced by the number that was
    ///   examined.
    static func find(_ inodes: Set<UInt64>, in process: pid_t, left: inout Int) -> [UInt64: Search] {
        var found: [UInt64: Search] = [:]
        let look = sockets(of: process, descriptors: left) { number, inode in
            if inodes.contains(inode), found[inode] == nil { found[inode] = .found(number) }
        }
        left -= look.count
        for inode in inodes where found[inode] == nil { found[inode] = look.isWhole ? .absent : .unknown }
        return found
    }

    /// Returns whether a descriptor of a process is a certain socket.
    static func has(_ inode: UInt64, at number: CInt, in process: pid_t) -> Bool {
        socket(at: "/proc/\(process)/fd/\(number)", of: AT_FDCWD) == inode
    }

    /// Calls a body for each socket of a process, with its descriptor and its inode. Only the links in /proc are read,
    /// not the files, because a file system may not respond.
    ///
    /// - Parameter limit: the largest number of descriptors that are examined.
    /// - Returns: the number of descriptors that were examined, and whether these were all.
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

    /// Returns the inode of the socket to which a link in /proc leads; `nil` for another file.
    private static func socket(at path: UnsafePointer<CChar>, of directory: CInt) -> UInt64? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlinkat(directory, path, start, buffer.count - 1)
            guard count > 8, memcmp(start, "socket:[", 8) == 0 else { return nil }
            start[count] = 0
            return strtoull(start + 8, nil, 10)
        }
    }

    /// Returns the inode of a descriptor that is a socket; `nil` for another file.
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

import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// Functions for stream sockets with a path.
package enum UnixSocket {
    /// The longest path that fits into a socket address, in bytes.
    static let longestPath = 107

    /// Creates a socket with close-on-exec set, and passes the socket and an address to bind(2) or connect(2).
    ///
    /// - Throws: `Errno` of socket(2) or of the call; `ENAMETOOLONG` when the path is too long.
    private static func make(
        _ path: String, blocking: Bool, timeout: Duration? = nil,
        _ call: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) throws(Errno) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count <= longestPath else { throw .fileNameTooLong }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (blocking ? 0 : SOCK_NONBLOCK.rawValue))
        let descriptor = try valueOrErrno(socket(AF_UNIX, type, 0))
        if let timeout {
            // The limit applies to connect(2), which blocks while the listener's queue is full, and to send(2).
            let parts = timeout.components
            var limit = timeval(tv_sec: Int(parts.seconds), tv_usec: Int(parts.attoseconds / 1_000_000_000_000))
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let error = Errno(rawValue: errno)
            Glibc.close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Listens on a path that must not exist yet; only its owner may connect.
    ///
    /// - Throws: `Errno`.
    static func listen(_ path: String) throws(Errno) -> CInt {
        let descriptor = try make(path, blocking: false) { bind($0, $1, $2) }
        // No process can connect before listen(2), so the mode is set in time.
        guard chmod(path, 0o600) == 0, Glibc.listen(descriptor, SOMAXCONN) == 0 else {
            let error = Errno(rawValue: errno)
            Glibc.close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Connects to a path. With a timeout, the socket is in blocking mode, and connecting and each send block at most
    /// for the timeout.
    ///
    /// - Throws: `Errno`; `ECONNREFUSED` and `ENOENT` mean that no process listens.
    static func connect(_ path: String, timeout: Duration? = nil) throws(Errno) -> CInt {
        try make(path, blocking: timeout != nil, timeout: timeout) { Glibc.connect($0, $1, $2) }
    }

    /// Returns whether a process listens on a path.
    static func answers(_ path: String) -> Bool {
        do {
            Glibc.close(try connect(path))
            return true
        } catch {
            // This error means that the listener's queue is full, so a process listens.
            return error == .wouldBlock
        }
    }

    /// Returns whether a path leads to a file that is not a socket.
    package static func isSomethingElse(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT != S_IFSOCK
    }

    /// Returns whether the process at the other end belongs to this user or to root.
    static func peerIsTrusted(_ descriptor: CInt) -> Bool {
        let user = clinux_peer_user(descriptor)
        return user == geteuid() || user == 0
    }
}

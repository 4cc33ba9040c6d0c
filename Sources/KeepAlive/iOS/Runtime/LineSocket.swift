import Foundation
import KeepAliveModel

/// The app's end of a socket that carries lines in both directions.
///
/// One thread may read while another one writes.
package final class LineSocket: Sendable {
    private let descriptor: CInt
    #if canImport(Darwin)
        static let sendFlags: CInt = 0
    #else
        package static let sendFlags = CInt(MSG_NOSIGNAL)
    #endif

    /// Connects to a Unix socket.
    ///
    /// - Throws: ``KeepAliveError`` with code `control`.
    package init(path: String) throws {
        guard let connected = Self.connected(to: path) else {
            throw KeepAliveError(.control, "cannot reach the system at \(path): \(String(cString: strerror(errno)))")
        }
        descriptor = connected
    }

    /// Returns a connected socket with close-on-exec; `nil` if this fails, with the reason in `errno`.
    private static func connected(to path: String) -> CInt? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return nil
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        #if canImport(Darwin)
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
            var on: CInt = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<CInt>.size))
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #else
            let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0 else { return nil }
        // Limits two waits to 30 s: of `connect` while the listener's queue is full, and of `send` while the listener
        // does not read.
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let error = errno
            close(descriptor)
            errno = error
            return nil
        }
        return descriptor
    }

    deinit { close(descriptor) }

    /// Writes a line. Has no effect if the peer has closed the connection.
    ///
    /// - Parameter passed: a file descriptor to send with the first bytes of the line (SCM_RIGHTS, unix(7)).
    package func send(_ line: String, passing passed: CInt? = nil) {
        var bytes = Array((line + "\n").utf8)[...]
        if let passed {
            // If the descriptor cannot be sent, the line is sent without a descriptor, and the system replies with an
            // error.
            bytes = bytes.dropFirst(max(0, pass(passed, with: bytes)))
        }
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Self.sendFlags)
            }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Sends a file descriptor together with bytes.
    ///
    /// - Returns: the number of bytes sent with the descriptor; 0 or less if the descriptor was not sent.
    private func pass(_ passed: CInt, with bytes: ArraySlice<UInt8>) -> Int {
        // Swift cannot use the macros of cmsg(3), so the control message is laid out by hand: a header, then the
        // descriptor.
        let headerSize = MemoryLayout<cmsghdr>.size
        let length = headerSize + MemoryLayout<CInt>.size
        let room = headerSize + MemoryLayout<Int>.size
        let control = UnsafeMutableRawBufferPointer.allocate(
            byteCount: room, alignment: MemoryLayout<cmsghdr>.alignment)
        defer { control.deallocate() }
        var header = cmsghdr()
        header.cmsg_level = SOL_SOCKET
        #if canImport(Darwin)
            header.cmsg_len = socklen_t(length)
            header.cmsg_type = SCM_RIGHTS
        #else
            header.cmsg_len = numericCast(length)
            header.cmsg_type = CInt(SCM_RIGHTS)
        #endif
        control.storeBytes(of: header, as: cmsghdr.self)
        control.storeBytes(of: passed, toByteOffset: headerSize, as: CInt.self)
        return bytes.withUnsafeBytes { body in
            var part = iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count)
            return withUnsafeMutablePointer(to: &part) { part in
                var message = msghdr()
                message.msg_iov = part
                message.msg_iovlen = 1
                message.msg_control = control.baseAddress
                message.msg_controllen = numericCast(room)
                while true {
                    let count = sendmsg(descriptor, &message, Self.sendFlags)
                    if count != -1 || errno != EINTR { return count }
                }
            }
        }
    }

    /// Reads lines, and passes each to a function, until the peer closes the connection.
    package func read(_ take: ([UInt8]) -> Void) {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            var rest = buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                take(line)
                line.removeAll(keepingCapacity: true)
                rest = rest[(end + 1)...]
            }
            line += rest
        }
    }
}

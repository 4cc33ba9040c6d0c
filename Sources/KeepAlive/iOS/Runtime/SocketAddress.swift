import Foundation

/// Finds the addresses of servers, and connects to them over TCP.
package enum SocketAddress {
    /// Connects to a host over TCP: tries its addresses in turn, and blocks meanwhile.
    ///
    /// - Returns: a connected socket with close-on-exec; -1 and the error if no address accepts.
    package static func connect(to host: String, port: Int) -> (descriptor: CInt, error: (any Error)?) {
        guard let found = find(host, port) else { return (-1, URLError(.cannotFindHost)) }
        defer { freeaddrinfo(found) }
        var failure = ECONNREFUSED
        var next: UnsafeMutablePointer<addrinfo>? = found
        while let address = next?.pointee {
            let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
            if descriptor != -1 {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                if Foundation.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return (descriptor, nil) }
                failure = errno
                close(descriptor)
            }
            next = address.ai_next
        }
        return (-1, POSIXError(POSIXErrorCode(rawValue: failure) ?? .ECONNREFUSED))
    }

    /// An IP address and a port.
    package struct Server: Hashable {
        /// The 4 bytes of an IPv4 address or the 16 bytes of an IPv6 address.
        let address: Data
        let port: UInt16

        /// Creates a value from a socket address; `nil` if it is not an IP address.
        package init?(_ pointer: UnsafePointer<sockaddr>) {
            switch CInt(pointer.pointee.sa_family) {
            case AF_INET:
                let known = UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in.self)
                address = withUnsafeBytes(of: known.sin_addr) { Data($0) }
                port = UInt16(bigEndian: known.sin_port)
            case AF_INET6:
                let known = UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in6.self)
                address = withUnsafeBytes(of: known.sin6_addr) { Data($0) }
                port = UInt16(bigEndian: known.sin6_port)
            default: return nil
            }
        }
    }

    /// Returns the addresses of a host; none if the name cannot be resolved. Blocks meanwhile.
    package static func addresses(of host: String, port: Int) -> [Server] {
        guard let found = find(host, port) else { return [] }
        defer { freeaddrinfo(found) }
        return sequence(first: found) { $0.pointee.ai_next }.compactMap { $0.pointee.ai_addr.flatMap { Server($0) } }
    }

    private static func find(_ host: String, _ port: Int) -> UnsafeMutablePointer<addrinfo>? {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        guard (0...65_535).contains(port), getaddrinfo(host, String(port), &hints, &found) == 0 else { return nil }
        return found
    }
}

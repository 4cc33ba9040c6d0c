import Foundation

/// Connects to a server over TCP.
enum SocketAddress {
    /// Tries the addresses of a host in turn, and waits.
    ///
    /// - Returns: a connected socket, close-on-exec, or -1 with the error.
    static func connect(to host: String, port: Int) -> (descriptor: CInt, error: (any Error)?) {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        guard (0...65_535).contains(port), getaddrinfo(host, String(port), &hints, &found) == 0 else {
            return (-1, URLError(.cannotFindHost))
        }
        defer { freeaddrinfo(found) }
        var failure = ECONNREFUSED
        var next = found
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
}

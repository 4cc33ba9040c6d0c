import Glibc

/// A socket on a port of this machine's own, over TCP. It is closed with its owner.
public final class LocalListener: Sendable {
    /// The socket, close-on-exec.
    public let descriptor: CInt
    /// Its port.
    public let port: UInt16

    /// Takes a port, and listens.
    ///
    /// - Parameters:
    ///   - waits: whether accept(2) waits for a connection.
    ///   - listens: false to refuse each connection. As long as it lives, nobody else gets the port.
    public init(waits: Bool = true, listens: Bool = true) {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)
        let listener = socket(AF_INET, CInt(flags), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        precondition(isBound && (!listens || listen(listener, 8) == 0), "no socket on 127.0.0.1: \(errno)")
        descriptor = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        // It ends an accept(2) that waits.
        shutdown(descriptor, CInt(SHUT_RDWR))
        close(descriptor)
    }
}

import Glibc

/// A socket that listens on a port of this machine's own, over TCP. It is closed with its owner.
public final class LocalListener: Sendable {
    /// The socket, close-on-exec.
    public let descriptor: CInt
    /// Its port.
    public let port: UInt16

    /// Listens.
    ///
    /// - Parameter waits: whether accept(2) waits for a connection.
    public init(waits: Bool = true) {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (waits ? 0 : SOCK_NONBLOCK.rawValue)
        let listener = socket(AF_INET, CInt(flags), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        precondition(listens, "no socket on 127.0.0.1: \(errno)")
        descriptor = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        // It ends an accept(2) that waits.
        shutdown(descriptor, CInt(SHUT_RDWR))
        close(descriptor)
    }
}

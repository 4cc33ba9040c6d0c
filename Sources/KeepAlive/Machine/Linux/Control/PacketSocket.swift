import CLinux
import FoundationEssentials
import Glibc
import KeepAlivePolicy
import SystemPackage

/// One end of a connection between two processes of this program. Each packet is one value in JSON (`SOCK_SEQPACKET`,
/// unix(7)).
final class PacketSocket<Incoming: Decodable, Outgoing: Encodable> {
    /// Called with each value that arrives; the closure may call ``wait(until:limit:)`` and ``close()``.
    var onMessage: ((Incoming) -> Void)?
    /// Called once when the other end has disconnected, or has sent a packet that cannot be decoded; not called by
    /// ``close()``. ``close()`` and the deallocation of this object disconnect the other end.
    var onEnd: (() -> Void)?

    private let descriptor: CInt
    private let loop: EventLoop
    private var watch: EventLoop.Watch?
    private var onRoom: (() -> Void)?
    /// True when nothing more will arrive: the other end has disconnected, or this end is closed.
    private(set) var isOver = false
    private var isClosed = false

    /// The size of the receive buffer in bytes. No packet is that long: the longest contain a path, which has 4 KiB at
    /// most.
    private static var longestPacket: Int { 64 * 1024 }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return encoder
    }

    /// Takes ownership of a descriptor, which ``close()`` closes.
    ///
    /// - Throws: `Errno` of epoll_ctl(2), or `ENOTSOCK` for another kind of file; in both cases the descriptor is
    ///   closed.
    init(_ descriptor: CInt, loop: EventLoop) throws {
        self.descriptor = descriptor
        self.loop = loop
        do {
            var type: CInt = 0
            var size = socklen_t(MemoryLayout<CInt>.size)
            let isSocket = getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0
            guard isSocket, type == CInt(SOCK_SEQPACKET.rawValue) else { throw Errno.notSocket }
            watch = try loop.watch(descriptor, for: .readable) { [unowned self] in happened($0) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    deinit { close() }

    /// Creates both ends of a new connection, with close-on-exec set.
    ///
    /// - Throws: `Errno` of socketpair(2).
    static func pair() throws(Errno) -> (own: CInt, other: CInt) {
        var ends: [CInt] = [-1, -1]
        _ = try valueOrErrno(
            socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends))
        return (ends[0], ends[1])
    }

    /// Sends a value without blocking.
    ///
    /// - Returns: true if there was room for the value; false also when the connection has ended.
    @discardableResult
    func send(_ message: Outgoing) -> Bool {
        guard !isClosed, let packet = try? Self.encoder.encode(message) else { return false }
        return packet.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)) == $0.count
        }
    }

    /// Calls `action` once when the socket has room for a value again. If the connection ends first, `action` is not
    /// called.
    func awaitRoom(_ action: @escaping () -> Void) {
        onRoom = action
        rewatch([.readable, .writable])
    }

    private func rewatch(_ interest: EventLoop.Interest) {
        if let watch { loop.unwatch(watch) }
        watch = try? loop.watch(descriptor, for: interest) { [unowned self] in happened($0) }
    }

    private func happened(_ events: EventLoop.Interest) {
        if events.contains(.writable), let action = onRoom {
            onRoom = nil
            rewatch(.readable)
            action()
        }
        if !isOver { take() }
    }

    /// Handles the values that arrive until a condition holds. Nothing else on the event loop runs during the wait.
    ///
    /// - Returns: true if the condition holds; false when the time limit is over or the connection has ended.
    func wait(until condition: () -> Bool, limit: Duration) -> Bool {
        let deadline = loop.now + limit
        while !condition() {
            let left = deadline - loop.now
            guard !isOver, left > .zero else { return false }
            var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Round up, so that the last wait is not of zero length.
            guard poll(&descriptors, 1, CInt(clamping: left / .milliseconds(1)) + 1) > 0 else { continue }
            take()
        }
        return true
    }

    /// Closes the sending direction, waits until the other end has disconnected or the time limit is over, and
    /// disconnects.
    func finish(limit: Duration) {
        guard !isClosed else { return }
        onMessage = nil
        onEnd = nil
        shutdown(descriptor, CInt(SHUT_WR))
        _ = wait(until: { false }, limit: limit)
        close()
    }

    /// Closes this end of the connection, without a call of ``onEnd``.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        stopTaking()
        Glibc.close(descriptor)
    }

    private func stopTaking() {
        isOver = true
        onRoom = nil
        if let watch { loop.unwatch(watch) }
        watch = nil
    }

    /// Receives the packets that have arrived, and calls ``onMessage`` with each.
    private func take() {
        var buffer = [UInt8](repeating: 0, count: Self.longestPacket)
        while !isOver {
            let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            // An empty packet is never sent, so a count of 0 means that the other end has disconnected.
            guard count > 0, let message = try? JSONDecoder().decode(Incoming.self, from: Data(buffer[..<count])) else {
                stopTaking()
                onEnd?()
                return
            }
            onMessage?(message)
        }
    }
}

import CLinux
import Glibc
import SystemPackage

/// The socket by which a running system is asked and told things: JSON-RPC 2.0, one object a line.
///
/// Only this user and root may connect. It costs nothing while nobody asks, and however clients behave, they get an
/// error or a disconnect: no client makes it wait, and it holds a bounded part of what each says.
package final class ControlServer {
    /// Fulfils a request, from the loop.
    ///
    /// It gets the method and the parameters: an object, an array, or null when there are none. What it returns is the
    /// result; what it throws is the error: a ``JSONRPCError`` as it is, a ``KeepAliveError`` as -32000 with its
    /// description, a `DecodingError` as invalid parameters, anything else as an internal error.
    package typealias Handler = (_ method: String, _ parameters: JSONValue) throws -> any Encodable

    /// Who fulfils requests; without one, there is no method.
    package var onRequest: Handler?
    /// The directory that holds nothing but the socket, to be removed should the runner be killed.
    package var directory: String { place.path }
    /// The path of the socket.
    package var path: String { place.socket }

    private let loop: EventLoop
    private let base: String
    private let place: ControlDirectory
    private let listener: CInt
    private let patience: Duration
    private var watch: EventLoop.Watch?
    private var pause: ScheduledAction?
    private(set) var connections: [ControlConnection] = []
    private var isClosed = false

    /// Clients at a time. One more, and the one that has been silent longest is disconnected.
    static let connectionsMax = 32

    /// Makes a socket in a private directory and listens.
    ///
    /// The directory is `$XDG_RUNTIME_DIR/keepalive-run/PID`, or `/tmp/keepalive-run-UID/PID` where that is not set or
    /// not ours. What killed systems have left beside it is removed.
    ///
    /// - Throws: ``KeepAliveError`` with code `control`, such as when the directory is somebody else's.
    package convenience init(loop: EventLoop) throws {
        try self.init(loop: loop, base: ControlDirectory.bases[0])
    }

    /// Listens in a base of one's own; a client that takes nothing for as long as `patience` is disconnected.
    init(loop: EventLoop, base: String, patience: Duration = .seconds(5)) throws {
        self.loop = loop
        self.base = base
        self.patience = patience
        (place, listener) = try ControlDirectory.make(in: base)
        do {
            try listen()
        } catch {
            throw KeepAliveError(.control, "cannot watch the control socket: \(error)")
        }
    }

    deinit { close() }

    /// Disconnects everybody and removes the directory.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        if let watch { loop.unwatch(watch) }
        if let pause { loop.cancel(pause) }
        for connection in connections { connection.close() }
        connections = []
        Glibc.close(listener)
        place.remove()
        // Fails while there are others.
        rmdir(base)
    }

    private func listen() throws {
        watch = try loop.watch(listener, for: .readable) { [unowned self] _ in accept() }
    }

    /// Accepts one client; if there are more, the loop comes again.
    private func accept() {
        let descriptor = clinux_accept(listener)
        guard descriptor >= 0 else {
            // EMFILE and its like stay until descriptors are free: waiting for them in epoll would be a busy loop.
            if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) { rest() }
            return
        }
        guard UnixSocket.peerIsTrusted(descriptor) else {
            Glibc.close(descriptor)
            return
        }
        if connections.count >= Self.connectionsMax, let silent = connections.min(by: { $0.lastActive < $1.lastActive })
        {
            silent.close()
            connections.removeAll { $0 === silent }
        }
        let connection = try? ControlConnection(
            descriptor, loop: loop, patience: patience,
            answer: { [unowned self] in ControlRequest.answer(to: $0, by: onRequest) },
            onEnd: { [unowned self] ended in connections.removeAll { $0 === ended } })
        if let connection { connections.append(connection) }
    }

    private func rest() {
        if let watch { loop.unwatch(watch) }
        watch = nil
        pause = loop.schedule(after: .seconds(1)) { [unowned self] in
            pause = nil
            do { try listen() } catch { rest() }
        }
    }
}

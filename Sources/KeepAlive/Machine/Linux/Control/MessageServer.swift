import CLinux
import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// Takes clients on a listening socket and passes their messages on.
///
/// It costs nothing while no client sends anything. A client that misbehaves gets an error or is disconnected. No
/// client can make the server wait, and the server buffers a bounded part of each client's input.
final class MessageServer {
    /// Takes a message, and returns the answer.
    var onMessage: ((LineConnection, JSONRPCMessage) -> JSONRPCMessage?)?
    /// Called when a client is gone.
    var onEnd: ((any MessageClient) -> Void)?

    private(set) var connections: [LineConnection] = []
    /// The socket; -1 while nobody can connect.
    private var listener: CInt
    private let loop: EventLoop
    private let patience: Duration
    /// Returns whether a process may connect; its user is trusted already.
    private let admits: (pid_t) -> Bool
    private var watch: EventLoop.Watch?
    private var pause: ScheduledAction?
    private var isClosed = false

    /// The most clients at a time. When one more connects, the client that has been silent longest is disconnected;
    /// subscribers go last.
    static let connectionsMax = 32

    /// Takes over a listening socket; it is closed at the end.
    ///
    /// - Parameters:
    ///   - patience: the longest time for which a client may read nothing while output waits for it.
    ///   - limits: what may wait for a client.
    ///   - admits: returns whether a process of this user, or of root, may connect.
    /// - Throws: `Errno` of epoll_ctl(2); the socket is closed then.
    init(
        listener: CInt, loop: EventLoop, patience: Duration, limits: LineConnection.Limits = .clients,
        admits: @escaping (pid_t) -> Bool = { _ in true }
    ) throws {
        self.limits = limits
        self.listener = listener
        self.loop = loop
        self.patience = patience
        self.admits = admits
        try listen()
    }

    private let limits: LineConnection.Limits

    deinit { close() }

    /// Disconnects all clients and stops listening.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        closeListener()
        for connection in connections { connection.close() }
        connections = []
    }

    /// Takes the clients that have connected, and stops listening; those that are connected stay. It goes on listening
    /// when one cannot be taken for want of descriptors.
    func stopListening() {
        guard isListening else { return }
        if let pause { loop.cancel(pause) }
        pause = nil
        // No more than the queue has room for: others may go on connecting, and be turned away.
        for _ in 0..<SOMAXCONN where !acceptOne() { break }
        if pause == nil { closeListener() }
    }

    /// False after ``stopListening()``.
    var isListening: Bool { listener >= 0 }

    /// Listens again after ``stopListening()``, on another socket, which it takes over.
    ///
    /// - Throws: `Errno` of epoll_ctl(2); the socket is closed then.
    func listen(on socket: CInt) throws {
        precondition(!isListening)
        listener = socket
        do {
            try listen()
        } catch {
            closeListener()
            throw error
        }
    }

    private func closeListener() {
        if let watch { loop.unwatch(watch) }
        if let pause { loop.cancel(pause) }
        (watch, pause) = (nil, nil)
        if listener >= 0 { Glibc.close(listener) }
        listener = -1
    }

    private func listen() throws {
        // If there are more clients, the loop calls again.
        watch = try loop.watch(listener, for: .readable) { [unowned self] _ in _ = acceptOne() }
    }

    /// Accepts a client.
    ///
    /// - Returns: false when none waits, or none can be taken now.
    private func acceptOne() -> Bool {
        let descriptor = clinux_accept(listener)
        guard descriptor >= 0 else {
            if [EINTR, ECONNABORTED].contains(errno) { return true }
            // EMFILE and similar errors last until descriptors are free. To wait for that in epoll would be a busy
            // loop.
            if errno != EAGAIN { rest() }
            return false
        }
        let peer = clinux_peer_process(descriptor)
        guard UnixSocket.peerIsTrusted(descriptor), admits(peer) else {
            Glibc.close(descriptor)
            return true
        }
        if connections.count >= Self.connectionsMax { dropOne() }
        let connection = try? LineConnection(
            descriptor, peer: peer, loop: loop, patience: patience,
            onLine: { [unowned self] in take($1, from: $0) }, onEnd: { [weak self] in self?.ended($0) })
        connection?.limits = limits
        if let connection { connections.append(connection) }
        return true
    }

    private func dropOne() {
        let silent = connections.min { one, other in
            one.isSubscriber != other.isSubscriber ? !one.isSubscriber : one.lastActive < other.lastActive
        }
        guard let silent else { return }
        silent.close()
        ended(silent)
    }

    private func ended(_ connection: LineConnection) {
        connections.removeAll { $0 === connection }
        onEnd?(connection)
    }

    private func take(_ line: ArraySlice<UInt8>, from connection: LineConnection) -> LineConnection.Answer {
        do throws(JSONRPCMessage.Malformed) {
            let message = try JSONRPCMessage(parsing: line)
            return onMessage?(connection, message).map { .text($0.text) } ?? .none
        } catch {
            return error.isNotification ? .none : .complaint(error.answer.text)
        }
    }

    private func rest() {
        guard pause == nil else { return }
        if let watch { loop.unwatch(watch) }
        watch = nil
        pause = loop.schedule(after: .seconds(1)) { [unowned self] in
            pause = nil
            do { try listen() } catch { rest() }
        }
    }
}

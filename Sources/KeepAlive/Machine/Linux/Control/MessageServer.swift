import CLinux
import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// Accepts clients on a listening socket, and passes on their messages.
///
/// The server uses no CPU time while no client sends anything. A client that misbehaves gets an error or is
/// disconnected. No client can block the server, and the server buffers only a limited part of each client's input.
final class MessageServer {
    /// Called with each message; returns the answer, or `nil` for no answer.
    var onMessage: ((LineConnection, JSONRPCMessage) -> JSONRPCMessage?)?
    /// Called when a client has disconnected.
    var onEnd: ((any MessageClient) -> Void)?

    private(set) var connections: [LineConnection] = []
    /// The listening socket; -1 while no client can connect.
    private var listener: CInt
    private let loop: EventLoop
    private let patience: Duration
    /// Returns whether a process may connect; called only for a process of a trusted user.
    private let admits: (pid_t) -> Bool
    private var watch: EventLoop.Watch?
    private var pause: ScheduledAction?
    private var isClosed = false

    /// The most clients at a time. When one more client connects, the client that has been inactive longest is
    /// disconnected; a subscriber is disconnected only if there is no other client.
    static let connectionsMax = 32

    /// Takes ownership of a listening socket, which ``close()`` closes.
    ///
    /// - Parameters:
    ///   - patience: the longest time for which a client may read nothing while output waits.
    ///   - limits: the limits on the output that waits for a client.
    ///   - admits: returns whether a process of this user, or of root, may connect.
    /// - Throws: `Errno` of epoll_ctl(2); in this case the socket is closed.
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

    /// Accepts the clients that have connected, and stops listening; accepted clients stay connected. If a client
    /// cannot be accepted because no file descriptor is free, the server continues to listen.
    func stopListening() {
        guard isListening else { return }
        if let pause { loop.cancel(pause) }
        pause = nil
        // Accept at most as many clients as the queue holds. Otherwise processes that connect again and again, and are
        // rejected, would keep this loop running.
        for _ in 0..<SOMAXCONN where !acceptOne() { break }
        if pause == nil { closeListener() }
    }

    /// False after ``stopListening()``, until ``listen(on:)`` is called.
    var isListening: Bool { listener >= 0 }

    /// Listens again after ``stopListening()``, on another socket, of which the server takes ownership.
    ///
    /// - Throws: `Errno` of epoll_ctl(2); in this case the socket is closed.
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
        // Accept one client per call: while more clients wait, the event loop calls again.
        watch = try loop.watch(listener, for: .readable) { [unowned self] _ in _ = acceptOne() }
    }

    /// Accepts a client.
    ///
    /// - Returns: false when no client waits, or no client can be accepted now.
    private func acceptOne() -> Bool {
        let descriptor = clinux_accept(listener)
        guard descriptor >= 0 else {
            if [EINTR, ECONNABORTED].contains(errno) { return true }
            // EMFILE and similar errors last until file descriptors are free. Waiting for them in epoll would be a busy
            // loop, so pause.
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

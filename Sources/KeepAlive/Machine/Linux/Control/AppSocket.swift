import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// The socket on which an app sends its own messages. The environment variable `KEEPALIVE_SOCKET` of the app holds the
/// socket's path.
///
/// Only the app's own processes may use the socket: the processes in its cgroup, or, without a cgroup, the processes of
/// its session and its descendants.
package final class AppSocket {
    /// Called with each message of the app; returns the answer, or `nil` for no answer.
    package var onMessage: ((any MessageClient, JSONRPCMessage) -> JSONRPCMessage?)? {
        didSet { server.onMessage = onMessage }
    }
    /// Called when a client has disconnected.
    package var onEnd: ((any MessageClient) -> Void)? {
        get { server.onEnd }
        set { server.onEnd = newValue }
    }
    /// True while clients may leave messages unread without being disconnected, because the app is frozen.
    package var mayWait = false {
        didSet { for connection in server.connections { connection.mayWait = mayWait } }
    }
    /// True while no process of the app can connect, because all of them are frozen. During this time the runner does
    /// not listen, which saves a file descriptor. Clients that are already in the listening queue are accepted before
    /// the runner stops listening.
    ///
    /// When the value becomes false, the socket is created again. If this fails, ``onFailure`` is called, and another
    /// attempt is made every second.
    package var isAtRest = false {
        didSet {
            guard isAtRest != oldValue, !isClosed else { return }
            if let retry { loop.cancel(retry) }
            retry = nil
            if isAtRest { server.stopListening() } else { listenAgain() }
        }
    }
    /// Called with the reason when the socket cannot be created again, so that the app cannot connect.
    package var onFailure: ((String) -> Void)?
    package let path: String
    /// The name of the app's environment variable that holds the socket's path.
    package static let variable = "KEEPALIVE_SOCKET"

    private let server: MessageServer
    private let loop: EventLoop
    private var retry: ScheduledAction?
    private var isClosed = false

    /// Creates the socket and listens on it.
    ///
    /// - Parameters:
    ///   - path: the path of the socket; no file may exist at this path.
    ///   - patience: the longest time for which a client may read nothing while output waits for it.
    ///   - belongs: returns whether a process belongs to the app.
    /// - Throws: ``KeepAliveError`` with code `control`.
    package init(path: String, loop: EventLoop, patience: Duration = .seconds(5), belongs: @escaping (pid_t) -> Bool)
        throws
    {
        self.path = path
        self.loop = loop
        do {
            server = try MessageServer(
                listener: try UnixSocket.listen(path), loop: loop, patience: patience, limits: .app,
                admits: belongs)
        } catch {
            throw KeepAliveError(.control, "cannot listen for the app at \(path): \(error)")
        }
    }

    deinit { close() }

    private func listenAgain() {
        retry = nil
        guard !server.isListening else { return }
        unlink(path)
        do {
            try server.listen(on: try UnixSocket.listen(path))
        } catch {
            onFailure?("the app cannot connect to \(path) now: \(error)")
            retry = loop.schedule(after: .seconds(1)) { [unowned self] in listenAgain() }
        }
    }

    /// Disconnects all clients and removes the socket.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        if let retry { loop.cancel(retry) }
        server.close()
        unlink(path)
    }
}

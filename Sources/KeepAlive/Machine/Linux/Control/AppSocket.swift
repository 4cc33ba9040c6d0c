import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// The socket on which an app sends its own messages. `KEEPALIVE_SOCKET` names it in the app's environment.
///
/// Only the app's own processes may use it: those in its cgroup, or, without a cgroup, those of its session and its
/// descendants.
package final class AppSocket {
    /// Takes a message of the app, and returns the answer.
    package var onMessage: ((any MessageClient, JSONRPCMessage) -> JSONRPCMessage?)? {
        didSet { server.onMessage = onMessage }
    }
    /// Called when a client is gone.
    package var onEnd: ((any MessageClient) -> Void)? {
        get { server.onEnd }
        set { server.onEnd = newValue }
    }
    /// True while clients may leave messages unread, because the app is frozen.
    package var mayWait = false {
        didSet { for connection in server.connections { connection.mayWait = mayWait } }
    }
    /// True while no process of the app can connect, because all are frozen. Nobody listens then, which saves a descriptor.
    /// The processes that have connected before are taken first.
    ///
    /// When the socket cannot be made again, ``onFailure`` is told, and it is tried again each second.
    package var isAtRest = false {
        didSet {
            guard isAtRest != oldValue, !isClosed else { return }
            if let retry { loop.cancel(retry) }
            retry = nil
            if isAtRest { server.stopListening() } else { listenAgain() }
        }
    }
    /// Called with the reason when the app cannot connect.
    package var onFailure: ((String) -> Void)?
    /// The path of the socket.
    package let path: String
    /// The name of the environment variable.
    package static let variable = "KEEPALIVE_SOCKET"

    private let server: MessageServer
    private let loop: EventLoop
    private var retry: ScheduledAction?
    private var isClosed = false

    /// Makes the socket and listens on it.
    ///
    /// - Parameters:
    ///   - path: the path of the socket; nothing may be there yet.
    ///   - belongs: returns whether a process is one of the app's.
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

import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The socket by which an app speaks for itself: the one that `KEEPALIVE_SOCKET` names in its environment.
///
/// Only the app's own processes may: those in its cgroup, or where there is none, those of its session and those that
/// descend from it.
package final class AppSocket {
    /// Takes a message of the app; what is returned is the answer.
    package var onMessage: ((any MessageClient, JSONRPCMessage) -> JSONRPCMessage?)? {
        didSet { server.onMessage = onMessage }
    }
    /// Called when a client is gone.
    package var onEnd: ((any MessageClient) -> Void)? {
        get { server.onEnd }
        set { server.onEnd = newValue }
    }
    /// Whether what is sent may lie unread, by every client: the app is frozen.
    package var mayWait = false {
        didSet { for connection in server.connections { connection.mayWait = mayWait } }
    }
    /// The path of the socket.
    package let path: String
    /// The name of the variable.
    package static let variable = "KEEPALIVE_SOCKET"

    private let server: MessageServer

    /// Listens.
    ///
    /// - Parameters:
    ///   - path: where; nothing may be there yet.
    ///   - belongs: whether a process is one of the app's.
    /// - Throws: ``KeepAliveError`` with code `control`.
    package init(path: String, loop: EventLoop, patience: Duration = .seconds(5), belongs: @escaping (pid_t) -> Bool)
        throws
    {
        self.path = path
        do {
            server = try MessageServer(
                listener: try UnixSocket.listen(path), loop: loop, patience: patience, admits: belongs)
        } catch {
            throw KeepAliveError(.control, "cannot listen for the app at \(path): \(error)")
        }
    }

    deinit { close() }

    /// Disconnects the app's processes, and takes new ones: they belong to a life that is over.
    package func disconnectAll() {
        for connection in server.connections { connection.finish() }
    }

    /// Disconnects everybody and removes the socket.
    package func close() {
        server.close()
        unlink(path)
    }
}

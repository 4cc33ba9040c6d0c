import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// The control socket of a running keepalive-run. The protocol is JSON-RPC 2.0 with one object per line.
///
/// Only this user and root may connect.
package final class ControlServer {
    /// A closure that answers a request, on the thread of the event loop. An error that the closure throws is sent as
    /// ``JSONRPCMessage/answered(by:)`` describes.
    package typealias Handler = (
        _ client: any MessageClient, _ method: String, _ parameters: JSONValue
    ) throws -> ControlReply

    /// Answers requests; while it is `nil`, every method is unknown.
    package var onRequest: Handler?
    /// Called when a client has disconnected.
    package var onEnd: ((any MessageClient) -> Void)? {
        get { server.onEnd }
        set { server.onEnd = newValue }
    }
    /// The directory that holds only the sockets; it must be removed when the runner is killed.
    package var directory: String { place.path }
    /// The path of the control socket.
    package var path: String { place.socket }

    private let base: String
    private let place: ControlDirectory
    private let server: MessageServer
    private var isClosed = false

    var connections: [LineConnection] { server.connections }

    /// Creates a socket in a private directory, and listens on it.
    ///
    /// The directory is `$XDG_RUNTIME_DIR/keepalive-run/PID`, or `/tmp/keepalive-run-UID/PID` where the variable is not
    /// set or names another user's directory. If this name is taken, a suffix is added. Directories that killed runners
    /// have left there are removed.
    ///
    /// - Parameter hold: called with the path of the directory before the socket exists, so that another process can
    ///   remove the directory if this process is killed. Called again for each further directory that is tried.
    /// - Throws: ``KeepAliveError`` with code `control`, for example when /tmp is not writable.
    package convenience init(loop: EventLoop, hold: (String) -> Void = { _ in }) throws {
        try self.init(try ControlDirectory.make(hold: hold), loop: loop, patience: .seconds(5))
    }

    /// Listens in a given base. A client that reads nothing for `patience` while output waits is disconnected.
    convenience init(loop: EventLoop, base: String, patience: Duration = .seconds(5)) throws {
        let made = try ControlDirectory.make(in: base)
        try self.init((base, made.directory, made.listener), loop: loop, patience: patience)
    }

    private init(
        _ made: (base: String, directory: ControlDirectory, listener: CInt), loop: EventLoop, patience: Duration
    ) throws {
        (base, place) = (made.base, made.directory)
        let listener = made.listener
        do {
            server = try MessageServer(listener: listener, loop: loop, patience: patience)
        } catch {
            place.remove()
            throw KeepAliveError(.control, "cannot watch the control socket: \(error)")
        }
        server.onMessage = { [unowned self] client, message in
            var later: ((@escaping (Result<any Encodable, JSONRPCError>) -> Void) -> Void)?
            let answer = message.answered { method, parameters in
                guard let onRequest else { throw JSONRPCError.methodNotFound(method) }
                switch try onRequest(client, method, parameters) {
                case .now(let result): return result
                case .later(let begin):
                    later = begin
                    return JSONValue.null
                }
            }
            guard let later else { return answer }
            client.oweAnswer()
            later { [weak client] result in
                if let answer = message.answered(by: { _, _ in try result.get() }) { client?.send(answer) }
                client?.settleDebt()
            }
            return nil
        }
    }

    deinit { close() }

    /// Disconnects all clients and removes the directory.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        server.close()
        place.remove()
        // This call fails, as it should, while the base contains other runners' directories.
        rmdir(base)
    }
}

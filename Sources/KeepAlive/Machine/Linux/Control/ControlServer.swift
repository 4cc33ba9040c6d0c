import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// The control socket of a running system: JSON-RPC 2.0, one object a line.
///
/// Only this user and root may connect.
package final class ControlServer {
    /// Answers a request, on the loop: see ``JSONRPCMessage/answered(by:)``.
    package typealias Handler = (
        _ client: any MessageClient, _ method: String, _ parameters: JSONValue
    ) throws -> ControlReply

    /// Answers requests; without it, every method is unknown.
    package var onRequest: Handler?
    /// Called when a client is gone.
    package var onEnd: ((any MessageClient) -> Void)? {
        get { server.onEnd }
        set { server.onEnd = newValue }
    }
    /// The directory that holds only the sockets; it is to be removed when the runner is killed.
    package var directory: String { place.path }
    /// The path of the socket.
    package var path: String { place.socket }

    private let base: String
    private let place: ControlDirectory
    private let server: MessageServer
    private var isClosed = false

    var connections: [LineConnection] { server.connections }

    /// Makes a socket in a private directory and listens.
    ///
    /// The directory is `$XDG_RUNTIME_DIR/keepalive-run/PID`, or `/tmp/keepalive-run-UID/PID` where the variable is not
    /// set or names another user's directory. If that name is taken, a suffix is added. Directories that killed systems
    /// have left there are removed.
    ///
    /// - Parameter hold: called with the path of the directory before the socket is there, so that somebody removes it if
    ///   this process is killed. It is called again when another directory has to be taken.
    /// - Throws: ``KeepAliveError`` with code `control`, such as when there is no /tmp to write to.
    package convenience init(loop: EventLoop, hold: (String) -> Void = { _ in }) throws {
        try self.init(try ControlDirectory.make(hold: hold), loop: loop, patience: .seconds(5))
    }

    /// Listens in a given base. A client that reads nothing for `patience` is disconnected.
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
        // This fails while the base holds other systems.
        rmdir(base)
    }
}

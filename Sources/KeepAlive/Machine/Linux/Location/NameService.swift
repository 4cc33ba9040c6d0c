import Glibc
import KeepAlivePolicy

/// A request to a ``NameService`` for the addresses of a host.
struct NameQuestion: Codable {
    var host: String
    var port: UInt16
}

/// The answer of a ``NameService`` to a request.
enum NameAnswer: Codable {
    /// The host has these addresses.
    case found([ServerAddress.Endpoint])
    /// The host has no address, for this reason.
    case unknown(String)
}

/// The process that looks up host names for a runner. getaddrinfo(3) may block for a long time, which depends on the
/// resolver's configuration, but it blocks only this process.
package final class NameService {
    private let loop: EventLoop
    private let socket: PacketSocket<NameQuestion, NameAnswer>

    /// The subcommand of keepalive-run that runs this process.
    package static let subcommand = "name-service"

    /// - Parameter descriptor: the connection with the runner, which this object takes over.
    /// - Throws: `Errno`.
    package init(descriptor: CInt) throws {
        loop = try EventLoop()
        socket = try PacketSocket(descriptor, loop: loop)
    }

    /// Answers requests until the runner closes the connection.
    package func run() {
        socket.onMessage = { [socket] question in
            socket.send(ServerAddress.resolve(question.host, question.port, flags: 0))
        }
        socket.onEnd = { [loop] in loop.stop() }
        loop.run()
    }

    /// Starts a ``NameService`` to look up the addresses of a host, and runs the loop meanwhile.
    ///
    /// - Returns: the addresses, or the reason why there are none.
    static func ask(
        _ question: NameQuestion, executable: String? = nil, limit: Duration, loop: EventLoop
    ) throws -> NameAnswer {
        let service = try ServiceProcess<NameAnswer, NameQuestion>(subcommand, executable: executable, loop: loop)
        defer { service.abandon() }
        var answer: NameAnswer?
        var isOver = false
        service.socket.onMessage = { answer = $0 }
        service.socket.onEnd = { isOver = true }
        service.socket.send(question)
        let isSettled = loop.run(until: { answer != nil || isOver }, timeout: limit)
        if let answer { return answer }
        if isSettled { return .unknown("the process that looks it up has ended") }
        return .unknown(loop.isStopping ? "the wait was ended" : "no name server answers in \(limit.inWords)")
    }
}

import Glibc
import KeepAlivePolicy

/// What is asked of a ``NameService``: the addresses of a host.
struct NameQuestion: Codable {
    var host: String
    var port: UInt16
}

/// What it answers.
enum NameAnswer: Codable {
    case found([ServerAddress.Endpoint])
    /// There is none, for this reason.
    case unknown(String)
}

/// The process that looks up names for a runner: getaddrinfo(3) asks name servers, and waits for them as long as its own
/// configuration says.
package final class NameService {
    private let loop: EventLoop
    private let socket: PacketSocket<NameQuestion, NameAnswer>

    /// The subcommand of keepalive-run that is this process.
    package static let subcommand = "name-service"

    /// - Parameter descriptor: the connection with the runner, which is taken over.
    /// - Throws: `Errno`.
    package init(descriptor: CInt) throws {
        loop = try EventLoop()
        socket = try PacketSocket(descriptor, loop: loop)
    }

    /// Answers until the runner has gone.
    package func run() {
        socket.onMessage = { [socket] question in
            socket.send(ServerAddress.resolve(question.host, question.port, flags: 0))
        }
        socket.onEnd = { [loop] in loop.stop() }
        loop.run()
    }

    /// Asks for the addresses of a host, and serves the loop meanwhile.
    ///
    /// - Returns: the answer; where there is none, the reason.
    static func ask(
        _ question: NameQuestion, executable: String, limit: Duration, loop: EventLoop
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

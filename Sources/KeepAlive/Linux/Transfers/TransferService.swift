import Glibc
import KeepAlivePolicy

/// The process that transfers for a runner, as `nsurlsessiond` does for all apps on iOS. A disk that is slow, or a library
/// that waits, holds up only this process.
///
/// It ends with the runner.
package final class TransferService {
    /// The subcommand of keepalive-run that runs this process.
    package static let subcommand = "transfer-service"

    private let loop: EventLoop
    private let socket: PacketSocket<TransferCommand, TransferNews>
    private let news: PacketQueue<TransferCommand, TransferNews>
    private let connections: HTTPConnections
    private var running: [Int: HTTPTransfer] = [:]
    private var lock: CInt = -1

    /// - Parameter descriptor: the connection with the runner, which this object takes over.
    /// - Throws: `Errno`.
    package init(descriptor: CInt) throws {
        loop = try EventLoop()
        socket = try PacketSocket(descriptor, loop: loop)
        news = PacketQueue(socket)
        connections = HTTPConnections(loop: loop)
    }

    /// Obeys orders until the runner has gone.
    package func run() {
        // A write to a file of the largest size is an error of the write, and to a connection that is gone as well.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        socket.onMessage = { [unowned self] in obey($0) }
        socket.onEnd = { [loop] in loop.stop() }
        loop.run()
        for transfer in running.values { transfer.stop() }
        connections.close()
    }

    private func obey(_ command: TransferCommand) {
        switch command {
        case .open(let directory):
            // The process of a runner that was killed may still write: it has the lock until it has ended.
            lock = open("\(directory)/service.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        case .begin(let attempt, let request, let path, let validator): begin(attempt, request, path, validator)
        case .stop(let attempt): running.removeValue(forKey: attempt)?.stop()
        }
    }

    private func begin(_ attempt: Int, _ request: TransferRequest, _ path: String, _ validator: String?) {
        let transfer = HTTPTransfer(
            request, path: path, validator: validator, connections: connections, now: { [loop] in loop.now }
        ) { [unowned self] in tell($0, about: attempt) }
        running[attempt] = transfer
        // Without libcurl, a task waits until it is installed.
        var ending: TransferEnding? = .brokeOff(URLErrorCode.unknown)
        do { ending = try transfer.begin() } catch { news.send(.note("\(error)")) }
        if let ending { tell(.ended(ending), about: attempt) }
    }

    private func tell(_ event: HTTPTransfer.Event, about attempt: Int) {
        switch event {
        case .answered(let status, let headers, let validator):
            news.send(.answered(attempt: attempt, status: status, headers: headers, validator: validator))
        case .progressed(let bytes, let total): news.send(.progressed(attempt: attempt, bytes: bytes, of: total))
        case .resumed(let offset): news.send(.resumed(attempt: attempt, offset: offset))
        case .ended(let ending):
            running[attempt] = nil
            news.send(.ended(attempt: attempt, ending))
        }
    }
}

import Glibc
import KeepAlivePolicy

/// The process that transfers for the apps of a runner, as `nsurlsessiond` does for all apps on iOS. A disk that is slow, or a
/// library that waits, holds up only this process.
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
    /// The directories that it transfers into, or waits for.
    private var directories: [String: Directory] = [:]

    /// The process of a runner that was killed may still write into it: that one has the lock until it has ended.
    private struct Directory {
        var lock: CInt
        var isLocked = false
        /// The attempts that wait for the lock.
        var waiting: [(attempt: Int, begin: () -> Void)] = []
    }

    /// The time between two tries to take a lock.
    private static let pause = Duration.milliseconds(50)

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
        case .begin(let attempt, let request, let directory, let path, let validator):
            whenLocked(directory, attempt) { [unowned self] in begin(attempt, request, directory, path, validator) }
        case .stop(let attempt):
            running.removeValue(forKey: attempt)?.stop()
            for name in directories.keys { directories[name]?.waiting.removeAll { $0.attempt == attempt } }
        case .close(let directory):
            if let lock = directories.removeValue(forKey: directory)?.lock { close(lock) }
        }
    }

    /// Begins an attempt when the directory is this process's.
    private func whenLocked(_ name: String, _ attempt: Int, _ begin: @escaping () -> Void) {
        if directories[name] == nil {
            let lock = open("\(name)/service.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            directories[name] = Directory(lock: lock)
        }
        if directories[name]?.isLocked == true { return begin() }
        directories[name]?.waiting.append((attempt, begin))
        if directories[name]?.waiting.count == 1 { tryToLock(name) }
    }

    private func tryToLock(_ name: String) {
        guard let directory = directories[name], !directory.isLocked, !directory.waiting.isEmpty else { return }
        // A lock that cannot be had for another reason than its owner is not waited for.
        guard flock(directory.lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR else {
            _ = loop.schedule(after: Self.pause) { [unowned self] in tryToLock(name) }
            return
        }
        directories[name]?.isLocked = true
        directories[name]?.waiting.removeAll()
        for entry in directory.waiting { entry.begin() }
    }

    private func begin(
        _ attempt: Int, _ request: TransferRequest, _ directory: String, _ path: String, _ validator: String?
    ) {
        let transfer = HTTPTransfer(
            request, of: directory, path: path, validator: validator, connections: connections,
            now: { [loop] in loop.now }
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

import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The process that transfers for all apps of a runner, as iOS's `nsurlsessiond` does for all apps of a device.
///
/// It is started by the first transfer, and ends when there has been nothing to do for a while.
package final class TransferProcess {
    /// An app's part in it.
    protocol Client: AnyObject {
        /// Takes a message about an attempt of its own.
        func take(_ news: TransferNews)
        /// Takes a message of the process.
        func note(_ text: String)
        /// The process has ended by itself, or was killed: its connections are lost.
        func lost()
    }

    private struct Attempt {
        weak var client: (any Client)?
    }

    private let loop: EventLoop
    private let executable: String?
    private var service: ServiceProcess<TransferNews, TransferCommand>?
    private var commands: PacketQueue<TransferNews, TransferCommand>?
    private var attempts: [Int: Attempt] = [:]
    private var lastAttempt = 0
    /// The directories that it has transferred into: an app has one of its own.
    private var directories: Set<String> = []
    /// The end of a process that has nothing to do.
    private var leave: ScheduledAction?
    /// The time that it stays without work.
    private static let stay = Duration.seconds(5)
    /// The CPU time and voluntary switches of processes that have ended.
    private var former = Usage()

    /// The runner's directory, with which that of apps without a container is removed when the runner is killed.
    private let runDirectory: String?
    private var scratch: OwnDirectory?
    private var lastScratch = 0

    /// Creates the part; no process is started.
    ///
    /// - Parameters:
    ///   - executable: the path of keepalive-run; `nil` for this program.
    ///   - runDirectory: a directory that a guardian removes when the runner is killed; `nil` where there is none.
    package init(executable: String? = nil, runDirectory: String? = nil, loop: EventLoop) {
        self.executable = executable
        self.runDirectory = runDirectory
        self.loop = loop
    }

    /// Makes a directory for an app without a container, which lasts as long as the run.
    ///
    /// - Returns: its path; `nil` where it cannot be made.
    func makeScratchDirectory() -> String? {
        if scratch == nil {
            scratch = try? OwnDirectory("keepalive-transfers-\(getpid())", in: ["/tmp"])
            if let runDirectory { scratch?.goes(with: runDirectory) }
        }
        guard let scratch else { return nil }
        lastScratch += 1
        let path = "\(scratch.path)/\(lastScratch)"
        return mkdir(path, 0o700) == 0 ? path : nil
    }

    /// The pid of the process, while there is one.
    var pid: pid_t? { service?.process.pid }

    /// Returns the CPU time and voluntary switches of the processes that have transferred into a directory; `nil` when they
    /// did nothing in it, or something in another one, too: nobody can tell what it was for.
    func usage(in directory: String) -> Usage? {
        guard directories == [directory] else { return nil }
        var usage = former
        if let service { usage.book(service.process.usage) }
        return usage
    }

    /// Begins an attempt: its file lies in a directory that no other runner uses meanwhile.
    ///
    /// - Returns: its number, which is not used twice.
    /// - Throws: `Errno`, or ``KeepAliveError``, where the process cannot be started.
    func begin(
        _ request: TransferRequest, in directory: String, path: String, validator: String?, for client: any Client
    ) throws -> Int {
        let commands = try start()
        directories.insert(directory)
        lastAttempt += 1
        attempts[lastAttempt] = Attempt(client: client)
        commands.send(.begin(attempt: lastAttempt, request, directory: directory, path: path, validator: validator))
        return lastAttempt
    }

    /// Stops an attempt; nothing more is said of it.
    func stop(_ attempt: Int) {
        guard attempts.removeValue(forKey: attempt) != nil else { return }
        commands?.send(.stop(attempt: attempt))
        leaveWhenIdle()
    }

    /// Leaves a directory to others. Its attempts are to be stopped before.
    func close(_ directory: String) {
        commands?.send(.close(directory: directory))
        leaveWhenIdle()
    }

    /// Ends the process, and with it all connections.
    package func close() {
        attempts.removeAll()
        endService()
        scratch?.remove()
        scratch = nil
    }

    // MARK: The process

    private func start() throws -> PacketQueue<TransferNews, TransferCommand> {
        if let leave { loop.cancel(leave) }
        leave = nil
        if let commands { return commands }
        let service = try ServiceProcess<TransferNews, TransferCommand>(
            TransferService.subcommand, executable: executable, loop: loop)
        service.socket.onMessage = { [unowned self] in take($0) }
        service.socket.onEnd = { [unowned self] in lost() }
        let commands = PacketQueue(service.socket)
        self.service = service
        self.commands = commands
        return commands
    }

    private func take(_ news: TransferNews) {
        switch news {
        case .answered(let attempt, _, _, _), .progressed(let attempt, _, _), .resumed(let attempt, _):
            attempts[attempt]?.client?.take(news)
        case .ended(let attempt, _):
            attempts.removeValue(forKey: attempt)?.client?.take(news)
            leaveWhenIdle()
        case .note(let text): for client in busyClients { client.note(text) }
        }
    }

    /// The clients that wait for something, each once.
    private var busyClients: [any Client] {
        var seen: Set<ObjectIdentifier> = []
        return attempts.sorted { $0.key < $1.key }.compactMap(\.value.client).filter {
            seen.insert(ObjectIdentifier($0)).inserted
        }
    }

    private func lost() {
        let clients = busyClients
        attempts.removeAll()
        endService()
        for client in clients { client.lost() }
    }

    private func endService() {
        if let leave { loop.cancel(leave) }
        leave = nil
        commands?.stop()
        commands = nil
        if let service { former.book(service.process.usage) }
        service?.abandon()
        service = nil
    }

    private func leaveWhenIdle() {
        guard attempts.isEmpty, service != nil, leave == nil else { return }
        leave = loop.schedule(after: Self.stay) { [unowned self] in
            leave = nil
            if attempts.isEmpty { endService() }
        }
    }
}

import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The process that transfers for an app, as the runner sees it: what it is told is done in this order, and the loop never waits.
///
/// It is started by the first order, and ends when there has been nothing to do for a while. One that does not obey within
/// ``patience`` hangs, such as in a file system that does not answer: it is given up, and another takes its place.
final class TransferProcess {
    var onNews: ((TransferNews) -> Void)?
    /// The process has ended by itself, was killed, or hung: its connections are lost, and its orders may not have been obeyed.
    var onLost: ((_ why: String) -> Void)?
    /// True while the process must stay, because it has the directory.
    var isNeeded = false {
        didSet { leaveWhenIdle() }
    }

    private let loop: EventLoop
    private let executable: String?
    private let opening: (_ temporary: String) -> TransferCommand
    private var service: ServiceProcess<TransferNews, TransferCommand>?
    private var commands: PacketQueue<TransferNews, TransferCommand>?
    private var sent = 0
    private var obeyed = 0
    /// The number of the last order that began an attempt.
    private var lastBegin = 0
    private var deadline: ScheduledAction?
    /// The processes that were given up in a row.
    private var losses = 0
    /// The end of a process that has nothing to do.
    private var leave: ScheduledAction?
    /// The usage of processes that have ended.
    private var former: Usage?

    /// The longest time that an order may take, our choice.
    static let patience = Duration.seconds(5)
    /// The time that it stays without work.
    private static let stay = Duration.seconds(5)
    /// The processes that are given up in a row before nothing is transferred any more. Each may stay behind, held up in the
    /// kernel.
    static let lossesMax = 3

    /// Creates the part; no process is started.
    ///
    /// - Parameters:
    ///   - executable: the path of keepalive-run; `nil` for this program.
    ///   - opening: the first order to a process, with a directory that is removed when that one has ended.
    init(executable: String?, loop: EventLoop, opening: @escaping (_ temporary: String) -> TransferCommand) {
        self.executable = executable
        self.loop = loop
        self.opening = opening
    }

    /// The pid of the process, while there is one.
    var pid: pid_t? { service?.process.pid }

    /// The CPU time and voluntary switches of all processes so far; `nil` when there was none.
    var usage: Usage? {
        guard let service else { return former }
        var usage = former ?? Usage()
        usage.book(service.process.usage)
        return usage
    }

    /// - Throws: `Errno`, or ``KeepAliveError``, where the process cannot be started.
    func send(_ command: TransferCommand) throws {
        try start()
        order(command)
    }

    /// Sends an order to the process that is there; without one there is nothing to stop.
    func sendIfRunning(_ command: TransferCommand) { if commands != nil { order(command) } }

    private func order(_ command: TransferCommand) {
        sent += 1
        if case .begin = command { lastBegin = sent }
        commands?.send(command)
        watch()
    }

    private func watch() {
        guard deadline == nil, sent > obeyed else { return }
        let count = obeyed
        deadline = loop.schedule(after: Self.patience) { [unowned self] in
            deadline = nil
            if obeyed == count { lost("the process that transfers does not answer") } else { watch() }
        }
    }

    private func start() throws {
        if let leave { loop.cancel(leave) }
        leave = nil
        guard commands == nil else { return }
        guard losses < Self.lossesMax else {
            throw KeepAliveError(
                .supervision, "\(losses) processes that transfer were held up one after the other",
                remedy: "A file system that the app's container, or a file to upload, lies on does not answer")
        }
        // No two processes have the same: the end of one that hung may come late.
        let name = (0..<8).map { _ in String(Int.random(in: 0...35), radix: 36) }.joined()
        let temporary = "/tmp/keepalive-transfers-\(getpid())-\(name)"
        let service = try ServiceProcess<TransferNews, TransferCommand>(
            TransferService.subcommand, executable: executable, cleanupDirectory: temporary, loop: loop)
        service.socket.onMessage = { [unowned self] in take($0) }
        service.socket.onEnd = { [unowned self] in lost("the process that transfers has ended") }
        commands = PacketQueue(service.socket)
        self.service = service
        (sent, obeyed, lastBegin) = (0, 0, 0)
        order(opening(temporary))
    }

    private func take(_ news: TransferNews) {
        guard case .obeyed(let count) = news else {
            onNews?(news)
            return
        }
        obeyed = count
        // The orders before it touch no file that may lie elsewhere.
        if lastBegin > 0, obeyed >= lastBegin { losses = 0 }
        if obeyed == sent, let deadline {
            loop.cancel(deadline)
            self.deadline = nil
        }
        leaveWhenIdle()
    }

    private func lost(_ why: String) {
        losses += 1
        endService()
        onLost?(why)
    }

    /// Ends the process, and with it all connections, when it has obeyed the last orders.
    func close() {
        if obeyed < sent {
            service?.socket.onMessage = { [unowned self] in
                if case .obeyed(let count) = $0 { obeyed = count }
            }
            let deadline = loop.now + Self.closing
            while obeyed < sent, let socket = service?.socket, !socket.isOver, loop.now < deadline {
                commands?.push()
                _ = socket.wait(until: { [unowned self] in obeyed == sent }, limit: .milliseconds(20))
            }
        }
        endService()
    }

    /// The longest time that the last orders hold up the loop.
    private static let closing = Duration.milliseconds(500)

    private func endService() {
        for timer in [leave, deadline] { if let timer { loop.cancel(timer) } }
        (leave, deadline) = (nil, nil)
        commands?.stop()
        commands = nil
        former = usage
        service?.abandon()
        service = nil
    }

    private func leaveWhenIdle() {
        if isNeeded, let leave {
            loop.cancel(leave)
            self.leave = nil
        }
        guard !isNeeded, service != nil, leave == nil, obeyed == sent else { return }
        leave = loop.schedule(after: Self.stay) { [unowned self] in
            leave = nil
            if !isNeeded, obeyed == sent { endService() }
        }
    }
}

import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The runner's side of the process that transfers for an app. Orders are carried out in the order in which they are
/// sent, and the event loop never waits.
///
/// The first order starts the process, which ends when it has been idle for a while. A process that does not carry out
/// an order within ``patience`` is blocked, for example by a file system that does not respond. It is abandoned, and
/// another process replaces it.
final class TransferProcess {
    var onNews: ((TransferNews) -> Void)?
    /// Called when the process has ended by itself, was killed, or was abandoned. Its connections are lost, and its
    /// last orders may not have been carried out.
    var onLost: ((_ why: String) -> Void)?
    /// True while an idle process is kept, because it has the lock on the directory.
    var isNeeded = false {
        didSet { leaveWhenIdle() }
    }

    private let loop: EventLoop
    private let executable: String?
    private let opening: (_ temporary: String) -> TransferCommand
    private var service: ServiceProcess<TransferNews, TransferCommand>?
    private var commands: PacketQueue<TransferNews, TransferCommand>?
    /// The number of orders that were sent to the present process.
    private var sent = 0
    /// The number of orders that the present process has carried out.
    private var obeyed = 0
    /// The number of the last order that started an attempt.
    private var lastBegin = 0
    /// The timer for ``patience``.
    private var deadline: ScheduledAction?
    /// The number of processes that were lost one after another.
    private var losses = 0
    /// The timer that ends an idle process.
    private var leave: ScheduledAction?
    /// The usage of the processes that have ended; `nil` if there were none.
    private var former: Usage?

    /// The time limit of an order; the limit is this project's choice.
    static let patience = Duration.seconds(5)
    /// The time after which an idle process is ended.
    private static let stay = Duration.seconds(5)
    /// The number of losses in a row after which no further process is started. A lost process may still exist, blocked
    /// in the kernel, so processes would pile up.
    static let lossesMax = 3

    /// Creates the object without starting a process.
    ///
    /// - Parameters:
    ///   - executable: the path of keepalive-run; `nil` for this program.
    ///   - opening: returns the first order to a process. The argument is the path of a temporary directory, which is
    ///     removed when the process has ended.
    init(executable: String?, loop: EventLoop, opening: @escaping (_ temporary: String) -> TransferCommand) {
        self.executable = executable
        self.loop = loop
        self.opening = opening
    }

    /// The pid of the ``TransferService`` process; `nil` while none runs.
    var pid: pid_t? { service?.process.pid }

    /// The CPU time and the voluntary context switches of all ``TransferService`` processes so far; `nil` if there was
    /// none.
    var usage: Usage? {
        guard let service else { return former }
        var usage = former ?? Usage()
        usage.book(service.process.usage)
        return usage
    }

    /// Sends an order, and starts the process if necessary.
    ///
    /// - Throws: `Errno`, or ``KeepAliveError``, if the process cannot be started.
    func send(_ command: TransferCommand) throws {
        try start()
        order(command)
    }

    /// Sends an order if the process runs. Without a process, there is nothing to stop or delete.
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
        // Each process has a temporary directory of its own, because the directory of a blocked process may be removed
        // late.
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
        // Earlier orders touch no file outside of the directory, so they do not show that the process can work.
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

    /// Waits at most ``closing`` until the process has carried out the last orders, and ends the process with all
    /// connections.
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

    /// The longest time for which the last orders may block the event loop.
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

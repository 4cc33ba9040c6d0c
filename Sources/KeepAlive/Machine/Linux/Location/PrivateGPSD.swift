import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// A private gpsd on a loopback port. It reads a pseudo-terminal into which a recorded log is played.
///
/// When it dies, it is started again on the same port, after 0.1, 0.2, 0.4 … 5 s.
package final class PrivateGPSD {
    /// Receives messages that are worth a line in the log.
    package var onNote: ((String) -> Void)?
    /// The loopback port, once ``start(within:)`` has returned.
    package private(set) var port: UInt16 = 0
    /// The pid of the gpsd that runs, or `nil`.
    package var pid: Int32? { process?.pid }
    /// The CPU time and voluntary switches of all daemons, one after the other.
    package var usage: Usage {
        var usage = formerUsage
        if let process { usage.book(process.usage) }
        return usage
    }
    /// The device that gpsd reads, or `nil` when it is closed.
    package var device: String? { terminal?.path }

    private let path: String
    /// The log that the receiver repeats.
    package var log: ReceiverLog { didSet { feed?.log = log } }
    private let loop: EventLoop
    private var isolation: GPSDaemonCommand.Isolation
    private var terminal: PseudoTerminal?
    private var feed: ReceiverFeed?
    private var process: GuardedProcess?
    /// The usage of daemons that are gone.
    private var formerUsage = Usage()
    private var complaints: ScratchFile?
    private var launchedAt = MonotonicInstant.zero
    private var restart: ScheduledAction?
    private var backoff = Backoff(first: .milliseconds(100), limit: .seconds(5))
    /// True while ``start(within:)`` waits. It handles an end itself, so nothing is started again.
    private var isStarting = false
    private var hasEnded = false

    /// Finds gpsd; nothing is started yet.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` when gpsd is not installed.
    package convenience init(playing log: ReceiverLog, loop: EventLoop) throws {
        try self.init(playing: log, isolation: .namespace, loop: loop)
    }

    /// Finds gpsd; `isolation` is tried first.
    init(playing log: ReceiverLog, isolation: GPSDaemonCommand.Isolation, loop: EventLoop) throws {
        path = try ExternalTool.gpsd.require()
        self.log = log
        self.isolation = isolation
        self.loop = loop
    }

    deinit { close() }

    // MARK: Starting

    /// Starts gpsd, and runs the loop until it answers. This must not be called from a handler of the loop.
    ///
    /// - Parameter limit: the longest time that this may take.
    /// - Throws: ``KeepAliveError`` with code `location`; everything has been removed then.
    package func start(within limit: Duration = .seconds(5)) throws {
        let deadline = loop.now + limit
        isStarting = true
        defer { isStarting = false }
        var lastProblem = "it does not answer within \(limit)"
        // A port may be lost to a race. One attempt more is for an isolation that the kernel refuses.
        for _ in 0..<5 where loop.now < deadline {
            do {
                port = try GPSDaemonCommand.freePort()
                try launch()
            } catch {
                close()
                throw KeepAliveError(.location, "cannot start a private gpsd: \(error)")
            }
            switch awaitAnswer(until: deadline) {
            case .answered(let answer) where answer.devices.contains(terminal?.path ?? ""): return
            case .answered: lastProblem = "port \(port) was taken by another gpsd"
            case .failed(let cause):
                let complaint = firstComplaint
                lastProblem = hasEnded ? "it ended at once: \(complaint ?? "no reason given")" : cause
                if hasEnded && (complaint ?? "").hasPrefix("unshare:") { isolation = .none }
            }
            endProcess()
        }
        close()
        throw KeepAliveError(
            .location, "the private gpsd did not start: \(lastProblem)",
            remedy: "Try it by hand: \(path) -N -n -D 2 -S 29470 /dev/null")
    }

    /// Starts gpsd without waiting, the first time or again after ``close()``, on the same port; failures become notes.
    package func resume() {
        if port == 0 {
            do { port = try GPSDaemonCommand.freePort() } catch { onNote?("no port for a private gpsd: \(error)") }
        }
        guard process == nil, restart == nil else { return }
        backoff.reset()
        launchOrRetry()
    }

    /// True while the log is played to gpsd.
    package var isFeeding = false {
        didSet { if isFeeding { feed?.start() } else { feed?.stop() } }
    }

    /// Takes a time that gpsd has found in the log.
    func reported(_ time: Double) { feed?.reported(time) }

    private func launch() throws {
        let terminal = try self.terminal ?? PseudoTerminal()
        if self.terminal == nil {
            self.terminal = terminal
            feed = ReceiverFeed(log, into: terminal, loop: loop)
            if isFeeding { feed?.start() }
        }
        let complaints = try ScratchFile("keepalive-gpsd")
        let null = try valueOrErrno(open("/dev/null", O_RDWR | O_CLOEXEC))
        defer { Glibc.close(null) }
        let command = GPSDaemonCommand(path: path, port: port, device: terminal.path, isolation: isolation)
        let process = try GuardedProcess(
            command.request(standardInput: null, standardError: complaints.descriptor), loop: loop)
        process.onReport = { [unowned self] report in
            switch report {
            case .exited(let status): ended("\(status)")
            case .guardianLost: ended("its guardian is gone")
            case .stopped, .continued: break
            }
        }
        hasEnded = false
        launchedAt = loop.now
        self.complaints = complaints
        self.process = process
    }

    /// The address on which it listens.
    var address: ServerAddress { ServerAddress(host: "127.0.0.1", port: port) }

    private func awaitAnswer(until deadline: MonotonicInstant) -> GPSDProbe.Outcome {
        var outcome = GPSDProbe.Outcome.failed(cause: "it does not answer")
        let address = address
        // gpsd listens some 5 ms after its start; before that, it is refused at once. So the wait is short at first.
        var pause = Backoff(first: .milliseconds(5), limit: .milliseconds(200))
        while loop.now < deadline && !hasEnded {
            outcome = GPSDProbe.ask(address, loop: loop, limit: min(.seconds(2), deadline - loop.now))
            if case .answered = outcome { return outcome }
            _ = loop.run(until: { [unowned self] in hasEnded }, timeout: min(pause.next(), deadline - loop.now))
        }
        return outcome
    }

    // MARK: The end

    /// Ends gpsd and removes the pseudo-terminal. ``resume()`` may follow.
    package func close() {
        if let restart { loop.cancel(restart) }
        restart = nil
        endProcess()
        feed?.stop()
        feed = nil
        terminal?.close()
        terminal = nil
    }

    private func endProcess() {
        guard let process else { return }
        self.process = nil
        formerUsage.book(process.usage)
        process.onReport = nil
        process.end()
        if isolation == .none { GPSDaemonCommand.removeSharedMemory(createdBy: process.pid) }
    }

    private func ended(_ how: String) {
        hasEnded = true
        guard !isStarting else { return }
        // A daemon that ran for a while did not fail at its start.
        if loop.now - launchedAt > .seconds(10) { backoff.reset() }
        let wait = backoff.next()
        let complaint = firstComplaint.map { " (\($0))" } ?? ""
        restart = loop.schedule(after: wait) { [unowned self] in
            restart = nil
            endProcess()
            launchOrRetry()
        }
        onNote?("the private gpsd ended: \(how)\(complaint); starting it again in \(wait)")
    }

    private func launchOrRetry() {
        do {
            try launch()
        } catch {
            let wait = backoff.next()
            restart = loop.schedule(after: wait) { [unowned self] in
                restart = nil
                launchOrRetry()
            }
            onNote?("cannot start the private gpsd: \(error); trying again in \(wait)")
        }
    }

    /// The first line that gpsd wrote to standard error, except those about D-Bus, which is missing on purpose.
    private var firstComplaint: String? {
        complaints?.beginning.split(separator: "\n").first { !$0.contains("DBUS") }.map(String.init)
    }
}

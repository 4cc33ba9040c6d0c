import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// A private gpsd on a loopback port. It reads from a pseudo-terminal, into which a recorded log is played.
///
/// If gpsd ends unexpectedly, it is started again on the same port, after 0.1, 0.2, 0.4 … 5 s.
package final class PrivateGPSD {
    /// Called with a message when gpsd has ended unexpectedly or cannot be started.
    package var onNote: ((String) -> Void)?
    /// The loopback port on which gpsd listens; 0 before ``start(within:)`` or ``resume()`` sets it.
    package private(set) var port: UInt16 = 0
    /// The pid of the running gpsd; `nil` if none runs.
    package var pid: Int32? { process?.pid }
    /// The CPU time and the voluntary context switches of all gpsd processes so far.
    package var usage: Usage {
        var usage = formerUsage
        if let process { usage.book(process.usage) }
        return usage
    }
    /// The path of the device that gpsd reads; `nil` if the device is closed.
    package var device: String? { terminal?.path }

    private let path: String
    /// The log that is played repeatedly.
    package var log: ReceiverLog { didSet { feed?.log = log } }
    private let loop: EventLoop
    private var isolation: GPSDaemonCommand.Isolation
    private var terminal: PseudoTerminal?
    private var feed: ReceiverFeed?
    private var process: GuardedProcess?
    /// The usage of the gpsd processes that have ended.
    private var formerUsage = Usage()
    /// The standard error of the last gpsd.
    private var complaints: ScratchFile?
    private var launchedAt = MonotonicInstant.zero
    private var restart: ScheduledAction?
    private var backoff = Backoff(first: .milliseconds(100), limit: .seconds(5))
    /// True while ``start(within:)`` waits. This function itself handles an end of gpsd, so no restart is scheduled
    /// meanwhile.
    private var isStarting = false
    private var hasEnded = false

    /// Creates the object without starting gpsd.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` if gpsd is not installed.
    package convenience init(playing log: ReceiverLog, loop: EventLoop) throws {
        try self.init(playing: log, isolation: .namespace, loop: loop)
    }

    /// Creates the object with the isolation that is tried first.
    init(playing log: ReceiverLog, isolation: GPSDaemonCommand.Isolation, loop: EventLoop) throws {
        path = try ExternalTool.gpsd.require()
        self.log = log
        self.isolation = isolation
        self.loop = loop
    }

    deinit { close() }

    // MARK: Starting

    /// Starts gpsd, and runs the loop until gpsd answers. This function must not be called from a callback of the loop.
    ///
    /// - Parameter limit: the time limit for the start.
    /// - Throws: ``KeepAliveError`` with code `location`. In this case gpsd has been ended, and the pseudo-terminal
    ///   closed.
    package func start(within limit: Duration = .seconds(5)) throws {
        let deadline = loop.now + limit
        isStarting = true
        defer { isStarting = false }
        var lastProblem = "it does not answer within \(limit)"
        // An attempt may fail because another program has taken the port, or because the kernel refuses the isolation,
        // so make up to five attempts.
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

    /// Starts gpsd on the same port as before without waiting for it, the first time or after ``close()``. Failures are
    /// reported as notes.
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

    /// Passes a time that gpsd has found in the played log, in seconds since 1970, to the feed, which adapts its pace.
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

    /// The address on which gpsd listens.
    var address: ServerAddress { ServerAddress(host: "127.0.0.1", port: port) }

    private func awaitAnswer(until deadline: MonotonicInstant) -> GPSDProbe.Outcome {
        var outcome = GPSDProbe.Outcome.failed(cause: "it does not answer")
        let address = address
        // gpsd listens about 5 ms after its start, and a connection before that is refused at once. So the first pause
        // is short.
        var pause = Backoff(first: .milliseconds(5), limit: .milliseconds(200))
        while loop.now < deadline && !hasEnded {
            outcome = GPSDProbe.ask(address, loop: loop, limit: min(.seconds(2), deadline - loop.now))
            if case .answered = outcome { return outcome }
            _ = loop.run(until: { [unowned self] in hasEnded }, timeout: min(pause.next(), deadline - loop.now))
        }
        return outcome
    }

    // MARK: The end

    /// Ends gpsd and removes the pseudo-terminal. ``resume()`` may be called afterwards.
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
        // gpsd ran for a while, so this end is not a failed start, and the back-off begins anew.
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

    /// The first line that gpsd wrote to standard error, except for lines about D-Bus, to which gpsd has no access on
    /// purpose.
    private var firstComplaint: String? {
        complaints?.beginning.split(separator: "\n").first { !$0.contains("DBUS") }.map(String.init)
    }
}

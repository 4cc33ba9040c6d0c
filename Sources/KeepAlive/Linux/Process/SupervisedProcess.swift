import CLinux
import Glibc
import SystemPackage

/// A real process tree under supervision: started in its own cgroup, really frozen, and gone when the runner is gone.
package final class SupervisedProcess: Workload {
    /// How to suspend the tree.
    package enum FreezerChoice: String, Sendable, CaseIterable {
        /// The cgroup freezer where it can be had, else signals.
        case auto
        /// The cgroup freezer or an error.
        case cgroup
        /// SIGSTOP and SIGCONT.
        case signal
    }

    package var onEvent: ((WorkloadEvent) -> Void)?
    package var freezerDescription: FreezerDescription { freezer.description }

    private let command: [RawText]
    private let environment: [RawText]
    private let loop: EventLoop
    private let terminal: Terminal
    private let freezer: any Freezer
    private let group: String?
    private var process: GuardedProcess?
    private var usageReader: TreeUsage?
    private var wantsFrozen = false
    private var ending = false
    private var killTimer: ScheduledAction?

    /// Prepares the supervision: chooses the freezer and makes the cgroup. Nothing runs yet.
    ///
    /// - Throws: ``KeepAliveError`` with code `freezer` when the choice cannot be had.
    package init(
        command: [RawText], environment: [RawText], freezer choice: FreezerChoice, loop: EventLoop
    ) throws {
        self.command = command
        self.environment = environment
        self.loop = loop
        terminal = Terminal()
        // Should the guardian be killed, what it guards becomes ours and not init's.
        _ = clinux_become_subreaper()
        if choice == .signal {
            group = nil
            freezer = try SignalFreezer(reason: "asked for", loop: loop)
            return
        }
        do {
            (group, freezer) = try Self.makeCgroup(
                reason: choice == .cgroup ? "asked for" : "cgroup v2 is writable here", loop: loop)
        } catch let error as KeepAliveError where choice == .auto {
            (group, freezer) = (nil, try SignalFreezer(reason: "no cgroup freezer: \(error)", loop: loop))
        }
    }

    private static func makeCgroup(reason: String, loop: EventLoop) throws -> (String, any Freezer) {
        let directory = try CgroupDirectory.find()
        _ = directory.sweep()
        let group = try directory.makeGroup()
        return (group, try CgroupFreezer(group: group, reason: reason, loop: loop))
    }

    package func launch() throws {
        let path: String
        do {
            let searchPath = environment.map(\.text).first { $0.hasPrefix("PATH=") }?.dropFirst(5)
            path = try CommandResolver.resolve(command[0].text, path: searchPath.map(String.init))
        } catch {
            if let group { rmdir(group) }
            throw error
        }
        var request = GuardedProcess.Request(path: path, arguments: command, environment: environment)
        request.inheritedDescriptors = Machine.inheritedDescriptors
        request.inheritedSignals = SignalWatcher.inherited
        if terminal.sharing == .sameGroup { request.processGroup = getpgrp() }
        if terminal.sharing == .handOver { request.terminal = terminal.descriptor }
        var descriptor: CInt = -1
        if let group {
            descriptor = open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            request.cgroup = (descriptor, group)
        }
        defer { if descriptor >= 0 { close(descriptor) } }
        do {
            let process = try GuardedProcess(request, loop: loop)
            process.onReport = { [unowned self] in reported($0) }
            self.process = process
            (freezer as? SignalFreezer)?.guardian = process.guardianPID
            usageReader = TreeUsage(group: group, guardian: process.guardianPID)
            onEvent?(.started(pid: process.pid))
        } catch {
            if terminal.sharing == .handOver { tcsetpgrp(terminal.descriptor, getpgrp()) }
            if let group { rmdir(group) }
            throw error
        }
    }

    package func sharedFileLocks() -> [String] { [] }

    // MARK: Freezing

    package func suspend() {
        guard !ending, let process else { return }
        wantsFrozen = true
        // What is frozen cannot take Ctrl-C: while it is, the terminal is the runner's.
        terminal.takeBack(from: groups(of: process))
        freezer.freeze { [unowned self] result in
            guard wantsFrozen else { return }
            switch result {
            case .confirmed(let latency): onEvent?(.frozen(latency: latency))
            case .failed(let why):
                // Half frozen is worse than running: thaw always wins.
                thaw(announce: false)
                onEvent?(.freezeFailed(why))
            }
        }
    }

    package func resume() {
        thaw(announce: true)
    }

    private func thaw(announce: Bool) {
        guard wantsFrozen else { return }
        wantsFrozen = false
        // Before the first instruction: a read from a terminal that is not its own would stop it.
        terminal.giveBack()
        freezer.thaw { [unowned self] result in
            switch result {
            case .confirmed(let latency): if announce { onEvent?(.thawed(latency: latency)) }
            case .failed(let why): onEvent?(.note("thaw: \(why)"))
            }
        }
    }

    // MARK: Signals

    package func signal(_ number: Int32) {
        process?.signal(number)
    }

    package func interrupt(signal: Int32, grace: Duration) {
        // As the terminal does it: to the whole group that has the foreground.
        if let process { kill(-(terminal.foregroundOwner ?? process.pid), signal) }
        terminate(signal: signal, grace: grace)
    }

    package func terminate(signal: Int32, grace: Duration) {
        guard let process else { return }
        ending = true
        if signal == SIGABRT { clinux_forbid_core(process.pid) }
        if signal == SIGKILL {
            process.signal(SIGKILL)
            return
        }
        // The signal first, then the thaw: not one instruction of the frozen app runs before it. SIGCONT, because an
        // app that the user has stopped could not take it otherwise.
        process.signal(signal)
        thaw(announce: true)
        process.signal(SIGCONT)
        if killTimer == nil {
            killTimer = loop.schedule(after: grace) { [weak self] in self?.process?.signal(SIGKILL) }
        }
    }

    /// Whether the terminal has sent a signal to the workload as well as to the runner.
    package func terminalDelivers(_ arrival: SignalWatcher.Arrival) -> Bool {
        arrival.fromKernel && terminal.sharing == .sameGroup
    }

    /// The runner was continued after a stop: the workload goes on too, with the terminal if the runner has it.
    package func runnerContinued() {
        guard let process, !wantsFrozen else { return }
        terminal.giveBack()
        kill(terminal.sharing == .sameGroup ? process.pid : -process.pid, SIGCONT)
    }

    private func reported(_ report: GuardedProcess.Report) {
        switch report {
        case .stopped(let signal):
            // Ours, when the freezer works with SIGSTOP.
            if wantsFrozen || terminal.sharing != .handOver { return }
            stopLikeTheWorkload(signal)
        case .continued:
            break
        case .exited(let status):
            finish(status)
        case .guardianLost:
            // Its tree has come down to us: we are the next subreaper.
            if let group { clinux_remove_cgroup(group) }
            GuardedProcess.killOrphans()
            release(restoringModes: true)
            onEvent?(.lost(cause: "the guardian of the command was killed; its processes have been ended"))
        }
    }

    /// Ctrl-Z: the user's shell must see the job stop, so the runner stops too; `fg` and `bg` continue both.
    private func stopLikeTheWorkload(_ signal: CInt) {
        guard let process else { return }
        terminal.takeBack(from: groups(of: process))
        // The whole job, as the terminal would do it. The kernel ignores it where no shell could continue the job.
        kill(0, SIGTSTP)
        runnerContinued()
    }

    // MARK: The end

    private func finish(_ status: ProcessStatus) {
        // A job that was killed cannot put the terminal back itself; one that ended may have changed it on purpose.
        if case .signalled = status { release(restoringModes: true) } else { release(restoringModes: false) }
        onEvent?(.exited(status))
    }

    private func release(restoringModes: Bool) {
        if let killTimer { loop.cancel(killTimer) }
        wantsFrozen = false
        if let process { terminal.takeBack(from: groups(of: process), restoringModes: restoringModes) }
    }

    /// The process groups of the tree: the main one, and those that a shell in it has made.
    private func groups(of process: GuardedProcess) -> Set<pid_t> {
        guard terminal.sharing == .handOver else { return [] }
        return Set(ProcessTable.descendants(of: process.guardianPID).map(\.group)).union([process.pid])
    }

    package func usage() -> Usage {
        guard let usageReader, let process else { return Usage() }
        return usageReader.read(reaped: process.reaped)
    }

    /// Kills what is left of the tree and waits until its guardian has removed everything.
    package func end() {
        if let process {
            terminal.takeBack(from: groups(of: process), restoringModes: false)
            process.end()
        } else if let group {
            rmdir(group)
        }
        process = nil
    }

    deinit { end() }
}

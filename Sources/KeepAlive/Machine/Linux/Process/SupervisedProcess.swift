import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// A real process tree under supervision. The tree is started in its own cgroup if possible, is really frozen and
/// thawed, and ends with the runner.
package final class SupervisedProcess: Workload {
    struct Setup {
        let command: [RawText]
        /// The path of the command's program; `nil` to search for it at each launch.
        let program: String?
        let environment: [RawText]
        let directory: String?
        let streams: Streams?
        /// Returns the nursery that guards the app together with other apps, if the app has a cgroup.
        let nursery: (() -> Nursery?)?
        /// The locks in the directory that the app shares with other apps; `nil` without such a directory.
        let appGroup: FileLocks?
        /// True if the TCP sockets of the frozen tree are shut down (LC-23).
        let reclaimsSockets: Bool
        let cleanupDirectory: String?
        /// True if all counters that the machine has are read.
        let measures: Bool
    }

    package var onEvent: ((WorkloadEvent) -> Void)?
    /// Called with true when the tree has been frozen, and with false before the tree may run again.
    package var onRest: ((Bool) -> Void)?
    package private(set) var freezerDescription: FreezerDescription
    package private(set) var counterSources: [Usage.Counter: CounterSource] = [:]

    let setup: Setup
    private let loop: EventLoop
    private let terminal: Terminal
    /// The freezer of this launch, or of the next launch if it has been made already. Each launch has its own freezer.
    private var freezer: (any Freezer)?
    /// The plug-in that makes the freezer; `nil` if the freezer is one of KeepAlive's own.
    private var plugIn: FreezerPlugIn?
    /// The path of the freezer's cgroup; `nil` without a cgroup.
    var group: String?
    var process: GuardedProcess?
    /// The launch whose main process has ended, while its guardian still cleans up.
    private var leaving: Leaving?
    var usageReader: TreeUsage?
    /// The kernel probes for ``group``.
    private var probes: TreeProbes?
    /// The usage of the former launches.
    var formerUsage: Usage?
    var openSockets = OpenSockets()
    private var freezing = Freezing.none
    private var wantsFrozen: Bool { freezing != .none }

    /// The progress of a freeze. If the main process is reported as continued during a freeze, the cause may be the
    /// last thaw, or another process's signal. Therefore the tree is frozen once more.
    private enum Freezing: Equatable {
        case none, begun(wasContinued: Bool), confirmed
        /// Another process lets the tree run again and again, so the next freeze is delayed by a pause.
        case postponed
    }

    private let notifier: CgroupNotifier
    /// The times at which another process has let the frozen tree run.
    private var disturbances = BurstPauses()
    private var postponedFreeze: ScheduledAction?
    private var ending = false
    private var killTimer: ScheduledAction?
    /// True if the main process was killed because it had not ended within the grace period.
    package private(set) var outlastedGrace = false
    /// True while the tree is frozen in its cgroup, and uses as few descriptors as possible. A tree that is stopped by
    /// signals is never at rest, because any process may continue it.
    private var isAtRest = false {
        didSet {
            guard isAtRest != oldValue else { return }
            process?.isAtRest = isAtRest
            usageReader?.isAtRest = isAtRest
            onRest?(isAtRest)
        }
    }

    /// Prepares the supervision: chooses the freezer and makes the cgroup. No process is started.
    ///
    /// - Parameters:
    ///   - program: the path of the command's program; `nil` to search for it at each launch.
    ///   - directory: the working directory of the command; `nil` for the runner's.
    ///   - streams: the files for the output, without a terminal; `nil` for the runner's own streams.
    ///   - appGroup: the directory that the app shares with others, for ``sharedFileLocks()``; it need not exist yet.
    ///   - reclaimsSockets: true if ``reclaimSockets(except:)`` shuts down the sockets of the frozen tree; false if it
    ///     has no effect.
    ///   - measures: whether all counters that the machine has are read; preparing them takes a moment before each
    ///     launch.
    ///   - cleanupDirectory: a directory that is removed with all its content if the runner ends, however it ends,
    ///     while the workload runs.
    ///   - notifier: the notifier for changes that other processes make to frozen cgroups, shared by all apps of a
    ///     device; `nil` for a new one.
    ///   - nursery: returns the nursery that guards the app together with other apps, if the app has a cgroup; `nil`
    ///     for an app with a terminal.
    /// - Throws: ``KeepAliveError`` with code `freezer` if the chosen freezer is not available.
    package init(
        command: [RawText], program: String? = nil, environment: [RawText], directory: String? = nil,
        streams: Streams? = nil, freezer choice: FreezerChoice, appGroup: String? = nil, reclaimsSockets: Bool = false,
        measures: Bool = false, cleanupDirectory: String? = nil, loop: EventLoop, notifier: CgroupNotifier? = nil,
        nursery: (() -> Nursery?)? = nil
    ) throws {
        setup = Setup(
            command: command, program: program, environment: environment, directory: directory, streams: streams,
            nursery: nursery,
            appGroup: appGroup.map { FileLocks(below: $0) }, reclaimsSockets: reclaimsSockets,
            cleanupDirectory: cleanupDirectory, measures: measures)
        self.loop = loop
        self.notifier = notifier ?? CgroupNotifier(loop: loop)
        terminal = Terminal(isUsed: streams == nil)
        // As a subreaper, this process and not init becomes the parent of the tree's processes if the guardian is
        // killed.
        _ = clinux_become_subreaper()
        let freezer: any Freezer
        switch choice {
        case .signal: freezer = try SignalFreezer(reason: "asked for", loop: loop)
        case .cgroup: (group, freezer) = try Self.makeCgroup(reason: "asked for", loop, self.notifier)
        case .auto:
            do {
                (group, freezer) = try Self.makeCgroup(reason: "cgroup v2 is writable here", loop, self.notifier)
            } catch let error as KeepAliveError {
                freezer = try SignalFreezer(reason: "no cgroup freezer: \(error)", loop: loop)
            }
        case .plugIn(let made):
            freezer = try made.make(loop)
            plugIn = made
        }
        self.freezer = freezer
        freezerDescription = freezer.description
        openProbes()
    }

    private func openProbes() {
        probes = setup.measures ? group.map { TreeProbes(group: $0) } : nil
        counterSources = TreeProbes.sources(group: group, probes: probes)
    }

    private static func makeCgroup(
        reason: String, _ loop: EventLoop, _ notifier: CgroupNotifier
    ) throws -> (String, any Freezer) {
        let directory = try CgroupDirectory.find()
        directory.sweepOnce()
        let group = try directory.makeGroup()
        do {
            return (group, try CgroupFreezer(group: group, reason: reason, loop: loop, notifier: notifier))
        } catch {
            rmdir(group)
            throw error
        }
    }

    /// Makes a freezer of the same kind as before, for another launch.
    private func renewFreezer() throws {
        let before = freezerDescription
        let freezer: any Freezer
        if let plugIn {
            freezer = try plugIn.make(loop)
        } else if before.path != nil {
            (group, freezer) = try Self.makeCgroup(reason: before.reason, loop, notifier)
        } else {
            freezer = try SignalFreezer(reason: before.reason, loop: loop)
        }
        self.freezer = freezer
        freezerDescription = freezer.description
        openProbes()
    }

    package func launch(variables: [String]) throws {
        precondition(process == nil && leaving == nil, "launched while it runs")
        do throws(Errno) { try DescriptorReserve.checkLaunch() } catch { throw Self.cannotStart(error) }
        if freezer == nil { try renewFreezer() }
        if group != nil { notifier.open() }
        do {
            let path = try setup.program ?? findProgram()
            try start(path, variables)
        } catch {
            discardFreezer()
            throw error
        }
    }

    private func findProgram() throws -> String {
        let searchPath = setup.environment.map(\.text).first { $0.hasPrefix("PATH=") }?.dropFirst(5)
        return try CommandResolver.resolve(
            setup.command[0].text, path: searchPath.map(String.init), directory: setup.directory)
    }

    private func start(_ path: String, _ variables: [String]) throws {
        var request = GuardedProcess.Request(
            path: path, arguments: setup.command, environment: setup.environment + variables.map { RawText($0) })
        request.directory = setup.directory
        request.inheritedDescriptors = Machine.inheritedDescriptors
        request.inheritedSignals = SignalWatcher.inherited
        request.cleanupDirectory = setup.cleanupDirectory
        let nothing = setup.streams == nil ? -1 : open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { if nothing >= 0 { close(nothing) } }
        if let streams = setup.streams {
            guard nothing >= 0 else { throw Self.cannotStart(Errno(rawValue: errno)) }
            request.standardInput = nothing
            request.outputPath = streams.standardOutput.map(Machine.absolute)
            request.errorPath = streams.standardError.map(Machine.absolute)
        } else {
            if terminal.sharing == .sameGroup { request.processGroup = getpgrp() }
            if terminal.canBeHandedOver { request.terminal = terminal.descriptor }
        }
        var descriptor: CInt = -1
        if let group {
            descriptor = open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.cannotStart(Errno(rawValue: errno)) }
            request.cgroup = (descriptor, group)
        }
        defer { if descriptor >= 0 { close(descriptor) } }
        let process: GuardedProcess
        do {
            let mayBeNursed = group.map(Nursery.takes) ?? false
            process = try GuardedProcess(request, loop: loop, nursery: mayBeNursed ? setup.nursery?() : nil)
        } catch {
            if request.terminal != nil { tcsetpgrp(terminal.descriptor, getpgrp()) }
            throw error
        }
        process.onReport = { [unowned self] in reported($0) }
        self.process = process
        if let group { process.nursery?.adopted.add(process.pid, of: group) }
        ending = false
        outlastedGrace = false
        terminal.started(waiting: request.terminal == nil ? process.pid : nil)
        freezer?.root = TreeRoot(
            guardian: process.guardianPID, mainProcess: process.nursery == nil ? nil : process.pid,
            siblings: process.nursery?.adopted)
        freezer?.onNote = { [unowned self] in onEvent?(.note($0)) }
        frozenTree?.onDisturbance = { [unowned self] in freezeAgain("\($0): it is frozen again") }
        usageReader = TreeUsage(group: group, guardian: process.guardianPID, probes: probes)
        onEvent?(.started(pid: process.pid))
    }

    /// Releases the freezer, and removes its cgroup if the cgroup still exists. The cgroup has no processes at this
    /// point.
    private func discardFreezer() {
        freezer = nil
        probes = nil
        if let group { rmdir(group) }
        group = nil
    }

    // MARK: Freezing

    package func suspend() {
        guard !ending, let process, freezer != nil else { return }
        // A frozen app cannot receive Ctrl-C, so the runner takes the terminal.
        terminal.takeBack(from: groups(of: process))
        freeze()
    }

    private func freeze() {
        freezing = .begun(wasContinued: false)
        freezer?.freeze { [unowned self] result in
            guard wantsFrozen else { return }
            switch result {
            case .confirmed where freezing == .begun(wasContinued: true): freeze()
            case .confirmed(let latency):
                freezing = .confirmed
                isAtRest = group != nil
                onEvent?(.frozen(latency: latency))
            case .failed(let why):
                // A tree that is frozen only in part is worse than a running one, so it is thawed.
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
        tellDisturbance()
        freezing = .none
        cancelPostponedFreeze()
        let start = loop.now
        isAtRest = false
        // The app gets the terminal before it runs, because a read from the background would stop it.
        terminal.giveBack()
        let preparation = loop.now - start
        freezer?.thaw { [unowned self] result in
            switch result {
            case .confirmed(let latency): if announce { onEvent?(.thawed(latency: preparation + latency)) }
            case .failed(let why): onEvent?(.note("thaw: \(why)"))
            }
        }
    }

    // MARK: Changes by other processes

    /// The frozen tree, if the freezer uses a cgroup.
    private var frozenTree: FrozenTree? { (freezer as? CgroupFreezer)?.tree }

    package func checkFrozen() {
        guard freezing == .confirmed, let cause = frozenTree?.disturbance() else { return }
        freezeAgain("\(cause): it is frozen again")
    }

    /// Reports, at the end of a freeze, that another process has let the tree run, if this was not noticed before.
    private func tellDisturbance() {
        if freezing == .confirmed, let cause = frozenTree?.disturbance() { onEvent?(.note(cause)) }
    }

    /// Freezes the tree again after another process has let it run: at once for the first time, later after a pause.
    ///
    /// - Parameter note: the note for the first time of a series.
    private func freezeAgain(_ note: String) {
        guard freezing == .confirmed else { return }
        freezing = .postponed
        isAtRest = false
        let pause = disturbances.next(at: loop.now)
        let notes = [
            1: note, 2: "this goes on: it is frozen again after pauses, which grow to \(BurstPauses.limit.inWords)",
        ]
        onEvent?(.disturbed(note: notes[disturbances.count]))
        guard freezing == .postponed else { return }
        guard pause > .zero else { return freeze() }
        postponedFreeze = loop.schedule(after: pause) { [unowned self] in
            postponedFreeze = nil
            freeze()
        }
    }

    private func cancelPostponedFreeze() {
        if let postponedFreeze { loop.cancel(postponedFreeze) }
        postponedFreeze = nil
    }

    // MARK: Signals

    package func signal(_ number: Int32) {
        process?.signal(number)
    }

    package func interrupt(signal: Int32, grace: Duration) {
        // The whole foreground group gets the signal, as from the terminal.
        if let process { kill(-(terminal.foregroundOwner ?? process.pid), signal) }
        terminate(signal: signal, grace: grace)
    }

    package func terminate(signal: Int32, grace: Duration) {
        guard let process else { return }
        tellDisturbance()
        ending = true
        cancelPostponedFreeze()
        // The end of the rest opens the pidfd again, so that the end of the process is noticed even if it is still
        // frozen.
        isAtRest = false
        if signal == SIGABRT { clinux_forbid_core(process.pid) }
        if signal == SIGKILL { return killMain() }
        // The signal is sent before the thaw, so that the frozen app runs no instruction before it gets the signal.
        // SIGCONT follows, because an app that is stopped, for example by SIGSTOP, could not receive the signal.
        process.signal(signal)
        thaw(announce: true)
        process.signal(SIGCONT)
        if killTimer == nil {
            killTimer = loop.schedule(after: grace) { [weak self] in
                self?.killTimer = nil
                self?.killOutlasting(signal, grace)
            }
        }
    }

    /// The time in which a process that gets SIGKILL ends, unless the kernel blocks it.
    private static let deathLimit = Duration.seconds(1)

    private func killMain() {
        process?.signal(SIGKILL)
        if let killTimer { loop.cancel(killTimer) }
        // If the process does not end in this time, the guardian continues to wait for it, and reports the reason.
        killTimer = loop.schedule(after: Self.deathLimit) { [weak self] in
            self?.killTimer = nil
            self?.finish(.signalled(SIGKILL))
        }
    }

    /// Kills the main process. The process counts as outlasting its grace period, unless it has just ended and only the
    /// report of its end is missing.
    private func killOutlasting(_ signal: Int32, _ grace: Duration) {
        guard let process else { return }
        outlastedGrace = ProcessTable.entry(process.pid).map { !$0.isZombie } ?? !ProcessTable.isOurs
        if outlastedGrace {
            onEvent?(.note("the command has not ended \(grace.inWords) after signal \(signal): it is killed"))
        }
        killMain()
    }

    /// Returns whether the terminal has sent a signal to the workload as well as to the runner.
    package func terminalDelivers(_ arrival: SignalWatcher.Arrival) -> Bool {
        arrival.fromKernel && terminal.sharing == .sameGroup
    }

    /// Continues the workload after the runner was stopped and continued. If the runner has the terminal, the workload
    /// gets it.
    package func runnerContinued() {
        guard let process, !wantsFrozen else { return }
        terminal.giveBack()
        kill(terminal.sharing == .sameGroup ? process.pid : -process.pid, SIGCONT)
    }

    /// A launch whose main process has ended, while the rest of its tree is being ended.
    private struct Leaving {
        var process: GuardedProcess
        /// The usage of the processes of this launch.
        var used: Usage
        /// The usage of the earlier launches; `nil` if there were none.
        var before: Usage?

        var sum: Usage { used.added(to: before) }
    }

    private func reported(_ report: GuardedProcess.Report) {
        switch report {
        case .stopped(let signal):
            // The report of a stop may come from the freezer's own SIGSTOP, and may arrive after the thaw. So the state
            // is checked.
            if wantsFrozen || terminal.sharing != .handOver { return }
            guard let process, ProcessTable.entry(process.pid)?.state == "T" else { return }
            stopLikeTheWorkload(signal)
        case .continued:
            if case .begun = freezing, freezer is SignalFreezer { freezing = .begun(wasContinued: true) }
            guard freezing == .confirmed, let process, freezer is SignalFreezer,
                ProcessTable.entry(process.pid).map({ $0.state != "T" }) ?? false
            else { return }
            freezeAgain("somebody has continued the frozen app with a signal: it is stopped again")
        case .exited(let status):
            finish(status)
        case .guardianLost:
            formerUsage = counters()
            release(restoringModes: true)
            process?.end()
            process = nil
            for left in inheritTree() { onEvent?(.note("\(left)")) }
            onEvent?(.lost(cause: "the guardian of the command was killed; its processes have been ended"))
        }
    }

    /// Ends the tree of a guardian that was killed. The tree has become the children of this process, the next
    /// subreaper.
    ///
    /// - Returns: the processes that do not end.
    private func inheritTree() -> [UnendedProcess] {
        if let group { _ = try? SmallFile.write("\(group)/cgroup.kill", "1") }
        let left = GuardedProcess.killOrphans()
        if let group { clinux_remove_cgroup(group, left.isEmpty ? Self.cgroupLimit : 0) }
        discardFreezer()
        return left
    }

    /// The longest time, in milliseconds, for which removing the cgroup of a killed guardian may block the event loop.
    private static let cgroupLimit: CInt = 500

    /// Stops the runner after Ctrl-Z has stopped the workload, because the user's shell must see the whole job stop.
    /// `fg` and `bg` continue both.
    private func stopLikeTheWorkload(_ signal: CInt) {
        guard let process else { return }
        terminal.takeBack(from: groups(of: process))
        // The whole process group gets SIGTSTP, as from the terminal. The kernel ignores the signal if there is no
        // shell that could continue the job.
        kill(0, SIGTSTP)
        runnerContinued()
    }

    // MARK: The end

    /// Ends the rest of the tree when the main process has ended, because no process of the app may run after the app
    /// counts as ended.
    private func finish(_ status: ProcessStatus) {
        guard let process else { return }
        let leaving = Leaving(process: process, used: countersOfThisLife(), before: formerUsage)
        self.leaving = leaving
        formerUsage = leaving.sum
        // A process that was killed cannot restore the terminal itself; one that exited may have changed the terminal
        // on purpose.
        if case .signalled = status { release(restoringModes: true) } else { release(restoringModes: false) }
        self.process = nil
        // The runner does not wait, because a process in uninterruptible sleep may take long to end.
        process.dismiss { [unowned self, pid = process.pid] ending in
            hasLeft(clean: ending == .complete)
            var unended: [UnendedProcess] = []
            switch ending {
            case .complete: discardFreezer()
            case .guardianLost: unended = inheritTree()
            case .incomplete(let left):
                unended = left
                discardFreezer()
            }
            for left in unended { onEvent?(.note("\(left)")) }
            if unended.contains(where: { $0.pid == pid && $0.isForbidden }) {
                onEvent?(.lost(cause: "the command cannot be ended: it is another user's"))
            } else {
                onEvent?(.exited(status))
            }
        }
    }

    /// Completes the usage of a launch that has ended, with the last record of its guardian.
    ///
    /// - Parameter clean: false if the guardian was killed before it could send its last record.
    private func hasLeft(clean: Bool) {
        guard var left = leaving else { return }
        leaving = nil
        // The guardian of a nursery has reaped other apps' processes, too, and sends no last record, so the usage
        // cannot be completed.
        guard clean, left.process.nursery == nil, let usageReader else { return }
        let all = left.process.reaped
        let asked = setup.measures ? all : Usage(cpuSeconds: all.cpuSeconds, voluntarySwitches: all.voluntarySwitches)
        left.used = usageReader.completed(left.used, reaped: asked)
        formerUsage = left.sum
    }

    private func release(restoringModes: Bool) {
        if let killTimer { loop.cancel(killTimer) }
        killTimer = nil
        freezing = .none
        cancelPostponedFreeze()
        frozenTree?.end()
        isAtRest = false
        // The usage reader is kept until the next launch, because releasing its kernel probes takes half a second.
        usageReader?.isAtRest = true
        if let process { terminal.takeBack(from: groups(of: process), restoringModes: restoringModes) }
    }

    /// Returns the process groups of the tree: the main one, and those that a shell in the tree has made.
    private func groups(of process: GuardedProcess) -> Set<pid_t> {
        guard terminal.sharing == .handOver else { return [] }
        return Set(ProcessTable.descendants(of: process.guardianPID).map(\.group)).union([process.pid])
    }

    /// Kills the rest of the tree, and waits until the guardian has removed the cgroup and the cleanup directory, or
    /// has reported the processes that do not end.
    package func end() {
        if let process { terminal.takeBack(from: groups(of: process), restoringModes: false) }
        tell(process?.end())
        process = nil
        if let left = leaving {
            let ending = left.process.end()
            hasLeft(clean: ending == .complete)
            tell(ending)
        }
        if let killTimer { loop.cancel(killTimer) }
        killTimer = nil
        cancelPostponedFreeze()
        discardFreezer()
    }

    /// Prints the processes that do not end to standard error, because no timeline is written any more.
    private func tell(_ ending: GuardedProcess.Ending?) {
        guard case .incomplete(let unended) = ending else { return }
        for left in unended { _ = OutputDescriptor.writeAll("keepalive-run: \(left)\n", to: STDERR_FILENO) }
    }

    deinit { end() }
}

import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// A process tree under a guardian, so that no process of the tree outlives the runner, however the runner ends.
///
/// The guardian (`Sources/CLinux/guardian.c`) is the parent and the subreaper of the tree. When its control socket
/// closes, the guardian kills the tree, removes the tree's cgroup and the cleanup directory, and exits. When
/// ``dismiss(removesDirectory:_:)`` only shuts the socket down, the directory stays. The guardian's parent is its
/// watcher. The watcher does the guardian's work if the guardian is killed, and continues the guardian if it is
/// stopped. A guardian that does not do its work within ``patience`` is killed. A guardian that reports that a killed
/// process does not end is not killed: it outlives the runner, and removes the rest when that process ends.
final class GuardedProcess {
    /// The process name of guardians, by which they are distinguished from the processes that they guard.
    static let guardianName = "keepalive-guard"

    /// The process to start.
    struct Request {
        /// The absolute path of the executable.
        var path: String
        /// `argv`, with the name of the command first.
        var arguments: [RawText]
        /// `NAME=value` pairs.
        var environment: [RawText]
        /// The working directory of the process; `nil` for the runner's.
        var directory: String?
        /// The descriptors that become the standard input, output and error of the process.
        var standardInput: CInt = 0
        var standardOutput: CInt = 1
        var standardError: CInt = 2
        /// Paths of files that the child process opens as its standard output and error, and appends to; `nil` to use
        /// the descriptors above. The runner does not open these files, because their file system may not respond.
        var outputPath: String?
        var errorPath: String?
        /// The cgroup to start in: a descriptor of its directory and its absolute path.
        var cgroup: (descriptor: CInt, path: String)?
        /// The terminal in whose foreground the process group is put; `nil` for none.
        var terminal: CInt?
        /// The process group that the process joins; `nil` for a new one.
        var processGroup: pid_t?
        /// Further descriptors that the process inherits.
        var inheritedDescriptors: [CInt] = []
        /// A directory that the guardian removes at the end, unless ``dismiss(removesDirectory:_:)`` keeps it.
        var cleanupDirectory: String?
        /// The signals that are ignored or blocked in the process, as the runner inherited them.
        var inheritedSignals = InheritedSignals()

        init(path: String, arguments: [RawText], environment: [RawText]) {
            self.path = path
            self.arguments = arguments
            self.environment = environment
        }

        /// Creates a request for a helper, whose arguments are plain text.
        init(
            path: String, arguments: [String], environment: [String], standardInput: CInt = 0,
            standardOutput: CInt = 1, standardError: CInt = 2, cleanupDirectory: String? = nil
        ) {
            self.init(
                path: path, arguments: arguments.map { RawText($0) }, environment: environment.map { RawText($0) })
            self.standardInput = standardInput
            self.standardOutput = standardOutput
            self.standardError = standardError
            self.cleanupDirectory = cleanupDirectory
        }
    }

    /// The signals that are ignored or blocked in a child, so that the child starts as it would without the runner. Bit
    /// n-1 is signal n.
    struct InheritedSignals: Sendable {
        var ignored: UInt64 = 0
        var blocked: UInt64 = 0
    }

    /// A report of the guardian.
    enum Report {
        /// The process was stopped by a signal.
        case stopped(signal: CInt)
        case continued
        case exited(ProcessStatus)
        /// The guardian has ended without reporting the end of the process.
        case guardianLost
    }

    /// The outcome of ending a tree.
    enum Ending: Equatable {
        /// No process is left.
        case complete
        /// The guardian was killed before it had ended the tree.
        case guardianLost
        /// These processes were killed but do not end; the guardian waits for them.
        case incomplete([UnendedProcess])
    }

    /// The pid of the guarded process.
    let pid: pid_t
    let guardianPID: pid_t
    /// The pid of the guardian's watcher, a child of this process.
    private let watcher: pid_t
    /// The guardian's identity, because another process may get its pid later.
    private let guardian: ProcessTable.Identity?
    /// The path of the cgroup, which the guardian removes; `nil` without a cgroup.
    private let group: String?
    /// The way in which the process entered its cgroup: `clone3` or `cgroup.procs`; `nil` without a cgroup.
    let cgroupEntry: String?
    /// The usage of all processes that the guardian has reaped so far.
    private(set) var reaped = Usage(reaped: clinux_record())
    /// The CPU time and voluntary context switches of the process: those of its live threads, and after its end those
    /// of all processes that the guardian has reaped.
    var usage: Usage { hasExited ? reaped : OwnUsage.process(pid) }
    /// The CPU time and voluntary context switches of the process and all its descendants.
    var treeUsage: Usage {
        // The guardian of a nursery has the processes of other apps, too, so only the main process is counted.
        guard nursery == nil else { return usage }
        var usage = Usage(cpuSeconds: reaped.cpuSeconds, voluntarySwitches: reaped.voluntarySwitches)
        var parents = closed ? [] : [guardianPID]
        while let parent = parents.popLast() {
            for child in ProcessTable.children(of: parent) {
                usage.book(OwnUsage.process(child))
                parents.append(child)
            }
        }
        return usage
    }
    /// Called with each report of the guardian.
    var onReport: ((Report) -> Void)?

    /// The pidfd of the process; -1 if the kernel has no pidfds, and while the tree is at rest.
    private var pidDescriptor: CInt
    /// The identity of the process, because another process may get its pid later.
    private let identity: ProcessTable.Identity?
    /// The control socket of the guardian.
    private let control: CInt
    /// The nursery that guards the process together with other apps; `nil` if the process has its own guardian.
    let nursery: Nursery?
    private let loop: EventLoop
    private var watch: EventLoop.Watch?
    /// The watch on the pidfd: it reports the end of the process in case the guardian does not.
    private var endWatch: EventLoop.Watch?
    private var timer: ScheduledAction?
    private var hasExited = false
    private var closed = false
    /// The completion of ``dismiss(removesDirectory:_:)``.
    private var onGone: ((Ending) -> Void)?
    /// The killed processes that do not end, as reported by the guardian so far.
    private var unended: [UnendedProcess] = []
    /// The time for which further reports are awaited after the first report of a process that does not end.
    private static let untilAllAreTold = Duration.milliseconds(20)

    /// Starts a process under a guardian, and returns when the child process has called exec.
    ///
    /// - Parameter nursery: the nursery that guards the process, which requires a cgroup in the request; `nil` to start
    ///   a guardian for this process alone.
    /// - Throws: ``KeepAliveError`` with code `commandNotFound`, `commandNotExecutable` or `supervision`.
    init(_ request: Request, loop: EventLoop, nursery: Nursery? = nil) throws {
        self.loop = loop
        self.nursery = nursery
        var control: CInt = -1
        watcher = try Self.spawn(request, nursery, control: &control)
        self.control = control
        group = request.cgroup?.path
        var record = clinux_record()
        var pidDescriptor: CInt = -1
        let isSilent = !Self.waitToRead(control, watcher: watcher)
        let got = isSilent ? -1 : clinux_read_record(control, &record, &pidDescriptor)
        self.pidDescriptor = pidDescriptor
        guardianPID = record.guardian > 0 ? record.guardian : watcher
        guardian = ProcessTable.entry(guardianPID)?.identity
        pid = record.pid
        identity = ProcessTable.entry(pid)?.identity
        cgroupEntry = [1: "clone3", 2: "cgroup.procs"][record.into_cgroup]
        guard got == 1, record.kind == Int32(CLINUX_STARTED.rawValue) else {
            // The guardian is dismissed, not ended: the runner continues to run, and the cleanup directory must stay.
            shutdown(control, CInt(SHUT_WR))
            closed = true
            if got == 1, record.value == ETIMEDOUT {
                // The child is blocked by a file system, and its guardian waits for it, so both are reaped later.
                nursery?.holdsUnended = true
                Self.reapLater(control, nursery == nil ? watcher : nil, on: loop)
                if pidDescriptor >= 0 { Glibc.close(pidDescriptor) }
            } else {
                awaitEnd()
            }
            throw Self.failure(got == 1 ? record : nil, isSilent: isSilent, request)
        }
        watch = try loop.watch(control, for: .readable) { [unowned self] _ in readRecord() }
        watchEnd()
    }

    // MARK: Rest

    /// True while the tree is frozen. The pidfd is closed during this time to save a descriptor, because the guardian
    /// reports the end of a frozen process. If the guardian has been stopped, the end is only noticed when `isAtRest`
    /// becomes false.
    var isAtRest = false {
        didSet {
            // The pidfd can only be opened again if the identity is known: another process may have got the pid
            // meanwhile.
            guard isAtRest != oldValue, !closed, identity != nil else { return }
            if isAtRest { closePidDescriptor() } else { _ = openPidDescriptor() }
        }
    }

    private func watchEnd() {
        guard pidDescriptor >= 0 else { return }
        endWatch = try? loop.watch(pidDescriptor, for: .readable) { [unowned self] _ in hasEnded() }
    }

    private func closePidDescriptor() {
        if let endWatch { loop.unwatch(endWatch) }
        endWatch = nil
        if pidDescriptor >= 0 { Glibc.close(pidDescriptor) }
        pidDescriptor = -1
    }

    /// Opens the pidfd of the process again.
    ///
    /// - Returns: false if the guardian has reaped the process and the report is still to come. The pid may belong to
    ///   another process then.
    private func openPidDescriptor() -> Bool {
        guard !hasExited, pidDescriptor < 0 else { return !hasExited }
        pidDescriptor = clinux_pidfd_open(pid)
        guard ProcessTable.entry(pid)?.identity == identity else {
            closePidDescriptor()
            return false
        }
        watchEnd()
        return true
    }

    // MARK: Guardians that do not do their work

    /// The time limit for a guardian to carry out an order, and to report the end of a process. 5 s is this project's
    /// choice. The limit is needed, because any process of the same user, even the app, may stop the guardian.
    static let patience = Duration.seconds(5)
    /// The pause between two attempts to continue a stopped guardian.
    private static let betweenNudges = Duration.milliseconds(100)

    /// Waits until a guardian sends a record or closes its end of the socket. Meanwhile continues the watcher if it is
    /// stopped.
    ///
    /// - Returns: true if the socket is readable before the deadline.
    private static func waitToRead(
        _ control: CInt, watcher: pid_t, until deadline: MonotonicInstant = EventLoop.monotonicNow + patience
    ) -> Bool {
        repeat {
            var wait = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
            let left = min(betweenNudges, max(.milliseconds(1), deadline - EventLoop.monotonicNow))
            if poll(&wait, 1, CInt(clamping: left / .milliseconds(1))) > 0 { return true }
            kill(watcher, SIGCONT)
        } while EventLoop.monotonicNow < deadline
        return false
    }

    /// Waits for the guardian's report when the pidfd has shown the end of the process.
    private func hasEnded() {
        if let endWatch { loop.unwatch(endWatch) }
        endWatch = nil
        guard !hasExited, !closed else { return }
        expectTheGuardian()
    }

    /// Kills the guardian unless it reports the end before the time limit.
    private func expectTheGuardian() {
        guard timer == nil else { return }
        let deadline = loop.now + Self.patience
        func nudge() {
            timer = loop.schedule(after: Self.betweenNudges) { [unowned self] in
                kill(watcher, SIGCONT)
                if loop.now < deadline { return nudge() }
                killGuardian()
                timer = loop.schedule(after: Self.patience) { [unowned self] in giveUpGuardian() }
            }
        }
        nudge()
    }

    /// Treats a killed guardian as lost although its socket is still open, because another process also holds the
    /// socket.
    private func giveUpGuardian() {
        guard !closed else { return }
        let isNews = !hasExited
        hasExited = true
        stopWatching()
        guard let onGone else {
            if isNews { onReport?(.guardianLost) }
            return
        }
        closed = true
        self.onGone = nil
        closePidDescriptor()
        Self.reapLater(control, nursery == nil ? watcher : nil, on: loop)
        onGone(.guardianLost)
    }

    /// Kills the tree in place of its guardian, and then the guardian. If a nursery does not respond, the trees of all
    /// its apps are ended.
    private func killGuardian() {
        // A process that keeps stopping the guardian is in the tree, and would stop the runner next. Therefore the tree
        // is killed before the guardian.
        if let group { try? SmallFile.write("\(group)/cgroup.kill", "1") }
        if nursery == nil, ProcessTable.isOurs {
            var look = TreeLook(roots: [guardianPID])
            let limit = EventLoop.monotonicNow + FreezeLimit.confirmation
            while !look.isProven, EventLoop.monotonicNow < limit {
                look.look(until: limit) { entry in
                    clinux_kill_with_group(entry.identity.pid)
                    return .unsettled
                }
            }
        }
        if let guardian, ProcessTable.entry(guardian.pid)?.identity == guardian { kill(guardian.pid, SIGKILL) }
        kill(watcher, SIGKILL)
    }

    /// Waits until a child process has ended. Meanwhile continues the child if it is stopped.
    ///
    /// - Parameter late: called once when the deadline has passed; it must kill the child.
    /// - Returns: the wait status; 0 if the process is not a child of this process any more.
    static func awaitChild(_ pid: pid_t, until deadline: MonotonicInstant, late: () -> Void) -> CInt {
        var status: CInt = 0
        // The pidfd becomes readable when the child ends. Before Linux 5.3 there is no pidfd, and the child is checked
        // every 0.5 ms.
        let descriptor = clinux_pidfd_open(pid)
        defer { if descriptor >= 0 { Glibc.close(descriptor) } }
        while waitpid(pid, &status, WNOHANG) == 0 {
            guard EventLoop.monotonicNow < deadline else {
                late()
                while waitpid(pid, &status, 0) == -1 && errno == EINTR {}
                break
            }
            kill(pid, SIGCONT)
            var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // A child that has ended but cannot be reaped is being traced. In this case poll(2) returns at once, so
            // this thread sleeps.
            if descriptor < 0 || (poll(&end, 1, 1) == 1 && waitpid(pid, &status, WNOHANG) == 0) { usleep(500) }
        }
        return status
    }

    /// Waits until the guardian and the watcher have ended, and kills them at the deadline.
    @discardableResult
    private func awaitEnd() -> Ending {
        defer { if pidDescriptor >= 0 { Glibc.close(pidDescriptor) } }
        var deadline = EventLoop.monotonicNow + Self.patience
        var record = clinux_record()
        var descriptor: CInt = -1
        // Read records until the guardian closes its end of the socket, because no process of the tree is left.
        while EventLoop.monotonicNow < deadline, Self.waitToRead(control, watcher: watcher, until: deadline),
            clinux_read_record(control, &record, &descriptor) == 1
        {
            if descriptor >= 0 { Glibc.close(descriptor) }
            take(record)
            if !unended.isEmpty { deadline = min(deadline, EventLoop.monotonicNow + Self.untilAllAreTold) }
        }
        guard unended.isEmpty else {
            Self.reapLater(control, nursery == nil ? watcher : nil, on: loop)
            return .incomplete(unended)
        }
        defer { Glibc.close(control) }
        if let nursery { return nursery.isAlive ? .complete : .guardianLost }
        var status = Self.awaitChild(watcher, until: deadline) { killGuardian() }
        if clinux_signal(status) != 0 {
            // If the watcher was killed, the guardian has become a child of this process, so wait for the guardian,
            // too.
            status = Self.awaitChild(guardianPID, until: deadline) { killGuardian() }
        }
        return status == 0 ? .complete : .guardianLost
    }

    /// Stores the content of a record: the usage of the reaped processes, or a process that does not end.
    private func take(_ record: clinux_record) {
        if record.kind == Int32(CLINUX_UNENDED.rawValue) {
            unended.append(UnendedProcess(record))
            nursery?.holdsUnended = true
        } else {
            reaped = Usage(reaped: record)
        }
    }

    /// True after ``end()``, or when the end of a dismissed tree has been reported.
    var isEnded: Bool { closed }

    // MARK: Signals

    /// Sends a signal to the process itself, through its pidfd. Has no effect after the end of the process.
    func signal(_ number: CInt) {
        let isBorrowed = isAtRest && pidDescriptor < 0
        guard !hasExited, !isBorrowed || openPidDescriptor() else { return }
        defer { if isBorrowed { closePidDescriptor() } }
        if pidDescriptor < 0 || clinux_pidfd_send_signal(pidDescriptor, number) == -1 {
            // Kernels before Linux 5.1 cannot send a signal through a pidfd, so use the pid. It still belongs to the
            // process, because the guardian reports the exit in the same call that reaps the process.
            kill(pid, number)
        }
    }

    // MARK: The end

    /// Kills the rest of the tree, and waits until the guardian has removed the cgroup and the cleanup directory, or
    /// has reported the processes that do not end.
    ///
    /// - Returns: the outcome; ``Ending/guardianLost`` also if the tree has been ended before.
    @discardableResult
    func end() -> Ending {
        guard !closed else { return .guardianLost }
        closed = true
        onGone = nil
        stopWatching()
        // The socket is shut down, not closed, so that the end of the guardian can be seen.
        orderRemoval()
        shutdown(control, CInt(SHUT_WR))
        return awaitEnd()
    }

    /// Orders the guardian to remove the cleanup directory. Must be called before the socket is shut down.
    private func orderRemoval() {
        if nursery == nil { _ = send(control, "e", 1, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)) }
    }

    /// Starts to kill the rest of the tree and to remove its cgroup, without waiting for the end.
    ///
    /// - Parameters:
    ///   - removesDirectory: true to remove the cleanup directory, too; false if another tree uses it.
    ///   - completion: called from the loop when the tree has ended or cannot be ended, unless ``end()`` is called
    ///     before. It gets the outcome that ``end()`` would return.
    func dismiss(removesDirectory: Bool = false, _ completion: @escaping (Ending) -> Void) {
        // The guardian has ended and sends no more reports, so the end is completed at once.
        guard watch != nil else { return completion(end()) }
        onGone = completion
        // The guardian sees that its socket is shut down, and closes its own end when it has finished.
        if removesDirectory { orderRemoval() }
        shutdown(control, CInt(SHUT_WR))
        expectTheGuardian()
    }

    /// Reports the processes that do not end to the completion of ``dismiss(removesDirectory:_:)``, and leaves the
    /// guardian to wait for them. The watcher is reaped later.
    private func leaveUnended() {
        guard let onGone else { return }
        closed = true
        self.onGone = nil
        stopWatching()
        closePidDescriptor()
        Self.reapLater(control, nursery == nil ? watcher : nil, on: loop)
        onGone(.incomplete(unended))
    }

    /// Reaps a watcher when its guardian closes the control socket, which may be much later.
    private static func reapLater(_ control: CInt, _ watcher: pid_t?, on loop: EventLoop) {
        var watch: EventLoop.Watch?
        watch = try? loop.watch(control, for: .readable) { [unowned loop] _ in
            var record = clinux_record()
            var descriptor: CInt = -1
            guard clinux_read_record(control, &record, &descriptor) != 1 else { return }
            if let watch { loop.unwatch(watch) }
            Glibc.close(control)
            if let watcher { reap(watcher, on: loop) }
        }
    }

    /// Reaps a watcher that is about to end, because its guardian has closed the control socket. Tries every 50 ms.
    private static func reap(_ watcher: pid_t, on loop: EventLoop, tries: Int = 100) {
        guard waitpid(watcher, nil, WNOHANG) == 0, tries > 0 else { return }
        _ = loop.schedule(after: .milliseconds(50)) { [unowned loop] in reap(watcher, on: loop, tries: tries - 1) }
    }

    private func stopWatching() {
        for watch in [watch, endWatch] { if let watch { loop.unwatch(watch) } }
        (watch, endWatch) = (nil, nil)
        if let timer { loop.cancel(timer) }
        timer = nil
    }

    deinit { end() }

    /// Kills all descendants of this process except the children that it has started itself, and the trees of living
    /// guardians. Used after a guardian was killed, when its tree has become the children of this process.
    ///
    /// - Returns: the processes that do not end. Only init reaps them later.
    static func killOrphans() -> [UnendedProcess] {
        OwnChildren.sparing { own in
            // A guardian whose watcher was killed has become a child of this process, too.
            let guardians = ProcessTable.children(of: getpid()).compactMap(ProcessTable.entry)
                .filter { $0.name == guardianName && $0.state != "Z" && !own.contains($0.identity.pid) }
                .map(\.identity.pid)
            let spared = own + guardians
            var left = [clinux_unended](repeating: clinux_unended(), count: 8)
            let count = clinux_kill_descendants(spared, Int32(spared.count), orphansLimit, &left, Int32(left.count))
            return left.prefix(Int(count)).map { UnendedProcess(pid: $0.pid, error: $0.error, guardian: nil) }
        }
    }

    /// The longest time, in milliseconds, for which killing the tree of a killed guardian may block the event loop.
    private static let orphansLimit: CInt = 500

    private func readRecord() {
        var record = clinux_record()
        var descriptor: CInt = -1
        let got = clinux_read_record(control, &record, &descriptor)
        guard got == 1 else {
            stopWatching()
            let isNews = !hasExited
            hasExited = true
            if let onGone {
                onGone(end())
            } else if isNews {
                onReport?(.guardianLost)
            }
            return
        }
        take(record)
        switch clinux_record_kind(rawValue: UInt32(record.kind)) {
        case CLINUX_STOPPED: onReport?(.stopped(signal: record.value))
        case CLINUX_CONTINUED: onReport?(.continued)
        case CLINUX_EXITED:
            hasExited = true
            if onGone == nil, let timer {
                loop.cancel(timer)
                self.timer = nil
            }
            let signal = clinux_signal(record.value)
            onReport?(.exited(signal == 0 ? .exited(clinux_exit_code(record.value)) : .signalled(signal)))
        case CLINUX_UNENDED where onGone != nil:
            if let timer { loop.cancel(timer) }
            timer = loop.schedule(after: Self.untilAllAreTold) { [unowned self] in leaveUnended() }
        default: break
        }
    }
}

import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// A tree that is frozen in its cgroup, and the signs that another program has let it run.
///
/// No process of the tree runs as long as `cgroup.freeze` is 1 and the process is in the cgroup or below it. So a
/// disturbance is a write of 0 to `cgroup.freeze`, or a process that has been moved elsewhere. `frozen 0` alone is no
/// disturbance: a process that is moved into the cgroup, traced or being killed causes it for a moment.
final class FrozenTree {
    /// Called from the loop when another program has let the tree run, with the cause.
    var onDisturbance: ((String) -> Void)?
    var onNote: ((String) -> Void)?
    /// True when the tree has been disturbed since the last thaw.
    private(set) var wasDisturbed = false
    private let group: String
    /// The last part of the group's path.
    private let name: String
    private let notifier: CgroupNotifier
    private let loop: EventLoop
    /// The processes that are frozen; `nil` until the freeze is confirmed.
    private var members: Set<ProcessTable.Identity>?
    private var headless: Set<ProcessTable.Identity> = []
    /// The files that have been written, or opened for writing, since the freeze. A write alone is no disturbance:
    /// writing 1 to `cgroup.freeze` changes nothing. If the app has run meanwhile, the kernel reports a change of
    /// `cgroup.events` afterwards, up to 10 ms later (cgroup_file_notify in kernel/cgroup/cgroup.c).
    private var written: CgroupNotifier.Change = []
    /// The processes that have been moved into the cgroup, and do not belong to ``members``.
    private var newcomers: Set<pid_t> = []
    private var watch: CgroupNotifier.Watch?
    private var pauses = BurstPauses()
    /// True after a pause, until the cgroup has been checked, because changes during the pause were not reported.
    private var wasUnwatched = false
    /// The scheduled end of a pause in which the cgroup is not watched.
    private var pause: ScheduledAction?

    init(group: String, notifier: CgroupNotifier, loop: EventLoop) {
        self.group = group
        self.notifier = notifier
        self.loop = loop
        name = CgroupStrays.name(of: group)
    }

    deinit { stop() }

    /// Begins to watch the cgroup, which has just been frozen.
    func begin() {
        stop()
        watchGroup()
    }

    /// Confirms the freeze, and begins to report disturbances.
    ///
    /// - Parameters:
    ///   - members: the processes that have been found in the cgroup since ``begin()``.
    ///   - headless: the members whose main thread has ended. The cgroup lists such a process even if its other threads
    ///     have left the cgroup.
    /// - Returns: the cause of a disturbance that has already happened, in which case the freeze is not confirmed;
    ///   otherwise `nil`.
    func confirm(_ members: Set<ProcessTable.Identity>, headless: Set<ProcessTable.Identity>) -> String? {
        self.members = members
        self.headless = headless
        let cause = disturbance(isFirstLook: true)
        if cause != nil { stop() }
        return cause
    }

    /// Forgets the tree, because it is thawed or has ended.
    func end() {
        stop()
        wasDisturbed = false
    }

    private func stop() {
        members = nil
        written = []
        newcomers = []
        wasUnwatched = false
        if let watch { notifier.unwatch(watch) }
        if let pause { loop.cancel(pause) }
        (watch, pause) = (nil, nil)
    }

    private func watchGroup() {
        do {
            watch = try notifier.watch(group) { [unowned self] in changed() }
        } catch {
            // If the cgroup does not exist, the app has ended, and there is nothing to report.
            guard error != .noSuchFileOrDirectory, notifier.failsFirst() else { return }
            onNote?(
                "a frozen app that somebody else lets run is noticed only when the app is asked for: inotify(7): \(error)"
            )
        }
    }

    /// Checks the tree after a change of its cgroup. If many changes are no disturbance, there are pauses between the
    /// checks, because another program could otherwise keep the runner busy.
    private func changed() {
        guard members != nil else { return }
        if let cause = disturbance() {
            onDisturbance?(cause)
            return
        }
        let length = pauses.next(at: loop.now)
        guard length > .zero else { return }
        if let watch { notifier.unwatch(watch) }
        watch = nil
        pause = loop.schedule(after: length) { [unowned self] in
            pause = nil
            written = []
            watchGroup()
            wasUnwatched = true
            if let cause = disturbance() { onDisturbance?(cause) }
        }
    }

    /// Returns the cause of a disturbance since the freeze was confirmed; `nil` if there was none. After a disturbance,
    /// the tree is not checked again until the next freeze.
    func disturbance() -> String? {
        guard members != nil, let cause = disturbance(isFirstLook: false) else { return nil }
        stop()
        wasDisturbed = true
        return cause
    }

    private func disturbance(isFirstLook: Bool) -> String? {
        var changes = watch.map(notifier.take) ?? .other
        if wasUnwatched { changes.insert(.other) }
        wasUnwatched = false
        written.formUnion(changes)
        // Until the freeze is confirmed, the freezer itself writes `cgroup.procs` to move processes back, so these
        // writes do not count.
        if isFirstLook { written.remove(.processes) }
        // While the cgroup is watched, no write is missed. So without changes, `cgroup.freeze` need not be read.
        if isFirstLook || !changes.isEmpty {
            let value = try? SmallFile.read("\(group)/cgroup.freeze")
            if value?.hasPrefix("0") == true { return "somebody has thawed the frozen app by its cgroup.freeze" }
            if written.contains(.freeze), isFirstLook || changes.contains(.events) {
                return "somebody has written the frozen app's cgroup.freeze, and it may have run since"
            }
        }
        let listed = Set(CgroupDirectory.processes(in: group))
        for member in members ?? [] where !listed.contains(member.pid) || headless.contains(member) {
            if let cause = absence(of: member) { return cause }
        }
        guard written.contains(.processes) else { return nil }
        let new = listed.subtracting((members ?? []).map(\.pid)).subtracting(newcomers)
        newcomers.formUnion(new)
        if !new.isEmpty { written.remove(.processes) }
        return new.isEmpty && changes.contains(.events)
            ? "somebody has written the frozen app's cgroup.procs, and it may have run since" : nil
    }

    /// Returns the disturbance if a process that the cgroup does not list is in another cgroup; `nil` if the process
    /// has ended, or is in a cgroup below.
    private func absence(of member: ProcessTable.Identity) -> String? {
        guard let entry = ProcessTable.entry(member.pid), entry.identity == member, !entry.isZombie,
            let path = CgroupStrays.cgroup(of: entry), !CgroupStrays.contains(path, name)
        else { return nil }
        return "somebody has moved process \(member.pid) (\(entry.name)) of the frozen app to the cgroup \(path)"
    }
}

import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// A tree that stands still in its cgroup, and what shows that somebody else has let it run.
///
/// No process of the tree runs as long as `cgroup.freeze` is 1 and the process is in the cgroup or below it. So a write to
/// `cgroup.freeze` and a process that is elsewhere are what counts. `frozen 0` alone says nothing: a process that is moved
/// into the cgroup, traced, or being killed causes it for a moment.
final class FrozenTree {
    /// Called from the loop when the tree does not stand still any more, with the cause.
    var onDisturbance: ((String) -> Void)?
    var onNote: ((String) -> Void)?
    /// True when the tree has been disturbed since the last thaw.
    private(set) var wasDisturbed = false
    private let group: String
    /// The last part of the group's path.
    private let name: String
    private let notifier: CgroupNotifier
    private let loop: EventLoop
    /// The processes that stand still; `nil` until the freeze is confirmed.
    private var members: Set<ProcessTable.Identity>?
    private var headless: Set<ProcessTable.Identity> = []
    /// The files that have been written, or opened to be written, since the freeze. That alone says nothing: a 1 into
    /// `cgroup.freeze` changes nothing. When the app has run meanwhile, the kernel tells of `cgroup.events` afterwards, up to
    /// 10 ms later (cgroup_file_notify in kernel/cgroup/cgroup.c).
    private var written: CgroupNotifier.Change = []
    /// Others that have been moved into the cgroup.
    private var newcomers: Set<pid_t> = []
    private var watch: CgroupNotifier.Watch?
    private var pauses = BurstPauses()
    /// True after a pause, until the cgroup has been looked at: nothing has told of what happened meanwhile.
    private var wasUnwatched = false
    /// The end of a pause in which the cgroup is not watched.
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

    /// Begins to tell of disturbances.
    ///
    /// - Parameters:
    ///   - members: the processes that have been found in the cgroup since ``begin()``.
    ///   - headless: those of them whose main thread has ended. The cgroup lists them wherever their other threads are.
    /// - Returns: a disturbance that there has been already; the freeze is not confirmed then.
    func confirm(_ members: Set<ProcessTable.Identity>, headless: Set<ProcessTable.Identity>) -> String? {
        self.members = members
        self.headless = headless
        let cause = disturbance(isFirstLook: true)
        if cause != nil { stop() }
        return cause
    }

    /// Forgets the tree, which is thawed or has ended.
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
            // Without its cgroup, the app has ended.
            guard error != .noSuchFileOrDirectory, notifier.failsFirst() else { return }
            onNote?(
                "a frozen app that somebody else lets run is noticed only when the app is asked for: inotify(7): \(error)"
            )
        }
    }

    /// Looks at the tree when something has happened to its cgroup. It often does in vain when somebody wants to keep the
    /// runner busy: then there are pauses.
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

    /// Returns what has let the tree run since its freeze was confirmed; `nil` when nothing has. It looks no more after a
    /// disturbance, until the next freeze.
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
        // Until the freeze is confirmed, the freezer itself brings processes back.
        if isFirstLook { written.remove(.processes) }
        // While the cgroup is watched, no write is missed.
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

    /// Returns where a process is that the cgroup does not list; `nil` when it has ended, or is in a cgroup below.
    private func absence(of member: ProcessTable.Identity) -> String? {
        guard let entry = ProcessTable.entry(member.pid), entry.identity == member, !entry.isZombie,
            let path = CgroupStrays.cgroup(of: entry), !CgroupStrays.contains(path, name)
        else { return nil }
        return "somebody has moved process \(member.pid) (\(entry.name)) of the frozen app to the cgroup \(path)"
    }
}

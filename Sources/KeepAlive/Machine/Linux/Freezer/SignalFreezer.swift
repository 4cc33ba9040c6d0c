import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Freezes a tree without a cgroup: sends SIGSTOP to every process to freeze, and SIGCONT to thaw.
///
/// The tree consists of all descendants of the guardian. The guardian adopts orphans, so daemonised grandchildren
/// belong to the tree. New processes may appear while others are being stopped, so the freezer looks again until
/// ``TreeLook`` proves that none is left. A process that another program had stopped stays stopped after a thaw.
///
/// A process that forks and exits all the time ends before it can be stopped, and its child has not been seen yet. So
/// where the first looks are not enough, the freezer stops whole process groups: a signal to a process group also
/// reaches a process that is just being created (copy_process in kernel/fork.c).
final class SignalFreezer: Freezer {
    let description: FreezerDescription
    var root: TreeRoot?
    var onNote: ((String) -> Void)?
    private let loop: EventLoop
    private var stopped: Set<ProcessTable.Identity> = []
    /// The process groups that have been stopped as a whole.
    private var stoppedGroups: Set<pid_t> = []
    /// The processes that another program had stopped, by process group.
    private var stoppedByOthers: [pid_t: Set<ProcessTable.Identity>] = [:]
    private var retry: ScheduledAction?
    /// The reason why the tree is not frozen yet.
    private var obstacle = ""

    /// Creates the freezer.
    ///
    /// - Throws: ``KeepAliveError`` with code `freezer` where /proc belongs to another pid namespace, because the pids
    ///   in it would name unrelated processes.
    init(reason: String, loop: EventLoop) throws {
        guard ProcessTable.isOurs else {
            throw KeepAliveError(
                .freezer,
                "no freezer: \(reason), and /proc shows another pid namespace, so the process tree cannot be found",
                remedy: "Mount a /proc of this namespace (unshare --mount-proc), or run where a cgroup v2 is writable")
        }
        description = FreezerDescription(kind: "signal", reason: reason)
        self.loop = loop
    }

    deinit {
        if let retry { loop.cancel(retry) }
    }

    func freeze(_ completion: @escaping (FreezeResult) -> Void) {
        guard let root else { return }
        if let retry { loop.cancel(retry) }
        obstacle = FreezeLimit.restless
        look(TreeLook(roots: [root.guardian]), start: loop.now, completion)
    }

    private func look(_ look: TreeLook, start: MonotonicInstant, _ completion: @escaping (FreezeResult) -> Void) {
        retry = nil
        var look = look
        let limit = loop.now + FreezeLimit.looking
        repeat {
            let isStoppingGroups = look.count >= Self.looksAtProcesses || loop.now - start > Self.timeForProcesses
            look.look(until: limit) { stop($0, withGroup: isStoppingGroups) }
            if look.isProven { return completion(.confirmed(latency: loop.now - start)) }
        } while loop.now < limit
        guard loop.now - start < FreezeLimit.confirmation else {
            return completion(.failed(obstacle))
        }
        retry = loop.schedule(after: FreezeLimit.pause) { [weak self] in
            self?.look(look, start: start, completion)
        }
    }

    /// The number of looks that stop only single processes. These looks find the processes that another program has
    /// stopped.
    private static let looksAtProcesses = 2
    /// The time after which process groups are stopped even if fewer than ``looksAtProcesses`` looks are complete,
    /// because the tree has tens of thousands of processes. In such a tree, a process that another program had stopped
    /// may be continued.
    private static let timeForProcesses = Duration.milliseconds(200)

    /// Stops a process unless it is stopped already. With `withGroup`, also stops its process group, if the group has
    /// no process outside of the tree and none that another program had stopped.
    private func stop(_ entry: ProcessTable.Entry, withGroup: Bool) -> TreeLook.Finding {
        let pid = entry.identity.pid
        // Check every thread, because the main thread may have ended while other threads run.
        let threads = ProcessTable.threads(pid)
        guard !threads.isEmpty else { return .gone }
        let moving = threads.filter { !"TtZX".contains($0.state) }
        if moving.isEmpty {
            if stoppedGroups.isEmpty {
                if !stopped.contains(entry.identity) {
                    stoppedByOthers[entry.group, default: []].insert(entry.identity)
                }
            } else if !stoppedByOthers.values.contains(where: { $0.contains(entry.identity) }) {
                // The signal to a process group may have reached the process before it changed to another group, so
                // record the process, which the thaw then continues individually.
                stopped.insert(entry.identity)
            }
            return .settled
        }
        // A thread that waits for a child of vfork(2), or for a disk, runs no instruction of its own before it stops:
        // the stop is pending, or has begun with another thread. A thread that waits within a fork creates a process
        // first.
        if moving.allSatisfy({ $0.state == "D" }),
            threads.contains(where: { $0.state == "T" }) || ProcessTable.hasPendingStop(pid)
        {
            guard moving.contains(where: ProcessTable.mayBeForking) else { return .settled }
            obstacle = "process \(pid) (\(entry.name)) is making a process"
            return .unsettled
        }
        if withGroup, let group = groupOfTheTree(entry), stoppedByOthers[group] == nil, kill(-group, SIGSTOP) == 0 {
            stoppedGroups.insert(group)
        }
        if kill(pid, SIGSTOP) == 0 {
            stopped.insert(entry.identity)
            obstacle = "process \(pid) (\(entry.name)) does not stop"
        } else {
            obstacle = "process \(pid) (\(entry.name)) cannot be stopped: \(Errno(rawValue: errno))"
        }
        return .unsettled
    }

    /// Returns the process group of a process if the group has no process outside of the tree; otherwise `nil`. Such a
    /// group is in a session that setsid(2) created in the tree, because no process can join an existing session.
    private func groupOfTheTree(_ entry: ProcessTable.Entry) -> pid_t? {
        // Read the session before the group: if the process calls setsid(2) in between, its group is one of the new
        // session, which is in the tree, too.
        let session = getsid(entry.identity.pid)
        let group = getpgid(entry.identity.pid)
        guard session > 0, session != getsid(0), group > 1, group == entry.group, group != getpgrp() else { return nil }
        return group
    }

    func thaw(_ completion: @escaping (FreezeResult) -> Void) {
        if let retry { loop.cancel(retry) }
        retry = nil
        let start = loop.now
        for identity in stopped where ProcessTable.entry(identity.pid)?.identity == identity {
            kill(identity.pid, SIGCONT)
        }
        for group in stoppedGroups { kill(-group, SIGCONT) }
        stopped.removeAll()
        stoppedGroups.removeAll()
        // `stoppedByOthers` is cleared only here: if the tree is frozen again without a thaw, the freezer can no longer
        // tell these processes from those that it has stopped itself.
        stoppedByOthers.removeAll()
        completion(.confirmed(latency: loop.now - start))
    }
}

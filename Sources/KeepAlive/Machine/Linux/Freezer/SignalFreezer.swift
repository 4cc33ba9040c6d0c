import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Freezes a tree without a cgroup: it sends SIGSTOP to every process, and SIGCONT to thaw.
///
/// The tree is all descendants of the guardian. The guardian adopts orphans, so daemonised grandchildren are in the
/// tree. New processes may appear while others are being stopped, so the freezer looks again until ``TreeLook`` proves
/// that none is left. A process that somebody else had stopped stays stopped.
///
/// A process that forks and exits all the time is gone before it can be stopped, and its child has not been seen yet. So
/// where the first looks have not been enough, whole process groups get the signal: also a process that is being made
/// gets one that is sent to its group (copy_process in kernel/fork.c).
final class SignalFreezer: Freezer {
    let description: FreezerDescription
    var root: TreeRoot?
    var onNote: ((String) -> Void)?
    private let loop: EventLoop
    private var stopped: Set<ProcessTable.Identity> = []
    /// The process groups that have been stopped as a whole.
    private var stoppedGroups: Set<pid_t> = []
    /// The processes that somebody else had stopped, by group.
    private var stoppedByOthers: [pid_t: Set<ProcessTable.Identity>] = [:]
    private var retry: ScheduledAction?
    /// The reason why the tree is not frozen yet.
    private var obstacle = ""

    /// Creates the freezer.
    ///
    /// - Throws: ``KeepAliveError`` with code `freezer` where /proc belongs to another pid namespace: its pids would
    ///   name unrelated processes.
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

    /// The number of looks that stop single processes only. They find those that somebody else has stopped.
    private static let looksAtProcesses = 2
    /// The time after which groups are stopped although the looks are not complete: a tree has tens of thousands of
    /// processes then. One that somebody else had stopped may be continued in such a tree.
    private static let timeForProcesses = Duration.milliseconds(200)

    /// Stops a process unless it is stopped already, and its process group when that is wanted and harms no other.
    private func stop(_ entry: ProcessTable.Entry, withGroup: Bool) -> TreeLook.Finding {
        let pid = entry.identity.pid
        // Every thread is checked: the main one may have ended while others run on.
        let threads = ProcessTable.threads(pid)
        guard !threads.isEmpty else { return .gone }
        let moving = threads.filter { !"TtZX".contains($0.state) }
        if moving.isEmpty {
            if stoppedGroups.isEmpty {
                if !stopped.contains(entry.identity) {
                    stoppedByOthers[entry.group, default: []].insert(entry.identity)
                }
            } else if !stoppedByOthers.values.contains(where: { $0.contains(entry.identity) }) {
                // A group's stop may have come while it changed to another group.
                stopped.insert(entry.identity)
            }
            return .settled
        }
        // A thread that waits for a child of vfork(2), or for a disk, runs no instruction of its own before it stops:
        // the stop is pending, or has begun with another thread. One that waits within a fork makes a process first.
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

    /// Returns the group of a process if it has no process outside of the tree: setsid(2) made its session, and no process
    /// can join one.
    private func groupOfTheTree(_ entry: ProcessTable.Entry) -> pid_t? {
        // The session comes first: one that leaves it meanwhile has a group of its new session.
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
        // Not before: a tree may be frozen again without a thaw, and what it has stopped itself is no longer told apart.
        stoppedByOthers.removeAll()
        completion(.confirmed(latency: loop.now - start))
    }
}

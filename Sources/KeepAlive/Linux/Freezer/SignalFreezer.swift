import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Freezes a tree without a cgroup: it sends SIGSTOP to every process, and SIGCONT to thaw.
///
/// The tree is all descendants of the guardian. The guardian adopts orphans, so daemonised grandchildren are in the
/// tree. New processes may appear while others are being stopped, so the freezer looks again until ``TreeLook`` proves
/// that none is left. A process that somebody else had stopped stays stopped.
final class SignalFreezer: Freezer {
    let description: FreezerDescription
    var root: TreeRoot?
    var onNote: ((String) -> Void)?
    private let loop: EventLoop
    private var stopped: Set<ProcessTable.Identity> = []
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
        look(TreeLook(roots: [root.guardian]), start: loop.now, completion)
    }

    private func look(_ look: TreeLook, start: MonotonicInstant, _ completion: @escaping (FreezeResult) -> Void) {
        retry = nil
        var look = look
        let began = loop.now
        repeat {
            look.look { stop($0) }
            if look.isProven { return completion(.confirmed(latency: loop.now - start)) }
        } while loop.now - began < FreezeLimit.looking
        guard loop.now - start < FreezeLimit.confirmation else {
            return completion(.failed(obstacle))
        }
        retry = loop.schedule(after: FreezeLimit.pause) { [weak self] in
            self?.look(look, start: start, completion)
        }
    }

    /// Stops a process unless it is stopped already.
    private func stop(_ entry: ProcessTable.Entry) -> TreeLook.Finding {
        let pid = entry.identity.pid
        // Every thread is checked: the main one may have ended while others run on.
        let threads = ProcessTable.threads(pid)
        guard !threads.isEmpty else { return .gone }
        let moving = threads.filter { !"TtZX".contains($0.state) }
        if moving.isEmpty { return .settled }
        // A thread that waits for a child of vfork(2), or for a disk, runs no instruction of its own before it stops:
        // the stop is pending, or has begun with another thread. One that waits within a fork makes a process first.
        if moving.allSatisfy({ $0.state == "D" }),
            threads.contains(where: { $0.state == "T" }) || ProcessTable.hasPendingStop(pid)
        {
            guard moving.contains(where: ProcessTable.mayBeForking) else { return .settled }
            obstacle = "process \(pid) (\(entry.name)) is making a process"
            return .unsettled
        }
        if kill(pid, SIGSTOP) == 0 {
            stopped.insert(entry.identity)
            obstacle = "process \(pid) (\(entry.name)) does not stop"
        } else {
            obstacle = "process \(pid) (\(entry.name)) cannot be stopped: \(Errno(rawValue: errno))"
        }
        return .unsettled
    }

    func thaw(_ completion: @escaping (FreezeResult) -> Void) {
        if let retry { loop.cancel(retry) }
        retry = nil
        let start = loop.now
        for identity in stopped where ProcessTable.entry(identity.pid)?.identity == identity {
            kill(identity.pid, SIGCONT)
        }
        stopped.removeAll()
        completion(.confirmed(latency: loop.now - start))
    }
}

import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Freezes a tree without a cgroup: SIGSTOP to every process of it, SIGCONT to thaw.
///
/// The tree is whatever descends from the guardian, which adopts orphans, so daemonised grandchildren are in it. New
/// processes may appear while the others are being stopped, so it looks again until ``TreeLook`` proves that none is
/// left. What had been stopped by somebody else stays stopped.
final class SignalFreezer: Freezer {
    let description: FreezerDescription
    var root: TreeRoot?
    var onNote: ((String) -> Void)?
    private let loop: EventLoop
    private var stopped: Set<ProcessTable.Identity> = []
    private var retry: ScheduledAction?
    /// What keeps the tree from being frozen.
    private var obstacle = ""

    /// Creates the freezer.
    ///
    /// - Throws: ``KeepAliveError`` with code `freezer` where /proc is another pid namespace's: its numbers would name
    ///   strangers.
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

    /// Stops a process that is not stopped.
    private func stop(_ entry: ProcessTable.Entry) -> TreeLook.Finding {
        let pid = entry.identity.pid
        // Thread by thread: the main one may have ended while others run on.
        let states = ProcessTable.threadStates(pid)
        guard !states.isEmpty else { return .gone }
        if states.allSatisfy({ "TtZX".contains($0) }) { return .settled }
        // One that waits for a child of vfork(2), or for a disk, comes to none of its own instructions before it stops:
        // the stop is pending, or has begun with another thread.
        if states.allSatisfy({ "TtZXD".contains($0) }), states.contains("T") || ProcessTable.hasPendingStop(pid) {
            return .settled
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

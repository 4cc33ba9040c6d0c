import Glibc

/// Freezes a tree without a cgroup: SIGSTOP to every process of it, SIGCONT to thaw.
///
/// The tree is whatever descends from the guardian, which adopts orphans, so daemonised grandchildren are in it. New
/// processes may appear while the others are being stopped, so it looks again until nothing new is found. What had been
/// stopped by somebody else stays stopped.
final class SignalFreezer: Freezer {
    let description: FreezerDescription
    /// The guardian of the tree; its descendants are frozen, it is not. Set when the tree has been started.
    var guardian: pid_t?
    private let loop: EventLoop
    private var stopped: Set<ProcessTable.Identity> = []
    private var retry: ScheduledAction?
    /// Looks at the tree before it gives up: a process in uninterruptible sleep may need long to stop.
    private static let looksMax = 400

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
        stopped.removeAll()
        look(start: loop.now, looks: 0, completion)
    }

    private func look(start: MonotonicInstant, looks: Int, _ completion: @escaping (FreezeResult) -> Void) {
        retry = nil
        guard let guardian else { return }
        var waiting = false
        for entry in ProcessTable.descendants(of: guardian) {
            // Thread by thread: the main one may have ended while others run on.
            let states = ProcessTable.threadStates(entry.identity.pid)
            if states.allSatisfy({ "TtZX".contains($0) }) { continue }
            waiting = true
            if stopped.insert(entry.identity).inserted { kill(entry.identity.pid, SIGSTOP) }
        }
        guard waiting else {
            completion(.confirmed(latency: loop.now - start))
            return
        }
        guard looks < Self.looksMax else {
            completion(.failed("a process of the tree does not stop"))
            return
        }
        // At once the first times: a stop takes some microseconds. Then every 5 ms.
        if looks < 20 {
            look(start: start, looks: looks + 1, completion)
        } else {
            retry = loop.schedule(after: .milliseconds(5)) { [weak self] in
                self?.look(start: start, looks: looks + 1, completion)
            }
        }
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

import Glibc
import KeepAlivePolicy

/// Looks at a process tree that changes while it is looked at.
///
/// One look proves little, because processes fork and exit meanwhile. It misses a process when an ancestor ends during
/// the look: the process then goes to the guardian or another subreaper. It also misses one when a sibling before it is
/// reaped, since the kernel counts places in the list of children. But then this look and the next one find different
/// processes. So two looks in a row that find the same processes, and nothing to do, are a proof.
struct TreeLook {
    /// The state in which a look found a process.
    enum Finding {
        /// Nothing more has to be done about it.
        case settled
        /// It is not settled yet.
        case unsettled
        /// It ended before it could be looked at.
        case gone
    }

    /// The roots of the tree; they themselves are not looked at. A look that has begun keeps those it began with.
    var roots: [pid_t]
    /// The number of looks that have been completed.
    private(set) var count = 0
    /// True when the looks so far prove that every process is settled.
    private(set) var isProven = false
    /// The processes that the last complete look found, if it found nothing to do.
    private var settled: Set<ProcessTable.Identity>?
    /// The look that has begun: the processes to visit next, those it has visited, and whether they are settled.
    private var current: (next: [(pid: pid_t, parent: pid_t)], seen: Set<ProcessTable.Identity>, isSettled: Bool)?

    /// Creates a look at the descendants of some processes.
    init(roots: [pid_t]) { self.roots = roots }

    /// True when the next look begins with ``roots``.
    var isBetweenLooks: Bool { current == nil }

    /// Looks once, or as much of it as the time allows: the next call goes on there. A tree may have thousands of
    /// processes that have ended and not been reaped.
    ///
    /// - Parameters:
    ///   - limit: the time from which on no further process is visited. At least one is.
    ///   - judge: returns the state of each process that has not ended; parents come before their children.
    mutating func look(until limit: MonotonicInstant, _ judge: (ProcessTable.Entry) -> Finding) {
        func children(of parent: pid_t) -> [(pid: pid_t, parent: pid_t)] {
            ProcessTable.children(of: parent).map { ($0, parent) }
        }
        var (next, seen, isSettled) = current ?? (roots.flatMap(children), [], true)
        current = nil
        while let (pid, parent) = next.popLast() {
            // Its number may be another's by now, and it may have another parent: the next look finds it there.
            if let entry = ProcessTable.entry(pid), entry.parent == parent {
                if seen.insert(entry.identity).inserted, !entry.isZombie {
                    if case .settled = judge(entry) {} else { isSettled = false }
                    next += children(of: pid)
                }
            } else {
                isSettled = false
            }
            if EventLoop.monotonicNow >= limit, !next.isEmpty {
                current = (next, seen, isSettled)
                return
            }
        }
        count += 1
        isProven = isSettled && settled == seen
        settled = isSettled ? seen : nil
    }
}

import Glibc
import KeepAlivePolicy

/// Finds all processes of a tree that changes during the search. One traversal of the tree is a look.
///
/// One look proves little, because processes fork and exit meanwhile. A look misses a process when an ancestor ends
/// during the look, because the process then becomes a child of the guardian or of another subreaper. A look also
/// misses a process when an earlier sibling is reaped, because the kernel counts positions in the list of children. But
/// then this look and the next one find different processes. So two looks in a row that find the same processes, all
/// settled, are a proof.
struct TreeLook {
    /// The state in which a look found a process.
    enum Finding {
        /// Nothing more has to be done for the process.
        case settled
        /// The process is not settled yet.
        case unsettled
        /// The process ended before it could be examined.
        case gone
    }

    /// The roots of the tree; the roots themselves are not examined. A look that has begun keeps the roots with which
    /// it began.
    var roots: [pid_t]
    /// The number of looks that have been completed.
    private(set) var count = 0
    /// True when the looks so far prove that every process is settled.
    private(set) var isProven = false
    /// The processes that the last complete look found, if all of them were settled; otherwise `nil`.
    private var settled: Set<ProcessTable.Identity>?
    /// The look that has begun: the processes to visit next, the processes already visited, and whether these are
    /// settled. `nil` between two looks.
    private var current: (next: [(pid: pid_t, parent: pid_t)], seen: Set<ProcessTable.Identity>, isSettled: Bool)?

    /// Creates a look at the descendants of the given roots.
    init(roots: [pid_t]) { self.roots = roots }

    /// True when the next look begins with ``roots``.
    var isBetweenLooks: Bool { current == nil }

    /// Looks at the tree once. If the time does not suffice, as for a tree with thousands of zombies, the next call
    /// continues this look.
    ///
    /// - Parameters:
    ///   - limit: the time after which no further process is visited. At least one process is visited.
    ///   - judge: returns the state of each process that has not ended; parents come before their children.
    mutating func look(until limit: MonotonicInstant, _ judge: (ProcessTable.Entry) -> Finding) {
        func children(of parent: pid_t) -> [(pid: pid_t, parent: pid_t)] {
            ProcessTable.children(of: parent).map { ($0, parent) }
        }
        var (next, seen, isSettled) = current ?? (roots.flatMap(children), [], true)
        current = nil
        while let (pid, parent) = next.popLast() {
            // The pid may belong to another process by now, or the process may have another parent. The next look finds
            // the process there.
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

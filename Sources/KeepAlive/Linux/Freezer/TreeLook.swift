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

    /// The roots of the tree; they themselves are not looked at.
    var roots: [pid_t]
    /// The processes that the last look found, if it found nothing to do.
    private var settled: Set<ProcessTable.Identity>?
    /// True when the looks so far prove that every process is settled.
    private(set) var isProven = false

    /// Creates a look at the descendants of some processes.
    init(roots: [pid_t]) { self.roots = roots }

    /// Looks once more.
    ///
    /// - Parameter judge: returns the state of each process that has not ended; parents come before their children.
    mutating func look(_ judge: (ProcessTable.Entry) -> Finding) {
        var isSettled = true
        var seen: Set<ProcessTable.Identity> = []
        var next = roots.flatMap { ProcessTable.children(of: $0) }
        while let pid = next.popLast() {
            guard let entry = ProcessTable.entry(pid) else {
                isSettled = false
                continue
            }
            guard seen.insert(entry.identity).inserted else { continue }
            if entry.isZombie { continue }
            if case .settled = judge(entry) {} else { isSettled = false }
            next += ProcessTable.children(of: pid)
        }
        isProven = isSettled && settled == seen
        settled = isSettled ? seen : nil
    }
}

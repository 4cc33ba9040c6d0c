import Glibc
import KeepAlivePolicy

/// Looks at a process tree that changes while it is looked at.
///
/// One look proves little. Who forks and exits meanwhile may be in none of the lists that are read: a process is missed when
/// one above it ends during the look, which hands it to the guardian or another subreaper; or when a sibling before it is
/// reaped, since the kernel counts places in the list of children. But then the next look has somebody whom this one had
/// not, or the other way round. So two looks in a row that find the same processes, and nothing to do, are a proof.
struct TreeLook {
    /// What a look found a process to be.
    enum Finding {
        /// Nothing has to be done about it.
        case settled
        /// It still has to get there.
        case unsettled
        /// It ended before it could be looked at.
        case gone
    }

    /// Where the tree begins; they themselves are not looked at.
    var roots: [pid_t]
    /// Whom the last look found, if it found nothing to do.
    private var settled: Set<ProcessTable.Identity>?
    /// Whether the looks so far prove that every process is settled.
    private(set) var isProven = false

    /// A look at what descends from some processes.
    init(roots: [pid_t]) { self.roots = roots }

    /// Looks once more.
    ///
    /// - Parameter judge: says what each process is that has not ended; parents come before their children.
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

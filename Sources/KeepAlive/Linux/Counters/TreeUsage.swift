import Glibc

/// Reads what a process tree has used.
///
/// With a cgroup, CPU time is its `cpu.stat`, complete over threads, zombies and orphans. Without, and for context
/// switches always, it is what the live processes show plus what the guardian has reaped.
///
/// It is read while the app may be all that wakes the machine, with caches gone cold: a tree that has not run since the
/// last reading costs one system call.
final class TreeUsage {
    private let group: String?
    private let guardian: pid_t
    /// `cpu.stat` of the group; -1 without a group.
    private let statistics: CInt
    /// What the last reading found, and the microseconds of CPU time that `cpu.stat` showed then.
    private var last: (microseconds: UInt64, usage: Usage)?

    /// - Parameters:
    ///   - group: the cgroup of the tree, if it has one.
    ///   - guardian: the guardian of the tree.
    init(group: String?, guardian: pid_t) {
        self.group = group
        self.guardian = guardian
        statistics = group.map { open($0 + "/cpu.stat", O_RDONLY | O_CLOEXEC) } ?? -1
    }

    deinit {
        if statistics >= 0 { close(statistics) }
    }

    /// The counters now.
    ///
    /// - Parameter reaped: what the guardian has reaped so far.
    func read(reaped: Usage) -> Usage {
        guard let group, let microseconds = SmallFile.number("usage_usec ", in: statistics) else {
            let tree = ProcessTable.descendants(of: guardian)
            let ticks = Double(tree.reduce(0) { $0 + $1.cpuTicks })
            return Usage(
                cpuSeconds: (reaped.cpuSeconds ?? 0) + ticks / ProcessTable.ticksPerSecond,
                voluntarySwitches: switches(of: tree.map(\.identity.pid), reaped: reaped))
        }
        // Who waited again has run in between.
        if let last, last.microseconds == microseconds { return last.usage }
        let usage = Usage(
            cpuSeconds: Double(microseconds) / 1_000_000,
            voluntarySwitches: switches(of: Self.members(of: group), reaped: reaped))
        last = (microseconds, usage)
        return usage
    }

    private func switches(of members: [pid_t], reaped: Usage) -> Int64 {
        (reaped.voluntarySwitches ?? 0) + members.reduce(0) { $0 + ProcessTable.voluntarySwitches($1) }
    }

    /// The processes of a cgroup and of those that the workload may have made below it.
    private static func members(of group: String) -> [pid_t] {
        let own = (try? SmallFile.read(group + "/cgroup.procs"))?.split(separator: "\n").compactMap { pid_t($0) } ?? []
        if SmallFile.number("nr_descendants ", at: group + "/cgroup.stat") == 0 { return own }
        let names = ((try? SmallFile.list(group)) ?? []).filter { access("\(group)/\($0)/cgroup.procs", F_OK) == 0 }
        return own + names.flatMap { members(of: "\(group)/\($0)") }
    }
}

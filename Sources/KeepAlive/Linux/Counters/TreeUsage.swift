import Glibc

/// Reads what a process tree has used.
///
/// With a cgroup, CPU time is its `cpu.stat`, complete over threads, zombies and orphans. Without, and for context
/// switches always, it is what the live processes show plus what the guardian has reaped.
struct TreeUsage {
    /// The cgroup of the tree, if it has one.
    var group: String?
    /// The guardian of the tree.
    var guardian: pid_t

    /// The counters now.
    ///
    /// - Parameter reaped: what the guardian has reaped so far.
    func read(reaped: Usage) -> Usage {
        var usage = Usage()
        let members: [pid_t]
        if let group, let seconds = Self.cgroupCPUSeconds(group) {
            usage.cpuSeconds = seconds
            members = Self.members(of: group)
        } else {
            let tree = ProcessTable.descendants(of: guardian)
            let ticks = Double(tree.reduce(0) { $0 + $1.cpuTicks })
            usage.cpuSeconds = (reaped.cpuSeconds ?? 0) + ticks / ProcessTable.ticksPerSecond
            members = tree.map(\.identity.pid)
        }
        usage.voluntarySwitches =
            (reaped.voluntarySwitches ?? 0) + members.reduce(0) { $0 + ProcessTable.voluntarySwitches($1) }
        return usage
    }

    /// The processes of a cgroup and of those that the workload may have made below it.
    private static func members(of group: String) -> [pid_t] {
        let own = (try? SmallFile.read(group + "/cgroup.procs"))?.split(separator: "\n").compactMap { pid_t($0) } ?? []
        let isLeaf = ((try? SmallFile.read(group + "/cgroup.stat")) ?? "").hasPrefix("nr_descendants 0\n")
        if isLeaf { return own }
        let names = ((try? SmallFile.list(group)) ?? []).filter { access("\(group)/\($0)/cgroup.procs", F_OK) == 0 }
        return own + names.flatMap { members(of: "\(group)/\($0)") }
    }

    private static func cgroupCPUSeconds(_ group: String) -> Double? {
        guard let text = try? SmallFile.read(group + "/cpu.stat") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("usage_usec ") {
            return line.split(separator: " ").last.flatMap { Double($0) }.map { $0 / 1_000_000 }
        }
        return nil
    }
}

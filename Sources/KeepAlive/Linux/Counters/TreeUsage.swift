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
        let tree = ProcessTable.descendants(of: guardian)
        var usage = Usage()
        usage.cpuSeconds =
            group.flatMap(Self.cgroupCPUSeconds)
            ?? (reaped.cpuSeconds ?? 0) + Double(tree.reduce(0) { $0 + $1.cpuTicks }) / ProcessTable.ticksPerSecond
        usage.voluntarySwitches =
            (reaped.voluntarySwitches ?? 0)
            + tree.reduce(0) { $0 + ProcessTable.voluntarySwitches($1.identity.pid) }
        return usage
    }

    private static func cgroupCPUSeconds(_ group: String) -> Double? {
        guard let text = try? SmallFile.read(group + "/cpu.stat") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("usage_usec ") {
            return line.split(separator: " ").last.flatMap { Double($0) }.map { $0 / 1_000_000 }
        }
        return nil
    }
}

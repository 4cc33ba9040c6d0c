import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Reads the usage of a process tree.
///
/// With a cgroup, CPU time comes from its `cpu.stat`, which includes threads, zombies and orphans. The kernel counts
/// wakeups and packets where this process may load probes. Every other counter is the sum over the live processes and
/// those that the guardian has reaped.
///
/// Limits are checked while the app may be all that wakes the machine, with cold caches. So a reading of a running app costs
/// one system call when its tree has not run since the last one.
final class TreeUsage {
    private let group: String?
    private let guardian: pid_t
    private let probes: TreeProbes?
    /// `cpu.stat` of the group, while it is open; it is opened when it is read.
    private var statistics: CInt = -1
    /// True while the tree stands still: `cpu.stat` is opened for each reading then.
    var isAtRest = false { didSet { if isAtRest { closeStatistics() } } }
    /// The result of the last reading, and the microseconds of CPU time that `cpu.stat` showed then.
    private var last: (microseconds: Int64, usage: Usage)?
    /// The highest sums seen so far without a cgroup.
    private var highest: (cpu: Double, switches: Int64) = (0, 0)
    /// The most memory seen so far.
    private var memoryPeak: Int64 = 0
    /// True if it is that of the cgroup, which is exact.
    private var groupTellsPeak = false

    /// - Parameters:
    ///   - group: the cgroup of the tree, if it has one.
    ///   - guardian: the guardian of the tree.
    ///   - probes: the probes in the kernel for this group, if there are any.
    init(group: String?, guardian: pid_t, probes: TreeProbes? = nil) {
        self.group = group
        self.guardian = guardian
        self.probes = probes
    }

    deinit { closeStatistics() }

    private func closeStatistics() {
        if statistics >= 0 { close(statistics) }
        statistics = -1
    }

    /// The CPU time that `cpu.stat` shows, in microseconds; `nil` without a group.
    private var microseconds: Int64? {
        guard let group else { return nil }
        if isAtRest { return SmallFile.number("usage_usec ", at: group + "/cpu.stat") }
        if statistics < 0 { statistics = open(group + "/cpu.stat", O_RDONLY | O_CLOEXEC) }
        // Where no descriptor is free, one of the reserve is borrowed.
        return statistics >= 0
            ? SmallFile.number("usage_usec ", in: statistics) : SmallFile.number("usage_usec ", at: group + "/cpu.stat")
    }

    /// Reads CPU time, voluntary switches and the kernel's counts.
    ///
    /// - Parameter reaped: the usage of the processes that the guardian has reaped so far.
    func read(reaped: Usage) -> Usage {
        guard let microseconds else {
            let members = members
            let cpu =
                (reaped.cpuSeconds ?? 0) + members.reduce(0) { $0 + (ProcessTable.statistics($1)?.cpuSeconds ?? 0) }
            let switches = switches(of: members, reaped: reaped)
            // A process that was reaped between the two, or is one too many to be read, is not missed: sums do not fall.
            highest = (max(highest.cpu, cpu), max(highest.switches, switches))
            return Usage(cpuSeconds: highest.cpu, voluntarySwitches: highest.switches)
        }
        // A process that waited again has run in between.
        if let last, last.microseconds == microseconds { return last.usage }
        var usage = Usage(cpuSeconds: Double(microseconds) / 1_000_000)
        probes?.fill(&usage)
        usage.voluntarySwitches = usage.voluntarySwitches ?? switches(of: members, reaped: reaped)
        last = (microseconds, usage)
        return usage
    }

    /// Reads every counter.
    ///
    /// - Parameter reaped: the usage of the processes that the guardian has reaped so far.
    func readAll(reaped: Usage) -> Usage {
        var usage = read(reaped: reaped)
        var live = LiveCounters()
        for member in members { live.add(member) }
        usage.involuntarySwitches = live.involuntarySwitches + (reaped.involuntarySwitches ?? 0)
        usage.minorFaults = live.minorFaults + (reaped.minorFaults ?? 0)
        usage.majorFaults = live.majorFaults + (reaped.majorFaults ?? 0)
        if live.showsDisk {
            usage.diskReadBytes = live.diskReadBytes + (reaped.diskReadBytes ?? 0)
            usage.diskWrittenBytes = live.diskWrittenBytes + (reaped.diskWrittenBytes ?? 0)
        }
        let peak = group.flatMap { SmallFile.number("", at: $0 + "/memory.peak") }
        groupTellsPeak = peak != nil
        memoryPeak = peak ?? max(memoryPeak, live.memoryPeakBytes, reaped.memoryPeakBytes ?? 0)
        usage.memoryPeakBytes = memoryPeak
        probes?.fill(&usage)
        return usage
    }

    /// Completes the reading at the end of the main process, when nothing of the tree is left.
    ///
    /// The reading misses a process whose files were gone already, and which was reaped after the guardian's last record.
    ///
    /// - Parameters:
    ///   - last: that reading.
    ///   - reaped: the usage of all processes of the tree, as the guardian has reaped them.
    func completed(_ last: Usage, reaped: Usage) -> Usage {
        var all = reaped
        // The kernel's counts for the cgroup have nothing beside the tree, and are whole.
        if group != nil { all.cpuSeconds = nil }
        if probes?.countsWaits == true { all.voluntarySwitches = nil }
        if groupTellsPeak { all.memoryPeakBytes = nil }
        var complete = last
        complete.raise(to: all)
        return complete
    }

    private func switches(of members: [pid_t], reaped: Usage) -> Int64 {
        (reaped.voluntarySwitches ?? 0) + members.reduce(0) { $0 + ProcessTable.switches($1).voluntary }
    }

    /// The number of processes that one reading looks at without a cgroup. A program that makes processes faster than
    /// its guardian can reap them leaves tens of thousands that have ended; the guardian's count has them later.
    private static let membersRead = 1000

    private var members: [pid_t] {
        guard let group else {
            return ProcessTable.descendants(of: guardian, atMost: Self.membersRead).map(\.identity.pid)
        }
        return Self.members(of: group)
    }

    /// The processes of a cgroup, and of the cgroups that the workload may have made below it.
    private static func members(of group: String) -> [pid_t] {
        let own = (try? SmallFile.read(group + "/cgroup.procs"))?.split(separator: "\n").compactMap { pid_t($0) } ?? []
        if SmallFile.number("nr_descendants ", at: group + "/cgroup.stat") == 0 { return own }
        let names = ((try? SmallFile.list(group)) ?? []).filter { access("\(group)/\($0)/cgroup.procs", F_OK) == 0 }
        return own + names.flatMap { members(of: "\(group)/\($0)") }
    }
}

/// The counters that the live processes of a tree show. They include those of children that ended.
private struct LiveCounters {
    var involuntarySwitches: Int64 = 0
    var minorFaults: Int64 = 0
    var majorFaults: Int64 = 0
    var diskReadBytes: Int64 = 0
    var diskWrittenBytes: Int64 = 0
    /// The sum of the processes' peaks: at least what they had at the same time.
    var memoryPeakBytes: Int64 = 0
    /// True while all of them showed their disk counters; a process of another user does not.
    var showsDisk = true

    mutating func add(_ pid: pid_t) {
        guard let statistics = ProcessTable.statistics(pid) else { return }
        minorFaults += statistics.minorFaults
        majorFaults += statistics.majorFaults
        involuntarySwitches += ProcessTable.switches(pid).involuntary
        let own = "/proc/\(pid)"
        memoryPeakBytes += (SmallFile.number("VmHWM:\t", at: own + "/status") ?? 0) * 1024
        let io = SmallFile.numbers(["read_bytes: ", "write_bytes: ", "cancelled_write_bytes: "], at: own + "/io")
        if let read = io[0], let written = io[1] {
            diskReadBytes += read
            // Cancelled writes are of data that was deleted before it reached the disk.
            diskWrittenBytes += max(0, written - (io[2] ?? 0))
        } else if access(own, F_OK) == 0 {
            showsDisk = false
        }
    }
}

extension Usage {
    /// The sum with that of the lives before, if there were any.
    func added(to before: Usage?) -> Usage { before.map { $0 + self } ?? self }
}

import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Reads the usage of a process tree.
///
/// With a cgroup, CPU time comes from its `cpu.stat`, which includes threads, zombies and orphans. The kernel counts
/// wakeups and packets where this process may load probes. Every other counter is the sum over the live processes and
/// the processes that the guardian has reaped.
///
/// The runner reads the usage to check an app's limits, even when only the app wakes the machine and the caches are
/// cold. So a reading must be cheap: if the tree has not run since the last reading, a reading of a running app needs
/// only one system call.
final class TreeUsage {
    private let group: String?
    private let guardian: pid_t
    private let probes: TreeProbes?
    /// The descriptor of the cgroup's `cpu.stat`, opened at the first reading; -1 while it is closed.
    private var statistics: CInt = -1
    /// True while the tree does not run; `cpu.stat` is then not kept open, but opened for each reading.
    var isAtRest = false { didSet { if isAtRest { closeStatistics() } } }
    /// The result of the last reading, and the CPU time in microseconds that `cpu.stat` showed then; `nil` before the
    /// first reading, and without a cgroup.
    private var last: (microseconds: Int64, usage: Usage)?
    /// The highest sums read so far without a cgroup: CPU time in seconds, and voluntary context switches.
    private var highest: (cpu: Double, switches: Int64) = (0, 0)
    /// The highest memory use read so far, in bytes.
    private var memoryPeak: Int64 = 0
    /// True if ``memoryPeak`` is the cgroup's own peak, which is exact.
    private var groupTellsPeak = false

    /// - Parameters:
    ///   - group: the cgroup of the tree; `nil` if it has none.
    ///   - guardian: the process id of the tree's guardian.
    ///   - probes: the probes in the kernel for this cgroup; `nil` if there are none.
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

    /// The CPU time that `cpu.stat` shows, in microseconds; `nil` without a cgroup.
    private var microseconds: Int64? {
        guard let group else { return nil }
        if isAtRest { return SmallFile.number("usage_usec ", at: group + "/cpu.stat") }
        if statistics < 0 { statistics = open(group + "/cpu.stat", O_RDONLY | O_CLOEXEC) }
        // If the file cannot be kept open because no descriptor is free, read it once with a descriptor of the reserve.
        return statistics >= 0
            ? SmallFile.number("usage_usec ", in: statistics) : SmallFile.number("usage_usec ", at: group + "/cpu.stat")
    }

    /// Reads the CPU time, the voluntary context switches and the counts of the kernel's probes.
    ///
    /// - Parameter reaped: the usage of the processes that the guardian has reaped so far.
    func read(reaped: Usage) -> Usage {
        guard let microseconds else {
            let members = members
            let cpu =
                (reaped.cpuSeconds ?? 0) + members.reduce(0) { $0 + (ProcessTable.statistics($1)?.cpuSeconds ?? 0) }
            let switches = switches(of: members, reaped: reaped)
            // Return the highest sums so far. Otherwise a sum would fall when a process is reaped after `reaped` was
            // read, or is not among the ``membersRead`` processes that are read.
            highest = (max(highest.cpu, cpu), max(highest.switches, switches))
            return Usage(cpuSeconds: highest.cpu, voluntarySwitches: highest.switches)
        }
        // A process must use CPU time before it can wait again. So if the CPU time is the same, no counter has changed.
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

    /// Completes the reading made at the end of the main process, once no process of the tree is left.
    ///
    /// That reading misses a process whose files in /proc were already removed and which was reaped after the
    /// guardian's last record.
    ///
    /// - Parameters:
    ///   - last: the reading at the end of the main process.
    ///   - reaped: the usage of all processes of the tree, as reaped by the guardian.
    func completed(_ last: Usage, reaped: Usage) -> Usage {
        var all = reaped
        // The kernel's counts for the cgroup include nothing but the tree and are complete, so they are not raised.
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

    /// The maximum number of live processes that one reading includes without a cgroup. A program that creates
    /// processes faster than its guardian can reap them leaves tens of thousands of zombies, which are counted after
    /// the guardian has reaped them.
    private static let membersRead = 1000

    private var members: [pid_t] {
        guard let group else {
            return ProcessTable.descendants(of: guardian, atMost: Self.membersRead).map(\.identity.pid)
        }
        return Self.members(of: group)
    }

    /// Returns the processes of a cgroup, and of the cgroups that the workload may have created below it.
    private static func members(of group: String) -> [pid_t] {
        let own = (try? SmallFile.read(group + "/cgroup.procs"))?.split(separator: "\n").compactMap { pid_t($0) } ?? []
        if SmallFile.number("nr_descendants ", at: group + "/cgroup.stat") == 0 { return own }
        let names = ((try? SmallFile.list(group)) ?? []).filter { access("\(group)/\($0)/cgroup.procs", F_OK) == 0 }
        return own + names.flatMap { members(of: "\(group)/\($0)") }
    }
}

/// The sums of the counters that the live processes of a tree show. A process's counters include its ended children.
private struct LiveCounters {
    var involuntarySwitches: Int64 = 0
    var minorFaults: Int64 = 0
    var majorFaults: Int64 = 0
    var diskReadBytes: Int64 = 0
    var diskWrittenBytes: Int64 = 0
    /// The sum of the processes' peaks in bytes: at least the memory that they had at the same time.
    var memoryPeakBytes: Int64 = 0
    /// True while all processes showed their disk counters; a process of another user does not show them.
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
            // A cancelled write is a write of data that was deleted before it reached the disk, so it does not count.
            diskWrittenBytes += max(0, written - (io[2] ?? 0))
        } else if access(own, F_OK) == 0 {
            showsDisk = false
        }
    }
}

extension Usage {
    /// Returns the sum of this usage and the usage of the app's earlier lives, if there were any.
    func added(to before: Usage?) -> Usage { before.map { $0 + self } ?? self }
}

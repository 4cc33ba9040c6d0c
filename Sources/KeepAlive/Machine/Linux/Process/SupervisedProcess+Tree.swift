import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The processes of the tree, and their usage of CPU time, memory, file locks and sockets.
extension SupervisedProcess {
    package func usage() -> Usage {
        guard let usageReader, let process else { return formerUsage ?? Usage() }
        return usageReader.read(reaped: process.reaped).added(to: formerUsage)
    }

    package func counters() -> Usage {
        guard process != nil else { return formerUsage ?? Usage() }
        return countersOfThisLife().added(to: formerUsage)
    }

    /// Reads the counters of this launch only. If the run is not measured, only the cheap counters are read.
    func countersOfThisLife() -> Usage {
        guard let usageReader, let process else { return Usage() }
        return setup.measures ? usageReader.readAll(reaped: process.reaped) : usageReader.read(reaped: process.reaped)
    }

    package var memoryBytes: Int64? {
        guard let members else { return nil }
        // Only anonymous memory is counted, as in the memory footprint of an app on iOS: pages of files can be read
        // again.
        return members.reduce(0) { $0 + (SmallFile.number("RssAnon:\t", at: "/proc/\($1)/status") ?? 0) * 1024 }
    }

    /// The pids of the tree's processes; `nil` if no process runs, or if /proc does not show them.
    private var members: [pid_t]? {
        guard let process, ProcessTable.isOurs else { return nil }
        return group.map { CgroupDirectory.processes(below: $0) }
            ?? ProcessTable.descendants(of: process.guardianPID).filter { !$0.isZombie }.map(\.identity.pid)
    }

    package func sharedFileLocks() -> [String] {
        guard let appGroup = setup.appGroup, let members else { return [] }
        return appGroup.held(by: members)
    }

    package func reclaimSockets(except spared: Set<UInt64>) -> ReclaimedSockets {
        guard setup.reclaimsSockets, let members else { return ReclaimedSockets() }
        return openSockets.shutDown(of: members, except: spared)
    }

    /// Returns whether a process belongs to the tree: it is in the cgroup, or, without a cgroup, a descendant of the
    /// guardian.
    package func contains(_ pid: pid_t) -> Bool {
        guard let process, pid > 0 else { return false }
        if pid == process.pid { return true }
        if let group { return CgroupDirectory.processes(below: group).contains(pid) }
        return ProcessTable.isOurs && ProcessTable.isDescendant(pid, of: process.guardianPID)
    }
}

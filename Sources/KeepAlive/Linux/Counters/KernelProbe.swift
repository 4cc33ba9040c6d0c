import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// Programs in the kernel that count for one cgroup: wakeups, or packets.
///
/// They are loaded by the runner and end with it. Sources: bpf(2), the format files of the tracepoints
/// `sched:sched_switch`, `sched:sched_waking`, `sched:sched_process_exit` and `timer:*`, and kernel/bpf/cgroup.c.
final class KernelProbe {
    /// What to count.
    enum Kind {
        /// How often tasks waited, and by what they were woken.
        case wakeups
        /// IP packets of sockets that were made in the cgroup.
        case packets
    }

    private var probe: clinux_probe

    /// Begins to count.
    ///
    /// - Parameter group: the directory of a cgroup v2.
    /// - Throws: `Errno`: `EPERM` without the capabilities, others where the kernel has no such programs.
    init(_ kind: Kind, of group: String) throws(Errno) {
        let directory = try valueOrErrno(open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        defer { close(directory) }
        probe = clinux_probe()
        switch kind {
        case .wakeups: _ = try valueOrErrno(clinux_open_wakeup_probe(&probe, directory))
        case .packets: _ = try valueOrErrno(clinux_open_packet_probe(&probe, directory))
        }
    }

    deinit { clinux_close_probe(&probe) }

    /// What has been counted since the beginning; `nil` when the kernel does not say.
    ///
    /// - Parameter cpu: on one CPU only.
    func counts(onCPU cpu: Int? = nil) -> clinux_probe_counts? {
        var counts = clinux_probe_counts()
        return clinux_read_probe(&probe, CInt(cpu ?? -1), &counts) == 0 ? counts : nil
    }

    /// Why a probe cannot be had, and what would give it.
    static func explanation(of error: Errno, for kind: Kind) -> String {
        switch error {
        case .permissionDenied, .notPermitted:
            // Its own mount of tracefs, to know the tracepoints.
            let capabilities = kind == .wakeups ? "CAP_BPF, CAP_PERFMON and CAP_SYS_ADMIN" : "CAP_BPF and CAP_NET_ADMIN"
            return "the kernel counts it for root only, or with \(capabilities)"
        case .noFunction: return "this kernel has no bpf(2)"
        default: return "this kernel cannot count it: \(error)"
        }
    }
}

/// Whether a probe of wakeups sees all of them, on every CPU.
///
/// Some virtual machines do not show on all CPUs that a CPU was idle, and a count that misses some would pass for a low
/// one. So a child wakes by a timer a hundred times on each CPU, and the probe has to have seen that.
struct WakeupSelfTest {
    /// How often the child wakes on each CPU.
    static let wakeups = 100
    /// How many of them have to be seen, and no more.
    static let expected = 95...105
    /// How long it sleeps each time, in nanoseconds.
    private static let pause = 200_000

    /// What one CPU showed.
    struct Finding: Equatable {
        var cpu: Int
        var timerWakeups: Int
        var idleWakeups: Int
    }

    /// By CPU.
    var findings: [Finding]

    /// Wakes a child on every CPU that this process may use, all at once.
    ///
    /// - Returns: `nil` when no child could be started there.
    /// - Throws: `Errno` of the probe.
    static func run(in group: String) throws(Errno) -> WakeupSelfTest? {
        let probe = try KernelProbe(.wakeups, of: group)
        let directory = try valueOrErrno(open(group, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        defer { close(directory) }
        let cpus = Cores.numbers
        let children = cpus.map { clinux_wake_often(directory, CInt($0), CInt(wakeups), pause) }
        var clean = !cpus.isEmpty
        for child in children {
            var status: CInt = 0
            clean = child > 0 && waitpid(child, &status, 0) == child && status == 0 && clean
        }
        guard clean else { return nil }
        return WakeupSelfTest(
            findings: cpus.map { cpu in
                let counts = probe.counts(onCPU: cpu)
                return Finding(
                    cpu: cpu, timerWakeups: Int(counts?.timer_wakeups ?? 0), idleWakeups: Int(counts?.idle_wakeups ?? 0)
                )
            })
    }

    /// Why timer wakeups cannot be trusted; `nil` when they can.
    var timerProblem: String? {
        findings.first { !Self.expected.contains($0.timerWakeups) }.map {
            "the self-test saw \($0.timerWakeups) of \(Self.wakeups) timer wakeups on CPU \($0.cpu)"
        }
    }

    /// Why idle wakeups cannot be trusted; `nil` when they can. A CPU that others kept busy was idle less often, but one
    /// that never was is not believed.
    var idleProblem: String? {
        timerProblem
            ?? findings.first { $0.idleWakeups == 0 || $0.idleWakeups > Self.expected.upperBound }.map {
                $0.idleWakeups == 0
                    ? "the self-test never saw CPU \($0.cpu) idle: it was busy, or this machine hides it"
                    : "the self-test saw CPU \($0.cpu) idle \($0.idleWakeups) times in \(Self.wakeups) wakeups"
            }
    }
}

import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// Programs in the kernel that count wakeups or packets of one cgroup.
///
/// The runner loads them, and they end with it. Sources: bpf(2), the format files of the tracepoints
/// `sched:sched_switch`, `sched:sched_waking`, `sched:sched_process_exit` and `timer:*`, and kernel/bpf/cgroup.c.
final class KernelProbe {
    /// The things that a probe can count.
    enum Kind {
        /// The number of waits of tasks, and the causes of their wakeups.
        case wakeups
        /// The IP packets of sockets that were made in the cgroup.
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

    /// Returns the counts since the beginning; `nil` when they cannot be read.
    ///
    /// - Parameter cpu: the only CPU to count on; `nil` for all.
    func counts(onCPU cpu: Int? = nil) -> clinux_probe_counts? {
        var counts = clinux_probe_counts()
        return clinux_read_probe(&probe, CInt(cpu ?? -1), &counts) == 0 ? counts : nil
    }

    /// The reason why there is no probe, with the capabilities that it needs.
    static func explanation(of error: Errno, for kind: Kind) -> String {
        switch error {
        case .permissionDenied, .notPermitted:
            // CAP_SYS_ADMIN is for its own mount of tracefs, from which it learns the tracepoints.
            let capabilities = kind == .wakeups ? "CAP_BPF, CAP_PERFMON and CAP_SYS_ADMIN" : "CAP_BPF and CAP_NET_ADMIN"
            return "the kernel counts it for root only, or with \(capabilities)"
        case .noFunction: return "this kernel has no bpf(2)"
        default: return "this kernel cannot count it: \(error)"
        }
    }
}

/// A test whether a probe of wakeups sees all of them, on every CPU.
///
/// On some virtual machines, not every CPU shows that it was idle. A count that misses wakeups would look like a low
/// count. So a timer wakes a child a hundred times on each CPU, and the probe must have seen that.
struct WakeupSelfTest {
    /// The number of sleeps of the child on each CPU.
    private static let sleeps = 100
    /// The largest difference between the waits of the child and the wakeups that the probe has seen.
    private static let tolerance = 5
    /// The length of each sleep, in nanoseconds.
    private static let pause = 200_000

    /// The counts on one CPU.
    struct Finding: Equatable {
        var cpu: Int
        /// The waits that the child knows of: one for each sleep, fewer on a busy CPU.
        var waits: Int
        var timerWakeups: Int
        var idleWakeups: Int
    }

    /// The findings, one for each CPU.
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
        let children = cpus.map { clinux_wake_often(directory, CInt($0), CInt(sleeps), pause) }
        let waits = children.map { $0 > 0 ? Int(clinux_await_wakes($0)) : -1 }
        guard !waits.isEmpty, !waits.contains(-1) else { return nil }
        return WakeupSelfTest(
            findings: zip(cpus, waits).map { cpu, waits in
                let counts = probe.counts(onCPU: cpu)
                return Finding(
                    cpu: cpu, waits: waits, timerWakeups: Int(counts?.timer_wakeups ?? 0),
                    idleWakeups: Int(counts?.idle_wakeups ?? 0))
            })
    }

    /// The reason not to trust timer wakeups; `nil` when they can be trusted.
    var timerProblem: String? {
        findings.first { abs($0.timerWakeups - $0.waits) > Self.tolerance || $0.waits == 0 }.map {
            "the self-test saw \($0.timerWakeups) of \($0.waits) timer wakeups on CPU \($0.cpu)"
        }
    }

    /// The reason not to trust idle wakeups; `nil` when they can be trusted. A CPU that others kept busy may show
    /// fewer, but a CPU that was never idle fails the test.
    var idleProblem: String? {
        timerProblem
            ?? findings.first { $0.idleWakeups == 0 || $0.idleWakeups > $0.waits + Self.tolerance }.map {
                $0.idleWakeups == 0
                    ? "the self-test never saw CPU \($0.cpu) idle: it was busy, or this machine hides it"
                    : "the self-test saw CPU \($0.cpu) idle \($0.idleWakeups) times in \($0.waits) wakeups"
            }
    }
}

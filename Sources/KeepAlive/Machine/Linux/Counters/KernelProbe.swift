import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// BPF programs that count wakeups or packets of one cgroup in the kernel.
///
/// The runner loads the programs, which end with the runner. Sources: bpf(2), the format files of the tracepoints
/// `sched:sched_switch`, `sched:sched_waking`, `sched:sched_process_exit` and `timer:*`, and kernel/bpf/cgroup.c.
final class KernelProbe {
    /// The events that a probe can count.
    enum Kind {
        /// The number of times that tasks waited, and the causes of their wakeups.
        case wakeups
        /// The IP packets of sockets that were created in the cgroup.
        case packets
    }

    private var probe: clinux_probe

    /// Loads the programs, and begins to count.
    ///
    /// - Parameter group: the directory of a cgroup v2.
    /// - Throws: `Errno`: `EPERM` without the capabilities that ``explanation(of:for:)`` names, other errors where the
    ///   kernel does not support such programs.
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

    /// Returns the counts since the probe was created; `nil` when they cannot be read.
    ///
    /// - Parameter cpu: the only CPU whose events are returned; `nil` for all CPUs.
    func counts(onCPU cpu: Int? = nil) -> clinux_probe_counts? {
        var counts = clinux_probe_counts()
        return clinux_read_probe(&probe, CInt(cpu ?? -1), &counts) == 0 ? counts : nil
    }

    /// Returns the reason why there is no probe; if rights are missing, with the necessary capabilities.
    static func explanation(of error: Errno, for kind: Kind) -> String {
        switch error {
        case .permissionDenied, .notPermitted:
            // CAP_SYS_ADMIN is necessary because the probe mounts tracefs for itself, to find the tracepoints.
            let capabilities = kind == .wakeups ? "CAP_BPF, CAP_PERFMON and CAP_SYS_ADMIN" : "CAP_BPF and CAP_NET_ADMIN"
            return "the kernel counts it for root only, or with \(capabilities)"
        case .noFunction: return "this kernel has no bpf(2)"
        default: return "this kernel cannot count it: \(error)"
        }
    }
}

/// A test of whether a wakeup probe sees all wakeups, on every CPU.
///
/// On some virtual machines, not every CPU shows that it was idle. A count that misses wakeups would look like a low
/// count. So the test lets a timer wake a child process a hundred times on each CPU; the probe must have counted these
/// wakeups.
struct WakeupSelfTest {
    /// The number of sleeps of the child process on each CPU.
    private static let sleeps = 100
    /// The largest accepted difference between the waits of the child process and the wakeups that the probe has
    /// counted.
    private static let tolerance = 5
    /// The length of each sleep, in nanoseconds.
    private static let pause = 200_000

    /// The counts on one CPU.
    struct Finding: Equatable {
        var cpu: Int
        /// The number of waits that the child process counted: one for each sleep, fewer on a busy CPU.
        var waits: Int
        var timerWakeups: Int
        var idleWakeups: Int
    }

    /// The counts of the test, one element for each CPU.
    var findings: [Finding]

    /// Runs the test on all CPUs that this process may use, at the same time: wakes one child process on each CPU.
    ///
    /// - Returns: `nil` when a child process could not be started, or could not report its waits.
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

    /// The reason not to trust the count of timer wakeups; `nil` when it can be trusted.
    var timerProblem: String? {
        findings.first { abs($0.timerWakeups - $0.waits) > Self.tolerance || $0.waits == 0 }.map {
            "the self-test saw \($0.timerWakeups) of \($0.waits) timer wakeups on CPU \($0.cpu)"
        }
    }

    /// The reason not to trust the count of idle wakeups; `nil` when it can be trusted. A CPU that other work kept busy
    /// may show fewer idle wakeups, but a CPU that showed none fails the test.
    var idleProblem: String? {
        timerProblem
            ?? findings.first { $0.idleWakeups == 0 || $0.idleWakeups > $0.waits + Self.tolerance }.map {
                $0.idleWakeups == 0
                    ? "the self-test never saw CPU \($0.cpu) idle: it was busy, or this machine hides it"
                    : "the self-test saw CPU \($0.cpu) idle \($0.idleWakeups) times in \($0.waits) wakeups"
            }
    }
}

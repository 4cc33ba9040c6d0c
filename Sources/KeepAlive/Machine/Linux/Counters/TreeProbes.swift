import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// The probes that count wakeups and packets of one cgroup in the kernel, as far as this process may load such probes.
package struct TreeProbes {
    private let wakeups: KernelProbe?
    private let packets: KernelProbe?
    private let timerProblem: String?
    private let idleProblem: String?
    private let packetProblem: String?
    /// The number of times that a failed self-test is repeated.
    private static let furtherTests = 2

    /// Starts the probes for a cgroup without processes, after a self-test in that cgroup. The self-test takes about 30
    /// ms, or three times that on a busy machine.
    init(group: String) {
        do throws(Errno) {
            let test = try WakeupSelfTest.run(in: group)
            var problems = (timer: test?.timerProblem, idle: test?.idleProblem)
            // Other work of the machine can spoil one test, so repeat it. A machine that hides idle CPUs hides them in
            // each test.
            for _ in 0..<Self.furtherTests where problems.idle != nil {
                guard let test = try WakeupSelfTest.run(in: group) else { break }
                problems.timer = problems.timer == nil ? nil : test.timerProblem
                problems.idle = test.idleProblem
            }
            wakeups = try KernelProbe(.wakeups, of: group)
            let untested = test == nil ? "its self-test could not run" : nil
            timerProblem = untested ?? problems.timer
            idleProblem = untested ?? problems.idle
        } catch {
            wakeups = nil
            timerProblem = KernelProbe.explanation(of: error, for: .wakeups)
            idleProblem = timerProblem
        }
        do throws(Errno) {
            packets = try KernelProbe(.packets, of: group)
            packetProblem = nil
        } catch {
            packets = nil
            packetProblem = KernelProbe.explanation(of: error, for: .packets)
        }
    }

    /// Tests in a temporary cgroup whether the kernel counts wakeups and packets for this process.
    ///
    /// - Returns: the reason why wakeups or packets cannot be counted; `nil` when all of them can be counted.
    /// - Throws: ``KeepAliveError`` when no cgroup can be created.
    package static func tryOut() throws -> String? {
        let group = try CgroupDirectory.find().makeGroup()
        let probes = TreeProbes(group: group)
        rmdir(group)
        return probes.timerProblem ?? probes.idleProblem ?? probes.packetProblem
    }

    /// True if the kernel counts how often the tree's tasks wait.
    var countsWaits: Bool { wakeups != nil }

    /// Sets those counters of a usage that the probes count, and leaves the others unchanged.
    func fill(_ usage: inout Usage) {
        if let counts = wakeups?.counts() {
            usage.voluntarySwitches = Int64(clamping: counts.waits)
            if idleProblem == nil { usage.idleWakeups = Int64(clamping: counts.idle_wakeups) }
            if timerProblem == nil { usage.timerWakeups = Int64(clamping: counts.timer_wakeups) }
        }
        if let counts = packets?.counts() {
            usage.networkReceivedBytes = Int64(clamping: counts.received_bytes)
            usage.networkSentBytes = Int64(clamping: counts.sent_bytes)
            usage.networkPackets = Int64(clamping: counts.received_packets + counts.sent_packets)
        }
    }

    /// Returns the source of each counter of a tree.
    ///
    /// - Parameters:
    ///   - group: the tree's cgroup; `nil` if it has none.
    ///   - probes: the probes in the kernel for this cgroup; `nil` if there are none.
    static func sources(group: String?, probes: TreeProbes?) -> [Usage.Counter: CounterSource] {
        func probed(
            _ problem: String?, _ text: String, _ quality: CounterSource.Quality = .exact
        ) -> CounterSource {
            guard group != nil else {
                return CounterSource(
                    .unavailable, "the app has no cgroup v2 of its own; 'keepalive-run doctor' tells what gives it one")
            }
            guard probes != nil else { return CounterSource(.unavailable, "counted only where figures are asked for") }
            return problem.map { CounterSource(.unavailable, $0) } ?? CounterSource(quality, text)
        }
        let ended = CounterSource(
            .bound, "/proc and getrusage(2); what threads and children counted that ended comes in with their process")
        let network = probed(probes?.packetProblem, "counted in the kernel for the app's sockets, with IP headers")
        let disk = CounterSource(.bound, "/proc/PID/io and getrusage(2); what the page cache kept is none")
        let peak = group.map { access($0 + "/memory.peak", R_OK) == 0 } ?? false
        return [
            .cpuSeconds: group != nil
                ? CounterSource(.exact, "cgroup v2 cpu.stat")
                : CounterSource(
                    .bound, "/proc, and getrusage(2) of what has ended; children that ended in clock ticks"),
            .voluntarySwitches: probes?.wakeups == nil
                ? ended : CounterSource(.exact, "counted in the kernel at sched_switch"),
            .involuntarySwitches: ended,
            .idleWakeups: probed(
                probes?.idleProblem, "counted in the kernel at sched_switch, self-tested on every CPU"),
            .timerWakeups: probed(
                probes?.timerProblem,
                "counted in the kernel when timers expire, self-tested on every CPU; a busy machine misses up to 1 %",
                .bound),
            .minorFaults: ended, .majorFaults: ended,
            .diskReadBytes: disk, .diskWrittenBytes: disk,
            .networkReceivedBytes: network, .networkSentBytes: network, .networkPackets: network,
            .memoryPeakBytes: peak
                ? CounterSource(.exact, "cgroup v2 memory.peak")
                : CounterSource(
                    .bound,
                    "the sum of each process's own peak, no less than they had at once; for one that ended, also what it "
                        + "was started from"),
        ]
    }
}

import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// Needs root: bpf(2). CI is root.
@Suite(.ownThread(.measures)) struct KernelProbeTests {
    static let mayProbe: Bool = {
        guard getuid() == 0, let group = try? CgroupDirectory.find().makeGroup() else { return false }
        defer { rmdir(group) }
        return (try? KernelProbe(.wakeups, of: group)) != nil
    }()

    @Test(
        "V11: the self-test sees a hundred timer wakeups on every CPU, and CPUs that leave their idle task",
        .enabled(if: mayProbe, "needs root and a kernel with BPF"))
    func selfTest() throws {
        let group = try CgroupDirectory.find().makeGroup()
        defer { rmdir(group) }
        let test = try #require(try WakeupSelfTest.run(in: group))
        #expect(test.findings.map(\.cpu) == Cores.numbers)
        #expect(test.timerProblem == nil, "\(test.findings)")
    }

    @Test("a self-test that misses wakeups on one CPU is believed nowhere, and says which")
    func missedWakeups() {
        func test(waits: Int = 100, _ findings: (timer: Int, idle: Int)...) -> WakeupSelfTest {
            WakeupSelfTest(
                findings: findings.enumerated().map {
                    .init(cpu: $0, waits: waits, timerWakeups: $1.timer, idleWakeups: $1.idle)
                })
        }
        #expect(test((100, 99), (101, 3)).timerProblem == nil)
        #expect(test((100, 99), (101, 3)).idleProblem == nil)
        #expect(test((100, 99), (94, 90)).timerProblem?.contains("94 of 100 timer wakeups on CPU 1") == true)
        #expect(test((100, 99), (94, 90)).idleProblem != nil)
        #expect(test((100, 0)).idleProblem?.contains("CPU 0") == true)
        #expect(test((100, 0)).timerProblem == nil)
        #expect(test((100, 106)).idleProblem != nil)
        // Where the CPU is busy, some sleeps are over before they have begun.
        #expect(test(waits: 88, (90, 85)).idleProblem == nil)
        #expect(test(waits: 88, (80, 75)).timerProblem?.contains("80 of 88 timer wakeups on CPU 0") == true)
        #expect(test(waits: 0, (0, 0)).timerProblem != nil)
    }
}

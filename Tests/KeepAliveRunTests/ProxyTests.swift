import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// The counters against programs that use a known amount; the numbers are those of the validation table in docs/power.md.
@Suite(.ownThread(.measures)) struct ProxyTests {
    /// Runs the workload to its end, and reads the figures.
    private static func summary(_ options: [String] = [], _ words: String...) throws -> (
        figures: RunSummary, output: String
    ) {
        let file = try TemporaryFile("", name: "summary.json")
        let result = try Runner.run(["run", "-q", "--summary", file.path] + options + ["--", Runner.workload] + words)
        #expect(result.status == 0, "\(result.errors)")
        return (try JSONDecoder().decode(RunSummary.self, from: Data(file.text.utf8)), result.output)
    }

    @Test("V1: CPU time is what a busy loop has used")
    func busy() throws {
        let cpu = try #require(try Self.summary([], "busy", "1").figures.workload(.cpuSeconds))
        #expect((1...1.03).contains(cpu))
    }

    @Test("V2: each sleep is one wait, and one timer wakeup where the kernel counts them")
    func sleeps() throws {
        let figures = try Self.summary([], "sleeps", "500").figures
        #expect((500...510).contains(try #require(figures.workload(.voluntarySwitches))))
        if Requirement.kernelProbe {
            let timers = try #require(figures.workload(.timerWakeups))
            #expect((475...510).contains(timers))
            // None where other tests keep a CPU busy.
            if let idle = figures.workload(.idleWakeups) { #expect(idle <= 520) }
        }
    }

    @Test("V4: threads, reaped children, a zombie and an orphan are all counted")
    func tree() throws {
        let figures = try Self.summary([], "tree").figures
        let cpu = try #require(figures.workload(.cpuSeconds))
        #expect((1.2...1.27).contains(cpu))
        let waits = try #require(figures.workload(.voluntarySwitches))
        #expect((1200...1300).contains(waits))
        if Requirement.kernelProbe {
            #expect((1176...1224).contains(try #require(figures.workload(.timerWakeups))))
        }
    }

    @Test("V4: a storm of short-lived children costs what they say they have used, to 2 %")
    func storm() throws {
        let (figures, output) = try Self.summary([], "storm", "300")
        let truth = try #require(Double(output.split(separator: "\n").first ?? ""))
        let cpu = try #require(figures.workload(.cpuSeconds))
        #expect(truth > 0.3)
        // It has its start and its end beside what it says: 18 ms were seen where the machine was busy.
        #expect((truth * 0.98...truth * 1.02 + 0.03).contains(cpu), "\(cpu) of \(truth)")
    }

    @Test("V5: nothing is counted while it is frozen, and it is known for how long that was")
    func frozen() throws {
        let figures = try Self.summary(
            ["--background-after", "0.3s", "--foreground-after", "1.5s", "--for", "2s"], "timer", "100", "1000"
        ).figures
        let suspended = try #require(figures.states["suspended"])
        #expect(suspended.used.cpuSeconds == 0)
        #expect(try #require(suspended.used.voluntarySwitches) <= 1)
        let frozen = try #require(figures.workload(.frozenSeconds))
        #expect(abs(frozen - suspended.seconds) < 0.1)
        #expect((0.5...1.1).contains(frozen))
        let held = try #require(figures.workload(.awakeHoldSeconds))
        #expect(abs(held + frozen - 2) < 0.3)
    }

    @Test("V6: who waits for ever does not wake")
    func idle() throws {
        let figures = try Self.summary(["--for", "3s"], "idle").figures
        #expect(try #require(figures.workload(.voluntarySwitches)) <= 5)
        #expect(try #require(figures.workload(.quietSeconds)) > 1.5)
    }

    @Test("V8: three at once are three times one")
    func copies() throws {
        let three = try Self.summary([], "copies", "3", "100", "50", "aligned").figures
        // The parent waits for each, and each for its timer.
        #expect((100...170).contains(try #require(three.workload(.voluntarySwitches))))
    }

    @Test("page faults, memory and packets are those of the program")
    func others() throws {
        let pages = try Self.summary([], "pages", "5000").figures
        #expect((5000...6000).contains(try #require(pages.workload(.minorFaults))))
        #expect(try #require(pages.workload(.memoryPeakBytes)) >= 5000 * Double(getpagesize()))
        guard Requirement.kernelProbe else { return }
        let packets = try Self.summary([], "udp", "10", "1000").figures
        // 20 bytes of IP and 8 of UDP.
        #expect(packets.workload(.networkSentBytes) == 10_280)
        #expect(packets.workload(.networkReceivedBytes) == 10_280)
        #expect(packets.workload(.networkPackets) == 20)
        #expect(packets.workload(.networkBursts) == 1)
    }

    @Test("what a grant has kept running is charged with what it cost")
    func grants() throws {
        let figures = try Self.summary(
            ["--strategy", "background-task", "--background-after", "0.5s", "--for", "2s"], "timer", "100", "1000"
        ).figures
        let task = try #require(figures.grants["finishTask"])
        #expect(abs(task.seconds - 1.5) < 0.3)
        #expect((60...160).contains(try #require(task.used.voluntarySwitches)))
        #expect(figures.proxies[.runner]?[.cpuSeconds]?.value ?? 0 > 0)
    }

    @Test("--sample 0s reads nothing in between, and says so; what cannot be is no figure")
    func noSampling() throws {
        let figures = try Self.summary(["--sample", "0s"], "sleeps", "10").figures
        let quiet = try #require(figures.proxies[.workload]?[.quietSeconds])
        #expect(quiet.value == nil)
        #expect(quiet.quality == .unavailable)
        #expect(quiet.source.contains("--sample 1s"))
    }

    @Test(
        "V10: who may not ask the kernel gets no figure in its place, and hears what would give it",
        .enabled(if: getuid() == 0, "needs root, to become somebody else"))
    func unprivileged() throws {
        // Where nobody can reach it.
        var template = Array("/tmp/keepalive-nobody-XXXXXX".utf8CString)
        let directory = String(cString: try #require(mkdtemp(&template)))
        defer { try? FileManager.default.removeItem(atPath: directory) }
        chmod(directory, 0o755)
        for binary in [Runner.path, Runner.workload] {
            let name = try #require(binary.split(separator: "/").last)
            try FileManager.default.copyItem(atPath: binary, toPath: "\(directory)/\(name)")
        }
        let runner = try Runner(
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", directory + "/keepalive-run", "run", "-q",
                "--summary",
                "-", "--", directory + "/test-workload", "sleeps", "100",
            ], path: "/usr/bin/setpriv")
        #expect(try runner.finish() == 0, "\(runner.errors)")
        let figures = try JSONDecoder().decode(RunSummary.self, from: Data(runner.errors.utf8))
        for proxy in [Proxy.idleWakeups, .timerWakeups, .networkSentBytes, .networkPackets] {
            let value = try #require(figures.proxies[.workload]?[proxy])
            #expect(value.value == nil, "\(proxy)")
            #expect(value.quality == .unavailable)
            #expect(value.source.contains("root") || value.source.contains("doctor"), "\(value.source)")
        }
        #expect((100...110).contains(try #require(figures.workload(.voluntarySwitches))))
    }
}

extension RunSummary {
    /// A figure of the app itself.
    fileprivate func workload(_ proxy: Proxy) -> Double? { proxies[.workload]?[proxy]?.value }
}

import Foundation
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// Programs that do not want to be frozen, supervised or ended (Tests/Attacker).
@Suite(.ownThread) struct AttackTests {
    static let attacker = Runner.built("test-attacker")

    /// A file in which the attacker counts as long as any of its processes runs.
    final class Counter {
        let file: TemporaryFile
        init() throws { file = try TemporaryFile(String(repeating: "\0", count: 4096)) }
        var value: UInt64 {
            guard let data = try? Data(contentsOf: URL(filePath: file.path)), data.count >= 8 else { return 0 }
            return data.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        }
    }

    @Test(
        "who leaves the cgroup is brought back, and told",
        .enabled(if: Requirement.cgroup, "needs a writable cgroup v2"))
    func broughtBack() throws {
        let counter = try Counter()
        let above = try CgroupDirectory.find().path + "/cgroup.procs"
        let runner = try Runner(
            ["-q", "--events", "-", "--freezer", "cgroup", "--", Self.attacker, counter.file.path, "escape", above])
        #expect(runner.look { counter.value > 100 })
        try runner.tell("home")
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        let notes = runner.events(.note).compactMap(\.message)
        #expect(notes.contains { $0.contains("had left the app's cgroup") && $0.contains("brought back") }, "\(notes)")
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
    }

    @Test(
        "an app that stops its guardians does not keep the run from ending, also when it is frozen",
        arguments: SupervisionTests.freezers, [false, true])
    func stoppedGuardian(freezer: String, isFrozen: Bool) throws {
        let counter = try Counter()
        let runner = try Runner(
            ["-q", "--events", "-", "--freezer", freezer, "--", Self.attacker, counter.file.path, "stop"])
        #expect(runner.look { counter.value > 100 })
        if isFrozen {
            try runner.tell("home")
            #expect(runner.wait { !runner.events(.frozen).isEmpty })
        }
        try runner.tell("shutdown")
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("kill -9 of the runner and any guardian at once leaves nothing", arguments: SupervisionTests.freezers)
    func killedTogether(freezer: String) throws {
        for round in 0..<(Machine.variable("KEEPALIVE_VM") == nil ? 6 : 2) {
            let runner = try Runner(
                [
                    "-q", "--events", "-", "--freezer", freezer, "--", "sh", "-c",
                    "sleep 1000 & (setsid sleep 1000 &) ; (setsid setsid sh -c 'while :; do sleep 0.01; done' &); echo ready; while :; do sleep 0.01; done",
                ])
            #expect(runner.wait { runner.output == "ready\n" })
            let guardians = runner.helpers(GuardedProcess.guardianName)
            #expect(guardians.count == 2)
            if round % 3 == 2 {
                try runner.tell("home")
                #expect(runner.wait { !runner.events(.frozen).isEmpty })
            }
            let victim = guardians[round % 2]
            if round < 3 { kill(victim, SIGKILL) }
            runner.signal(SIGKILL)
            kill(victim, SIGKILL)
            #expect(runner.wait { runner.status == ProcessStatus.signalled(SIGKILL) })
            #expect(runner.waitUntilNothingIsLeft())
        }
    }

    @Test(
        "a process that gets the pid of the main one, which has ended, does not end once more",
        .enabled(if: Requirement.lastPID, "needs to write /proc/sys/kernel/ns_last_pid"))
    func reusedPid() throws {
        let counter = try Counter()
        let loop = try EventLoop()
        let process = try GuardedProcess(
            GuardedProcess.Request(
                path: Self.attacker, arguments: ["test-attacker", "\(counter.file.path)", "reuse"], environment: []),
            loop: loop)
        var ends = 0
        process.onReport = { if case .exited = $0 { ends += 1 } }
        #expect(loop.run(until: { counter.value > 0 || ends > 1 }, timeout: .seconds(20)))
        // All three have ended when the guardian has no child any more.
        #expect(
            loop.run(
                until: { ProcessTable.descendants(of: process.guardianPID).isEmpty }, timeout: .seconds(20)))
        _ = loop.run(until: { false }, timeout: .milliseconds(100))
        #expect(ends == 1)
        process.end()
    }

    @Test("who ends keepalive-run by its name ends the runner, not what clears up after it")
    func killedByName() throws {
        let runner = try Runner(["-q", "--", "sh", "-c", "sleep 1000 & (setsid sleep 1000 &) ; echo ready; wait"])
        #expect(runner.wait { runner.output == "ready\n" })
        let guardians = runner.descendants.filter { $0.name == GuardedProcess.guardianName }
        for guardian in guardians {
            let words = try SmallFile.read("/proc/\(guardian.identity.pid)/cmdline")
            #expect(!words.contains("keepalive-run"))
            #expect(words.hasPrefix("keepalive-guard"))
        }
        runner.signal(SIGKILL)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "the name of a cgroup is used once, so that who removes it late removes no other",
        .enabled(if: Requirement.cgroup, "needs cgroups"))
    func namesOnce() throws {
        let directory = try CgroupDirectory.find()
        var names: Set<String> = []
        for _ in 0..<3 {
            let group = try directory.makeGroup()
            #expect(names.insert(group).inserted)
            #expect(rmdir(group) == 0)
        }
    }

    @Test("a cgroup that an app has nested deeply goes with it", .enabled(if: Requirement.cgroup, "needs cgroups"))
    func deepGroups() throws {
        let counter = try Counter()
        let runner = try Runner(["-q", "--events", "-", "--", Self.attacker, counter.file.path, "deep", "60"])
        #expect(runner.look { counter.value > 10 })
        runner.signal(SIGKILL)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("the runner's clock is the kernel's, whatever the app is shown", .enabled(if: hasFaketime, "needs faketime"))
    func fakedClock() throws {
        let runner = try Runner(
            [
                "-f", "+10d x0.1", Runner.path, "-q", "--events", "-", "--background-after", "0.2s", "--for", "1s",
                "--",
                "sh", "-c", "date +%s; sleep 1000",
            ], path: "/usr/bin/faketime")
        #expect(try runner.finish(20) == 0)
        #expect(!runner.events(.frozen).isEmpty)
        let shown = try #require(Double(runner.output.split(separator: "\n").first ?? ""))
        #expect(shown > Date().timeIntervalSince1970 + 9 * 86_400)
        let ended = try Runner(
            ["-f", "-1d x0.1", Runner.path, "-q", "--", "sh", "-c", "echo ready; sleep 1000"], path: "/usr/bin/faketime"
        )
        #expect(ended.wait { ended.output == "ready\n" })
        for child in ended.descendants where child.name == "keepalive-run" { kill(child.identity.pid, SIGTERM) }
        ended.signal(SIGTERM)
        #expect(try ended.finish(20) == 143)
    }

    static let hasFaketime = Requirement.mayNotSkip || access("/usr/bin/faketime", X_OK) == 0

    @Test("events that are larger than files may be end the run with 125")
    func fileSizeLimit() throws {
        let file = try TemporaryFile()
        let runner = try Runner(
            [
                "-c",
                "ulimit -f 0; exec \(Runner.path) -q --events \(file.path) --for 5s -- sleep 1000",
            ], path: "/bin/sh")
        #expect(try runner.finish() == 125)
        #expect(runner.errors.contains("File too large"))
    }

    @Test(
        "without /proc the command is found, and what is missing is said",
        .enabled(if: Requirement.mountNamespace, "needs a mount namespace"))
    func withoutProc() throws {
        let runner = try Runner(
            ["-m", "sh", "-c", "umount -l /proc && exec \(Runner.path) --for 1s -- sleep 1000"],
            path: "/usr/bin/unshare")
        #expect(try runner.finish() == 125)
        #expect(runner.errors.contains("/proc"))
        #expect(!runner.errors.contains("no command given"))
    }

    @Test(
        "a name server that never answers holds up neither a signal nor the end",
        .enabled(if: Requirement.mountNamespace, "needs a mount namespace"), arguments: ["run", "boot"])
    func silentNameServer(command: String) throws {
        let number: UInt32 = command == "boot" ? 98 : 99
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(53).bigEndian
        address.sin_addr.s_addr = (0x7F00_0000 | number).bigEndian
        let descriptor = socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(bound == 0, "port 53 of 127.0.0.\(number): errno \(errno)")
        let file = try TemporaryFile("nameserver 127.0.0.\(number)\n")
        let arguments =
            command == "boot" ? "boot" : "run --modes location --strategy location --background-after 0s"
        let tail = command == "boot" ? "" : "-- sleep 1000"
        let runner = try Runner(
            [
                "-m", "sh", "-c",
                "mount --bind \(file.path) /etc/resolv.conf"
                    + " && exec \(Runner.path) \(arguments) --gpsd receiver.example:2947 \(tail)",
            ], path: "/usr/bin/unshare")
        // Asked, it says nothing; the runner waits for it.
        var buffer = [UInt8](repeating: 0, count: 512)
        #expect(runner.look { recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT)) > 0 })
        runner.signal(SIGTERM)
        #expect(try runner.finish(4) == 143)
        #expect(runner.waitUntilNothingIsLeft())
    }
}

import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

@Suite(.ownThread) struct FreezerTests {
    @Test("cgroup v2 is found by its file-system type, wherever it is mounted")
    func mountPoints() {
        let hybrid = """
            25 1 0:22 / /sys rw - sysfs sysfs rw
            31 25 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw
            32 31 0:27 / /sys/fs/cgroup/freezer rw - cgroup cgroup rw,freezer
            33 31 0:28 / /sys/fs/cgroup/unified rw shared:9 master:2 - cgroup2 cgroup2 rw
            """
        #expect(CgroupDirectory.mountPoint(in: hybrid) == "/sys/fs/cgroup/unified")
        let spaced = "40 1 0:30 / /my\\040groups rw - cgroup2 none rw"
        #expect(CgroupDirectory.mountPoint(in: spaced) == "/my groups")
        let escaped = #"40 1 0:30 / /my\134040\012groups rw - cgroup2 none rw"#
        #expect(CgroupDirectory.mountPoint(in: escaped) == "/my\\040\ngroups")
        #expect(CgroupDirectory.mountPoint(in: "25 1 0:22 / /sys rw - sysfs sysfs rw") == nil)
        #expect(CgroupDirectory.mountPoint(in: "") == nil)
    }

    @Test("a process is told by pid and start time; its name may hold anything")
    func processTable() throws {
        let own = try #require(ProcessTable.entry(getpid()))
        #expect(own.parent == getppid())
        #expect(own.group == getpgrp())
        #expect(own.state == "R" || own.state == "S")
        #expect(ProcessTable.entry(pid_t.max) == nil)
        #expect(ProcessTable.isOurs)
        #expect(ProcessTable.threads(getpid()).count >= 1)
    }

    @Test("a look that has no time left visits one process, and the next goes on there")
    func boundedLook() throws {
        let loop = try EventLoop()
        let process = try GuardedProcess(
            GuardedProcess.Request(
                path: "/bin/sh", arguments: ["sh", "-c", "sleep 1000 & sleep 1000 & (sleep 1000; :) & wait"],
                environment: []), loop: loop)
        defer { process.end() }
        let all = { ProcessTable.descendants(of: process.guardianPID).filter { ["sh", "sleep"].contains($0.name) } }
        try #require(loop.run(until: { all().filter { $0.name == "sleep" }.count == 3 }, timeout: .seconds(20)))
        #expect(all().count == 5)
        let some = ProcessTable.descendants(of: process.guardianPID, atMost: 2).map(\.identity.pid)
        #expect(some.count == 2 && some.first == process.pid)
        for entry in all() { #expect(ProcessTable.isDescendant(entry.identity.pid, of: process.guardianPID)) }
        #expect(!ProcessTable.isDescendant(process.guardianPID, of: process.pid))
        #expect(!ProcessTable.isDescendant(pid_t.max, of: process.guardianPID))
        var look = TreeLook(roots: [process.guardianPID])
        for number in 1...10 {
            #expect(!look.isProven)
            var visited = 0
            look.look(until: loop.now) { _ in
                visited += 1
                return .settled
            }
            #expect(visited == 1)
            #expect(look.count == number / 5)
            #expect(look.isBetweenLooks == (number % 5 == 0))
        }
        #expect(look.isProven, "two looks have found the same five")
    }

    @Test("a path is resolved as execvp does it")
    func commands() throws {
        #expect(try CommandResolver.resolve("sh", path: "/nonexistent:/bin") == "/bin/sh")
        #expect(try CommandResolver.resolve("/bin/sh", path: nil) == "/bin/sh")
        #expect(throws: KeepAliveError.self) { try CommandResolver.resolve("sh", path: "/nonexistent") }
        #expect(throws: KeepAliveError.self) { try CommandResolver.resolve("", path: "/bin") }
    }

    @Test("bytes that are not UTF-8 survive")
    func rawText() {
        let bytes: [UInt8] = [0x61, 0xFF, 0x62]
        var text = RawText("")
        text.bytes = bytes
        let array = CStringArray([text, "b"])
        #expect(array.pointer[0].map { RawText(cString: $0).bytes } == bytes)
        #expect(array.pointer[2] == nil)
        #expect(text.text == "a\u{FFFD}b")
    }
}

/// With KEEPALIVE_NO_SKIPS, as in CI, a test that would skip itself must not go unseen.
@Suite(.ownThread) struct MachineTests {
    @Test(
        "CI has every part that a test may skip for",
        .enabled(if: Machine.variable("KEEPALIVE_NO_SKIPS") != nil, "only where nothing may be skipped"))
    func nothingIsSkipped() throws {
        #expect(ExternalTool.gpsd.find() != nil)
        #expect(ExternalTool.gpsbabel.find() != nil)
        #expect(ExternalTool(name: "parec", package: "pulseaudio-utils", purpose: "").find() != nil)
        // Only PulseAudio lowers others.
        let asksForPipeWire = Machine.variable(SoundServerProgram.variable) == SoundServerProgram.pipewire.rawValue
        #expect(asksForPipeWire || SoundServerProgram.chosen == .pulseaudio)
        #expect(AudioProbe.missingForPrivateServer().isEmpty)
        if Machine.variable("KEEPALIVE_VM") == "no-cgroup" {
            #expect(throws: KeepAliveError.self) { try CgroupDirectory.find() }
        } else if getuid() == 0 {
            try CgroupDirectory.find().tryOut()
        }
    }
}

import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

@Suite(.ownThread(.measures)) struct TreeUsageTests {
    @Test(
        "a number is taken from the line that begins with the key",
        arguments: [
            ("usage_usec 12\nuser_usec 7\n", 12), ("a 1\nusage_usec 18446744073709551615\n", .max),
            ("usage_usec    3 kB\n", 3),
            ("nonusage_usec 5\nusage_usec 6", 6), ("usage_usec \n", nil), ("usage_usec", nil), ("usage_usec x", nil),
            ("", nil), ("other 1\n", nil),
        ] as [(String, Int64?)])
    func numbers(text: String, expected: Int64?) throws {
        var path = Array("/tmp/keepalive-numbers-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        defer { close(file) }
        unlink(&path)
        #expect(write(file, text, text.utf8.count) == text.utf8.count)
        #expect(SmallFile.number("usage_usec ", in: file) == expected)
    }

    @Test("what cannot be read has no number")
    func noFile() {
        #expect(SmallFile.number("usage_usec ", in: -1) == nil)
        #expect(SmallFile.number("usage_usec ", at: "/nonexistent") == nil)
    }

    @Test(
        "a tree that ran used more; one that did not is as it was, read anew or not",
        .enabled(if: (try? CgroupDirectory.find().tryOut()) != nil, "needs a writable cgroup v2"))
    func group() throws {
        let group = try CgroupDirectory.find().makeGroup()
        let echo = try Echo(cgroup: group)
        defer {
            echo.end()
            rmdir(group)
        }
        let usage = TreeUsage(group: group, guardian: getpid())
        let reaped = Usage(cpuSeconds: 100, voluntarySwitches: 1000)
        echo.sendBytes(3)
        let before = usage.read(reaped: reaped)
        echo.sendBytes(10)
        echo.stop()
        let after = usage.read(reaped: reaped)
        #expect(try #require(after.cpuSeconds) > #require(before.cpuSeconds))
        #expect(after.voluntarySwitches == 1000 + echo.voluntarySwitches)
        #expect(try #require(after.cpuSeconds) < 100, "what was reaped is in the group's own count")
        #expect(usage.read(reaped: reaped) == after)
        #expect(TreeUsage(group: group, guardian: getpid()).read(reaped: reaped) == after)
    }

    @Test(
        "what a tree's end completes: what was reaped, but nothing that the group has counted itself",
        arguments: [true, false])
    func completed(tellsPeak: Bool) throws {
        var template = Array("/tmp/keepalive-group-XXXXXX".utf8CString)
        let group = String(cString: try #require(mkdtemp(&template)))
        defer { try? FileManager.default.removeItem(atPath: group) }
        var files = ["cpu.stat": "usage_usec 2000000\n", "cgroup.stat": "nr_descendants 0\n", "cgroup.procs": ""]
        if tellsPeak { files["memory.peak"] = "4096\n" }
        for (name, text) in files {
            try text.write(toFile: "\(group)/\(name)", atomically: false, encoding: .utf8)
        }
        let usage = TreeUsage(group: group, guardian: getpid())
        let last = usage.readAll(reaped: Usage(cpuSeconds: 1, voluntarySwitches: 10))
        #expect(last.memoryPeakBytes == (tellsPeak ? 4096 : 0))
        var all = Usage(cpuSeconds: 3, voluntarySwitches: 12)
        // That of the guardian, before the app's program was in its place.
        all.memoryPeakBytes = 1 << 20
        let complete = usage.completed(last, reaped: all)
        #expect(complete.cpuSeconds == 2 && complete.voluntarySwitches == 12)
        #expect(complete.memoryPeakBytes == (tellsPeak ? 4096 : 1 << 20))
        let without = TreeUsage(group: nil, guardian: getpid())
        #expect(without.completed(Usage(cpuSeconds: 1, voluntarySwitches: 10), reaped: all) == all)
    }

    @Test("without a cgroup the live processes are counted, and what was reaped before")
    func noGroup() throws {
        let echo = try Echo(cgroup: nil)
        let usage = TreeUsage(group: nil, guardian: getpid())
        let reaped = Usage(cpuSeconds: 100, voluntarySwitches: 1000)
        echo.sendBytes(3)
        echo.stop()
        let after = usage.read(reaped: reaped)
        #expect(try #require(after.cpuSeconds) >= 100)
        // Other tests have processes too.
        #expect(try #require(after.voluntarySwitches) >= 1000 + echo.voluntarySwitches)
    }
}

/// A process that waits for a byte, and sends it back.
private final class Echo {
    private var pid: pid_t
    private let toIt: CInt
    private let fromIt: CInt

    init(cgroup: String?) throws {
        var down: [CInt] = [-1, -1]
        var up: [CInt] = [-1, -1]
        try #require(pipe(&down) == 0 && pipe(&up) == 0)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, down[0], 0)
        posix_spawn_file_actions_adddup2(&actions, up[1], 1)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("cat"), nil]
        defer { free(words[0]) }
        let pid = OwnChildren.start {
            var pid = pid_t(-1)
            return posix_spawnp(&pid, "cat", &actions, nil, &words, environ) == 0 ? pid : -1
        }
        try #require(pid > 0)
        close(down[0])
        close(up[1])
        (self.pid, toIt, fromIt) = (pid, down[1], up[0])
        if let cgroup { try SmallFile.write(cgroup + "/cgroup.procs", "\(pid)") }
    }

    /// Sends bytes, one when the one before has come back.
    func sendBytes(_ count: Int) {
        for _ in 0..<count {
            var byte: UInt8 = 7
            #expect(write(toIt, &byte, 1) == 1 && read(fromIt, &byte, 1) == 1)
        }
    }

    var voluntarySwitches: Int64 { Int64(AudioTools.voluntarySwitches("/proc/\(pid)/status")) }

    /// Stops it, and waits until it has.
    func stop() {
        kill(pid, SIGSTOP)
        var status: CInt = 0
        #expect(waitpid(pid, &status, WUNTRACED) == pid)
    }

    /// Kills it, and waits until it is gone.
    func end() {
        guard pid > 0 else { return }
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
        pid = 0
    }

    deinit {
        end()
        close(toIt)
        close(fromIt)
    }
}

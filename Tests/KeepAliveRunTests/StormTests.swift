import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// Programs that make processes and threads without end (Tests/Attacker): one at a time, since each takes the processors.
@Suite(.serialized, .ownThread(.storms)) struct StormTests {
    /// How a program may try to run on.
    static let attacks: [(name: String, argument: String)] = [
        ("chains", "1"), ("chains", "4"), ("mates", "0"), ("leavers", "3"), ("vforks", "3"), ("nested", "100"),
        ("threads", "3"),
        ("escape", "procs"),
        ("escapes", "procs"), ("deep", "40"),
    ]

    @Test("what is said to be frozen does not run", arguments: SupervisionTests.freezers, attacks.indices)
    func frozenIsFrozen(freezer: String, attack: Int) throws {
        var (name, argument) = Self.attacks[attack]
        if argument == "procs" { argument = (try? CgroupDirectory.find().path + "/cgroup.procs") ?? "/dev/null" }
        try expectFrozen(freezer: freezer, name, argument)
    }

    private func expectFrozen(freezer: String, _ name: String, _ argument: String) throws {
        let counter = try AttackTests.Counter()
        let runner = try Runner(
            [
                "-q", "--events", "-", "--freezer", freezer, "--", AttackTests.attacker, counter.file.path, name,
                argument,
            ])
        #expect(runner.look { counter.value > 100 })
        for _ in 0..<3 {
            let freezes = runner.events(.frozen).count
            try runner.tell("home")
            #expect(runner.wait { runner.events(.frozen).count > freezes }, "\(runner.errors)")
            let before = counter.value
            // Awaits nothing but time: in 0.2 s of running, each of them counts at least some dozens.
            _ = runner.loop.run(until: { false }, timeout: .milliseconds(200))
            #expect(counter.value == before, "\(runner.errors)")
            try runner.tell("launch")
            #expect(runner.look { counter.value > before }, "it runs again")
        }
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("a whole group is stopped, unless somebody else had stopped one of it: that one stays stopped")
    func groups() throws {
        let counter = try AttackTests.Counter()
        let runner = try Runner(
            ["-q", "--events", "-", "--freezer", "signal", "--", AttackTests.attacker, counter.file.path, "mates", "3"])
        let mates = { runner.descendants.filter { $0.state == "T" } }
        #expect(runner.look { counter.value > 100 && mates().count == 3 })
        for _ in 0..<2 {
            let before = mates().map(\.identity.pid).sorted()
            let freezes = runner.events(.frozen).count
            try runner.tell("home")
            #expect(runner.wait { runner.events(.frozen).count > freezes }, "\(runner.errors)")
            // Continued by somebody else, it is frozen again without a thaw.
            kill(try pid_t(#require(runner.events(.launched).first?.pid)), SIGCONT)
            #expect(runner.wait { runner.events(.frozen).count > freezes + 1 }, "\(runner.errors)")
            let count = counter.value
            try runner.tell("launch")
            #expect(runner.look { counter.value > count + 100 }, "it runs again")
            #expect(mates().map(\.identity.pid).sorted() == before)
        }
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "a fork that waits in the kernel is not taken for frozen: it makes a process before it stops",
        .enabled(if: Requirement.cgroup, "needs a writable cgroup v2"))
    func forksThatWait() throws {
        // Who moves a process into another cgroup makes every fork of the machine wait.
        let moves = """
            at=$0/keepalive-moves-$$; mkdir $at-a $at-b || exit 1; sleep 1000 & moved=$!
            trap 'kill $moved; wait; rmdir $at-a $at-b; exit 0' TERM
            while :; do echo $moved >$at-a/cgroup.procs; echo $moved >$at-b/cgroup.procs; done
            """
        let group = try CgroupDirectory.find().path
        let movers = try (1...3).map { _ in try Runner(["-c", moves, group], path: "/bin/sh") }
        for chains in ["1", "1", "4", "1"] { try expectFrozen(freezer: "signal", "chains", chains) }
        for mover in movers {
            mover.signal(SIGTERM)
            #expect(try mover.finish() == 0, "\(mover.errors)")
        }
    }

    // It is here because it ends the children of the whole process that nobody has registered.
    @Test("of the children of this process, orphans are ended; a guardian that has no name yet is spared")
    func orphans() throws {
        func sleeper() -> pid_t {
            var pid = pid_t(-1)
            var words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
            defer { for word in words { free(word) } }
            return posix_spawnp(&pid, "sleep", nil, nil, &words, environ) == 0 ? pid : -1
        }
        let orphan = sleeper()
        let own = OwnChildren.start(sleeper)
        try #require(orphan > 0 && own > 0)
        #expect(GuardedProcess.killOrphans() == [])
        #expect(ProcessTable.entry(orphan) == nil)
        #expect(ProcessTable.entry(own).map { $0.state != "Z" } == true)
        kill(own, SIGKILL)
        #expect(waitpid(own, nil, 0) == own)
    }
}

import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

@Suite(.ownThread) struct SupervisionTests {
    static let chatter = ["--", "sh", "-c", "while :; do echo x; sleep 0.02; done"]

    /// The freezers that can be had here.
    static let freezers = Requirement.cgroup ? ["cgroup", "signal"] : ["signal"]

    @Test("SD-03: output stops with the freeze, and CPU time stands still", arguments: freezers)
    func freezes(freezer: String) throws {
        let summary = try TemporaryFile()
        let runner = try Runner(
            [
                "-q", "--events", "-", "--summary", summary.path, "--freezer", freezer,
            ] + Self.chatter)
        #expect(runner.wait { !runner.output.isEmpty })
        try runner.tell("home")
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        // What was on its way in the pipe arrives at once; after that, nothing.
        _ = runner.wait(1) { !runner.events(.exited).isEmpty }
        let frozenOutput = runner.output
        try runner.tell("shutdown")
        #expect(try runner.finish() == 0)
        #expect(runner.output == frozenOutput)
        let background = try #require(runner.event(entering: .background))
        let frozen = try #require(runner.events(.frozen).first)
        // The policy freezes at once: what it allows an app in the background, 5 s, is not used up.
        #expect(frozen.t - background.t < 5)
        struct Summary: Decodable {
            struct Account: Decodable { var seconds: Double, used: Usage }
            var states: [String: Account]
        }
        let states = try JSONDecoder().decode(Summary.self, from: Data(summary.text.utf8)).states
        #expect(states["suspended"]?.used.cpuSeconds == 0)
        #expect(states["suspended"]?.used.voluntarySwitches == 0)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("the kernel says frozen 1", .enabled(if: Requirement.cgroup, "needs a writable cgroup v2"))
    func kernelConfirms() throws {
        let runner = try Runner(["-q", "--events", "-", "--background-after", "0s"] + Self.chatter)
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        let group = try #require(runner.cgroups.first)
        let events = try SmallFile.read("\(CgroupDirectory.find().path)/\(group)/cgroup.events")
        #expect(events.contains("frozen 1"))
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
    }

    @Test("daemonised grandchildren are frozen too", arguments: freezers)
    func grandchildren(freezer: String) throws {
        let file = try TemporaryFile()
        let script = "(setsid sh -c 'while :; do echo x >> \(file.path); sleep 0.01; done' &) ; exec sleep 1000"
        let runner = try Runner(["-q", "--events", "-", "--freezer", freezer, "--", "sh", "-c", script])
        #expect(runner.look { file.size > 0 })
        try runner.tell("home")
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        let size = file.size
        // Awaits nothing but time: half a second in which the grandchild would write fifty lines.
        _ = runner.loop.run(until: { false }, timeout: .milliseconds(500))
        #expect(file.size == size)
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("returning to the foreground thaws", arguments: freezers)
    func thaws(freezer: String) throws {
        let runner = try Runner(["-q", "--events", "-", "--freezer", freezer] + Self.chatter)
        #expect(runner.wait { !runner.output.isEmpty })
        try runner.tell("home")
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        try runner.tell("launch")
        #expect(runner.wait { !runner.events(.thawed).isEmpty })
        let before = runner.output
        #expect(runner.wait { runner.output.count > before.count + 10 })
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
    }

    @Test(
        "a signal to the runner reaches a frozen command, which ends by it", arguments: freezers,
        [SIGTERM, SIGINT, SIGHUP])
    func signalWhileFrozen(freezer: String, signal: CInt) throws {
        let runner = try Runner(
            ["-q", "--events", "-", "--freezer", freezer, "--background-after", "0s", "--", "sleep", "1000"])
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        runner.signal(signal)
        #expect(try runner.finish() == 128 + signal)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("a command that handles the signal ends in its own way, also when it was frozen", arguments: freezers)
    func signalHandled(freezer: String) throws {
        let script = "trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.02; done"
        let runner = try Runner(["-q", "--events", "-", "--freezer", freezer, "--", "sh", "-c", script])
        #expect(runner.wait { runner.output == "ready\n" })
        try runner.tell("home")
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 5)
        #expect(runner.output == "ready\nbye\n")
    }

    @Test("kill -9 of the runner leaves nothing: no process, no cgroup", arguments: freezers)
    func killedRunner(freezer: String) throws {
        // Chance decides what is under way when the kill comes; the virtual machine is there for its kernel, and slow.
        for _ in 0..<(Machine.variable("KEEPALIVE_VM") == nil ? 10 : 3) {
            let runner = try Runner(
                [
                    "-q", "--events", "-", "--freezer", freezer, "--", "sh", "-c",
                    "sleep 1000 & (setsid sleep 1000 &) ; echo ready; while :; do sleep 0.01; done",
                ])
            #expect(runner.wait { runner.output == "ready\n" })
            try runner.tell("home")
            #expect(runner.wait { !runner.events(.frozen).isEmpty })
            #expect(runner.descendants.count >= 4)
            runner.signal(SIGKILL)
            #expect(runner.wait { runner.status == ProcessStatus.signalled(SIGKILL) })
            #expect(runner.waitUntilNothingIsLeft())
        }
    }

    @Test("kill -9 of the guardian ends the run with 125, and leaves nothing", arguments: freezers)
    func killedGuardian(freezer: String) throws {
        let runner = try Runner(
            [
                "-q", "--events", "-", "--freezer", freezer, "--background-after", "0s", "--", "sh", "-c",
                "(setsid sleep 1000 &) ; while :; do sleep 0.01; done",
            ])
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        // The inner one: its watcher takes the tree down.
        let guardian = try #require(runner.descendants.last { $0.name == GuardedProcess.guardianName })
        kill(guardian.identity.pid, SIGKILL)
        #expect(try runner.finish() == 125)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test("what the command leaves running ends with it")
    func orphans() throws {
        let runner = try Runner(["-q", "--", "sh", "-c", "sleep 1000 & (setsid sleep 1000 &) ; exit 4"])
        #expect(try runner.finish() == 4)
        #expect(runner.waitUntilNothingIsLeft())
    }

    @Test(
        "a stale cgroup of a dead runner is swept at the next start",
        .enabled(if: Requirement.cgroup, "needs a writable cgroup v2"))
    func sweeps() throws {
        let directory = try CgroupDirectory.find()
        // No process can have this pid and this start time.
        let stale = "\(directory.path)/\(CgroupDirectory.prefix)1.999999999999.\(CgroupDirectory.namespace)"
        mkdir(stale, 0o755)
        mkdir("\(stale)/below", 0o755)
        try SmallFile.write("\(stale)/cgroup.freeze", "1")
        #expect(try Runner.run(["-q", "--", "true"]).status == 0)
        #expect(access(stale, F_OK) == -1)
    }

    @Test("who continues a frozen app with a signal is told, and it is stopped again")
    func continuedByOthers() throws {
        // A shell may be in vfork(2) when it is frozen: then its stop is pending, and nothing is continued.
        let runner = try Runner(["-q", "--events", "-", "--freezer", "signal", "--", "sleep", "1000"])
        #expect(runner.wait { !runner.events(.launched).isEmpty })
        let pid = try #require(runner.events(.launched).first?.pid)
        try runner.tell("home")
        #expect(runner.wait { runner.events(.frozen).count == 1 })
        kill(pid_t(pid), SIGCONT)
        #expect(runner.wait { runner.events(.frozen).count == 2 }, "\(runner.errors)")
        #expect(
            runner.events(.note).contains { $0.message?.contains("continued the frozen app with a signal") == true })
        #expect(ProcessTable.entry(pid_t(pid))?.state == "T")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("a process that the user had stopped stays stopped after a thaw by signals")
    func stoppedByTheUser() throws {
        let file = try TemporaryFile()
        let script = "sleep 1000 & kill -STOP $!; echo $! > \(file.path); while :; do sleep 0.02; done"
        let runner = try Runner(
            [
                "-q", "--events", "-", "--freezer", "signal", "--", "sh", "-c", script,
            ])
        #expect(runner.look { file.size > 0 })
        try runner.tell("home")
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        try runner.tell("launch")
        #expect(runner.wait { !runner.events(.thawed).isEmpty })
        let pid = try #require(pid_t(file.text.split(separator: "\n").first ?? ""))
        #expect(ProcessTable.entry(pid)?.state == "T")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("LC-09: a watchdog leaves the app's code a second of this machine, however fast the policy's time goes")
    func scaledWatchdog() throws {
        // The 10 s of didEnterBackground are 0.1 s at this scale: shorter than what the handlers take.
        func app(takes seconds: Double) -> String {
            """
            import sys, time; sys.path.insert(0, "\(ScriptTests.root)/Examples/Python")
            from keepalive import App
            app = App()
            @app.on
            def didEnterBackground(_):
                time.sleep(\(seconds))
                print("returned", flush=True)
            app.call("hello", protocol=1)
            print("listens", flush=True)
            app.run()
            """
        }
        // The user leaves it once it listens, however long a machine takes to start it.
        func left(_ seconds: Double) throws -> Runner {
            let runner = try Runner(
                [
                    "-q", "--events", "-", "--time-scale", "0.01", "--", "/usr/bin/python3", "-c",
                    app(takes: seconds),
                ])
            #expect(runner.wait(60) { runner.output.contains("listens") }, "\(runner.output)\(runner.errors)")
            try runner.tell("home")
            return runner
        }
        let quick = try left(0.2)
        #expect(quick.wait(60) { !quick.events(.frozen).isEmpty }, "\(quick.output)\(quick.errors)")
        quick.signal(SIGTERM)
        try quick.finish()
        let slow = try left(60)
        #expect(slow.wait(60) { !slow.events(.terminated).isEmpty }, "\(slow.output)\(slow.errors)")
        // A second of this machine is 100 s of the device.
        #expect(slow.events(.terminated).first?.reason == "didEnterBackground did not return in 100 s")
        try slow.finish()
    }

    @Test(
        "an app that has ended has used all that its tree has, also what was reaped after the app", arguments: freezers)
    func usageOfZombies(freezer: String) throws {
        // It lives until its guardian is known.
        let lives = try Lives("sleep 1; exec \(Runner.workload) zombie 0.1 100", freezer: freezer)
        for life in 1...2 {
            try lives.workload.launch()
            let guardian = try #require(lives.pids.last.flatMap(ProcessTable.entry)).parent
            // The guardian's reports wait in the socket until both have been reaped, the app first.
            let deadline = EventLoop.monotonicNow + .seconds(30)
            while !ProcessTable.children(of: guardian).isEmpty, EventLoop.monotonicNow < deadline { usleep(1000) }
            #expect(ProcessTable.children(of: guardian).isEmpty)
            #expect(lives.wait { lives.statuses.count == life })
            let usage = lives.workload.usage()
            #expect(try #require(usage.cpuSeconds) >= 0.1 * Double(life))
            #expect(try #require(usage.voluntarySwitches) >= 100 * Int64(life))
        }
    }
}

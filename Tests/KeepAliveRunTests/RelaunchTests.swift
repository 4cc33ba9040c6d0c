import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

@Suite(.ownThread) struct RelaunchTests {
    /// The freezers that can be had here.
    static let freezers = Requirement.cgroup ? ["cgroup", "signal"] : ["signal"]

    @Test("a second life takes signals, freezes and thaws as the first", arguments: freezers)
    func secondLife(freezer: String) throws {
        let lives = try Lives(
            "trap 'exit 5' TERM; echo ready > $FIFO; while :; do sleep 0.02; done", freezer: freezer)
        let description = lives.workload.freezerDescription
        for life in 1...3 {
            try lives.launchUntilTold()
            #expect(lives.pids.count == life)
            #expect(lives.workload.freezerDescription.kind == description.kind)
            #expect(lives.workload.freezerDescription.reason == description.reason)
            lives.workload.suspend()
            #expect(lives.wait { lives.isFrozen })
            if life == 2 {
                // From within the freeze: it is thawed for the signal.
                lives.workload.terminate(signal: SIGTERM, grace: .seconds(60))
            } else {
                lives.workload.resume()
                #expect(lives.wait { lives.isThawed })
                lives.workload.signal(SIGTERM)
            }
            #expect(lives.wait { lives.statuses.count == life })
            #expect(lives.statuses.last == .exited(5))
        }
        #expect(Set(lives.pids).count == 3)
    }

    @Test("killed while frozen, the app is launched again from the event of its end", arguments: freezers)
    func relaunchedAtOnce(freezer: String) throws {
        let lives = try Lives("exec sleep 1000", freezer: freezer)
        lives.onEvent = { [unowned lives] event in
            switch event {
            case .started: lives.workload.suspend()
            case .frozen: lives.workload.terminate(signal: SIGKILL, grace: .zero)
            case .exited where lives.statuses.count < 5: try? lives.workload.launch()
            default: break
            }
        }
        try lives.workload.launch()
        #expect(lives.wait { lives.statuses.count == 5 })
        #expect(lives.statuses == Array(repeating: .signalled(SIGKILL), count: 5))
    }

    @Test("what outlasts the time after its signal is killed, and that is said of the runner", arguments: freezers)
    func stubborn(freezer: String) throws {
        let lives = try Lives("trap '' ABRT; echo ready > $FIFO; while :; do sleep 0.02; done", freezer: freezer)
        for life in 1...2 {
            try lives.launchUntilTold()
            #expect(!lives.workload.outlastedGrace)
            // The second time it ends in time, by the signal that it cannot ignore.
            lives.workload.terminate(signal: life == 1 ? SIGABRT : SIGKILL, grace: .milliseconds(100))
            #expect(lives.wait { lives.statuses.count == life })
            #expect(lives.statuses.last == .signalled(SIGKILL))
            #expect(lives.workload.outlastedGrace == (life == 1))
        }
        let notes = lives.events.compactMap { if case .note(let text) = $0 { text } else { nil } }
        #expect(notes == ["the command has not ended 0.1 s after signal 6: it is killed"])
    }

    @Test("what a life leaves running has ended before its end is told", arguments: freezers)
    func orphans(freezer: String) throws {
        let lives = try Lives("sleep 1000 & echo $! > $FIFO; (setsid sleep 1000 &); exit 4", freezer: freezer)
        for life in 1...2 {
            let orphan = try #require(pid_t(lives.launchUntilTold()))
            #expect(lives.wait { lives.statuses.count == life })
            #expect(kill(orphan, 0) == -1)
            if let group = lives.workload.freezerDescription.path { #expect(access(group, F_OK) == -1) }
        }
        #expect(lives.statuses == [.exited(4), .exited(4)])
    }

    @Test("usage is the sum over the lives", arguments: freezers)
    func usage(freezer: String) throws {
        // About a tenth of a second of work in each life.
        let lives = try Lives("i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done", freezer: freezer)
        #expect(lives.workload.usage() == Usage())
        var seconds: [Double] = []
        for life in 1...3 {
            try lives.workload.launch()
            #expect(lives.wait { lives.statuses.count == life })
            seconds.append(try #require(lives.workload.usage().cpuSeconds))
        }
        #expect(seconds[0] > 0)
        // Each life adds about as much as the first.
        #expect(seconds[1] > seconds[0] * 1.3)
        #expect(seconds[2] > seconds[1] * 1.1)
    }

    @Test("a launch that fails leaves nothing, and may be tried again")
    func failedLaunch() throws {
        try OwnProcess.run("RelaunchTests/failedLaunch") {
            for freezer in Self.freezers { try failToLaunch(freezer) }
        }
    }

    private func failToLaunch(_ freezer: String) throws {
        let loop = try EventLoop()
        let file = try TemporaryFile("#!/bin/sh\nexit 6\n")
        let choice = try #require(FreezerChoice(named: freezer))
        let workload = try SupervisedProcess(
            command: [RawText(file.path)], environment: Machine.rawEnvironment, freezer: choice, loop: loop)
        var statuses: [ProcessStatus] = []
        workload.onEvent = { if case .exited(let status) = $0 { statuses.append(status) } }
        #expect(throws: KeepAliveError.self) { try workload.launch() }
        let before = try SmallFile.list("/proc/self/fd").count
        // Found and executable, but not a program: the exec fails.
        chmod(file.path, 0o755)
        try SmallFile.write(file.path, "#!/nonexistent/x\n")
        for _ in 1...3 { #expect(throws: KeepAliveError.self) { try workload.launch() } }
        #expect(try SmallFile.list("/proc/self/fd").count == before)
        if let group = workload.freezerDescription.path { #expect(access(group, F_OK) == -1) }
        truncate(file.path, 0)
        try SmallFile.write(file.path, "#!/bin/sh\nexit 6\n")
        try workload.launch()
        #expect(loop.run(until: { !statuses.isEmpty }, timeout: .seconds(30)))
        #expect(statuses == [.exited(6)])
    }

    @Test("a guardian that is killed in the second life loses it")
    func guardianLost() throws {
        try OwnProcess.run("RelaunchTests/guardianLost") {
            for freezer in Self.freezers { try loseGuardian(freezer) }
        }
    }

    private func loseGuardian(_ freezer: String) throws {
        let lives = try Lives("(setsid sleep 1000 &); exec sleep 1000", freezer: freezer)
        try lives.workload.launch()
        lives.workload.terminate(signal: SIGKILL, grace: .zero)
        #expect(lives.wait { lives.statuses.count == 1 })
        try lives.workload.launch()
        let app = try #require(lives.pids.last.flatMap { ProcessTable.entry($0) })
        kill(app.parent, SIGKILL)
        #expect(lives.wait { if case .lost = lives.events.last { true } else { false } })
        #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
    }

    @Test("fifty lives leave no descriptor, no cgroup, no process and no timer")
    func nothingLeaks() throws {
        try OwnProcess.run("RelaunchTests/nothingLeaks") {
            for freezer in Self.freezers { try liveFiftyTimes(freezer) }
        }
    }

    private func liveFiftyTimes(_ freezer: String) throws {
        let lives = try Lives("sleep 1000 & (setsid sleep 1000 &) ; exec sleep 1000", freezer: freezer)
        lives.onEvent = { [unowned lives] event in
            switch event {
            case .started:
                // Every other life ends while it is frozen or being frozen; the others have a kill pending.
                if lives.pids.count % 2 == 0 { lives.workload.suspend() }
                if lives.pids.count % 3 == 0 { return lives.workload.terminate(signal: SIGKILL, grace: .zero) }
                lives.workload.terminate(signal: SIGTERM, grace: .seconds(3600))
            case .exited where lives.statuses.count % 50 != 1: try? lives.workload.launch()
            default: break
            }
        }
        /// Descriptors of this process, cgroups of its lives.
        func belongings() throws -> [Int] {
            let groups = Requirement.cgroup ? try SmallFile.list(CgroupDirectory.find().path) : []
            return [
                try SmallFile.list("/proc/self/fd").count,
                groups.filter { $0.hasPrefix("\(CgroupDirectory.prefix)\(getpid()).") }.count,
            ]
        }
        try lives.workload.launch()
        #expect(lives.wait { lives.statuses.count == 1 })
        let before = try belongings()
        try lives.workload.launch()
        #expect(lives.wait { lives.statuses.count == 51 })
        #expect(try belongings() == before)
        #expect(before[1] == 0)
        #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
        // A kill that is still pending would leave the loop's timer set to almost an hour. The test library has timers
        // of its own, which are short. See timerfd_create(2) for the text.
        for descriptor in try SmallFile.list("/proc/self/fd") {
            guard let text = try? SmallFile.read("/proc/self/fdinfo/\(descriptor)"),
                let value = text.split(separator: "it_value: (").dropFirst().first
            else { continue }
            #expect(Int(value.prefix { $0 != "," }) ?? 0 < 1000, "\(text)")
        }
    }

    @Test("the terminal is the app's in the second life too: typing, Ctrl-C, and across a freeze")
    func terminal() throws {
        if OwnProcess.isHere { return try liveTwiceOnTheTerminal() }
        let session = try TerminalSession(
            OwnProcess.arguments("RelaunchTests/terminal"), path: OwnProcess.path,
            environment: ["\(OwnProcess.variable)=1"])
        for life in 1...2 {
            #expect(session.wait { session.screen.contains("thawed \(life)") }, "\(session.screen)")
            session.type("line \(life)\n")
            #expect(session.wait { session.screen.contains("got line \(life)") }, "\(session.screen)")
            session.type("\u{3}")
            #expect(session.wait { session.screen.contains("ended \(life)") }, "\(session.screen)")
        }
        #expect(session.wait { session.status != nil })
        #expect(session.status == .exited(0), "\(session.screen)")
    }

    private func liveTwiceOnTheTerminal() throws {
        let script = "trap 'exit 3' INT; read line; echo \"got $line\"; while :; do sleep 0.02; done"
        let lives = try Lives(script, freezer: "signal")
        let signals = try SignalWatcher(loop: lives.loop)
        var interrupted = false
        signals.onSignal = { if $0.signal == SIGINT { interrupted = true } }
        lives.onEvent = { [unowned lives] event in
            switch event {
            case .started: lives.workload.suspend()
            case .frozen: lives.workload.resume()
            case .thawed: Machine.tell("thawed \(lives.pids.count)\n")
            case .exited:
                Machine.tell("ended \(lives.statuses.count)\n")
                if lives.statuses.count == 1 { try? lives.workload.launch() }
            default: break
            }
        }
        try lives.workload.launch()
        #expect(lives.wait { lives.statuses.count == 2 })
        #expect(lives.statuses == [.exited(3), .exited(3)])
        // The terminal was handed over, so its Ctrl-C was not ours.
        #expect(!interrupted)
    }

    @Test("MD-23: a typical life opens an app again that was purged, under a plain run")
    func typicalLife() throws {
        let runner = try Runner([
            "-q", "--events", "-", "--system-life", "typical:7", "--time-scale", "0.0001", "--", "sleep", "1000",
        ])
        #expect(runner.wait { runner.events(.launched).count == 2 }, "\(runner.errors)")
        #expect(runner.events(.state).contains { $0.state == .terminated && $0.rule == "LC-22" })
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
        #expect(runner.waitUntilNothingIsLeft())
    }
}

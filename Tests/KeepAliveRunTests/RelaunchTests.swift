import Glibc
import Testing

@testable import KeepAlive

/// A workload of real processes on a loop of its own, and everything that it reports.
private final class Lives {
    let loop: EventLoop
    let workload: SupervisedProcess
    private(set) var events: [WorkloadEvent] = []
    /// Called with each event, after it has been kept.
    var onEvent: ((WorkloadEvent) -> Void)?

    init(_ script: String, freezer: String) throws {
        // Tests run on a thread that blocks all signals, which the app would inherit at its first launch.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        _ = SignalWatcher.inherited
        loop = try EventLoop()
        workload = try SupervisedProcess(
            command: ["sh", "-c", RawText(script)], environment: Machine.rawEnvironment,
            freezer: try #require(SupervisedProcess.FreezerChoice(rawValue: freezer)), loop: loop)
        workload.onEvent = { [unowned self] event in
            events.append(event)
            onEvent?(event)
        }
    }

    func wait(until condition: @escaping () -> Bool) -> Bool { loop.run(until: condition, timeout: .seconds(30)) }

    var statuses: [ProcessStatus] { events.compactMap { if case .exited(let status) = $0 { status } else { nil } } }
    var pids: [Int32] { events.compactMap { if case .started(let pid) = $0 { pid } else { nil } } }
    var isFrozen: Bool { if case .frozen = events.last { true } else { false } }
    var isThawed: Bool { if case .thawed = events.last { true } else { false } }

    /// Launches, runs until a line is in a file, and returns it.
    func launch(untilWritten file: TemporaryFile) throws {
        try workload.launch()
        #expect(wait(forLineIn: file))
    }

    /// Waits until a file is not empty, looking every 5 ms: what another process writes is no event of ours.
    func wait(forLineIn file: TemporaryFile) -> Bool {
        var again: ScheduledAction?
        func look() {
            again = loop.schedule(after: .milliseconds(5)) { look() }
        }
        look()
        defer { if let again { loop.cancel(again) } }
        return wait { file.text.hasSuffix("\n") }
    }
}

@Suite struct RelaunchTests {
    /// The freezers that can be had here.
    static let freezers = Requirement.cgroup ? ["cgroup", "signal"] : ["signal"]

    @Test("a second life takes signals, freezes and thaws as the first", arguments: freezers)
    func secondLife(freezer: String) throws {
        let file = try TemporaryFile()
        let lives = try Lives(
            "trap 'exit 5' TERM; echo ready > \(file.path); while :; do sleep 0.02; done", freezer: freezer)
        let description = lives.workload.freezerDescription
        for life in 1...3 {
            try #require(truncate(file.path, 0) == 0)
            try lives.launch(untilWritten: file)
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

    @Test("what a life leaves running has ended before its end is told", arguments: freezers)
    func orphans(freezer: String) throws {
        let file = try TemporaryFile()
        let lives = try Lives(
            "sleep 1000 & echo $! > \(file.path); (setsid sleep 1000 &); exit 4", freezer: freezer)
        for life in 1...2 {
            try lives.workload.launch()
            #expect(lives.wait { lives.statuses.count == life })
            let orphan = try #require(pid_t(file.text.split(separator: "\n").first ?? ""))
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
        let choice = try #require(SupervisedProcess.FreezerChoice(rawValue: freezer))
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
            case .thawed: Machine.writeToStandardError("thawed \(lives.pids.count)\n")
            case .exited:
                Machine.writeToStandardError("ended \(lives.statuses.count)\n")
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
}

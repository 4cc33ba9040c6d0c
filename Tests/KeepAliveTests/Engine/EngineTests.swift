import Testing

@testable import KeepAliveEngine
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveReport
@testable import KeepAliveStrategies

/// An engine on virtual time, with everything it records.
final class VirtualEngine {
    let scheduler = VirtualScheduler()
    let workload: VirtualWorkload
    let engine: Engine
    private(set) var outcome: Engine.Outcome?
    private let recorder = Recorder()

    final class Recorder {
        var timeline: [TimelineEvent] = []
    }

    var timeline: [TimelineEvent] { recorder.timeline }

    init(
        _ strategies: [any KeepAliveStrategy], ios: PolicyProfile = .ios26, modes: [BackgroundMode] = [],
        plan: RunPlan, location: (any LocationSource)? = nil
    ) {
        var manifest = Manifest()
        manifest.declare(modes)
        let recorder = recorder
        workload = VirtualWorkload(scheduler: scheduler)
        engine = Engine(
            machine: PolicyMachine(profile: ios.scaled(by: plan.timeScale), manifest: manifest), scheduler: scheduler,
            workload: workload, audio: VirtualAudioOutput(scheduler: scheduler),
            location: location ?? VirtualLocationSource(scheduler: scheduler), strategies: { strategies }, plan: plan,
            record: { recorder.timeline.append($0) })
        engine.onEnd = { [unowned self] in outcome = $0 }
    }

    func run(for duration: Duration) throws {
        try engine.start()
        scheduler.advance(by: duration)
        engine.settle()
    }

    func kinds(_ kind: TimelineEvent.Kind) -> [TimelineEvent] { timeline.filter { $0.event == kind } }

    func time(of state: ApplicationState) -> Double? { timeline.last { $0.state == state }?.t }

    var summary: RunSummary {
        engine.summary(
            strategies: [], environment: .init(kernel: "virtual", freezer: workload.freezerDescription),
            outcome: outcome)
    }
}

/// A process whose freezes and end turn out as the test says.
private final class UndecidedWorkload: Workload {
    /// The end of the process; `nil` for one by the signal that is to end it.
    var end: ProcessStatus?
    var outlastedGrace = false
    func reclaimSockets(except spared: Set<UInt64>) -> ReclaimedSockets { ReclaimedSockets() }
    var onEvent: ((WorkloadEvent) -> Void)?
    let freezerDescription = FreezerDescription(kind: "test", reason: "decided by the test")
    func launch(variables: [String]) throws { onEvent?(.started(pid: 1)) }
    func suspend() {}
    func resume() {}
    /// How often the frozen tree has been looked at.
    private(set) var looks = 0
    func checkFrozen() { looks += 1 }
    func signal(_ number: Int32) {}
    func interrupt(signal: Int32, grace: Duration) {}
    func terminate(signal: Int32, grace: Duration) { onEvent?(.exited(end ?? .signalled(signal))) }
    func sharedFileLocks() -> [String] { [] }
    func usage() -> Usage { .zero }
}

/// Begins two background tasks, and ends one after the other.
private struct TwoTasks: KeepAliveStrategy {
    static let descriptor = StrategyDescriptor(name: "two-tasks", summary: "two background tasks", requiredModes: [])
    private var tasks: [BackgroundTaskIdentifier] = []

    init() {}
    init(options: StrategyOptions) {}

    mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        switch callback {
        case .didEnterBackground:
            tasks = ["first", "second"].map { host.beginBackgroundTask(named: $0) }
            _ = host.setTimer(after: .seconds(2))
            _ = host.setTimer(after: .seconds(3))
        case .timerFired: host.endBackgroundTask(tasks.removeFirst())
        default: break
        }
    }
}

@Suite struct EngineTests {
    static let home = RunPlan(backgroundAfter: .seconds(1))

    @Test("MD-18: an app is frozen when that is confirmed, and no more when a later freeze fails")
    func confirmedFreeze() throws {
        let scheduler = VirtualScheduler()
        let workload = UndecidedWorkload()
        var events: [TimelineEvent] = []
        let engine = Engine(
            machine: PolicyMachine(profile: .ios26, manifest: Manifest()), scheduler: scheduler, workload: workload,
            audio: nil, location: nil, strategies: { [] }, plan: Self.home,
            record: { events.append($0) })
        let device = Device()
        device.add(engine, name: "app")
        func status() throws -> DeviceStatus.App {
            try #require(
                device.status(name: "test", ios: IOSVersion(26), since: .zero, now: scheduler.now).apps.first)
        }
        try engine.start()
        scheduler.advance(by: .seconds(5))
        #expect(try status().state == .suspended && status().stateInWords == "not frozen")
        #expect(ExplanationText(colours: false).text(engine.explanation).contains(": not frozen for "))
        #expect(events.last { $0.event == .state }?.state == .suspended)
        #expect(try !events.contains { $0.brings(.suspended) } && !status().isIn(.suspended))
        workload.onEvent?(.frozen(latency: .zero))
        #expect(events.last?.brings(.suspended) == true && events.contains { $0.brings(.background) })
        #expect(try status().stateInWords == "suspended" && status().isIn(.suspended))
        #expect(ExplanationText(colours: false).text(engine.explanation).contains(": suspended for "))
        // Somebody has continued it, and another freeze is not confirmed.
        workload.onEvent?(.freezeFailed("it forks"))
        #expect(try status().state == .background && !status().isFrozen)
        scheduler.advance(by: .seconds(5))
        #expect(try status().stateInWords == "not frozen")
    }

    @Test("an app that somebody else lets run is not frozen until it is frozen again, and that time is not counted")
    func disturbed() throws {
        let scheduler = VirtualScheduler()
        let workload = UndecidedWorkload()
        var events: [TimelineEvent] = []
        let engine = Engine(
            machine: PolicyMachine(profile: .ios26, manifest: Manifest()), scheduler: scheduler, workload: workload,
            audio: nil, location: nil, strategies: { [] }, plan: Self.home,
            record: { events.append($0) })
        let device = Device()
        device.add(engine, name: "app")
        func isSuspended() throws -> Bool {
            let status = device.status(name: "test", ios: IOSVersion(26), since: .zero, now: scheduler.now)
            return try #require(status.apps.first).isIn(.suspended)
        }
        try engine.start()
        scheduler.advance(by: .seconds(5))
        workload.onEvent?(.frozen(latency: .zero))
        scheduler.advance(by: .seconds(10))
        workload.onEvent?(.disturbed(note: "somebody has thawed it"))
        #expect(events.suffix(2).map(\.event) == [.note, .thawed])
        #expect(events.suffix(2).map(\.message) == ["somebody has thawed it", "by somebody else"])
        #expect(
            TimelineText(colours: false).line(for: try #require(events.last))?.hasSuffix("by somebody else") == true)
        #expect(try !isSuspended())
        #expect(engine.machine.state == .suspended)
        scheduler.advance(by: .seconds(3))
        workload.onEvent?(.frozen(latency: .zero))
        #expect(try isSuspended())
        // It goes on, and is not told again.
        scheduler.advance(by: .seconds(10))
        workload.onEvent?(.disturbed(note: nil))
        #expect(events.suffix(2).map(\.event) == [.frozen, .thawed])
        scheduler.advance(by: .seconds(3))
        workload.onEvent?(.frozen(latency: .zero))
        scheduler.advance(by: .seconds(10))
        let summary = engine.summary(
            strategies: [], environment: .init(kernel: "test", freezer: workload.freezerDescription), outcome: nil)
        #expect(abs(summary.freezer.frozenSeconds - 30) < 0.001)
        #expect(summary.freezer.freezes == 3 && summary.freezer.thaws == 0)
        // Who asks has a frozen tree looked at, and only that.
        let looks = workload.looks
        workload.onEvent?(.disturbed(note: nil))
        #expect(try !isSuspended() && workload.looks == looks)
        workload.onEvent?(.frozen(latency: .zero))
        #expect(try isSuspended() && workload.looks == looks + 1)
    }

    @Test("an app that was never started has not been started since it is on the device, not since the machine is up")
    func neverStarted() throws {
        let scheduler = VirtualScheduler()
        scheduler.advance(by: .seconds(8_153))
        var plan = RunPlan()
        plan.outlivesProcess = true
        plan.launchesAtStart = false
        let engine = Engine(
            machine: PolicyMachine(profile: .ios26, manifest: Manifest()), scheduler: scheduler,
            workload: VirtualWorkload(scheduler: scheduler), strategies: { [] }, plan: plan, record: { _ in })
        let device = Device()
        device.add(engine, name: "app")
        scheduler.advance(by: .milliseconds(300))
        // The clock of a device starts when its apps are ready.
        let origin = scheduler.now
        device.start((origin, DeviceDate(atStart: 0)), with: engine)
        try engine.start()
        scheduler.advance(by: .milliseconds(1_700))
        let status = device.status(name: "test", ios: IOSVersion(26), since: origin, now: scheduler.now)
        #expect(status.apps.map(\.sinceSeconds) == [1.7] && status.uptimeSeconds == 1.7)
        device.open(device.apps[0])
        scheduler.advance(by: .seconds(5))
        #expect(engine.explanation.sinceSeconds == 5)
    }

    @Test(
        "a kill whose process ends otherwise says how: what the runner itself has done is not said of the command",
        arguments: [
            (true, nil, false, nil), (true, .signalled(9), true, nil),
            (true, .exited(3), false, "the command has not ended by signal 6, but with exit 3"),
            (false, nil, false, nil),
            (false, .exited(0), false, "the command had ended by itself before it could be killed: exit 0"),
        ] as [(Bool, ProcessStatus?, Bool, String?)])
    func otherEnds(raises: Bool, end: ProcessStatus?, outlasts: Bool, note: String?) throws {
        let scheduler = VirtualScheduler()
        let workload = UndecidedWorkload()
        workload.end = end
        workload.outlastedGrace = outlasts
        var notes: [String?] = []
        let engine = Engine(
            machine: PolicyMachine(profile: .ios26, manifest: Manifest()), scheduler: scheduler, workload: workload,
            strategies: { [] }, plan: Self.home, record: { if $0.event == .note { notes.append($0.message) } })
        try engine.start()
        scheduler.advance(by: .seconds(5))
        if raises { engine.happened(.returnedToForeground) }
        engine.happened(
            raises ? .exceptionNotCaught(AppleException(name: "E", reason: "", rule: "LC-01")) : .forceQuit)
        #expect(notes == (note.map { [$0] } ?? []))
    }

    @Test("SD-03: without a strategy the process is frozen within a second of the background")
    func none() throws {
        let run = VirtualEngine([NoStrategy(options: .init())], plan: Self.home)
        try run.run(for: .seconds(10))
        #expect(run.workload.isFrozen)
        let background = try #require(run.time(of: .background))
        let suspended = try #require(run.time(of: .suspended))
        #expect(suspended - background < 1)
    }

    @Test(
        "SD-11, SD-12: the sample's background task runs 176 s on 12.4 and 31 s on 13.0",
        arguments: [("12.4", 176.0), ("13.0", 31.0)])
    func backgroundTask(ios: String, seconds: Double) throws {
        let profile = try ProfileCatalogue.profile(named: ios)
        let run = VirtualEngine([BackgroundTaskStrategy(options: .init())], ios: profile, plan: Self.home)
        try run.run(for: .seconds(400))
        let alive = try #require(run.summary.exit.aliveInBackgroundSeconds)
        #expect(abs(alive - seconds) <= 1)
        #expect(run.workload.isFrozen)
    }

    @Test("SD-14, BT-12: the renewal trick renews, and gains nothing")
    func renewing() throws {
        let plain = VirtualEngine([BackgroundTaskStrategy(options: .init())], plan: Self.home)
        let renewing = VirtualEngine([RenewingTaskStrategy(options: .init())], plan: Self.home)
        try plain.run(for: .seconds(100))
        try renewing.run(for: .seconds(100))
        #expect(renewing.kinds(.taskBegan).count > 1)
        #expect(renewing.timeline.contains { $0.message?.contains("no time gained") == true })
        #expect(
            renewing.summary.exit.aliveInBackgroundSeconds == plain.summary.exit.aliveInBackgroundSeconds)
    }

    @Test("SD-20: silent audio keeps the app alive, and is paused in the foreground")
    func silentAudio() throws {
        let plan = RunPlan(backgroundAfter: .seconds(1), foregroundAfter: .seconds(100))
        let run = VirtualEngine([SilentAudioStrategy(options: .init())], modes: [.audio], plan: plan)
        try run.run(for: .seconds(120))
        #expect(run.kinds(.frozen).isEmpty)
        #expect(run.kinds(.audioStarted).map(\.t) == [1])
        #expect(run.kinds(.audioStopped).map(\.t) == [100])
        #expect(run.summary.evidence.framesPlayed == 99 * 48_000)
    }

    @Test("the timeline names category and options of a session that is active, and of one that is set anew")
    func sessionInWords() throws {
        let run = VirtualEngine([BackgroundPlayerStrategy(options: .init())], modes: [.audio], plan: Self.home)
        try run.run(for: .seconds(10))
        run.engine.happened(.audioSession(.routeChanged(to: .headphones, disconnected: false)))
        #expect(
            run.kinds(.audioSession).map(\.message) == [
                "category playAndRecord; options mixWithOthers, defaultToSpeaker",
                "category playAndRecord; options mixWithOthers, allowBluetooth, allowBluetoothA2DP",
            ])
        let line = run.kinds(.audioSession).first.flatMap { TimelineText(colours: false).line(for: $0) }
        #expect(line?.contains("audio session    active: category playAndRecord; options mix") == true, "\(line ?? "")")
        // A session that is refused is not said to be active.
        let refused = VirtualEngine([BackgroundPlayerStrategy(options: .init())], plan: Self.home)
        try refused.run(for: .seconds(10))
        #expect(refused.kinds(.audioSession).isEmpty)
        #expect(AudioSessionConfiguration(category: .soloAmbient).inWords == "category soloAmbient; no options")
    }

    @Test("SD-15: the end of one of several tasks has a line of its own, that of the last one is told by its grant")
    func endsOfTasks() throws {
        let run = VirtualEngine([TwoTasks()], plan: Self.home)
        try run.run(for: .seconds(10))
        let lines = run.timeline.compactMap { TimelineText(colours: false).content(for: $0) }
        #expect(
            lines.filter { $0.contains("ended") } == [
                "  task ended       task 1 \"first\" ended; task 2 \"second\" is still live [SD-15]",
                "- finishTask       task 2 \"second\" ended [MD-06]",
                "suspended          task 2 \"second\" ended, and no other reason to run is left [MD-06]",
            ], "\(lines)")
    }

    @Test("AS-26: without the mode, what a player lacks is the mode, and not the session that it was refused for that")
    func backgroundPlayerWithoutMode() throws {
        let run = VirtualEngine([BackgroundPlayerStrategy(options: .init())], plan: Self.home)
        try run.run(for: .seconds(10))
        #expect(run.kinds(.audioRefused).map(\.error) == ["cannotStartPlaying", "sessionNotActive"])
        #expect(run.kinds(.audioRefused).last?.reason?.hasSuffix(": setActive(true) was refused") == true)
        #expect(run.summary.exit.rule == "AS-26")
        #expect(run.summary.exit.reason?.contains("UIBackgroundModes lacks 'audio': turn on") == true)
        #expect(run.engine.explanation.refused.map(\.rule) == ["AS-26"])
    }

    @Test("AS-33: an app that has not asked for a session lacks that")
    func playWithoutSession() throws {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioPlaybackRequested(silent: false))
        device.suspend()
        #expect(device.machine.explanation(at: device.now).reason.rule == "AS-33")
    }

    @Test("SD-21: task, then audio: the player starts in the expiration handler")
    func taskThenAudio() throws {
        let run = VirtualEngine([TaskThenAudioStrategy(options: .init())], modes: [.audio], plan: Self.home)
        try run.run(for: .seconds(1000))
        #expect(run.kinds(.audioStarted).map(\.t) == [27])
        #expect(run.kinds(.frozen).isEmpty)
        #expect(run.kinds(.grantLost).map(\.grant) == [.foreground, .finishTask])
    }

    @Test("SD-21: an app with nothing left to do lets its task end, and is suspended")
    func taskThenNothing() throws {
        let options = StrategyOptions(needsToRunInBackground: false)
        let run = VirtualEngine([TaskThenAudioStrategy(options: options)], modes: [.audio], plan: Self.home)
        try run.run(for: .seconds(1000))
        #expect(run.kinds(.audioStarted).isEmpty)
        #expect(run.workload.isFrozen)
    }

    @Test("SD-30, SD-32: location keeps the app alive, fix by fix")
    func location() throws {
        let run = VirtualEngine([LocationStrategy(options: .init())], modes: [.location], plan: Self.home)
        try run.run(for: .seconds(3600))
        #expect(run.kinds(.frozen).isEmpty)
        #expect(run.summary.evidence.fixes >= 3599)
    }

    @Test("SD-31, CL-01: without the mode the app ends with SIGABRT, status 134")
    func locationWithoutMode() throws {
        let run = VirtualEngine([LocationStrategy(options: .init())], plan: Self.home)
        try run.run(for: .seconds(10))
        #expect(run.outcome?.exitStatus == 134)
        #expect(run.kinds(.exception).first?.exception?.reason == TestDevice.missingLocationModeText)
        #expect(run.kinds(.terminated).first?.rule == "CL-01")
        // Apple's words do not say what to do.
        let line = run.kinds(.exception).first.flatMap { TimelineText(colours: false).line(for: $0) }
        #expect(
            line?.hasSuffix("; UIBackgroundModes lacks 'location': turn on the location background mode [CL-01]")
                == true)
    }

    @Test("SD-31: an app that catches the exception lives, and is suspended in the background")
    func locationCaught() throws {
        let options = StrategyOptions(catchesExceptions: true)
        let run = VirtualEngine([LocationStrategy(options: options)], plan: Self.home)
        try run.run(for: .seconds(10))
        #expect(run.outcome == nil)
        #expect(run.workload.isFrozen)
        #expect(run.timeline.contains { $0.message?.hasPrefix("caught: ") == true })
        #expect(run.summary.exit.rule == "CL-07")
    }

    @Test("CL-12: after a pause the strategy restarts its updates when the user returns")
    func restartAfterPause() throws {
        final class Still: LocationSource {
            var onEvent: ((LocationSourceEvent) -> Void)?
            let description = LocationSourceDescription(address: "still", reason: "test")
            var starts = 0
            var stops = 0
            func start() {
                starts += 1
                onEvent?(.opened(source: "still"))
                onEvent?(.fix(LocationFix(latitude: 48, longitude: 11, timestamp: 0)))
            }
            func stop() { stops += 1 }
        }
        let still = Still()
        let plan = RunPlan(backgroundAfter: .seconds(1), foregroundAfter: .seconds(2000))
        let run = VirtualEngine([LocationStrategy(options: .init())], modes: [.location], plan: plan, location: still)
        try run.run(for: .seconds(1999))
        #expect(run.workload.isFrozen)
        // Nothing listens to a receiver during the pause; with the updates it starts anew.
        #expect(still.starts == 1)
        #expect(still.stops == 1)
        run.scheduler.advance(by: .seconds(10))
        #expect(run.kinds(.grantGained).count { $0.grant == .location } == 2)
        #expect(still.starts == 2)
        #expect(still.stops == 1)
        #expect(!run.workload.isFrozen)
    }

    @Test("BT-19: a leaked task ends with a kill, status 137")
    func leaked() throws {
        let run = VirtualEngine([LeakedTaskStrategy(options: .init())], plan: Self.home)
        try run.run(for: .seconds(100))
        #expect(run.outcome?.exitStatus == 137)
        #expect(run.summary.exit.termination?.code == "0x2182BAD2")
        #expect(run.summary.exit.aliveInBackgroundSeconds == 31)
    }

    @Test("the planned end is status 0 and no freeze is left")
    func plannedEnd() throws {
        let plan = RunPlan(backgroundAfter: .seconds(1), endAfter: .seconds(5))
        let run = VirtualEngine([NoStrategy(options: .init())], plan: plan)
        try run.run(for: .seconds(10))
        #expect(run.outcome == .init(processStatus: .signalled(9), exitStatus: 0, asPlanned: true))
        #expect(!run.workload.isFrozen)
        #expect(run.summary.states["suspended"]?.seconds == 3.8)
    }

    @Test("LC-27: a timer that falls due while suspended fires after the resumption")
    func timersWhileSuspended() throws {
        struct Timer: KeepAliveStrategy {
            static let descriptor = StrategyDescriptor(name: "timer", summary: "sets a timer")
            init(options: StrategyOptions) {}
            mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
                if callback == .didFinishLaunching() { _ = host.setTimer(after: .seconds(3)) }
                if case .timerFired = callback { host.log("fired in \(host.applicationState.rawValue)") }
            }
        }
        let plan = RunPlan(backgroundAfter: .seconds(1), foregroundAfter: .seconds(10))
        let run = VirtualEngine([Timer(options: .init())], plan: plan)
        try run.run(for: .seconds(20))
        let fired = run.timeline.filter { $0.message?.hasPrefix("fired") == true }
        #expect(fired.map(\.t) == [10])
    }

    @Test("a call from a timer may lead to a callback of the same strategy")
    func reentrancy() throws {
        struct Asking: KeepAliveStrategy {
            static let descriptor = StrategyDescriptor(name: "asking", summary: "starts updates from a timer")
            var failures = 0
            init(options: StrategyOptions) {}
            mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
                switch callback {
                case .didFinishLaunching:
                    _ = host.requestAlwaysAuthorization()
                    _ = host.setTimer(after: .seconds(1))
                case .timerFired: host.startUpdatingLocation(pausesAutomatically: false)
                case .didFailLocation: host.log("failed once more")
                default: break
                }
            }
        }
        let run = VirtualEngine(
            [Asking(options: .init())], modes: [.location], plan: RunPlan(locationAuthorization: .denied))
        try run.run(for: .seconds(5))
        #expect(run.timeline.count { $0.message == "failed once more" } == 1)
    }

    @Test("the time scale reaches policy and strategies alike")
    func timeScale() throws {
        let plan = RunPlan(backgroundAfter: .seconds(1), timeScale: 0.1)
        let run = VirtualEngine([RenewingTaskStrategy(options: .init())], plan: plan)
        try run.run(for: .seconds(10))
        let alive = try #require(run.summary.exit.aliveInBackgroundSeconds)
        #expect(abs(alive - 2.62) < 0.001)
        #expect(run.kinds(.taskBegan).count == 3)
    }

    @Test(
        "at a time scale the timeline names it first, and its sentences tell the device's time; t stays this machine's")
    func timeScaleInSentences() throws {
        let plan = RunPlan(backgroundAfter: .seconds(1), timeScale: 0.02)
        let profile = try ProfileCatalogue.profile(named: "12.4")
        let run = VirtualEngine([BackgroundTaskStrategy(options: .init())], ios: profile, plan: plan)
        try run.run(for: .seconds(6))
        let lines = run.timeline.compactMap { TimelineText(colours: false).content(for: $0) }
        #expect(lines.first?.hasSuffix("time scale 0.02: 1 s here is 50 s of the device") == true, "\(lines)")
        #expect(lines.contains("  task clock       180.0 s left [BT-09]"), "\(lines)")
        let suspended = try #require(run.kinds(.state).first { $0.state == .suspended })
        #expect(suspended.evidence?.detail == "expired after 176 s" && abs(suspended.t - 4.524) < 0.001)
        #expect(run.kinds(.taskExpired).first?.reason == "4 s before the end of the background task's time")
        #expect(run.kinds(.taskClockStarted).first?.remaining == 180)
        // What would change it, and since when, too: 1.476 s of this machine.
        let explanation = run.engine.explanation
        let text = ExplanationText(colours: false).text(explanation)
        #expect(explanation.timeScale == 0.02 && abs(explanation.sinceSeconds - 1.476) < 0.001)
        #expect(text.contains("suspended for 73.8 s (time scale 0.02: 1 s here is 50 s of the device)"), "\(text)")
        #expect(text.contains("(expired after 176 s) [BT-05]"), "\(text)")
        // Without a scale nothing is said of it.
        let plain = VirtualEngine([BackgroundTaskStrategy(options: .init())], ios: profile, plan: Self.home)
        try plain.run(for: .seconds(6))
        #expect(
            plain.engine.explanation.timeScale == nil
                && !plain.timeline.contains { $0.message?.contains("scale") == true })
    }

    @Test("seconds that no scale changes are said to be this machine's")
    func machineSeconds() throws {
        let run = VirtualEngine(
            [SilentAudioStrategy(options: .init())], modes: [.audio],
            plan: RunPlan(backgroundAfter: .seconds(1), timeScale: 0.1))
        try run.run(for: .seconds(3))
        let gained = run.kinds(.grantGained).first { $0.grant == .audio }
        #expect(gained?.reason == "play() succeeded; the device has 1 s of this machine to prove it")
    }

    @Test("an error that is no exception of Apple's ends the app too")
    func otherErrors() throws {
        struct Failing: KeepAliveStrategy {
            static let descriptor = StrategyDescriptor(name: "failing", summary: "throws")
            init(options: StrategyOptions) {}
            mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
                if callback == .didEnterBackground { throw AudioSessionError.resourceNotAvailable }
            }
        }
        let run = VirtualEngine([Failing(options: .init())], plan: Self.home)
        try run.run(for: .seconds(10))
        #expect(run.outcome?.exitStatus == 134)
    }

    @Test("a strategy cannot give itself evidence: the policy does not hear it, and the app ends")
    func evidenceIsTheDevices() throws {
        struct Pretending: KeepAliveStrategy {
            static let descriptor = StrategyDescriptor(name: "pretending", summary: "says that sound advances")
            init(options: StrategyOptions) {}
            mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
                guard callback == .didEnterBackground else { return }
                try host.activateAudioSession(.init(category: .playback, options: [.mixWithOthers]))
                _ = host.play()
                try host.report(.audioAdvanced(frames: 480_000, sampleRate: 48_000))
            }
        }
        let run = VirtualEngine([Pretending(options: .init())], modes: [.audio], plan: Self.home)
        try run.run(for: .seconds(10))
        #expect(run.outcome?.exitStatus == 134)
        let explanation = try #require(run.summary.exit.termination?.explanation)
        #expect(explanation.contains("was reported as a call of the app"), "\(explanation)")
        #expect(run.kinds(.audioAdvanced).isEmpty)
    }

    @Test("two runs of the same are the same, line by line")
    func deterministic() throws {
        func timeline() throws -> [TimelineEvent] {
            let run = VirtualEngine(
                [RenewingTaskStrategy(options: .init()), SilentAudioStrategy(options: .init())], modes: [.audio],
                plan: RunPlan(backgroundAfter: .seconds(1), foregroundAfter: .seconds(50), endAfter: .seconds(60)))
            try run.run(for: .seconds(100))
            return run.timeline
        }
        #expect(try timeline() == timeline())
    }
}

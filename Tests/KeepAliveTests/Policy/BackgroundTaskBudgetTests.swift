import Testing

@testable import KeepAliveEngine
@testable import KeepAlivePolicy
@testable import KeepAlivePorts
@testable import KeepAliveStrategies
@testable import KeepAliveTesting

/// The budgets of all eras, what starts and resets the clock, and the odd tasks.
@Suite struct BackgroundTaskBudgetTests {
    static let budgets: [(PolicyProfile, Int, RuleID)] = [
        (.ios(4), 600, "BT-02"), (.ios(6, 1), 600, "BT-02"), (.ios(7), 180, "BT-05"), (.ios(11, 2), 180, "BT-05"),
        (.ios12, 180, "BT-05"), (.ios(13, 4), 30, "BT-04"), (.ios(14, 5), 30, "BT-04"), (.ios(18), 30, "BT-04"),
        (.ios26, 30, "BT-04"),
    ]

    @Test(
        "BT-02, BT-03, BT-04, MD-03, MD-04, SD-13: the budget of each era, its handlers 5 s before", arguments: budgets)
    func runsForTheBudget(profile: PolicyProfile, seconds: Int, rule: RuleID) {
        var device = TestDevice.launched(ios: profile)
        let first = device.beginTask("first")
        let second = device.beginTask("second")
        device.advance(by: .seconds(100))
        #expect(device.happen(.homePressed).contains(.startTaskClock(remaining: .seconds(seconds))))
        device.advance(by: .seconds(seconds - 5) - .milliseconds(1))
        #expect(!device.callbacks.contains(.backgroundTaskExpired(first)))
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.suffix(2) == [.backgroundTaskExpired(first), .backgroundTaskExpired(second)])
        device.happen(.backgroundTaskEnded(first))
        device.happen(.backgroundTaskEnded(second))
        device.advance(by: .seconds(10))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == rule)
    }

    @Test("BT-15, BT-19, MD-05: after the handlers a held task has 5 s, then the app is killed", arguments: budgets)
    func grace(profile: PolicyProfile, seconds: Int, rule: RuleID) {
        var device = TestDevice.launched(ios: profile)
        device.happen(.homePressed)
        _ = device.beginTask()
        device.advance(by: .seconds(seconds - 5))
        device.advance(by: .milliseconds(4999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)
        #expect(!device.states.contains(.suspended))
        #expect(device.machine.exits == [.backgroundTaskTimeout: 1])
    }

    @Test("BT-01, MD-01, MD-10: a task keeps the app from being suspended, and starts nothing")
    func meaning() {
        var device = TestDevice.launched()
        let before = device.callbacks.count
        let task = device.beginTask()
        #expect(device.callbacks.count == before)
        device.happen(.homePressed)
        #expect(device.grants == [.finishTask])
        device.advance(by: .seconds(20))
        #expect(device.state == .background)
        device.happen(.backgroundTaskEnded(task))
        #expect(device.grants == [])
        device.advance(by: .milliseconds(199))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
    }

    @Test("BT-11: a task may begin in the background, and comes too late once the app is suspended")
    func begunInBackground() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        device.advance(by: .milliseconds(199))
        _ = device.beginTask()
        device.advance(by: .seconds(20))
        #expect(device.state == .background)

        var late = TestDevice.launched()
        late.happen(.homePressed)
        late.advance(by: .milliseconds(200))
        _ = late.beginTask()
        #expect(late.state == .suspended)
        #expect(late.grants == [])
    }

    @Test("BT-08, BT-12, MD-07: a task begun on the running clock joins it")
    func joins() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        let first = device.beginTask()
        device.advance(by: .seconds(24))
        let second = device.beginTask()
        device.happen(.backgroundTaskEnded(first))
        device.advance(by: .milliseconds(999))
        #expect(!device.callbacks.contains(.backgroundTaskExpired(second)))
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == .backgroundTaskExpired(second))
    }

    @Test("BT-13, MD-09: the end of a task and a new one do not reset the clock; the foreground does")
    func reset() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        var task = device.beginTask()
        device.advance(by: .seconds(10))
        device.happen(.backgroundTaskEnded(task))
        task = device.beginTask()
        #expect(!device.effects.map(\.effect).contains(.resetTaskClock))
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == .seconds(20))
        device.happen(.returnedToForeground)
        #expect(device.reason { $0 == .resetTaskClock }?.rule == "BT-13")
        device.happen(.homePressed)
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == .seconds(30))
    }

    @Test("BT-10, MD-02, MD-09: the clock starts a second after location ends, and a budget later the app is killed")
    func location() {
        var device = TestDevice.launched(ios: .ios26, modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.locationSessionOpened(source: "gps"))
        _ = device.beginTask()
        device.happen(.homePressed)
        device.advance(by: .seconds(500))
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == nil)
        #expect(device.happen(.locationUpdatesStopped).contains(.startTaskClock(remaining: .seconds(30))))
        device.advance(by: .milliseconds(30_999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.terminationRule == "BT-21")
    }

    @Test("BT-16: handlers run one after the other, in the order in which their tasks began")
    func order() {
        var device = TestDevice.launched()
        let tasks = (0..<5).map { _ in device.beginTask() }
        device.happen(.homePressed)
        device.advance(by: .seconds(25))
        #expect(device.callbacks.suffix(5) == tasks.map { .backgroundTaskExpired($0) })
    }

    @Test("BT-17: heat brings the handlers early, and the kill 5 s after them")
    func heat() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        let task = device.beginTask()
        device.advance(by: .seconds(3))
        device.happen(.device(.thermalState(.fair)))
        #expect(!device.callbacks.contains(.backgroundTaskExpired(task)))
        device.happen(.device(.thermalState(.serious)))
        #expect(device.callbacks.last == .backgroundTaskExpired(task))
        #expect(device.reason { $0 == .deliver(.backgroundTaskExpired(task)) }?.rule == "BT-17")
        device.advance(by: .milliseconds(4999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.terminationRule == "BT-21")

        var front = TestDevice.launched()
        let dormant = front.beginTask()
        front.happen(.device(.thermalState(.serious)))
        #expect(!front.callbacks.contains(.backgroundTaskExpired(dormant)))
    }

    @Test("BT-07: a task begun in a fetch wake has 40 s on iOS 7 to 12", arguments: [7, 12, 13, 26])
    func afterFetch(major: Int) {
        var device = TestDevice.launched(ios: .ios(major), modes: [.fetch])
        device.happen(.fetch(.intervalSet(.zero)))
        device.suspend()
        device.happen(.fetch(.opportunity))
        let task = device.beginTask()
        device.happen(.fetch(.completed(.newData)))
        let seconds = major < 13 ? 40 : 30
        #expect(device.machine.backgroundTimeRemaining(at: device.now) == .seconds(seconds))
        let lead = major == 13 ? -1 : 5
        device.advance(by: .seconds(seconds - lead) - .milliseconds(1))
        #expect(!device.callbacks.contains(.backgroundTaskExpired(task)))
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == .backgroundTaskExpired(task))
        device.happen(.backgroundTaskEnded(task))
        device.advance(by: .seconds(1))
        #expect(device.stateReason?.rule == (major < 13 ? "BT-07" : major == 13 ? "BT-06" : "BT-04"))
    }

    @Test("BT-07, BT-03: the budget of a fetch is not that of what the app does once it has been used again")
    func afterFetchAndUse() {
        var device = TestDevice.launched(ios: .ios12, modes: [.fetch])
        device.happen(.fetch(.intervalSet(.zero)))
        device.suspend()
        device.happen(.fetch(.opportunity))
        device.happen(.fetch(.completed(.newData)))
        device.happen(.returnedToForeground)
        _ = device.beginTask()
        #expect(device.happen(.homePressed).contains(.startTaskClock(remaining: .seconds(180))))
    }

    @Test("BT-22: the line names task, name, creation and time")
    func stillHeld() {
        var device = TestDevice.launched()
        device.advance(by: .seconds(70))
        device.happen(.homePressed)
        _ = device.beginTask("upload")
        device.advance(by: .milliseconds(25_999))
        #expect(!device.logRules.contains("BT-22"))
        device.advance(by: .milliseconds(1))
        #expect(
            device.logs.last
                == "Background task still not ended after expiration handlers were called: <_UIBackgroundTaskInfo>: "
                + "taskID = 1, taskName = upload, creationTime = 70 (elapsed = 26). This app will likely be terminated "
                + "by the system. Call UIApplication.endBackgroundTask(_:) to avoid this.")
    }

    @Test("BT-24: a task without a name is named after who began it")
    func defaultName() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        _ = device.beginTask("")
        device.advance(by: .seconds(30))
        #expect(device.termination?.explanation.contains("Called by org.example.app, from ") == true)
    }

    @Test("BT-25: where the app cannot run in the background there is no task, and .invalid is 0")
    func invalid() {
        #expect(BackgroundTaskIdentifier.invalid.rawValue == 0)
        var device = TestDevice()
        #expect(!device.machine.canBeginBackgroundTask)
        device.happen(.launched)
        #expect(device.machine.canBeginBackgroundTask)
        device.happen(.backgroundTaskBegan(.invalid, name: "x"))
        #expect(device.grants == [.foreground])
        device.suspend()
        #expect(!device.machine.canBeginBackgroundTask)
    }

    @Test("BT-28: whether ending .invalid is told is a choice")
    func endOfInvalid() {
        for logs in [true, false] {
            var profile = PolicyProfile.ios26
            profile.switches.logsEndOfInvalidTask = logs
            var device = TestDevice.launched(ios: profile)
            device.happen(.backgroundTaskEnded(.invalid))
            #expect(device.logRules.contains("BT-27") == logs)
        }
    }

    @Test("BT-33: a task begun with less than 5 s left is told to be unsafe")
    func tooLate() {
        for (begin, expected) in [(Duration.seconds(25) - .milliseconds(1), false), (.milliseconds(25_001), true)] {
            var profile = PolicyProfile.ios26
            profile.finishTaskExpiration = .seconds(29)
            var device = TestDevice.launched(ios: profile)
            device.happen(.homePressed)
            _ = device.beginTask()
            device.advance(by: begin)
            _ = device.beginTask()
            #expect(device.logRules.contains("BT-33") == expected)
        }
    }

    @Test("BT-35: nobody is told of the end of a task without a handler, and the app is killed for it")
    func noHandler() {
        var device = TestDevice.launched()
        device.happen(.homePressed)
        let before = device.callbacks.count
        device.happen(.backgroundTaskBegan(.init(rawValue: 1), name: "x", hasHandler: false))
        device.advance(by: .milliseconds(29_999))
        #expect(device.callbacks.count == before)
        device.advance(by: .milliseconds(1))
        #expect(device.terminationRule == "BT-21")
    }

    @Test("SD-15: several tasks may be live, and each is ended by its identifier")
    func several() {
        var device = TestDevice.launched()
        let tasks = (0..<3).map { _ in device.beginTask() }
        device.happen(.homePressed)
        for task in tasks {
            device.advance(by: .seconds(1))
            #expect(device.state == .background)
            device.happen(.backgroundTaskEnded(task))
        }
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
    }

    @Test("SD-10: the sample begins at background entry, and ends in the handler and on the way back")
    func sample() throws {
        let host = ConformanceHost(refuses: false, requiredModes: [])
        var strategy = BackgroundTaskStrategy(options: StrategyOptions())
        for callback in [AppCallback.didFinishLaunching(), .didBecomeActive, .willResignActive] {
            try strategy.handle(callback, host: host)
        }
        #expect(host.calls == [])
        try strategy.handle(.didEnterBackground, host: host)
        #expect(host.calls == ["beginBackgroundTask"])
        try strategy.handle(.backgroundTaskExpired(.init(rawValue: 1)), host: host)
        #expect(host.calls == ["beginBackgroundTask", "endBackgroundTask"])
        // The identifier is .invalid again: there is nothing to end a second time.
        try strategy.handle(.willEnterForeground, host: host)
        #expect(host.calls.count == 2)
        try strategy.handle(.didEnterBackground, host: host)
        try strategy.handle(.willEnterForeground, host: host)
        #expect(host.calls.suffix(2) == ["beginBackgroundTask", "endBackgroundTask"])
        #expect(host.liveTasks == [])
    }

    @Test("SD-16: the sample that gets .invalid says so and goes on without")
    func sampleWithoutTask() throws {
        let host = ConformanceHost(refuses: true, requiredModes: [])
        var strategy = BackgroundTaskStrategy(options: StrategyOptions())
        try strategy.handle(.didEnterBackground, host: host)
        #expect(host.calls == ["beginBackgroundTask", "log"])
        try strategy.handle(.willEnterForeground, host: host)
        #expect(host.calls.count == 2)
    }

    @Test("BT-26: identifiers count from 1, and none is given twice", .timeLimit(.minutes(1)))
    func identifiers() {
        let scheduler = VirtualScheduler()
        var given: [Int] = []
        let engine = Engine(
            machine: PolicyMachine(profile: .ios26, manifest: Manifest()), scheduler: scheduler,
            workload: VirtualWorkload(scheduler: scheduler), strategies: { [FiveTasks(options: StrategyOptions())] },
            plan: RunPlan(), record: { if $0.event == .taskBegan { given.append($0.task ?? 0) } })
        #expect(throws: Never.self) { try engine.start() }
        #expect(given == [1, 2, 3, 4, 5])
    }
}

/// Begins and ends five tasks when it is launched.
private struct FiveTasks: KeepAliveStrategy {
    static let descriptor = StrategyDescriptor(name: "five-tasks", summary: "five tasks, one after the other")

    init(options: StrategyOptions) {}

    func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        guard case .didFinishLaunching = callback else { return }
        for _ in 0..<5 { host.endBackgroundTask(host.beginBackgroundTask(named: "x")) }
    }
}

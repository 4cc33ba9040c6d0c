import Testing

@testable import KeepAliveEngine
@testable import KeepAlivePolicy
@testable import KeepAliveServices

/// The way out: what an app does in `willResignActive` it does on screen, and the system waits for it (LC-05).
@Suite struct LeavingTests {
    private func running() throws -> SpeakingApp {
        let app = try SpeakingApp(speaks: true)
        app.call("hello", ["protocol": 1])
        app.answer("didFinishLaunching")
        #expect(app.state == .foregroundActive)
        return app
    }

    /// The states that the timeline has, in order.
    private func states(_ app: SpeakingApp) -> [ApplicationState] { app.events.compactMap(\.state) }

    @Test(
        "what an app begins in willResignActive counts as begun in front; a moment later it is refused (LC-05, AS-36)")
    func inFront() throws {
        let app = try running()
        app.call("setCategory", ["category": "playback"])
        app.engine.happened(.left(by: .home))
        #expect(app.state == .foregroundActive && (app.engine.machine.transition == .leaving))
        #expect(app.call("setActive", ["active": true]) == .result(.null, id: 1))
        app.call("setActive", ["active": false])
        app.answer("willResignActive")
        #expect(app.state == .background && !(app.engine.machine.transition == .leaving))
        guard case .failure(let refused, _)? = app.call("setActive", ["active": true]) else {
            return #expect(Bool(false), "in the background it is not allowed")
        }
        #expect(refused.data?["code"] == 561_015_905)
        #expect(app.client.methods.suffix(2) == ["willResignActive", "didEnterBackground"])
    }

    @Test("an app that does not return is left after five seconds, once, and what it says then is nobody's (LC-08)")
    func silent() throws {
        let app = try running()
        app.engine.happened(.left(by: .home))
        // Pressed again, it is pressed once.
        app.engine.happened(.left(by: .home))
        app.scheduler.advance(by: .milliseconds(4_999))
        #expect(app.state == .foregroundActive)
        app.scheduler.advance(by: .milliseconds(1))
        #expect(app.state == .background)
        #expect(app.events.contains { $0.message?.contains("has not returned from willResignActive in 5 s") == true })
        app.engine.happened(.returnedToForeground)
        app.answer("willEnterForeground")
        app.engine.happened(.left(by: .home))
        app.scheduler.advance(by: .zero)
        let calls = app.client.told.compactMap { message -> JSONValue? in
            if case .request("willResignActive", _, let id?) = message { id } else { nil }
        }
        #expect(calls.count == 2)
        _ = app.service.take(.result(.null, id: calls[0]), from: app.client)
        #expect(app.state == .foregroundActive)
        _ = app.service.take(.result(.null, id: calls[1]), from: app.client)
        #expect(app.state == .background)
    }

    @Test("who comes back before the app has returned finds it as it was: it has not been in the background")
    func changedMind() throws {
        let app = try running()
        app.engine.happened(.left(by: .home))
        app.scheduler.advance(by: .zero)
        app.engine.happened(.returnedToForeground)
        app.scheduler.advance(by: .seconds(10))
        #expect(states(app).suffix(2) == [.foregroundInactive, .foregroundActive])
        #expect(app.client.methods.suffix(2) == ["willResignActive", "didBecomeActive"])
        // The answer that is still to come leaves nothing.
        app.answer("willResignActive")
        #expect(app.state == .foregroundActive)
        app.pressHome()
        #expect(app.state == .background)
    }

    @Test("an app that hangs up, or dies, is not waited for", arguments: ["hangs up", "dies", "is forced to quit"])
    func gone(how: String) throws {
        let app = try running()
        app.engine.happened(.left(by: .home))
        app.scheduler.advance(by: .zero)
        switch how {
        case "hangs up": app.service.ended(app.client)
        case "dies": app.workload.end(.signalled(11))
        default: app.engine.happened(.forceQuit)
        }
        app.scheduler.advance(by: .zero)
        #expect(!(app.engine.machine.transition == .leaving))
        // Who is forced to quit is told so, and has its time for that (LC-12).
        #expect(app.state == ["hangs up": .background, "dies": .terminated][how] ?? .foregroundActive)
        app.scheduler.advance(by: .seconds(6))
        #expect(!app.events.contains { $0.message?.contains("willResignActive in") == true })
    }

    @Test("a program that speaks to nobody is left at once")
    func unaware() throws {
        let app = try SpeakingApp()
        app.engine.happened(.left(by: .home))
        #expect(app.state == .background && !(app.engine.machine.transition == .leaving))
    }

    @Test(
        "of two apps, the one that comes is in front at once; the one that is called back meanwhile stays alone there")
    func twoApps() throws {
        let device = Device()
        func add(_ app: SpeakingApp, _ name: String) -> Device.App {
            device.add(app.engine, name: name)
        }
        let (one, two) = (try running(), try SpeakingApp(speaks: true, launches: false))
        let (first, second) = (add(one, "one"), add(two, "two"))
        var told = 0
        device.once(settled: device.inTransition) { told += 1 }
        #expect(told == 1)
        device.open(second)
        #expect(one.state == .foregroundActive && device.front === second)
        device.once(settled: device.inTransition) { told += 1 }
        #expect(told == 1)
        two.scheduler.advance(by: .zero)
        two.call("hello", ["protocol": 1])
        two.answer("didFinishLaunching")
        device.open(first)
        #expect(one.state == .foregroundActive && device.front === first)
        #expect(told == 1)
        two.scheduler.advance(by: .zero)
        two.answer("willResignActive")
        #expect(two.state == .background && one.state == .foregroundActive)
        #expect(told == 2)
        // Who is ending is not in front, where the next one is.
        device.open(second)
        one.engine.happened(.forceQuit)
        #expect(one.state == .foregroundActive && device.front === second)
        two.answer("willEnterForeground")
        device.pressHome()
        #expect(two.state == .foregroundActive)
    }

    @Test(
        "who launches an app waits until it has returned from didFinishLaunching, and does not leave it before (LC-14)")
    func launching() throws {
        let device = Device()
        let app = try SpeakingApp(speaks: true, launches: false)
        let shown = device.add(app.engine, name: "app")
        var told = 0
        device.open(shown)
        device.once(settled: device.inTransition) { told += 1 }
        app.scheduler.advance(by: .seconds(1))
        app.call("hello", ["protocol": 1])
        #expect(told == 0 && app.engine.transition?.words.contains("is being launched") == true)
        app.answer("didFinishLaunching")
        #expect(told == 1 && app.state == .foregroundActive)
    }

    @Test("who ends an app waits until it has gone, not only until it has been asked (LC-12)")
    func ending() throws {
        let device = Device()
        let app = try running()
        device.add(app.engine, name: "app")
        var told = 0
        app.engine.happened(.terminationRequested(cause: "ctl terminate"))
        #expect(device.inTransition.count == 1)
        device.once(settled: device.inTransition) { told += 1 }
        app.scheduler.advance(by: .seconds(4))
        #expect(told == 0 && app.client.methods.last == "willTerminate")
        app.answer("willTerminate")
        app.scheduler.advance(by: .zero)
        #expect(app.state == .terminated && told == 1 && device.inTransition.isEmpty)
    }

    @Test("whoever waits is told also when the run ends meanwhile, or when the app speaks up in the middle")
    func ends() throws {
        let app = try running()
        var isTold = false
        app.engine.onTransitionEnd = { isTold = true }
        app.engine.happened(.left(by: .home))
        app.scheduler.advance(by: .zero)
        app.engine.endAsPlanned()
        app.answer("willResignActive")
        #expect(isTold && app.state != .background)

        let strategy = CompanionVoice(.standard)
        let late = try SpeakingApp(companions: [strategy])
        let program = RecordingClient()
        let hello: JSONValue = ["protocol": 1, "strategy": ["name": "s", "summary": "s", "requiredModes": []]]
        _ = strategy.take(.request(method: "hello", parameters: hello, id: 1), from: program)
        late.scheduler.advance(by: .zero)
        for case .request(_, _, let id?) in program.told { _ = strategy.take(.result(.null, id: id), from: program) }
        #expect(late.state == .foregroundActive)
        late.engine.happened(.left(by: .home))
        late.scheduler.advance(by: .zero)
        #expect((late.engine.machine.transition == .leaving))
        late.call("hello", ["protocol": 1])
        #expect(!(late.engine.machine.transition == .leaving) && late.state == .background)
        late.engine.happened(.returnedToForeground)
        late.answer("didFinishLaunching")
        for case .request(_, _, let id?) in program.told { _ = strategy.take(.result(.null, id: id), from: program) }
        late.scheduler.advance(by: .seconds(6))
        #expect(late.state == .foregroundActive)
    }

    @Test("who connects when the user is back is not sent on the way out")
    func reconnected() throws {
        let app = try running()
        app.service.ended(app.client)
        app.engine.happened(.left(by: .home))
        app.scheduler.advance(by: .zero)
        #expect(app.state == .background)
        app.engine.happened(.returnedToForeground)
        let again = RecordingClient()
        app.call("hello", ["protocol": 1], from: again)
        #expect(again.methods == [])
    }

    @Test("under a debugger a breakpoint takes the time that it takes (LC-17)")
    func debugged() throws {
        let app = try running()
        app.engine.happened(.device(.debugger(true)))
        app.engine.happened(.left(by: .home))
        app.scheduler.advance(by: .seconds(600))
        #expect(app.state == .foregroundActive)
        app.answer("willResignActive")
        #expect(app.state == .background)
    }

    @Test("the callbacks that are answered for an app that only looks on are those that are awaited")
    func lifeCycle() {
        let callbacks: [AppCallback] = [
            .didFinishLaunching(), .didBecomeActive, .willResignActive, .didEnterBackground, .willEnterForeground,
            .willTerminate, .didReceiveMemoryWarning,
        ]
        #expect(
            callbacks.filter(ServiceTable.standard.isAwaited).map(\.name) == AwaitedCallback.allCases.map(\.rawValue))
    }
}

import KeepAliveFormats
import Testing

@testable import KeepAliveEngine
@testable import KeepAlivePolicy
@testable import KeepAliveServices

/// What becomes of an app's words when it is frozen, of answers that come late, and of strategies that are gone.
@Suite struct AppVoiceLifeTests {
    /// An app that has said hello, in front.
    private func running(
        modes: [BackgroundMode] = [], companions: [CompanionVoice] = []
    ) throws -> SpeakingApp {
        let app = try SpeakingApp(modes: modes, speaks: true, companions: companions)
        app.call("hello", ["protocol": 1])
        app.answer("didFinishLaunching")
        return app
    }

    /// The same, suspended.
    private func suspended(modes: [BackgroundMode] = []) throws -> SpeakingApp {
        let app = try running(modes: modes)
        app.pressHome()
        app.answer("didEnterBackground")
        app.scheduler.advance(by: .seconds(5))
        #expect(app.state == .suspended)
        return app
    }

    @Test("what was said before the freeze and is read after it counts at the thaw, in order (LC-10)")
    func held() throws {
        let app = try suspended()
        #expect(app.call("beginBackgroundTask", ["name": "a"]) == nil)
        #expect(app.call("log", ["message": "late"]) == nil)
        let told = app.client.told.count
        #expect(!app.events.contains { $0.event == .taskBegan })
        app.engine.happened(.returnedToForeground)
        app.scheduler.advance(by: .zero)
        #expect(app.client.told.dropFirst(told).contains(.result(["task": 1], id: 1)))
        let lines = app.events.filter { $0.event == .taskBegan || $0.message == "late" }
        #expect(lines.map(\.event) == [.taskBegan, .log])
    }

    @Test("more than is kept for a frozen app is refused, and what a dead one has said is dropped")
    func heldTooMuch() throws {
        let app = try suspended()
        var answers: [JSONRPCMessage?] = []
        for _ in 0..<1001 { answers.append(app.call("log", ["message": "x"])) }
        #expect(answers.dropLast().allSatisfy { $0 == nil })
        guard case .failure(let error, _)?? = answers.last else { return #expect(Bool(false)) }
        #expect(error.code == -32000 && error.message.contains("the app is suspended"))
        app.engine.happened(.forceQuit)
        app.scheduler.advance(by: .zero)
        app.engine.happened(.returnedToForeground)
        app.scheduler.advance(by: .zero)
        #expect(!app.events.contains { $0.event == .log && $0.message == "x" })
    }

    @Test("the answer to a call that was made once more counts for nobody: the app is back when the last is (LC-08)")
    func lateAnswer() throws {
        let app = try running()
        app.pressHome()
        let first = app.client.told.last
        app.engine.happened(.returnedToForeground)
        app.pressHome()
        guard case .request("didEnterBackground", _, let id?)? = first else { return #expect(Bool(false)) }
        _ = app.service.take(.result(.null, id: id), from: app.client)
        app.scheduler.advance(by: .seconds(3))
        #expect(app.state == .background)
        app.answer("didEnterBackground")
        app.scheduler.advance(by: .seconds(1))
        #expect(app.state == .suspended)
    }

    @Test("an answer that comes when its wake is over does not end the next one")
    func lateWake() throws {
        let app = try suspended(modes: [.remoteNotification])
        app.engine.happened(.push(.silent(identifier: "a")))
        app.scheduler.advance(by: .zero)
        guard case .request("didReceiveRemoteNotification", _, let id?)? = app.client.told.last else {
            return #expect(Bool(false), "\(app.client.methods)")
        }
        // The first is completed; the same number once more is nobody's.
        _ = app.service.take(.result(["result": "noData"], id: id), from: app.client)
        app.scheduler.advance(by: .seconds(60))
        app.engine.happened(.push(.silent(identifier: "b")))
        app.scheduler.advance(by: .zero)
        let wakes = app.events.filter { $0.event == .wakeEnded }.count
        _ = app.service.take(.result(["result": "newData"], id: id), from: app.client)
        app.scheduler.advance(by: .zero)
        #expect(app.events.filter { $0.event == .wakeEnded }.count == wakes)
    }

    @Test("an unknown parameter is refused before anything is done")
    func unknownParameter() throws {
        let app = try running()
        guard case .failure(let error, _)? = app.call("beginBackgroundTask", ["nmae": "x"]) else {
            return #expect(Bool(false))
        }
        #expect(error.code == -32602 && error.message == "there is no parameter 'nmae'; did you mean 'name'?")
        #expect(!app.events.contains { $0.event == .taskBegan })
    }

    @Test("a strategy that is gone, silent or not even there holds nobody up", arguments: ["gone", "late", "mute"])
    func strategies(what: String) throws {
        let strategy = CompanionVoice(.standard)
        let app = try SpeakingApp(companions: [strategy])
        let program = RecordingClient()
        if what != "late" {
            let hello: JSONValue = ["protocol": 1, "strategy": ["name": "s", "summary": "s", "requiredModes": []]]
            _ = strategy.take(.request(method: "hello", parameters: hello, id: 1), from: program)
            app.scheduler.advance(by: .zero)
        }
        if what == "gone" { strategy.ended(program) }
        // Without an answer of the strategy the app is not launched, but for one that is none.
        app.scheduler.advance(by: .seconds(6))
        let why =
            switch what {
            case "gone": "has ended"
            case "late": "has not said hello in 5 s"
            default: ""
            }
        #expect(app.events.contains { $0.event == .note && $0.message?.contains(why) == true } || what == "mute")
        if what == "mute" {
            #expect(app.state == .foregroundInactive)
            for case .request(_, _, let id?) in program.told {
                _ = strategy.take(.result(.null, id: id), from: program)
            }
        }
        #expect(app.state == .foregroundActive)
        guard what != "mute" else { return }
        let told = program.told.count
        app.engine.happened(.left(by: .home))
        app.scheduler.advance(by: .seconds(5))
        #expect(app.state == .suspended)
        #expect(program.told.count == told)
    }

    @Test("a strategy that never answers is called a thousand times, and not for ever")
    func bounded() throws {
        let strategy = CompanionVoice(.standard)
        let app = try SpeakingApp(modes: [.location], companions: [strategy])
        let program = RecordingClient()
        let hello: JSONValue = ["protocol": 1, "strategy": ["name": "s", "summary": "s", "requiredModes": []]]
        _ = strategy.take(.request(method: "hello", parameters: hello, id: 1), from: program)
        app.scheduler.advance(by: .zero)
        for case .request(_, _, let id?) in program.told { _ = strategy.take(.result(.null, id: id), from: program) }
        app.call("requestAlwaysAuthorization")
        app.call("startUpdatingLocation", ["pausesAutomatically": false])
        app.scheduler.advance(by: .seconds(1200))
        #expect(program.told.count < 1010)
        #expect(app.events.contains { $0.message?.contains("does not answer") == true })
    }

    @Test("regions keep where the device is: across a crossing, a new registration, and a new process (CL-17)")
    func regions() throws {
        let app = try running()
        app.call("requestAlwaysAuthorization")
        let office: JSONValue = ["identifier": "office", "latitude": 48, "longitude": 11, "radius": 200]
        app.engine.happened(.locationService(.moved(LocationFix(latitude: 48, longitude: 11, timestamp: 0))))
        #expect(app.call("startMonitoringRegion", office) == .result(["monitoring": true], id: 1))
        guard case .result(let listed, _)? = app.call("monitoredRegions") else { return #expect(Bool(false)) }
        #expect(listed.array?.first?["inside"] == true && listed.array?.first?["radius"] == 200)
        // The first move after the registration is a crossing already; registered once more, nothing is forgotten.
        _ = app.call("startMonitoringRegion", office)
        app.engine.happened(.locationService(.moved(LocationFix(latitude: 49, longitude: 11, timestamp: 0))))
        // CL-45: it counts when the device has stayed there.
        app.scheduler.advance(by: .milliseconds(19_999))
        #expect(!app.client.methods.contains("didCrossRegion"))
        app.scheduler.advance(by: .milliseconds(1))
        #expect(app.client.methods.contains("didCrossRegion"))
        // One that iOS does not take is not watched.
        for number in 0..<25 {
            _ = app.call(
                "startMonitoringRegion",
                ["identifier": .string("r\(number)"), "latitude": 1, "longitude": 1, "radius": 200])
        }
        #expect(app.engine.machine.monitoredRegions.count == 20)
    }

    @Test("more timers than anybody needs are refused; a task's name is shortened")
    func floods() throws {
        let app = try running()
        for _ in 0..<1000 { app.call("setTimer", ["seconds": 1000]) }
        guard case .failure(let error, _)? = app.call("setTimer", ["seconds": 1000]) else {
            return #expect(Bool(false))
        }
        #expect(error.message == "1000 timers are set already")
        app.call("beginBackgroundTask", ["name": .string(String(repeating: "x", count: 50_000))])
        #expect(app.events.last { $0.event == .taskBegan }?.message?.count ?? 0 <= 201)
    }
}

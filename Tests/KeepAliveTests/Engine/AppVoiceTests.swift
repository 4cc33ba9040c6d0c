import KeepAliveFormats
import Testing

@testable import KeepAliveEngine
@testable import KeepAlivePolicy
@testable import KeepAliveServices
@testable import KeepAlivePorts
@testable import KeepAliveReport

/// A client that remembers what it was told.
final class RecordingClient: MessageClient {
    let peer: Int32 = 1
    var isSubscriber = false
    var mayWait = false
    var told: [JSONRPCMessage] = []
    var isFinished = false
    /// The descriptor that came with the present message.
    var passed: PassedDescriptor?

    func takeDescriptor() -> PassedDescriptor? {
        defer { passed = nil }
        return passed
    }

    func send(_ message: JSONRPCMessage) -> Bool {
        told.append(message)
        return true
    }

    func finish() { isFinished = true }

    /// The methods that it was called with.
    var methods: [String] {
        told.compactMap { if case .request(let method, _, _) = $0 { method } else { nil } }
    }
}

/// An app that speaks for itself, on virtual time.
final class SpeakingApp {
    let scheduler = VirtualScheduler()
    let service: AppVoice
    let engine: Engine
    let workload: VirtualWorkload
    let client = RecordingClient()
    var events: [TimelineEvent] = []

    init(
        modes: [BackgroundMode] = [], speaks: Bool = false, launches: Bool = true, companions: [CompanionVoice] = [],
        sockets: (any TaggedSockets)? = nil
    ) throws {
        var manifest = Manifest.withUsageStrings
        manifest.adoptsScenes = false
        manifest.declare(modes)
        service = AppVoice(.standard, speaks: speaks)
        workload = VirtualWorkload(scheduler: scheduler)
        var plan = RunPlan()
        plan.outlivesProcess = true
        plan.launchesAtStart = launches
        var record: (TimelineEvent) -> Void = { _ in }
        engine = Engine(
            machine: PolicyMachine(profile: ProfileCatalogue.newest, manifest: manifest), scheduler: scheduler,
            workload: workload, audio: VirtualAudioOutput(scheduler: scheduler),
            location: VirtualLocationSource(scheduler: scheduler), sockets: sockets, app: service,
            companions: { companions },
            strategies: { [] }, plan: plan, record: { record($0) })
        record = { [unowned self] in events.append($0) }
        try engine.start()
    }

    /// Makes a call as the app.
    @discardableResult
    func call(_ method: String, _ parameters: JSONValue = .null, from client: RecordingClient? = nil) -> JSONRPCMessage?
    {
        defer { scheduler.advance(by: .zero) }
        return service.take(
            .request(method: method, parameters: parameters, id: 1), from: client ?? self.client)
    }

    /// Answers the open call of a callback.
    func answer(_ method: String, _ result: JSONValue = .null) {
        for case .request(method, _, let id?) in client.told.reversed() {
            _ = service.take(.result(result, id: id), from: client)
            return scheduler.advance(by: .zero)
        }
        Issue.record("\(method) was not called")
    }

    /// The user leaves, and the app returns from `willResignActive`.
    func pressHome() {
        engine.happened(.left(by: .home))
        scheduler.advance(by: .zero)
        answer("willResignActive")
    }

    var state: ApplicationState { engine.machine.state }
}

@Suite struct AppVoiceTests {
    private let hello: JSONValue = ["protocol": 1]

    @Test("who says hello late takes over the launch: it is told, and its return counts (LC-05)")
    func lateCheckIn() throws {
        let app = try SpeakingApp()
        #expect(app.state == .foregroundActive)
        let answer = app.call("hello", hello)
        guard case .result(let greeting, _)? = answer else {
            return #expect(Bool(false), "\(String(describing: answer))")
        }
        #expect(greeting["protocol"] == 1 && greeting["state"] == "active")
        #expect(app.state == .foregroundInactive)
        #expect(app.client.methods == ["didFinishLaunching"])
        app.answer("didFinishLaunching")
        #expect(app.state == .foregroundActive)
        #expect(app.client.methods == ["didFinishLaunching", "didBecomeActive"])
    }

    @Test("who is known to speak is launched when it says so, and killed by the watchdog if it never does (LC-14)")
    func expected() throws {
        let app = try SpeakingApp(speaks: true)
        #expect(app.state == .foregroundInactive)
        app.scheduler.advance(by: .seconds(5))
        app.call("hello", hello)
        #expect(app.client.methods == ["didFinishLaunching"])
        app.answer("didFinishLaunching")
        #expect(app.state == .foregroundActive)
        let silent = try SpeakingApp(speaks: true)
        silent.scheduler.advance(by: .seconds(25))
        #expect(silent.state == .terminated)
        #expect(silent.events.contains { $0.termination?.code == "0x8badf00d" })
    }

    @Test("a wake that the runner began to deal with for the app is the app's when it says hello (LC-06)")
    func wakeTakenOver() throws {
        let app = try SpeakingApp(modes: [.remoteNotification], launches: false)
        app.service.keep(["aps": ["content-available": 1], "n": 7], of: "p")
        app.engine.happened(.push(.silent(identifier: "p")))
        app.scheduler.advance(by: .milliseconds(100))
        app.call("hello", hello)
        app.answer("didFinishLaunching")
        app.scheduler.advance(by: .seconds(20))
        // Not completed by the runner after a second, as for an app that says nothing.
        #expect(app.state == .background)
        let push = app.client.told.compactMap { message -> JSONValue? in
            if case .request("didReceiveRemoteNotification", let parameters, _) = message { parameters } else { nil }
        }
        #expect(push.count == 1 && push.first?["userInfo"]?["n"] == 7)
        app.answer("didReceiveRemoteNotification", ["result": "noData"])
        app.scheduler.advance(by: .seconds(2))
        #expect(app.state == .suspended)
    }

    @Test("didEnterBackground holds the app until it answers, at most its time (LC-09)")
    func awaitedReturn() throws {
        let app = try SpeakingApp(speaks: true)
        app.call("hello", hello)
        app.answer("didFinishLaunching")
        app.pressHome()
        app.scheduler.advance(by: .seconds(4))
        #expect(app.state == .background)
        app.answer("didEnterBackground")
        app.scheduler.advance(by: .seconds(2))
        #expect(app.state == .suspended)
        app.engine.happened(.returnedToForeground)
        app.answer("willEnterForeground")
        app.pressHome()
        app.scheduler.advance(by: .seconds(12))
        #expect(app.events.contains { $0.termination?.code == "0x8badf00d" })
    }

    /// Keeps the descriptors that it is given.
    private final class KeptSockets: TaggedSockets {
        var onReport: ((TaggedSocketReport) -> Void)?
        var descriptors: [Int32] = []

        func tag(_ descriptor: Int32, of process: Int32) -> Bool {
            descriptors.append(descriptor)
            return true
        }
        var inodes: Set<UInt64> { [] }
        func watch(_ isOn: Bool) {}
        func forget() {}
    }

    @Test("SD-50: a descriptor that comes while the app is suspended waits with its message, and is closed with it")
    func heldDescriptor() throws {
        let sockets = KeptSockets()
        let app = try SpeakingApp(modes: [.voip], speaks: true, sockets: sockets)
        app.call("hello", hello)
        app.answer("didFinishLaunching")
        app.pressHome()
        app.answer("didEnterBackground")
        app.scheduler.advance(by: .seconds(10))
        #expect(app.state == .suspended)
        let (other, third) = (RecordingClient(), RecordingClient())
        var closed: [Int32] = []
        for (number, client) in [(7, other), (8, third)] {
            client.passed = PassedDescriptor(Int32(number)) { closed.append($0) }
            #expect(app.call("tagSocket", from: client) == nil)
            // A message that takes none leaves it.
            client.passed = PassedDescriptor(Int32(number + 10)) { closed.append($0) }
            app.call("state", from: client)
            #expect(client.passed != nil)
        }
        #expect(sockets.descriptors.isEmpty && closed.isEmpty)
        app.service.ended(third)
        #expect(closed == [8])
        app.engine.happened(.returnedToForeground)
        app.scheduler.advance(by: .seconds(1))
        #expect(sockets.descriptors == [7] && closed == [8])
        // What nobody takes is closed.
        other.passed = PassedDescriptor(9) { closed.append($0) }
        app.call("tagSocket", 3, from: other)
        #expect(sockets.descriptors == [7] && closed.filter { $0 < 10 } == [8, 9])
    }

    @Test("a call can be completed by its number, from another connection")
    func complete() throws {
        let app = try SpeakingApp(speaks: true)
        app.call("hello", hello)
        guard case .request(_, _, let id?) = app.client.told[0] else { return #expect(Bool(false)) }
        let other = RecordingClient()
        guard case .failure(let error, _)? = app.call("complete", ["call": 99], from: other) else {
            return #expect(Bool(false))
        }
        #expect(error.message == "no call 99 waits to be completed")
        app.call("complete", ["call": id], from: other)
        #expect(app.state == .foregroundActive)
        #expect(other.told.isEmpty)
    }

    @Test(
        "what is wrong with a call is told by name",
        arguments: [
            ("beginBackgroundTsk", "{}", -32601, "did you mean 'beginBackgroundTask'?"),
            ("endBackgroundTask", "{}", -32602, "'task' is missing"),
            ("endBackgroundTask", #"{"task":"x"}"#, -32602, "'task' must be a whole number"),
            ("endBackgroundTask", #"{"task":1,"tusk":2}"#, -32602, "there is no parameter 'tusk'"),
            ("endBackgroundTask", "[1]", -32602, "write an object"),
            ("setCategory", #"{"category":"loud"}"#, -32602, "'category' must be one of ambient"),
            ("setCategory", #"{"category":"playback","options":["x"]}"#, -32602, "mixWithOthers"),
            ("setTimer", #"{"seconds":-1}"#, -32602, "'seconds' must be a number from 0"),
            ("backgroundSession", #"{"identifier":"a\u0000b"}"#, -32602, "'identifier' must have no NUL character"),
            (
                "downloadTask", #"{"identifier":"a","request":{"url":"http://a","headers":{"A\u0000":"b"}}}"#, -32602,
                "the names in 'headers' must have no NUL character"
            ),
            ("hello", #"{"protocol":2}"#, -32000, "version 1 of the protocol"),
            ("implements", #"{"method":"x"}"#, -32602, "performFetch"),
            ("play", "{}", nil, ""),
        ] as [(String, String, Int?, String)])
    func errors(method: String, parameters: String, code: Int?, says: String) throws {
        let app = try SpeakingApp(modes: [.audio])
        let answer = app.call(method, try JSONValue(parsing: parameters.utf8))
        guard let code else {
            // A session that is not active is activated.
            #expect(answer == .result(["playing": true], id: 1))
            return
        }
        guard case .failure(let error, _)? = answer else {
            return #expect(Bool(false), "\(String(describing: answer))")
        }
        #expect(error.code == code && error.message.contains(says), "\(error)")
    }

    @Test("Apple's errors and exceptions carry their names, numbers and rules (CL-01, AS-26)")
    func appleErrors() throws {
        let app = try SpeakingApp()
        guard case .failure(let raised, _)? = app.call("setAllowsBackgroundLocationUpdates", ["value": true]) else {
            return #expect(Bool(false))
        }
        #expect(raised.code == -32001 && raised.data?["name"] == "NSInternalInconsistencyException")
        #expect(raised.data?["reason"]?.string?.contains("!stayUp") == true)
        app.call("setCategory", ["category": "playback"])
        app.engine.happened(.left(by: .home))
        guard case .failure(let refused, _)? = app.call("setActive", ["active": true]) else {
            return #expect(Bool(false))
        }
        #expect(refused.code == -32002 && refused.data?["domain"] == "NSOSStatusErrorDomain")
        #expect(refused.data?["code"] == 561_015_905)
    }

    @Test("AS-57: a player that gets ready activates the session, where iOS lets it")
    func prepareToPlay() throws {
        func isActive(_ app: SpeakingApp) -> Bool {
            guard case .result(let session, _)? = app.call("audioSession") else { return false }
            return session["active"] == true
        }
        let app = try SpeakingApp()
        app.call("hello", hello)
        app.answer("didFinishLaunching")
        app.call("setCategory", ["category": "playback"])
        guard case .failure(let error, _)? = app.call("prepareToPlay") else { return #expect(Bool(false)) }
        #expect(error.message.contains("there is no player 0"))
        app.call("preparePlayer")
        #expect(!isActive(app))
        #expect(app.call("prepareToPlay") == .result(["ready": true], id: 1))
        #expect(isActive(app) && !app.engine.machine.isPlayingAudio)
        app.call("setActive", ["active": false])
        app.pressHome()
        #expect(app.call("prepareToPlay") == .result(["ready": false], id: 1))
        #expect(!isActive(app))
    }

    @Test("the next process is a life of its own: its tasks count anew, and the old connection is closed (BT-26)")
    func lives() throws {
        let app = try SpeakingApp()
        app.call("hello", hello)
        app.answer("didFinishLaunching")
        #expect(app.call("beginBackgroundTask", ["name": "a"]) == .result(["task": 1], id: 1))
        #expect(app.call("beginBackgroundTask", ["name": "b"]) == .result(["task": 2], id: 1))
        app.workload.end(.exited(0))
        app.scheduler.advance(by: .milliseconds(10))
        #expect(app.state == .terminated)
        app.engine.happened(.returnedToForeground)
        app.scheduler.advance(by: .milliseconds(10))
        #expect(app.client.isFinished)
        #expect(app.state == .foregroundInactive)
        let second = RecordingClient()
        app.call("hello", hello, from: second)
        #expect(second.methods == ["didFinishLaunching"])
        #expect(app.call("beginBackgroundTask", ["name": "c"], from: second) == .result(["task": 1], id: 1))
    }

    @Test("a strategy that is a program holds the app until it answers, and its tasks are told to it (BT-14)")
    func companion() throws {
        let strategy = CompanionVoice(.standard)
        let app = try SpeakingApp(companions: [strategy])
        let program = RecordingClient()
        _ = strategy.take(
            .request(
                method: "hello",
                parameters: ["protocol": 1, "strategy": ["name": "x", "summary": "y", "requiredModes": []]], id: 1),
            from: program)
        app.scheduler.advance(by: .zero)
        func answer(_ method: String) {
            for case .request(method, _, let id?) in program.told.reversed() {
                _ = strategy.take(.result(.null, id: id), from: program)
                return app.scheduler.advance(by: .zero)
            }
            Issue.record("\(method) was not called")
        }
        answer("didFinishLaunching")
        #expect(app.state == .foregroundActive)
        app.engine.happened(.left(by: .home))
        app.scheduler.advance(by: .seconds(3))
        #expect(app.state == .foregroundActive)
        answer("willResignActive")
        #expect(app.state == .background)
        _ = strategy.take(
            .request(method: "beginBackgroundTask", parameters: ["name": "p"], id: 2), from: program)
        answer("didEnterBackground")
        app.scheduler.advance(by: .seconds(20))
        #expect(app.state == .background)
        app.scheduler.advance(by: .seconds(6))
        #expect(program.methods.contains("backgroundTaskExpired"))
    }

    @Test("a program that goes away holds nothing up")
    func companionEnds() throws {
        let strategy = CompanionVoice(.standard)
        let app = try SpeakingApp(companions: [strategy])
        let program = RecordingClient()
        _ = strategy.take(
            .request(
                method: "hello", parameters: ["protocol": 1, "strategy": ["name": "x", "summary": "y"]], id: 1),
            from: program)
        #expect(app.state == .foregroundInactive)
        strategy.ended(program)
        app.scheduler.advance(by: .zero)
        #expect(app.state == .foregroundActive)
    }
}

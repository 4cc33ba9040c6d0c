import KeepAliveFormats
import Testing

@testable import KeepAliveEngine
@testable import KeepAlivePolicy
@testable import KeepAliveServices
@testable import KeepAlivePorts

/// Several apps on one device, on virtual time.
@Suite struct DeviceTests {
    /// A device, and apps on it that a test makes calls for.
    private final class World {
        let device = Device()
        let scheduler = VirtualScheduler()
        var apps: [String: (app: Device.App, service: AppVoice, client: RecordingClient)] = [:]

        /// Puts an app on the device and starts it.
        @discardableResult
        func start(_ name: String, modes: [BackgroundMode] = []) throws -> Device.App {
            var manifest = Manifest.withUsageStrings
            manifest.bundleIdentifier = "org.example.\(name)"
            manifest.declare(modes)
            let service = AppVoice(.standard)
            var plan = RunPlan()
            plan.outlivesProcess = true
            let engine = Engine(
                machine: PolicyMachine(
                    profile: ProfileCatalogue.newest, manifest: manifest, conditions: device.conditions),
                scheduler: scheduler, workload: VirtualWorkload(scheduler: scheduler),
                audio: VirtualAudioOutput(scheduler: scheduler), app: service, strategies: { [] }, plan: plan,
                record: { _ in })
            let app = device.add(engine, name: device.name(for: manifest.bundleIdentifier))
            let client = RecordingClient()
            apps[name] = (app, service, client)
            try engine.start()
            call(name, "hello", ["protocol": 1])
            settle()
            answerAll(name)
            return app
        }

        @discardableResult
        func call(_ name: String, _ method: String, _ parameters: JSONValue = .null) -> JSONRPCMessage? {
            guard let (_, service, client) = apps[name] else { return nil }
            return service.take(.request(method: method, parameters: parameters, id: 1), from: client)
        }

        /// Answers everything that waits.
        func answerAll(_ name: String) {
            guard let (_, service, client) = apps[name] else { return }
            for case .request(_, _, let id?) in client.told { _ = service.take(.result(.null, id: id), from: client) }
        }

        func settle(_ duration: Duration = .zero) {
            // The way out has two callbacks, the second after the first.
            for _ in 0..<2 {
                for name in apps.keys.sorted() { answerAll(name) }
                scheduler.advance(by: .zero)
            }
            for name in apps.keys.sorted() { answerAll(name) }
            scheduler.advance(by: duration)
            for name in apps.keys.sorted() { answerAll(name) }
        }

        func play(_ name: String, options: JSONValue = [], for time: Duration = .seconds(1)) {
            call(name, "setCategory", ["category": "playback", "options": options])
            call(name, "setActive", ["active": true])
            call(name, "play")
            settle(time)
        }

        func state(_ name: String) -> ApplicationState? { apps[name]?.app.engine.machine.state }
        func told(_ name: String) -> [String] { apps[name]?.client.methods ?? [] }
        func holds(_ name: String, _ grant: Grant) -> Bool {
            apps[name]?.app.engine.machine.grants.contains(grant) ?? false
        }
    }

    @Test("one app is in front: another one that comes sends it to the background first (LC-05)")
    func foreground() throws {
        let world = World()
        let first = try world.start("first")
        #expect(world.device.front === first)
        let second = try world.start("second")
        world.settle(.seconds(2))
        #expect(world.device.front === second)
        #expect(world.state("first") == .suspended)
        world.device.open(first)
        world.settle(.seconds(2))
        #expect(world.device.front === first && world.state("second") == .suspended)
        world.device.pressHome()
        world.settle(.seconds(2))
        #expect(world.device.front == nil && world.state("first") == .suspended)
        world.device.pressHome()
    }

    @Test("sessions that do not mix interrupt each other, and resume by their own code (AS-42, AS-44, AS-46)")
    func interruption() throws {
        let world = World()
        try world.start("music", modes: [.audio])
        world.play("music")
        #expect(world.holds("music", .audio))
        try world.start("film", modes: [.audio])
        world.settle(.seconds(1))
        #expect(world.state("music") == .background && world.holds("music", .audio))
        world.play("film")
        #expect(world.told("music").contains("audioInterruptionBegan"))
        world.settle(.seconds(3))
        #expect(world.state("music") == .suspended)
        world.call("film", "stop")
        world.call("film", "setActive", ["active": false, "notifyOthersOnDeactivation": true])
        world.settle(.seconds(1))
        // A suspended app hears of it when it runs again.
        world.device.open(world.apps["music"]!.app)
        world.settle(.seconds(1))
        #expect(world.told("music").contains("audioInterruptionEnded"))
        world.play("music")
        #expect(world.holds("music", .audio))
    }

    @Test("sessions that mix leave each other alone (AS-08)")
    func mixing() throws {
        let world = World()
        try world.start("music", modes: [.audio])
        world.play("music", options: ["mixWithOthers"])
        try world.start("navigation", modes: [.audio])
        world.play("navigation", options: ["duckOthers"])
        world.settle(.seconds(5))
        #expect(world.holds("music", .audio) && world.holds("navigation", .audio))
        #expect(!world.told("music").contains("audioInterruptionBegan"))
        #expect(
            world.call("navigation", "audioSession").map { answer in
                if case .result(let value, _) = answer { value["isOtherAudioPlaying"] == true } else { false }
            } == true)
    }

    @Test("one app is Now Playing, and may interrupt others from the background (AS-23)")
    func nowPlaying() throws {
        let world = World()
        try world.start("music", modes: [.audio])
        world.call("music", "setNowPlaying", ["value": true])
        world.play("music")
        try world.start("film", modes: [.audio])
        world.play("film", for: .milliseconds(100))
        #expect(!world.holds("music", .audio))
        let before = world.told("film").count
        // In time: its suspension is a second away.
        world.call("music", "setActive", ["active": true])
        world.call("music", "play")
        world.settle(.seconds(1))
        #expect(world.holds("music", .audio))
        #expect(world.told("film")[before...].contains("audioInterruptionBegan"))
        world.call("film", "setNowPlaying", ["value": true])
        #expect(!world.apps["music"]!.app.engine.machine.isNowPlaying)
    }

    @Test("a call interrupts every session, and an app that comes during it finds it (AS-41, AS-45)")
    func phoneCall() throws {
        let world = World()
        try world.start("music", modes: [.audio])
        world.play("music", options: ["mixWithOthers"])
        world.device.call(true)
        world.settle()
        #expect(world.told("music").contains("audioInterruptionBegan"))
        try world.start("late", modes: [.audio])
        world.call("late", "setCategory", ["category": "playAndRecord"])
        let answer = world.call("late", "setActive", ["active": true])
        guard case .failure(let error, _)? = answer else {
            return #expect(Bool(false), "\(String(describing: answer))")
        }
        #expect(error.data?["name"] == "insufficientPriority")
        world.device.call(false)
        world.settle()
        #expect(world.call("late", "setActive", ["active": true]) == .result(.null, id: 1))
    }

    @Test("memory: running apps are warned, and the lowest of the others goes (LC-22, RB-07)")
    func memory() throws {
        let world = World()
        try world.start("old")
        try world.start("music", modes: [.audio])
        world.play("music")
        try world.start("front")
        world.settle(.seconds(3))
        #expect(world.state("old") == .suspended && world.state("music") == .background)
        #expect(world.device.runShortOfMemory() == ["org.example.old"])
        world.settle(.seconds(1))
        #expect(world.state("old") == .terminated)
        #expect(world.told("music").contains("didReceiveMemoryWarning"))
        #expect(world.state("front") == .foregroundActive)
        #expect(world.device.runShortOfMemory() == ["org.example.music"])
        world.settle(.seconds(1))
        #expect(world.device.runShortOfMemory() == [])
    }

    @Test("a file that an app is not offered takes nobody from the screen (SD-70)")
    func refusedDocument() throws {
        let world = World()
        try world.start("other")
        let front = try world.start("front")
        world.settle(.seconds(1))
        world.apps["other"]?.app.engine.happened(
            .documentOpened(OpenedDocument(name: "a.txt", contentType: "public.plain-text")))
        world.settle(.seconds(1))
        #expect(world.device.front === front && world.state("front") == .foregroundActive)
    }

    @Test("locking takes the app from the screen, and unlocking brings it back")
    func locking() throws {
        let world = World()
        try world.start("app")
        world.device.lock(true)
        world.settle(.seconds(2))
        #expect(world.state("app") == .suspended && world.device.conditions.locked)
        world.device.lock(false)
        world.settle(.seconds(1))
        #expect(world.state("app") == .foregroundActive)
    }

    @Test("names are those of the bundles, with a number where two have one")
    func names() throws {
        let world = World()
        try world.start("app")
        #expect(world.device.name(for: "org.example.app") == "org.example.app-2")
        #expect(world.device.name(for: "org.example.other") == "org.example.other")
    }

    @Test(
        "a payload that is none is refused with its reason",
        arguments: [
            ("{}", "no 'aps' object"), (#"{"aps":{}}"#, "neither content-available"), ("[]", "no 'aps' object"),
        ])
    func payloads(text: String, says: String) throws {
        let world = World()
        let app = try world.start("app")
        let error = #expect(throws: JSONRPCError.self) {
            try world.device.push(try JSONValue(parsing: text.utf8), to: app)
        }
        #expect(error?.message.contains(says) == true)
    }
}

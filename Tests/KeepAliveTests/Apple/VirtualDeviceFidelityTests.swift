import Foundation
import Testing
import TestSupport

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// What tells UIKit and its neighbours from something that has only their names.
@MainActor
@Suite(.serialized, .onlyDevice) struct VirtualDeviceFidelityTests {
    @Test("a manager that is configured while the delegate is made is the app's")
    func configuredEarly() throws {
        final class Delegate: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
            let manager = CLLocationManager()
            required init() {
                super.init()
                manager.delegate = self
                manager.distanceFilter = 50
                manager.allowsBackgroundLocationUpdates = true
            }
        }
        let device = try VirtualDevice(modes: [.location])
        device.launch { Delegate() }
        try device.expect(.foregroundActive)
    }

    @Test("the state in a callback is UIKit's: the system is ahead of it")
    func states() throws {
        final class Delegate: UIResponder, UIApplicationDelegate {
            var states: [String] = []
            func applicationDidBecomeActive(_ application: UIApplication) { note("active", application) }
            func applicationWillResignActive(_ application: UIApplication) { note("resign", application) }
            func applicationDidEnterBackground(_ application: UIApplication) { note("background", application) }
            func applicationWillEnterForeground(_ application: UIApplication) { note("foreground", application) }
            private func note(_ what: String, _ application: UIApplication) {
                states.append("\(what): \(application.applicationState)")
            }
        }
        let device = try VirtualDevice()
        device.launch { Delegate() }
        device.pressHome()
        device.returnToApp()
        let states = (device.delegate as? Delegate)?.states
        #expect(
            states == [
                "active: active", "resign: active", "background: background", "foreground: background",
                "active: active",
            ])
    }

    @Test("what an app begins in applicationWillResignActive it begins on screen (LC-05, AS-36)")
    func leaving() throws {
        final class Delegate: UIResponder, UIApplicationDelegate {
            let session = AVAudioSession.sharedInstance()
            var codes: [Int] = []
            func applicationWillResignActive(_ application: UIApplication) { activate() }
            func applicationDidEnterBackground(_ application: UIApplication) { activate() }
            private func activate() {
                do {
                    try session.setCategory(.playback)
                    try session.setActive(true)
                    codes.append(0)
                    try session.setActive(false)
                } catch {
                    codes.append((error as NSError).code)
                }
            }
        }
        let device = try VirtualDevice()
        device.launch { Delegate() }
        device.pressHome()
        #expect((device.delegate as? Delegate)?.codes == [0, 561_015_905])
    }

    @Test("an answer and a call from another thread wait for the device")
    func otherThreads() async throws {
        let device = try TestApp.device(modes: [.fetch])
        TestApp.forget()
        TestApp.onFetch = { handler in
            DispatchQueue.global().async {
                let task = UIApplicationBackground.begin()
                UIApplicationBackground.end(task)
                handler(.noData)
            }
        }
        device.launch { TestApp() }
        device.perform { UIApplication.shared.setMinimumBackgroundFetchInterval(0) }
        device.pressHome()
        device.advance(by: .seconds(5))
        device.fetch()
        // Awaited: another thread answers when it comes to it.
        while !device.timeline.contains(where: { $0.contains("wake over") || $0.contains("wake ended") }) {
            await device.runPendingTasks()
        }
        await device.runPendingTasks()
        device.advance(by: .seconds(2))
        try device.expect(.suspended)
    }

    @Test(
        "SD-05: a device that runs one app at a time says so, and ends an app that is left", arguments: [true, false])
    func multitasking(isSupported: Bool) throws {
        let device = try VirtualDevice(ios: "6.1", supportsMultitasking: isSupported)
        var answer: Bool?
        TestApp.forget()
        TestApp.onLaunch = { _ in answer = UIDevice.current.isMultitaskingSupported }
        device.launch { TestApp() }
        device.perform { #expect(UIDevice.current.systemVersion == "6.1" && UIDevice.current.model == "iPhone") }
        device.pressHome()
        device.advance(by: .seconds(10))
        #expect(answer == isSupported)
        try device.expect(isSupported ? .suspended : .terminated)
    }

    @Test("WK-13, SD-51: the keep-alive handler is called before each timeout, where the app may have one")
    func keepAliveHandler() throws {
        for (ios, modes, isAccepted) in [
            ("8.0", [BackgroundMode.voip], true), ("8.0", [], false), ("9.0", [.voip], false),
        ] {
            let device = try TestApp.device(modes: modes, ios: ios)
            device.launch { TestApp.plain() }
            var calls = 0
            device.perform {
                #expect(UIApplication.shared.setKeepAliveTimeout(700) { calls += 1 } == isAccepted)
            }
            device.pressHome()
            device.advance(by: .seconds(710))
            #expect(calls == (isAccepted ? 1 : 0))
            try device.expect(.suspended)
            device.perform { UIApplication.shared.clearKeepAliveTimeout() }
            device.advance(by: .seconds(710))
            #expect(calls == (isAccepted ? 1 : 0))
        }
    }

    /// The delegate of two streams: it keeps what it is told, and answers what it reads.
    private final class Caller: NSObject, StreamDelegate {
        var calls: [String] = []
        var input: InputStream?
        var output: OutputStream?

        func open(_ port: Int, voip: Bool) {
            Stream.getStreamsToHost(withName: "127.0.0.1", port: port, inputStream: &input, outputStream: &output)
            if voip {
                calls.append("\(output?.setProperty("x" as AnyObject, forKey: .dataWrittenToMemoryStreamKey) ?? true)")
                let type = StreamNetworkServiceTypeValue.voIP as AnyObject
                calls.append("\(input?.setProperty(type, forKey: .networkServiceType) ?? false)")
            }
            for stream in [input, output] as [Stream?] {
                stream?.delegate = self
                stream?.schedule(in: .main, forMode: .default)
                stream?.open()
            }
        }

        func stream(_ stream: Stream, handle event: Stream.Event) {
            let name = stream === input ? "input" : "output"
            switch event {
            case .openCompleted: calls.append("\(name) open")
            case .hasBytesAvailable:
                var buffer = [UInt8](repeating: 0, count: 100)
                let count = input?.read(&buffer, maxLength: buffer.count) ?? 0
                calls.append("read \(String(decoding: buffer[..<max(0, count)], as: UTF8.self))")
                _ = output?.write(buffer, maxLength: max(0, count))
            case .endEncountered: calls.append("end")
            case .errorOccurred: calls.append("\(name) failed \(stream.streamError.map { "\(type(of: $0))" } ?? "")")
            default: break
            }
        }
    }

    @Test("SD-50: streams over one connection are told, read and written; the property tags it, and data wakes the app")
    func streams() async throws {
        let device = try TestApp.device(modes: [.voip, .audio], ios: "8.0")
        let listener = LocalListener(waits: false)
        device.launch { TestApp.plain() }
        let caller = Caller()
        device.perform { caller.open(Int(listener.port), voip: true) }
        #expect(caller.input?.streamStatus == .opening || caller.input?.streamStatus == .open)
        try await device.runPendingTasks { caller.calls.count == 4 }
        #expect(caller.calls == ["false", "true", "input open", "output open"])
        let connection = accept(listener.descriptor, nil, nil)
        defer { close(connection) }
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        #expect(write(connection, "ring", 4) == 4)
        device.happen(.voip(.socketDataArrived))
        try device.expect(.background)
        try device.expect(grants: .wake)
        try await device.runPendingTasks { caller.calls.last == "read ring" }
        device.advance(by: .seconds(1))
        try device.expect(.suspended)
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(read(connection, &buffer, 10) == 4 && buffer.starts(with: Array("ring".utf8)))
        shutdown(connection, CInt(SHUT_WR))
        try await device.runPendingTasks { caller.calls.last == "end" }
        #expect(caller.input?.streamStatus == .atEnd && caller.output?.streamStatus == .open)
        caller.input?.close()
        caller.output?.close()
        #expect(caller.input?.streamStatus == .closed && read(connection, &buffer, 10) == 0)

        let nobody = Caller()
        let closed = LocalListener(listens: false)
        device.perform { nobody.open(Int(closed.port), voip: false) }
        try await device.runPendingTasks { nobody.calls.count == 2 }
        #expect(nobody.calls == ["input failed POSIXError", "output failed POSIXError"])
    }

    @Test("what the app begins with Task and DispatchQueue.main is the device's, and goes on when it is let")
    func tasks() async throws {
        let device = try TestApp.device()
        TestApp.forget()
        TestApp.onBackground = { _ in
            let task = UIApplication.shared.beginBackgroundTask()
            Task { @MainActor in
                await Task.yield()
                DispatchQueue.main.async { MainActor.assumeIsolated { UIApplication.shared.endBackgroundTask(task) } }
            }
        }
        device.launch { TestApp() }
        device.pressHome()
        try device.expect(grants: .finishTask)
        await device.runPendingTasks()
        try device.expect(grants: [])
        device.advance(by: .seconds(2))
        try device.expect(.suspended)
    }

    @Test("what is released ends: updates, players, sessions")
    func released() throws {
        let device = try TestApp.device(modes: [.location, .audio])
        device.launch { TestApp.plain() }
        var manager: CLLocationManager? = device.perform {
            let manager = CLLocationManager()
            manager.requestAlwaysAuthorization()
            manager.allowsBackgroundLocationUpdates = true
            manager.startUpdatingLocation()
            return manager
        }
        var player: AVAudioPlayer? = try device.perform {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            let player = try AVAudioPlayer(data: SilentFile.wave(seconds: 1))
            player.numberOfLoops = -1
            // Without setActive: a player activates the session itself.
            #expect(player.play())
            return player
        }
        device.advance(by: .seconds(3))
        device.pressHome()
        try device.expect(grants: .audio, .location)
        _ = manager
        manager = nil
        device.advance(by: .seconds(3))
        try device.expect(grants: .audio)
        _ = player
        player = nil
        device.advance(by: .seconds(3))
        try device.expect(.suspended)
    }

    @Test("a task that another thread ends is ended, in a test that waits for it and in one that does not")
    func endedElsewhere() async throws {
        let device = try TestApp.device()
        TestApp.forget()
        TestApp.onBackground = { application in
            let task = application.beginBackgroundTask(withName: "save") {}
            DispatchQueue.global().async { application.endBackgroundTask(task) }
        }
        device.launch { TestApp() }
        device.pressHome()
        try await device.runPendingTasks { !device.grants.contains(.finishTask) }
        device.advance(by: .seconds(2))
        try device.expect(.suspended)
        // The thread has come to its call, and the test looks at the device only then.
        let (called, reached) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        TestApp.onBackground = { application in
            let task = application.beginBackgroundTask(withName: "save") { reached.signal() }
            DispatchQueue.global().async {
                called.signal()
                application.endBackgroundTask(task)
            }
        }
        device.returnToApp()
        device.pressHome()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                called.wait()
                continuation.resume()
            }
        }
        try await device.runPendingTasks { device.grants.isEmpty }
        device.advance(by: .seconds(60))
        try device.expect(.suspended)
    }

    @Test("what does not come is told, with the tasks that are open")
    func waitingInVain() async throws {
        let device = try TestApp.device()
        TestApp.forget()
        TestApp.onBackground = { _ = $0.beginBackgroundTask(withName: "save") }
        device.launch { TestApp() }
        device.pressHome()
        await #expect { try await device.runPendingTasks(upTo: .zero) { false } } throws: {
            "\($0)".contains("what is waited for has not come in 0 s")
        }
        #expect { try device.expect(grants: .audio) } throws: {
            "\($0)".contains("expected the grants audio, found finishTask; not ended: task 1 \"save\"")
        }
    }

    @Test("a delegate that the test has made beforehand is the app's too, and launch returns it")
    func madeBeforehand() throws {
        final class Delegate: UIResponder, UIApplicationDelegate, @MainActor CLLocationManagerDelegate {
            let manager = CLLocationManager()
            var fixes: [CLLocation] = []
            func applicationDidBecomeActive(_ application: UIApplication) {
                manager.delegate = self
                manager.requestWhenInUseAuthorization()
                manager.startUpdatingLocation()
            }
            func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
                fixes += locations
            }
        }
        let device = try VirtualDevice()
        let app = Delegate()
        #expect(device.launch { app } === app)
        device.advance(by: .seconds(3))
        #expect(app.fixes.count > 1)
        // Updates go on from where the device is moved to.
        device.move(toLatitude: 50, longitude: 8)
        device.advance(by: .seconds(1))
        #expect(abs((app.fixes.last?.coordinate.latitude ?? 0) - 50) < 0.001)
    }

    @Test("errors are caught by their codes")
    func errorCodes() throws {
        let device = try VirtualDevice(modes: [.fetch])
        device.launch { TestApp.plain() }
        var caught = ""
        device.perform {
            do {
                try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "unknown"))
            } catch BGTaskScheduler.Error.notPermitted {
                caught = "not permitted"
            } catch { caught = "\(error)" }
        }
        #expect(caught == "not permitted")
        do { throw CLError(.denied) } catch CLError.denied { caught = "denied" } catch {}
        #expect(caught == "denied")
    }

    @Test("what a test has left running when its device is gone ends nobody's tests", .timeLimit(.minutes(1)))
    func leftBehind() async throws {
        var device: VirtualDevice? = try TestApp.device()
        device?.launch { TestApp.plain() }
        device = nil
        await withCheckedContinuation { done in
            DispatchQueue.global().async {
                let task = UIApplicationBackground.begin()
                UIApplicationBackground.end(task)
                done.resume()
            }
        }
        let next = try TestApp.device()
        next.launch { TestApp.plain() }
        try next.expect(.foregroundActive)
    }

    @Test(
        "an observer on the main queue is called where a test runs, also from another thread", .timeLimit(.minutes(1)))
    func observersOnTheMainQueue() async throws {
        final class Delegate: UIResponder, UIApplicationDelegate {
            var seen: [String] = []
            var tokens: [any NSObjectProtocol] = []
            required init() {
                super.init()
                for (name, word) in [
                    (UIApplication.didEnterBackgroundNotification, "background"),
                    (AVAudioSession.interruptionNotification, "interruption"), (Notification.Name("own"), "own"),
                ] {
                    tokens.append(
                        NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
                            [weak self] _ in
                            MainActor.assumeIsolated { self?.seen.append(word) }
                        })
                }
            }
        }
        let device = try VirtualDevice(modes: [.audio])
        let delegate = device.launch { Delegate() }
        device.perform {
            try? AVAudioSession.sharedInstance().setCategory(.playback)
            try? AVAudioSession.sharedInstance().setActive(true)
        }
        device.call(true)
        #expect(delegate.seen == ["interruption"])
        device.pressHome()
        #expect(delegate.seen == ["interruption", "background"])
        DispatchQueue.global().async { NotificationCenter.default.post(name: Notification.Name("own"), object: nil) }
        try await device.runPendingTasks { delegate.seen.last == "own" }
        for token in delegate.tokens { NotificationCenter.default.removeObserver(token) }
    }

    /// An app that does everything by observers, and whose task says with a notification that it has run.
    private final class ObservingApp: UIResponder, UIApplicationDelegate {
        var seen: [String] = []
        private var observers: [any NSObjectProtocol] = []
        static let refreshed = Notification.Name("org.example.refreshed")

        required init() {
            super.init()
            for (name, word) in [
                (UIApplication.willResignActiveNotification, "resign"),
                (UIApplication.didEnterBackgroundNotification, "background"),
                (UIApplication.willEnterForegroundNotification, "foreground"),
                (UIApplication.didBecomeActiveNotification, "active"), (Self.refreshed, "refreshed"),
            ] {
                observers.append(
                    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                        MainActor.assumeIsolated { self?.seen.append(word) }
                    })
            }
        }

        isolated deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "org.example.refresh", using: nil) { task in
                NotificationCenter.default.post(name: Self.refreshed, object: nil)
                task.setTaskCompleted(success: true)
            }
        }
    }

    @Test(
        "SD-01, LC-05: observers hear of a lock and of another app as of home; a task's handler posts to them (SD-45)")
    func observedWays() throws {
        let device = try VirtualDevice(
            modes: [.fetch], taskIdentifiers: ["org.example.refresh"], systemLife: .eager)
        let app = device.launch { ObservingApp() }
        for (leave, text) in [
            ({ device.pressHome() }, "home pressed"), ({ device.lock(true) }, "the screen was locked"),
            ({ device.switchApp() }, "another app came to the front"),
        ] as [(() -> Void, String)] {
            app.seen = []
            leave()
            device.advance(by: .seconds(10))
            try device.expect(.suspended)
            #expect(device.timeline.contains { $0.contains(text) })
            device.lock(false)
            device.returnToApp()
            #expect(app.seen == ["resign", "background", "foreground", "active"])
        }
        app.seen = []
        device.perform {
            #expect(throws: Never.self) {
                try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "org.example.refresh"))
            }
        }
        device.pressHome()
        device.advance(by: .seconds(10))
        #expect(app.seen == ["resign", "background", "refreshed"])
    }

    @Test(
        "a push is for the async method, too, whose return completes it; an app with neither method is done at once (SD-41)"
    )
    func asynchronousPush() async throws {
        class Neither: UIResponder, UIApplicationDelegate {}
        final class Asynchronous: UIResponder, UIApplicationDelegate {
            var articles: [Int] = []
            func application(
                _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
            ) async -> UIBackgroundFetchResult {
                await Task.yield()
                articles.append(userInfo["article"] as? Int ?? 0)
                return .newData
            }
        }
        let device = try VirtualDevice(modes: [.remoteNotification])
        device.launch { Asynchronous() }
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        try device.push(#"{"aps": {"content-available": 1}, "article": 7}"#)
        device.advance(by: .seconds(10))
        try device.expect(.background)
        await device.runPendingTasks()
        #expect((device.delegate as? Asynchronous)?.articles == [7])
        device.advance(by: .seconds(5))
        try device.expect(.suspended)

        let other = try VirtualDevice(modes: [.remoteNotification])
        other.launch { Neither() }
        other.pressHome()
        other.advance(by: .seconds(5))
        try other.push()
        other.advance(by: .seconds(5))
        try other.expect(.suspended)
    }

    @Test("why has what waits for the task scheduler, and is text when it is printed")
    func whyInWords() throws {
        final class Syncing: UIResponder, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: "org.example.sync", using: nil) { _ in }
            }
        }
        let device = try VirtualDevice(modes: [.fetch], taskIdentifiers: ["org.example.sync"])
        device.launch { Syncing() }
        try device.perform {
            let request = BGAppRefreshTaskRequest(identifier: "org.example.sync")
            request.earliestBeginDate = Date(timeIntervalSinceNow: 600)
            try BGTaskScheduler.shared.submit(request)
        }
        #expect(device.why.pending.map(\.identifier) == ["org.example.sync"])
        #expect("\(device.why)".contains("pending   org.example.sync (appRefresh): not before "))
    }

    @Test("a push that launches the app comes with its payload, numbers as JSONSerialization has them")
    func launchPayload() throws {
        final class Delegate: UIResponder, UIApplicationDelegate {
            static var options: [UIApplication.LaunchOptionsKey: Any]?
            static var userInfo: [AnyHashable: Any] = [:]
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                Self.options = launchOptions
                return true
            }
            func application(
                _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
                fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
            ) {
                Self.userInfo = userInfo
                completionHandler(.newData)
            }
        }
        let device = try VirtualDevice(modes: [.remoteNotification])
        device.install { Delegate() }
        try device.push(#"{"aps": {"content-available": 1}, "lat": 48, "lon": 11.5, "on": true}"#)
        device.advance(by: .seconds(1))
        let payload = Delegate.options?[.remoteNotification] as? [AnyHashable: Any]
        #expect((payload?["aps"] as? [AnyHashable: Any])?["content-available"] as? Int == 1)
        #expect(Delegate.userInfo["lat"] as? Double == 48 && Delegate.userInfo["lat"] as? Int == 48)
        #expect(Delegate.userInfo["lon"] as? Double == 11.5 && Delegate.userInfo["on"] as? Bool == true)
        #expect(Delegate.userInfo["lat"] is NSNumber)
    }

    @Test("a failure says where it was checked, and when; a kill of a former process is none of this one")
    func failures() throws {
        let device = try TestApp.device()
        TestApp.forget()
        TestApp.onBackground = { _ in _ = UIApplication.shared.beginBackgroundTask() }
        device.launch { TestApp() }
        device.pressHome()
        device.advance(by: .seconds(60))
        try device.expect(.terminated)
        #expect(device.delegate == nil)
        let code = try #require(device.termination?.code)
        try device.expect(killedWith: code)
        device.returnToApp()
        do {
            try device.expect(killedWith: code)
            Issue.record("a former kill counts")
        } catch let failure as VirtualDeviceFailure {
            #expect(
                failure.what.contains("VirtualDeviceFidelityTests.swift:\(#line - 3): after 60.000 s of the device"))
            #expect(failure.what.contains("found no kill"))
        }
    }
}

/// Calls from a thread that is not the app's main one.
enum UIApplicationBackground {
    static func begin() -> UIBackgroundTaskIdentifier { application.beginBackgroundTask() }
    static func end(_ task: UIBackgroundTaskIdentifier) { application.endBackgroundTask(task) }
    private static var application: UIApplication { DispatchQueue.main.sync { MainActor.assumeIsolated { .shared } } }
}

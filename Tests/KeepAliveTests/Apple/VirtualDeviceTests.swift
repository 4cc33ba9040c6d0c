import Foundation
import Synchronization
import Testing
import TestSupport

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// An app that does what a test tells it to, and remembers what it was called with.
@MainActor
final class TestApp: UIResponder, UIApplicationDelegate {
    static var calls: [String] = []
    static var onLaunch: (UIApplication) -> Void = { _ in }
    static var onBackground: (UIApplication) -> Void = { _ in }
    static var onFetch: ((@escaping @Sendable (UIBackgroundFetchResult) -> Void) -> Void)?
    static var task = UIBackgroundTaskIdentifier.invalid
    static var userInfo: [AnyHashable: Any] = [:]

    /// An app on a device of its own, without what a test before it has set.
    static func device(
        modes: [BackgroundMode] = [], taskIdentifiers: [String] = [], ios: String? = nil, systemLife: SystemLife = .none
    ) throws -> VirtualDevice {
        forget()
        return try VirtualDevice(
            modes: modes, taskIdentifiers: taskIdentifiers, ios: ios, systemLife: systemLife)
    }

    /// Makes an app that does nothing, whatever another test had it do.
    static func plain() -> TestApp {
        forget()
        return TestApp()
    }

    /// Forgets what another test had it do.
    static func forget() {
        calls = []
        onLaunch = { _ in }
        onBackground = { _ in }
        onFetch = nil
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Self.calls.append("didFinishLaunching \(application.applicationState)")
        Self.onLaunch(application)
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { Self.calls.append("didBecomeActive") }
    func applicationWillResignActive(_ application: UIApplication) { Self.calls.append("willResignActive") }
    func applicationDidEnterBackground(_ application: UIApplication) {
        Self.calls.append("didEnterBackground")
        Self.onBackground(application)
    }
    func applicationWillEnterForeground(_ application: UIApplication) { Self.calls.append("willEnterForeground") }
    func applicationWillTerminate(_ application: UIApplication) { Self.calls.append("willTerminate") }
    func applicationDidReceiveMemoryWarning(_ application: UIApplication) { Self.calls.append("memoryWarning") }

    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        Self.calls.append("open \(url)")
        return true
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        Self.calls.append("performFetch")
        if let onFetch = Self.onFetch { onFetch(completionHandler) } else { completionHandler(.newData) }
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        Self.calls.append("push")
        Self.userInfo = userInfo
        completionHandler(.newData)
    }
}

/// Apple's names on a virtual device: no runner, no sleeping.
@MainActor
@Suite(.serialized, .onlyDevice) struct VirtualDeviceTests {
    @Test("the life cycle calls the delegate in iOS's order, and the notifications with it (LC-05)")
    func lifeCycle() throws {
        let device = try TestApp.device()
        var posted: [String] = []
        let names = [
            UIApplication.didFinishLaunchingNotification, UIApplication.didBecomeActiveNotification,
            UIApplication.willResignActiveNotification, UIApplication.didEnterBackgroundNotification,
            UIApplication.willEnterForegroundNotification,
        ]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
                let name = note.name.rawValue
                MainActor.assumeIsolated { posted.append(name) }
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        device.launch { TestApp() }
        try device.expect(.foregroundActive)
        device.pressHome()
        device.advance(by: .seconds(2))
        try device.expect(.suspended)
        device.returnToApp()
        #expect(
            TestApp.calls == [
                "didFinishLaunching inactive", "didBecomeActive", "willResignActive", "didEnterBackground",
                "willEnterForeground", "didBecomeActive",
            ])
        #expect(
            posted == [
                "UIApplicationDidFinishLaunchingNotification", "UIApplicationDidBecomeActiveNotification",
                "UIApplicationWillResignActiveNotification", "UIApplicationDidEnterBackgroundNotification",
                "UIApplicationWillEnterForegroundNotification", "UIApplicationDidBecomeActiveNotification",
            ])
    }

    @Test("a background task holds the app for its time, and its handler is called before the end (BT-04, BT-14)")
    func backgroundTask() throws {
        let device = try TestApp.device()
        var expired = false
        TestApp.onBackground = { application in
            #expect(application.backgroundTimeRemaining < 31)
            TestApp.task = application.beginBackgroundTask(withName: "upload") {
                expired = true
                UIApplication.shared.endBackgroundTask(TestApp.task)
            }
            #expect(TestApp.task != .invalid)
        }
        device.launch { TestApp() }
        device.pressHome()
        device.advance(by: .seconds(20))
        try device.expect(.background)
        try device.expect(grants: .finishTask)
        #expect(!expired)
        device.advance(by: .seconds(10))
        #expect(expired)
        try device.expect(.suspended)
    }

    @Test("a task that is not ended kills the app (BT-21), and the failure of an expectation shows the timeline")
    func leak() throws {
        let device = try TestApp.device()
        TestApp.onBackground = { _ = $0.beginBackgroundTask(withName: "leak") {} }
        device.launch { TestApp() }
        device.pressHome()
        device.advance(by: .seconds(40))
        try device.expect(killedWith: "0x2182BAD2")
        let failure = #expect(throws: VirtualDeviceFailure.self) { try device.expect(.suspended) }
        #expect(failure?.description.contains("expected the app to be suspended, it is terminated") == true)
        #expect(failure?.description.contains("0x2182BAD2") == true)
        device.returnToApp()
        try device.expect(.foregroundActive)
        #expect(TestApp.calls.filter { $0.hasPrefix("didFinishLaunching") }.count == 2)
    }

    @Test("the setter without the mode ends the app, unless its exception is caught (CL-01, SD-31)")
    func exception() throws {
        let device = try TestApp.device()
        device.launch { TestApp() }
        let caught = device.perform { () -> AppleException? in
            let manager = CLLocationManager()
            do {
                try catchingNSException { manager.allowsBackgroundLocationUpdates = true }
                return nil
            } catch {
                #expect(!manager.allowsBackgroundLocationUpdates)
                return error as? AppleException
            }
        }
        #expect(caught?.reason.hasPrefix("Invalid parameter not satisfying: !stayUp") == true)
        try device.expect(.foregroundActive)
        device.perform { CLLocationManager().allowsBackgroundLocationUpdates = true }
        try device.expect(.terminated)
        #expect(device.termination?.signal == 6)
    }

    @Test("sound through an active session keeps the app running, and its errors are NSErrors of the system (AS-26)")
    func audio() throws {
        let device = try TestApp.device(modes: [.audio])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav")
        try SilentFile.wave(seconds: 2).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        device.launch { TestApp() }
        let player = try device.perform { () -> AVAudioPlayer in
            try AVAudioSession.sharedInstance().setCategory(.playback, options: [.mixWithOthers])
            try AVAudioSession.sharedInstance().setActive(true)
            let player = try AVAudioPlayer(contentsOf: file)
            player.numberOfLoops = -1
            #expect(player.duration == 2)
            #expect(player.play())
            #expect(AVAudioSession.sharedInstance().category == .playback)
            #expect(AVAudioSession.sharedInstance().categoryOptions == .mixWithOthers)
            return player
        }
        device.advance(by: .seconds(1))
        device.pressHome()
        device.advance(by: .seconds(600))
        try device.expect(.background)
        try device.expect(grants: .audio)
        device.perform { player.stop() }
        device.advance(by: .seconds(3))
        try device.expect(.suspended)
    }

    @Test("a session that is refused throws Apple's domain and number (AS-23)")
    func refusal() throws {
        let device = try TestApp.device(modes: [.audio, .fetch])
        TestApp.onBackground = { _ in
            do {
                try AVAudioSession.sharedInstance().setCategory(.playback)
                try AVAudioSession.sharedInstance().setActive(true)
                Issue.record("activated")
            } catch {
                let error = error as NSError
                #expect(error.domain == NSOSStatusErrorDomain)
                #expect(error.code == AVAudioSession.ErrorCode.cannotInterruptOthers.rawValue)
            }
        }
        device.launch { TestApp() }
        device.pressHome()
    }

    @Test("a player that plays once tells when it has ended, and the app is suspended")
    func playerEnds() throws {
        final class Listener: AVAudioPlayerDelegate {
            nonisolated(unsafe) var ended = false
            func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { ended = flag }
        }
        let device = try TestApp.device(modes: [.audio])
        let listener = Listener()
        device.launch { TestApp() }
        let player = try device.perform { () -> AVAudioPlayer in
            try AVAudioSession.sharedInstance().setCategory(.playback, options: [.mixWithOthers])
            try AVAudioSession.sharedInstance().setActive(true)
            let player = try AVAudioPlayer(data: SilentFile.wave(seconds: 3))
            player.delegate = listener
            #expect(player.play())
            return player
        }
        device.pressHome()
        device.advance(by: .seconds(2))
        device.perform { #expect(player.isPlaying && abs(player.currentTime - 2) < 0.01) }
        #expect(!listener.ended)
        device.advance(by: .seconds(3))
        #expect(listener.ended)
        try device.expect(.suspended)
    }

    @Test("an interruption and its end are posted with Apple's keys (AS-45, AS-46)")
    func interruption() throws {
        let device = try TestApp.device(modes: [.audio])
        nonisolated(unsafe) var posted: [[AnyHashable: Any]] = []
        let observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
        ) { posted.append($0.userInfo ?? [:]) }
        defer { NotificationCenter.default.removeObserver(observer) }
        device.launch { TestApp() }
        try device.perform {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            try AVAudioSession.sharedInstance().setActive(true)
            #expect(try AVAudioPlayer(data: SilentFile.wave(seconds: 1)).play())
        }
        device.call(true)
        device.call(false)
        #expect(posted.count == 2)
        #expect(
            posted.first?[AVAudioSessionInterruptionTypeKey] as? UInt == AVAudioSession.InterruptionType.began.rawValue)
        #expect(
            posted.last?[AVAudioSessionInterruptionOptionKey] as? UInt
                == AVAudioSession.InterruptionOptions.shouldResume.rawValue)
    }

    @Test("fixes arrive, also in the background (CL-06), and authorization is asked for (CL-22)")
    func location() throws {
        final class Listener: CLLocationManagerDelegate {
            nonisolated(unsafe) var fixes = 0
            nonisolated(unsafe) var statuses: [CLAuthorizationStatus] = []
            func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
                fixes += locations.count
            }
            func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
                statuses.append(manager.authorizationStatus)
            }
        }
        let device = try TestApp.device(modes: [.location])
        let listener = Listener()
        device.launch { TestApp() }
        let manager = device.perform { () -> CLLocationManager in
            let manager = CLLocationManager()
            manager.delegate = listener
            #expect(manager.authorizationStatus == .notDetermined)
            manager.requestAlwaysAuthorization()
            manager.allowsBackgroundLocationUpdates = true
            manager.startUpdatingLocation()
            return manager
        }
        device.advance(by: .seconds(5))
        #expect(listener.statuses.last == .authorizedAlways)
        device.pressHome()
        let before = listener.fixes
        device.advance(by: .seconds(60))
        #expect(listener.fixes - before > 50)
        try device.expect(grants: .location)
        device.perform { manager.stopUpdatingLocation() }
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
    }

    @Test("a region wakes the app, and the delegate of its new process is told which way it was crossed (CL-17)")
    func region() throws {
        final class Listener: CLLocationManagerDelegate {
            nonisolated(unsafe) var crossings: [String] = []
            func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
                crossings.append("in \(region.identifier)")
            }
            func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
                crossings.append("out \(region.identifier)")
            }
        }
        let device = try TestApp.device()
        let listener = Listener()
        var managers: [CLLocationManager] = []
        TestApp.onLaunch = { _ in
            let manager = CLLocationManager()
            manager.delegate = listener
            manager.requestAlwaysAuthorization()
            manager.startMonitoring(
                for: CLCircularRegion(
                    center: CLLocationCoordinate2D(latitude: 48, longitude: 11), radius: 500, identifier: "office"))
            managers.append(manager)
        }
        device.move(toLatitude: 48.1, longitude: 11)
        device.launch { TestApp() }
        device.move(toLatitude: 48.1, longitude: 11)
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        // CL-45: passing by is no crossing.
        device.move(toLatitude: 48, longitude: 11)
        device.advance(by: .seconds(19))
        device.move(toLatitude: 48.1, longitude: 11)
        device.advance(by: .seconds(60))
        #expect(listener.crossings == [])
        device.move(toLatitude: 48, longitude: 11)
        device.advance(by: .seconds(20))
        #expect(listener.crossings == ["in office"])
        device.advance(by: .seconds(20))
        device.runShortOfMemory()
        try device.expect(.terminated)
        device.move(toLatitude: 48.1, longitude: 11)
        device.advance(by: .seconds(20))
        #expect(listener.crossings == ["in office", "out office"])
    }

    @Test("MD-20: a system that acts by itself runs a task that asks for the next one, day and night")
    func systemLife() throws {
        let device = try TestApp.device(modes: [.fetch], taskIdentifiers: ["a"], systemLife: .eager)
        var runs = 0
        func submit() {
            let request = BGAppRefreshTaskRequest(identifier: "a")
            request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
            #expect(throws: Never.self) { try BGTaskScheduler.shared.submit(request) }
        }
        TestApp.onLaunch = { _ in
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
                runs += 1
                submit()
                task.setTaskCompleted(success: true)
            }
        }
        TestApp.onBackground = { _ in submit() }
        device.launch { TestApp() }
        device.advance(by: .seconds(7200))
        #expect(runs == 0)
        device.pressHome()
        device.advance(by: .seconds(3599))
        try device.expect(.suspended)
        #expect(runs == 0)
        device.advance(by: .seconds(48 * 3600))
        try device.expect(.suspended)
        #expect(runs == 48)
    }

    @Test(
        "MD-23, MD-24: a typical week opens the app at its hours and refreshes it before; the same seed, the same week")
    func typicalWeek() throws {
        func week(_ seed: UInt64) throws -> (calls: [String], refreshes: Int) {
            let device = try TestApp.device(
                modes: [.fetch], taskIdentifiers: ["a"], systemLife: .typical(seed: seed))
            var refreshes = 0
            func submit() {
                #expect(throws: Never.self) {
                    try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a"))
                }
            }
            TestApp.onLaunch = { _ in
                BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
                    refreshes += 1
                    submit()
                    task.setTaskCompleted(success: true)
                }
            }
            TestApp.onBackground = { _ in submit() }
            device.launch { TestApp() }
            device.advance(by: .seconds(120))
            device.pressHome()
            device.advance(by: .seconds(7 * 86_400))
            return (TestApp.calls, refreshes)
        }
        let (calls, refreshes) = try week(3)
        // Its user opens it at three hours of each day, and misses some.
        #expect((10...22).contains(calls.count { $0 == "didBecomeActive" }), "\(calls)")
        #expect((35...90).contains(refreshes))
        let again = try week(3)
        #expect(again.calls == calls && again.refreshes == refreshes)
        #expect(try week(4).calls != calls)
    }

    @Test("tasks: registered, submitted, launched, expired, completed; and what is wrong with them (BG rows)")
    func scheduler() throws {
        let device = try TestApp.device(modes: [.fetch, .processing], taskIdentifiers: ["a", "b"])
        var log: [String] = []
        TestApp.onLaunch = { _ in
            let scheduler = BGTaskScheduler.shared
            #expect(
                scheduler.register(forTaskWithIdentifier: "a", using: nil) { task in
                    log.append("a")
                    task.expirationHandler = {
                        log.append("a expires")
                        task.setTaskCompleted(success: false)
                    }
                })
            #expect(
                scheduler.register(forTaskWithIdentifier: "b", using: nil) { task in
                    log.append("b \(type(of: task))")
                    task.setTaskCompleted(success: true)
                })
            #expect(!scheduler.register(forTaskWithIdentifier: "c", using: nil) { _ in })
            let twice = #expect(throws: AppleException.self) {
                try catchingNSException { _ = scheduler.register(forTaskWithIdentifier: "a", using: nil) { _ in } }
            }
            #expect(twice?.rule == "BG-03")
        }
        TestApp.onBackground = { _ in
            do {
                try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a"))
                try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "b"))
                let error = #expect(throws: BGTaskScheduler.Error.self) {
                    try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "c"))
                }
                #expect(error?.code == .notPermitted)
                BGTaskScheduler.shared.getPendingTaskRequests { requests in
                    #expect(requests.map(\.identifier) == ["a", "b"])
                    #expect(requests.last is BGProcessingTaskRequest)
                }
            } catch {
                Issue.record("\(error)")
            }
        }
        device.launch { TestApp() }
        device.pressHome()
        device.advance(by: .seconds(2))
        device.launchTask("a")
        try device.expect(grants: .wake)
        device.expireTask("a")
        device.launchTask("b")
        device.advance(by: .seconds(5))
        #expect(log == ["a", "a expires", "b BGProcessingTask"])
        try device.expect(.suspended)
    }

    @Test("BG-27: submitTaskRequest tells its handler how it went, and the task is launched as any other")
    func submitTaskRequest() throws {
        let device = try TestApp.device(modes: [.fetch], taskIdentifiers: ["a"])
        let told = Mutex<[String]>([])
        var launched = 0
        TestApp.onLaunch = { _ in
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "a", using: nil) { task in
                launched += 1
                task.setTaskCompleted(success: true)
            }
        }
        TestApp.onBackground = { _ in
            for identifier in ["a", "c"] {
                BGTaskScheduler.shared.submitTaskRequest(BGAppRefreshTaskRequest(identifier: identifier)) { error in
                    let code = (error as? BGTaskScheduler.Error)?.code
                    told.withLock { $0.append("\(identifier) \(code.map { "\($0)" } ?? "taken")") }
                }
            }
        }
        device.launch { TestApp() }
        device.pressHome()
        device.advance(by: .seconds(2))
        #expect(told.withLock { $0.sorted() } == ["a taken", "c notPermitted"])
        device.launchTask("a")
        #expect(launched == 1)
    }

    @Test("a fetch and a push wake the app, or launch it (SD-40, SD-41)")
    func fetchAndPush() throws {
        let device = try TestApp.device(modes: [.fetch, .remoteNotification])
        TestApp.onLaunch = { $0.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum) }
        device.launch { TestApp() }
        device.pressHome()
        device.advance(by: .seconds(2))
        device.fetch()
        try device.push(#"{"aps": {"content-available": 1}, "article": 7}"#)
        #expect(TestApp.calls.suffix(2) == ["performFetch", "push"])
        #expect(TestApp.userInfo["article"] as? Int == 7)
        device.advance(by: .seconds(2))
        device.runShortOfMemory()
        try device.expect(.terminated)
        TestApp.calls = []
        try device.push()
        #expect(TestApp.calls == ["didFinishLaunching background", "push"])
    }

    @Test("a fetch that is never completed kills the app (MD-13)")
    func overrun() throws {
        let device = try TestApp.device(modes: [.fetch])
        TestApp.onLaunch = { $0.setMinimumBackgroundFetchInterval(0) }
        TestApp.onFetch = { _ in }
        device.launch { TestApp() }
        device.pressHome()
        device.advance(by: .seconds(2))
        device.fetch()
        device.advance(by: .seconds(40))
        try device.expect(killedWith: "0x2182BAD4")
    }

    @Test("a URL is opened, and a timer of the device is held back while the app is suspended (LN-07, LC-27)")
    func urlAndTimer() throws {
        let device = try TestApp.device()
        var fired = 0
        device.launch { TestApp() }
        device.timer(after: .seconds(1), repeats: true) { fired += 1 }
        device.advance(by: .milliseconds(3500))
        #expect(fired == 3)
        device.pressHome()
        device.advance(by: .seconds(60))
        #expect(fired == 3)
        device.open("notes://7")
        #expect(fired == 4)
        #expect(TestApp.calls.suffix(2) == ["open notes://7", "didBecomeActive"])
    }

    @Test("a device that is released lets its app go")
    func isReleased() throws {
        final class Delegate: UIResponder, UIApplicationDelegate {}
        weak var delegate: Delegate?
        do {
            let device = try VirtualDevice()
            device.launch { Delegate() }
            delegate = device.delegate as? Delegate
            #expect(delegate != nil)
        }
        #expect(delegate == nil)
    }
}

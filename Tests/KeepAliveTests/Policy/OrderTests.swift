import Testing

@testable import KeepAlivePolicy

/// Facts that come while something else goes on, or twice: a process that was ordered and does not run yet, a request while
/// another waits, a process that is gone.
@Suite struct OrderTests {
    /// An app without a process, on a device whose host takes its time to start one.
    private static func withoutProcess(modes: [BackgroundMode] = []) -> TestDevice {
        var device = TestDevice.launched(modes: modes)
        device.suspend()
        device.happen(.device(.memoryPressure(.purge)))
        device.hostIsPrompt = false
        return device
    }

    // MARK: Processes

    @Test("LC-06: a process that was ordered for a wake is the user's, who has opened the app meanwhile")
    func openedBeforeItRan() {
        var device = Self.withoutProcess(modes: [.remoteNotification])
        device.happen(.push(.silent()))
        device.happen(.returnedToForeground)
        device.happen(.launchedInBackground)
        #expect(device.state == .foregroundActive)
    }

    @Test("LC-19: a process that runs after what it was ordered for has been withdrawn is ended")
    func withdrawn() {
        var device = Self.withoutProcess(modes: [.remoteNotification])
        device.happen(.push(.silent()))
        device.happen(.forceQuit)
        device.happen(.launchedInBackground)
        #expect(device.terminationRule == "LC-19")
    }

    @Test("LC-06: when the process cannot be started, its wake is dropped, and said to be")
    func notStarted() {
        var device = Self.withoutProcess(modes: [.remoteNotification])
        device.happen(.push(.silent()))
        device.happen(.launchFailed(cause: "no memory"))
        #expect(device.droppedWakes == ["LC-06"])
    }

    @Test("MD-19: an app that is ended while it leaves is not waited for any more")
    func endedWhileLeaving() {
        var device = TestDevice.launched(hangs: [.willResignActive, .willTerminate])
        device.happen(.left(by: .home))
        device.advance(by: .seconds(1))
        device.happen(.terminationRequested(cause: "test"))
        device.advance(by: .seconds(60))
        #expect(!device.logRules.contains("MD-19"))
    }

    @Test("CL-01: the end of a process by an exception that it raised is explained by that")
    func diedOfAnException() {
        var device = TestDevice.launched()
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.processExited(.signalled(6)))
        #expect(device.stateReason?.rule == "CL-01")
    }

    @Test("LC-02: while the system has disconnected the scene, it is unattached")
    func disconnectedScene() {
        var device = TestDevice.launched(manifest: Manifest(adoptsScenes: true))
        device.suspend()
        #expect(device.machine.sceneState == .suspended)
        device.happen(.sceneDisconnected())
        #expect(device.machine.sceneState == .unattached)
    }

    @Test("WK-06: a push that was held back is delivered to the next process")
    func heldPush() throws {
        var profile = ProfileCatalogue.newest
        try profile.set("silentPushesPerHour", to: "1")
        var device = TestDevice.launched(ios: profile, modes: [.remoteNotification])
        device.suspend()
        device.happen(.push(.silent(identifier: "first")))
        device.happen(.push(.completed(.noData)))
        device.happen(.push(.silent(identifier: "second")))
        device.happen(.processExited(.exited(0)))
        device.advance(by: .seconds(7200))
        #expect(device.callbacks.contains(.woken(.remoteNotification, identifier: "second")))
    }

    // MARK: Sound

    private static let mixable = AudioSessionConfiguration(category: .playback, mixWithOthers: true)

    @Test("AS-41: a call goes on when the app's process ends, and keeps the next one from recording")
    func callOutlivesTheProcess() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSession(.interruptionBegan(.call)))
        device.suspend()
        device.happen(.device(.memoryPressure(.purge)))
        device.happen(.launched)
        device.happen(.audioSessionActivated(AudioSessionConfiguration(category: .playAndRecord)))
        #expect(device.refusals.map(\.name) == ["insufficientPriority"])
    }

    @Test("AS-44: others may resume after a session that said so when it ended, until it is active again")
    func notifiesOthers() {
        var device = TestDevice.launched(modes: [.audio])
        #expect(!device.machine.sessionEndNotifiesOthers)
        device.happen(.audioSessionActivated(Self.mixable))
        device.happen(.audioSessionDeactivated(notifyOthers: true))
        #expect(device.machine.sessionEndNotifiesOthers)
        device.happen(.audioSessionActivated(Self.mixable))
        #expect(!device.machine.sessionEndNotifiesOthers)
        device.happen(.audioSessionDeactivated())
        #expect(!device.machine.sessionEndNotifiesOthers)
    }

    @Test("AS-37: of two players one that is heard is enough", arguments: [true, false])
    func secondPlayer(firstIsSilent: Bool) throws {
        var profile = ProfileCatalogue.newest
        try profile.set("silenceCountsAsPlaying", to: "false")
        var device = TestDevice.launched(ios: profile, modes: [.audio])
        device.happen(.audioSessionActivated(Self.mixable))
        device.happen(.audioPlaybackRequested(silent: firstIsSilent))
        device.happen(.audioPlaybackRequested(silent: !firstIsSilent))
        device.happen(.audioAdvanced(frames: 4800, sampleRate: 48_000))
        device.happen(.left(by: .home))
        device.advance(by: .seconds(10))
        #expect(device.grants.contains(.audio))
    }

    // MARK: Location

    /// The app's manifest with all that it needs to ask for the location.
    private static let asking = Manifest(
        backgroundModes: [.location],
        usageDescriptions: [
            Manifest.whenInUseUsageKey: "to find the way",
            "NSLocationAlwaysAndWhenInUseUsageDescription": "to record the walk",
        ])

    @Test("CL-22: a user who would grant more than was asked for is asked once more, also by the next process")
    func askedAgain() {
        var device = TestDevice.launched(manifest: Self.asking)
        device.happen(.locationAuthorizationRequested(always: false, answer: .authorizedAlways))
        #expect(device.machine.locationAuthorization == .authorizedWhenInUse)
        device.suspend()
        device.happen(.device(.memoryPressure(.purge)))
        device.happen(.launched)
        device.happen(.locationAuthorizationRequested(always: true, answer: .authorizedAlways))
        #expect(device.machine.locationAuthorization == .authorizedAlways)
    }

    @Test("CL-22: a user who grants just what was asked for is not asked again")
    func notAskedAgain() {
        var device = TestDevice.launched(manifest: Self.asking)
        device.happen(.locationAuthorizationRequested(always: false, answer: .authorizedWhenInUse))
        device.happen(.locationAuthorizationRequested(always: true, answer: .authorizedAlways))
        #expect(device.machine.locationAuthorization == .authorizedWhenInUse)
    }

    private static func fix(_ latitude: Double) -> LocationFix {
        LocationFix(latitude: latitude, longitude: 11, timestamp: latitude)
    }

    private static func updating(ios: PolicyProfile = ProfileCatalogue.newest) -> TestDevice {
        var device = TestDevice.launched(ios: ios, modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.locationSessionOpened(source: "test"))
        return device
    }

    @Test("CL-21: a fix that has answered a request answers no other, also when updates have told it")
    func oneFixARequest() {
        var device = Self.updating()
        device.happen(.locationFixArrived(Self.fix(1)))
        let cached = device.happen(.locationService(.locationRequested(hasDelegate: true)))
        #expect(cached.map(\.reason.rule) == ["CL-21"])
        device.happen(.locationService(.locationRequested(hasDelegate: true)))
        device.happen(.locationFixArrived(Self.fix(2)))
        #expect(device.happen(.locationService(.locationRequested(hasDelegate: true))).isEmpty)
    }

    @Test("CL-20: of the fixes that are held back the last thousand are told")
    func heldBack() {
        var device = Self.updating(ios: .ios9)
        device.happen(.locationService(.deferredUpdates(true)))
        device.happen(.left(by: .home))
        for count in 0...1000 { device.happen(.locationFixArrived(Self.fix(Double(count) / 100))) }
        let told = device.happen(.returnedToForeground).compactMap {
            if case .deliver(.didUpdateLocation(let fix, _)) = $0.action { fix.latitude } else { nil }
        }
        #expect(told.count == 1000)
        #expect(told.first == 0.01 && told.last == 10)
    }

    @Test("CL-11: a service session that exists gains nothing by being created again in the background")
    func serviceSession() {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationService(.serviceSession(true)))
        device.happen(.left(by: .home))
        device.happen(.locationService(.serviceSession(true)))
        #expect(device.logs.contains("the CLServiceSession has no effect"))
    }

    @Test("BM-12: a ranging that the background forbids names the rule twice: in the error and as the reason")
    func ranging() {
        var device = TestDevice.launched()
        device.happen(.left(by: .home))
        let refused = device.happen(.locationService(.ranging(paired: false, liveActivity: false)))
        #expect(refused.map(\.reason.rule) == ["BM-12"])
        #expect(device.serviceErrors.map(\.rule) == ["BM-12"])
    }

    // MARK: Requests, transfers, notifications

    @Test("BG-22: a continued task takes the place of the request that had its identifier")
    func continuedReplaces() {
        var manifest = Manifest(
            backgroundModes: [.processing],
            permittedTaskIdentifiers: ["org.example.app.export.*", "org.example.app.export.1"])
        manifest.bundleIdentifier = "org.example.app"
        var device = TestDevice.launched(manifest: manifest)
        device.happen(.taskScheduler(.registered(identifier: "org.example.app.export.1")))
        for kind in [BackgroundTaskRequest.Kind.processing, .continuedProcessing] {
            device.happen(
                .taskScheduler(.submitted(BackgroundTaskRequest(kind, identifier: "org.example.app.export.1"))))
        }
        #expect(!device.machine.scheduler.pending.contains { $0.request.kind == .processing })
    }

    @Test("UR-02: a session that finishes twice before its process runs wakes the app once, another session once more")
    func finishedTwice() {
        var device = TestDevice.launched()
        for session in ["a", "b"] {
            device.happen(.transfer(.sessionCreated(identifier: session)))
            device.happen(.transfer(.taskResumed(identifier: session)))
        }
        device.suspend()
        device.happen(.device(.memoryPressure(.purge)))
        device.hostIsPrompt = false
        for session in ["a", "a", "b"] { device.happen(.transfer(.finished(identifier: session))) }
        device.happen(.launchedInBackground)
        let woken = device.callbacks.compactMap {
            if case .woken(.urlSession, let session) = $0 { session } else { nil }
        }
        #expect(woken == ["a", "b"])
    }

    @Test("LN-01: when there are too many notifications, a repeating one counts by its next time")
    func repeating() throws {
        var profile = ProfileCatalogue.newest
        try profile.set("localNotificationLimit", to: "2")
        var device = TestDevice.launched(ios: profile)
        func add(_ name: String, _ delay: Int, repeats: Bool = false) {
            let trigger = NotificationRequest.Trigger.interval(.seconds(delay), repeats: repeats)
            device.happen(.notification(.added(NotificationRequest(identifier: name, trigger: trigger))))
        }
        device.happen(.notification(.authorizationRequested()))
        add("hourly", 100, repeats: true)
        device.advance(by: .seconds(100))
        add("soon", 50)
        add("later", 60)
        #expect(device.logs.contains { $0.hasPrefix("notification hourly is discarded") })
    }

    // MARK: Figures and texts

    @Test("RB-14: too many wakeups are told once in a window")
    func wakeupsToldOnce() throws {
        var device = TestDevice(ios: .ios27, manifest: Manifest(adoptsScenes: true), monitorsUsage: true)
        device.happen(.launched)
        let profile = device.machine.profile
        let limit = Int64(
            Double(try #require(profile.wakeupLimitPerSecond)) * profile.wakeupLimitWindow.inSeconds)
        _ = device.beginTask()
        device.happen(.left(by: .home))
        for wakeups in [0, limit + 1, limit + 2] {
            device.happen(.usageSampled(cpu: .zero, wakeups: wakeups))
        }
        #expect(device.logs.count { $0.contains("exceeding limit") } == 1)
    }

    @Test("SD-54: a push token is written as two hexadecimal digits a byte")
    func pushToken() {
        #expect(PushToken.text(of: [0, 15, 16, 255]) == "000f10ff")
    }
}

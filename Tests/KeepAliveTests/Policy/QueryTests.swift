import Testing

@testable import KeepAlivePolicy

/// What a host asks the machine, and what it tells that no scenario can: evidence, late starts, processes that fail.
@Suite struct QueryTests {
    private static let alone = AudioSessionConfiguration(category: .playback)
    private static let mixing = AudioSessionConfiguration(category: .playback, mixWithOthers: true)

    /// A running app whose sound flows.
    private static func player(
        ios: PolicyProfile = ProfileCatalogue.newest, _ session: AudioSessionConfiguration = alone
    ) -> TestDevice {
        var device = TestDevice.launched(ios: ios, modes: [.audio])
        device.happen(.audioSessionActivated(session))
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 4800, sampleRate: 48_000))
        return device
    }

    // MARK: Sound

    @Test("AS-34: whether the app plays, and the session that others meet, are known")
    func sound() {
        var device = TestDevice.launched(modes: [.audio])
        #expect(!device.machine.isPlayingAudio)
        #expect(device.machine.activeAudioSession(of: "app") == nil)
        device = Self.player()
        #expect(device.machine.isPlayingAudio)
        #expect(device.machine.activeAudioSession(of: "app") == AudioSessionArbiter.Session(app: "app", mixes: false))
        device.happen(.audioSessionDeactivated())
        #expect(!device.machine.isPlayingAudio)
        #expect(device.machine.activeAudioSession(of: "app") == nil)
    }

    @Test("AS-34: a position that stays is no evidence of playing, and the grant goes")
    func evidence() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(Self.alone))
        device.happen(.audioPlaybackRequested())
        device.happen(.left(by: .home))
        device.happen(.audioAdvanced(frames: 0, sampleRate: 48_000))
        #expect(device.machine.grants.contains(.audio))
        device.advance(by: .seconds(60))
        #expect(!device.machine.grants.contains(.audio))
        #expect(device.state == .suspended)
    }

    @Test("AS-53: what is secondary is silent while another app that does not mix is heard, not for this one's sound")
    func secondaryAudio() {
        var device = Self.player(Self.mixing)
        #expect(!device.machine.silencesSecondaryAudio)
        device.happen(.audioSession(.otherAppBegan(.init(app: "radio", mixes: true))))
        #expect(!device.machine.silencesSecondaryAudio)
        #expect(device.machine.otherAppsSounding == ["radio"])
        device.happen(.audioSession(.otherAppBegan(.init(app: "music", mixes: false))))
        #expect(device.machine.silencesSecondaryAudio)
        device.happen(.audioSession(.otherAppEnded(app: "music", notifiesOthers: true)))
        #expect(!device.machine.silencesSecondaryAudio)
        #expect(!Self.player().machine.silencesSecondaryAudio)
    }

    @Test("AS-42: who interrupts is known until the interruption is over")
    func interrupter() {
        var device = Self.player()
        #expect(device.machine.audioInterrupter == nil)
        device.happen(.audioSession(.otherAppBegan(.init(app: "music", mixes: false))))
        #expect(device.machine.audioInterrupter == "music")
        device.happen(.audioSession(.otherAppEnded(app: "music", notifiesOthers: true)))
        #expect(device.machine.audioInterrupter == nil)
    }

    @Test("AS-49: a session that the suspension took is no longer among those that sound")
    func withdrawn() {
        var device = TestDevice.launched(modes: [])
        device.happen(.audioSessionActivated(Self.alone))
        #expect(device.machine.audio.arbiter.sounding.map(\.app) == [AudioActivity.app])
        device.suspend()
        #expect(device.machine.audio.arbiter.sessions.isEmpty)
    }

    @Test("AS-40: what a call has stopped was not stopped by the app, and may be started again")
    func startsAgainAfterACall() {
        var device = Self.player()
        device.happen(.audioSession(.nowPlaying(true)))
        device.happen(.left(by: .home))
        device.happen(.audioPlaybackStopped)
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
        device.happen(.audioSession(.interruptionBegan(.call)))
        device.happen(.audioSession(.interruptionEnded(.call, shouldResume: true)))
        device.happen(.audioSessionActivated(Self.alone))
        device.happen(.audioSession(.nowPlaying(false)))
        device.happen(.audioPlaybackRequested())
        #expect(device.machine.isPlayingAudio)
    }

    @Test("AS-36: sound that flows again ends what was refused before")
    func flowForgives() {
        var device = Self.player(Self.mixing)
        device.happen(.left(by: .home))
        device.happen(.audioStalled(cause: "test"))
        device.happen(.audioRecordingRequested)
        #expect(!device.machine.explanation(at: device.now).refused.isEmpty)
        device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
        #expect(device.machine.grants.contains(.audio))
        #expect(device.machine.explanation(at: device.now).refused.isEmpty)
    }

    @Test("AS-52: the route is the device's, whatever process there is")
    func route() {
        var device = TestDevice.launched()
        device.happen(.audioSession(.routeChanged(to: .headphones, disconnected: false)))
        device.happen(.terminationRequested(cause: "test"))
        #expect(device.state == .terminated && device.machine.audio.route == .headphones)
    }

    @Test("AS-46: of other apps those that were interrupted sound again when the last interrupter ends")
    func othersResume() {
        var device = TestDevice.launched()
        for app in ["music", "radio"] {
            device.happen(.audioSession(.otherAppBegan(.init(app: app, mixes: false))))
            #expect(device.machine.otherAppsSounding == [app])
        }
        device.happen(.audioSession(.otherAppEnded(app: "radio", notifiesOthers: true)))
        #expect(device.machine.otherAppsSounding == ["music"])
        device.happen(.audioSession(.otherAppEnded(notifiesOthers: true)))
        #expect(device.machine.otherAppsSounding.isEmpty)
    }

    /// An app whose silence does not count as playing, in the background.
    private static func silentPlayer() throws -> TestDevice {
        var profile = PolicyProfile.ios(9)
        try profile.set("silenceCountsAsPlaying", to: "false")
        var device = TestDevice.launched(ios: profile, modes: [.audio, .remoteNotification])
        device.happen(.audioSessionActivated(alone))
        device.happen(.audioPlaybackRequested(silent: true))
        device.suspend()
        #expect(device.state == .suspended)
        return device
    }

    @Test("AS-34, MD-12: a player that a suspension stopped neither plays nor has anything to prove")
    func stoppedBySuspension() throws {
        var device = try Self.silentPlayer()
        device.advance(by: .seconds(10))
        #expect(!device.machine.isPlayingAudio)
        #expect(device.machine.audio.flow == .stopped)
    }

    @Test("AS-40: a player that a suspension stopped is not started again by the background")
    func notStartedAgain() throws {
        var device = try Self.silentPlayer()
        device.happen(.push(.silent()))
        let told = device.happen(.audioPlaybackRequested())
        #expect(told.contains { $0.action == .refuseAudio(.cannotInterruptOthers) && $0.reason.rule == "AS-40" })
    }

    // MARK: Tasks

    @Test("the open background tasks are told by their numbers")
    func openTasks() {
        var device = TestDevice.launched()
        for name in ["c", "a", "b"] { _ = device.beginTask(name) }
        #expect(device.machine.openTasks.map(\.name) == ["c", "a", "b"])
        #expect(device.machine.openTasks.map(\.number) == [1, 2, 3])
    }

    @Test("BG-12: at its earliest date a request waits for nothing but an opportunity")
    func pendingRequest() {
        var manifest = Manifest(permittedTaskIdentifiers: ["t"])
        manifest.declare([.fetch])
        var device = TestDevice(ios: .ios26, manifest: manifest)
        device.hangs = [.didFinishLaunching]
        device.happen(.launched)
        device.happen(.taskScheduler(.registered(identifier: "t")))
        device.happen(
            .taskScheduler(.submitted(BackgroundTaskRequest(.appRefresh, identifier: "t", earliestBegin: .seconds(10))))
        )
        #expect(device.machine.explanation(at: device.now).pending.map(\.inSeconds) == [10])
        #expect(device.machine.explanation(at: device.now + .seconds(10)).pending.map(\.inSeconds) == [nil])
    }

    @Test("CL-07: the failure that waits for updates without a permission is one of the next events")
    func denialIsNext() {
        var machine = TestDevice.launched(modes: [.location]).machine
        machine.deadlines[.locationDenial] = machine.now + .seconds(15)
        let next = machine.explanation(at: machine.now).next.first { $0.rule == "CL-07" }
        #expect(next?.inSeconds == 15 && next?.what == "location fails with kCLErrorDomain 1")
    }

    @Test("BG-01, BG-04, BG-21: what is registered or accepted at last is no longer refused")
    func schedulerForgives() {
        var manifest = Manifest(permittedTaskIdentifiers: ["t", "org.example.app.export.*"])
        manifest.declare([.fetch])
        var device = TestDevice(ios: .ios26, manifest: manifest)
        device.hangs = [.didFinishLaunching]
        device.happen(.launched)
        func refused() -> Int { device.machine.explanation(at: device.now).refused.count }
        device.happen(.taskScheduler(.registered(identifier: "unknown")))
        #expect(refused() == 1)
        device.happen(.taskScheduler(.registered(identifier: "t")))
        #expect(refused() == 0)
        for identifier in ["org.example.app.export.a", "org.example.app.export.b"] {
            device.happen(.taskScheduler(.registered(identifier: identifier)))
        }
        device.happen(.callbackReturned(.didFinishLaunching))
        // The first runs at once, the second waits for it: both are accepted.
        for identifier in ["org.example.app.export.a", "org.example.app.export.b"] {
            device.happen(.taskScheduler(.submitted(BackgroundTaskRequest(.appRefresh, identifier: "unknown"))))
            #expect(refused() == 1)
            device.happen(
                .taskScheduler(.submitted(BackgroundTaskRequest(.continuedProcessing, identifier: identifier))))
            #expect(refused() == 0)
        }
    }

    @Test(
        "BG-17: an expiration handler that is set again, before or while the task runs, is called",
        arguments: [true, false])
    func handlerSetAgain(whileItRuns: Bool) {
        var manifest = Manifest(permittedTaskIdentifiers: ["t"])
        manifest.declare([.fetch])
        var device = TestDevice(ios: .ios26, manifest: manifest)
        device.hangs = [.didFinishLaunching]
        device.happen(.launched)
        device.happen(.taskScheduler(.registered(identifier: "t")))
        device.happen(.callbackReturned(.didFinishLaunching))
        device.happen(.taskScheduler(.submitted(BackgroundTaskRequest(.appRefresh, identifier: "t"))))
        device.happen(.taskScheduler(.expirationHandlerSet(identifier: "t", false)))
        if !whileItRuns { device.happen(.taskScheduler(.expirationHandlerSet(identifier: "t", true))) }
        device.suspend()
        device.happen(.taskScheduler(.opportunity))
        if whileItRuns { device.happen(.taskScheduler(.expirationHandlerSet(identifier: "t", true))) }
        device.happen(.taskScheduler(.expirationSimulated(identifier: "t")))
        #expect(device.callbacks.contains(.wakeExpiring(.appRefresh, identifier: "t")))
    }

    @Test("BG-17: of what is not registered no handler is missed")
    func handlerOfNothing() {
        var device = TestDevice.launched(ios: .ios26)
        device.happen(.taskScheduler(.expirationHandlerSet(identifier: "t", false)))
        #expect(device.machine.scheduler.withoutHandler.isEmpty)
    }

    @Test("BT-09: what a process leaves behind does not delay the clock of the next one")
    func clockOfTheNextLife() {
        var device = Self.player()
        device.happen(.left(by: .home))
        device.happen(.audioPlaybackStopped)
        device.advance(by: .milliseconds(200))
        device.happen(.terminationRequested(cause: "test"))
        device.happen(.returnedToForeground)
        #expect(device.state == .foregroundActive)
        _ = device.beginTask()
        // Not by home: what is in front is lost then, and protects nothing.
        #expect(device.machine.lastLost == nil)
    }

    @Test("the reasons to run but the foreground keep a device awake that nobody looks at")
    func awake() {
        #expect(!([] as GrantSet).holdsDeviceAwake)
        #expect(!GrantSet(arrayLiteral: .foreground).holdsDeviceAwake)
        for grant in Grant.allCases where grant != .foreground {
            #expect(
                GrantSet(arrayLiteral: grant).holdsDeviceAwake
                    && GrantSet(arrayLiteral: .foreground, grant).holdsDeviceAwake)
        }
    }

    @Test("at another pace every duration that the app names is scaled, and nothing else")
    func scaling() {
        let events: [(PolicyEvent, PolicyEvent)] = [
            (.fetch(.intervalSet(.seconds(10))), .fetch(.intervalSet(.seconds(1)))),
            (.fetch(.intervalSet(nil)), .fetch(.intervalSet(nil))),
            (.voip(.keepAliveTimeoutSet(.seconds(600))), .voip(.keepAliveTimeoutSet(.seconds(60)))),
            // It is given back to the app as it was written; the policy scales its time.
            (
                .notification(.added(.init(identifier: "a", trigger: .interval(.seconds(20), repeats: true)))),
                .notification(.added(.init(identifier: "a", trigger: .interval(.seconds(20), repeats: true))))
            ),
            (
                .taskScheduler(
                    .submitted(BackgroundTaskRequest(.appRefresh, identifier: "a", earliestBegin: .seconds(900)))),
                .taskScheduler(
                    .submitted(BackgroundTaskRequest(.appRefresh, identifier: "a", earliestBegin: .seconds(90))))
            ),
            (
                .locationService(.regionCrossed(identifier: "a", metres: 300, stayed: .seconds(20))),
                .locationService(.regionCrossed(identifier: "a", metres: 300, stayed: .seconds(2)))
            ), (.left(by: .home), .left(by: .home)),
        ]
        for (event, scaled) in events {
            #expect(event.scaled(by: 0.1) == scaled)
            #expect(event.scaled(by: 1) == event)
        }
    }

    // MARK: Location

    /// A running app with all that location asks for.
    private static func navigator() -> TestDevice {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        return device
    }

    private static func fix(_ latitude: Double) -> LocationFix {
        LocationFix(latitude: latitude, longitude: 11, timestamp: latitude)
    }

    @Test("CL-06: updates that begin while a request has the receiver run are why the app keeps running")
    func updatesJoinARequest() {
        var device = Self.navigator()
        device.happen(.locationService(.locationRequested(hasDelegate: true)))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.locationUpdatesStopped)
        device.happen(.locationService(.locationRequested(hasDelegate: true)))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.locationFixArrived(Self.fix(48)))
        device.happen(.locationService(.locationRequested(hasDelegate: true)))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.left(by: .home))
        let held = device.machine.explanation(at: device.now).grants.first { $0.grant == .location }
        #expect(held?.reason.rule == "CL-06" && held?.reason.text.hasPrefix("location updates go on") == true)
    }

    @Test("CL-21: of two requests the second has a newer fix than the first, whatever came between")
    func requestsGetNewFixes() {
        var device = Self.navigator()
        func answers() -> [Double] {
            device.callbacks.compactMap {
                if case .didUpdateLocation(let fix, .request) = $0 { fix.latitude } else { nil }
            }
        }
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.locationFixArrived(Self.fix(1)))
        device.happen(.locationUpdatesStopped)
        device.happen(.locationService(.locationRequested(hasDelegate: true)))
        #expect(answers() == [1])
        for latitude in [2.0, 3.0] {
            device.happen(.locationService(.locationRequested(hasDelegate: true)))
            device.happen(.locationSessionOpened(source: "test"))
            #expect(answers().last != latitude)
            device.happen(.locationFixArrived(Self.fix(latitude)))
            #expect(answers().last == latitude)
        }
        #expect(answers() == [1, 2, 3])
    }

    @Test("CL-12: updates pause once while a request keeps the receiver running, and what begins anew says so")
    func pauseDuringARequest() {
        var device = Self.navigator()
        device.happen(.locationUpdatesStarted(pausesAutomatically: true))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.locationFixArrived(Self.fix(1)))
        for _ in 1...2 { device.happen(.locationService(.locationRequested(hasDelegate: true))) }
        device.advance(by: device.machine.profile.locationPauseDelay * 2)
        #expect(device.callbacks.count { $0 == .didPauseLocationUpdates } == 1)
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.left(by: .home))
        let held = device.machine.explanation(at: device.now).grants.first { $0.grant == .location }
        #expect(held?.reason.text.hasPrefix("location updates go on") == true, "\(String(describing: held))")
    }

    @Test("CL-21: within the distance filter a fix is told for the request alone")
    func requestWithinTheFilter() {
        var device = Self.navigator()
        device.happen(.locationService(.distanceFilterSet(1000)))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.locationFixArrived(Self.fix(1)))
        // The first is answered by the fix that there is, the second waits for the next one.
        for _ in 1...2 { device.happen(.locationService(.locationRequested(hasDelegate: true))) }
        let told = device.happen(.locationFixArrived(Self.fix(1.00001)))
        #expect(told.map(\.reason.rule) == ["CL-21"])
        #expect(device.happen(.locationFixArrived(Self.fix(1.00002))).isEmpty)
    }

    @Test("CL-06: each time that updates begin, the first gap between fixes is told")
    func gapsAreTold() {
        var device = Self.navigator()
        for count in 1...2 {
            device.happen(.locationUpdatesStarted(pausesAutomatically: false))
            device.happen(.locationSessionOpened(source: "test"))
            for _ in 1...2 { device.happen(.locationFixMissing(cause: "tunnel")) }
            device.happen(.locationUpdatesStopped)
            #expect(device.effects.count { "\($0.effect.action)".contains("tunnel") } == count)
        }
    }

    @Test("CL-20: what was deferred is told as that")
    func deferredFixes() {
        var device = TestDevice.launched(ios: .ios9, modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.locationService(.deferredUpdates(true)))
        device.happen(.left(by: .home))
        device.happen(.locationFixArrived(Self.fix(48)))
        let told = device.happen(.returnedToForeground).filter {
            if case .deliver(.didUpdateLocation) = $0.action { true } else { false }
        }
        #expect(told.map(\.reason.rule) == ["CL-20"])
    }

    // MARK: Processes

    @Test("LC-05: a launch that finds the process there is a return")
    func launchedWhileItRuns() {
        var device = TestDevice.launched()
        device.suspend()
        device.happen(.launched)
        #expect(device.state == .foregroundActive)
    }

    @Test("LC-06: what a process that could not be started was for is forgotten")
    func launchFails() {
        var device = TestDevice.launched(modes: [.remoteNotification])
        device.suspend()
        device.hostIsPrompt = true
        device.happen(.device(.memoryPressure(.purge)))
        device.hostIsPrompt = false
        device.happen(.urlOpened("walk:1"))
        device.happen(.launchFailed(cause: "no memory"))
        let orders = device.happen(.push(.silent())).compactMap {
            if case .launch(let cause) = $0.action { cause } else { nil }
        }
        #expect(orders == [.wake(.remoteNotification)])
        device.happen(.launchedInBackground)
        #expect(device.state == .background)
    }

    @Test("LN-07: of two URLs that wait for the same process the last opens it")
    func lastOpeningWins() {
        var device = TestDevice.launched()
        device.suspend()
        device.hostIsPrompt = false
        device.happen(.device(.memoryPressure(.purge)))
        device.happen(.urlOpened("walk:1"))
        device.happen(.urlOpened("walk:2"))
        let orders = device.happen(.processExited(.signalled(9))).compactMap {
            if case .launch(let cause) = $0.action { cause } else { nil }
        }
        #expect(orders == [.url("walk:2")])
    }

    @Test("WK-06: a push that was held back keeps its identifier")
    func heldPush() throws {
        var profile = ProfileCatalogue.newest
        try profile.set("silentPushesPerHour", to: "1")
        var device = TestDevice.launched(ios: profile, modes: [.remoteNotification])
        device.suspend()
        device.happen(.push(.silent(identifier: "first")))
        device.happen(.push(.completed(.noData)))
        device.happen(.push(.silent(identifier: "second")))
        device.advance(by: .seconds(7200))
        #expect(device.callbacks.contains(.woken(.remoteNotification, identifier: "second")))
    }

    // MARK: Usage

    /// An app with calls, in the background, whose usage is watched.
    private static func watched(_ change: (inout PolicyProfile) throws -> Void = { _ in }) throws -> TestDevice {
        var profile = ProfileCatalogue.newest
        try change(&profile)
        var manifest = Manifest(adoptsScenes: true)
        manifest.declare([.voip, .remoteNotification])
        var device = TestDevice(ios: profile, manifest: manifest, monitorsUsage: true)
        device.happen(.launched)
        return device
    }

    @Test("RB-37, RB-14: what was used before a suspension does not count after it")
    func windowsBeginAnew() throws {
        var device = try Self.watched()
        let limit = try #require(device.machine.profile.callCPULimit)
        let wakeups = Int64(try #require(device.machine.profile.wakeupLimitPerSecond)) * 200
        device.happen(.usageSampled(cpu: .zero, wakeups: 0))
        _ = device.beginTask()
        device.happen(.left(by: .home))
        device.happen(.usageSampled(cpu: .zero, wakeups: 0))
        device.happen(.usageSampled(cpu: limit - .seconds(1), wakeups: wakeups))
        device.happen(.backgroundTaskEnded(.init(rawValue: 1)))
        device.advance(by: .seconds(2))
        #expect(device.state == .suspended)
        let before = device.effects.count
        device.happen(.push(.silent()))
        device.happen(.usageSampled(cpu: limit - .seconds(1), wakeups: wakeups))
        device.happen(.usageSampled(cpu: limit * 2 - .seconds(2), wakeups: wakeups * 2))
        #expect(device.state == .background)
        #expect(!device.effects[before...].contains { ["RB-37", "RB-14"].contains($0.effect.reason.rule) })
    }

    @Test("RB-12: a limit that is met and does not hold is not asked after ten times a second")
    func limitMet() throws {
        var device = try Self.watched { try $0.set("cpuLimitOnExternalPower", to: "false") }
        device.happen(.device(.externalPower(true)))
        let limit = try #require(device.machine.profile.callCPULimit)
        _ = device.beginTask()
        device.happen(.left(by: .home))
        device.happen(.usageSampled(cpu: .zero, wakeups: 0))
        device.happen(.usageSampled(cpu: limit, wakeups: 0))
        let next = try #require(device.machine.deadlines[.usage])
        #expect(next - device.now > UsageMonitor.intervalMin)
    }

    @Test("LN-05, LN-13: a tap opens the app, a dismissal does not, and on a locked device nothing does")
    func opensApp() {
        var device = TestDevice.launched()
        device.happen(.notification(.authorizationRequested()))
        device.happen(.left(by: .home))
        device.happen(.notification(.added(NotificationRequest(identifier: "n", trigger: .immediate))))
        func opens(_ action: NotificationResponse.Action) -> Bool {
            device.machine.opensApp(NotificationResponse(identifier: "n", action: action))
        }
        #expect(opens(.tapped) && !opens(.dismissed) && !opens(.custom("none")))
        device.happen(.device(.locked(true)))
        #expect(!opens(.tapped) && !opens(.dismissed))
    }
}

import Testing

@testable import KeepAlivePolicy

/// What no rule says and no scenario file can: facts in an order that only a machine would tell them, and arithmetic.
@Suite struct MachineFactTests {
    private static let mixable = AudioSessionConfiguration(category: .playback, mixWithOthers: true)

    /// In the background, playing with proof.
    private static func playing() -> TestDevice {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(mixable))
        device.happen(.left(by: .home))
        device.happen(.audioPlaybackRequested())
        device.advance(by: .milliseconds(100))
        device.happen(.audioAdvanced(frames: 4800, sampleRate: 48_000))
        return device
    }

    /// In the foreground, updates started and the session live.
    private static func updating() -> TestDevice {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.locationSessionOpened(source: "test"))
        return device
    }

    // MARK: Life

    @Test("the freeze comes within a second of the background, on every profile", arguments: ProfileCatalogue.all)
    func withinASecond(profile: PolicyProfile) {
        #expect(profile.suspensionDelay < .seconds(1))
    }

    @Test("returning thaws first, then calls willEnterForeground and didBecomeActive")
    func returning() {
        var device = TestDevice.launched()
        device.happen(.left(by: .home))
        device.advance(by: .seconds(10))
        let effects = device.happen(.returnedToForeground)
        #expect(effects.first?.action == .resume)
        #expect(device.states.suffix(3) == [.background, .foregroundInactive, .foregroundActive])
        #expect(device.callbacks.suffix(2) == [.willEnterForeground, .didBecomeActive])
        #expect(device.grants == [.foreground])
    }

    @Test("returning before the freeze takes the suspension back")
    func returningEarly() {
        var device = TestDevice.launched()
        device.happen(.left(by: .home))
        device.advance(by: .milliseconds(100))
        let effects = device.happen(.returnedToForeground)
        #expect(!effects.contains(.resume))
        device.advance(by: .seconds(60))
        #expect(device.state == .foregroundActive)
    }

    @Test("events that do not fit the state change nothing")
    func misplacedEvents() {
        var device = TestDevice()
        #expect(device.happen(.left(by: .home)).isEmpty)
        #expect(device.happen(.launchedInBackground).isEmpty)
        device.happen(.launched)
        #expect(device.happen(.launched).isEmpty)
        #expect(device.happen(.launchedInBackground).isEmpty)
        #expect(device.happen(.callbackReturned(.willTerminate)).isEmpty)
        #expect(device.happen(.returnedToForeground).isEmpty)
    }

    // MARK: Sound

    @Test("a pointer that does not move forward proves nothing")
    func standingPointer() {
        var device = TestDevice.launched(modes: [.audio])
        device.happen(.audioSessionActivated(Self.mixable))
        device.happen(.left(by: .home))
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 0, sampleRate: 48_000))
        device.advance(by: .seconds(2))
        #expect(device.state == .suspended)
    }

    @Test("a short gap in the sound does not suspend")
    func shortGap() {
        var device = Self.playing()
        device.happen(.audioStalled(cause: "xrun"))
        device.advance(by: .milliseconds(500))
        device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
        device.advance(by: .seconds(100))
        #expect(device.state == .background)
    }

    @Test("when the device recovers, the grant returns, and the app with it")
    func recovers() {
        var device = Self.playing()
        device.happen(.audioStalled(cause: "the sound server went away"))
        device.advance(by: .seconds(10))
        let effects = device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
        #expect(effects.contains(.gainGrant(.audio)))
        #expect(effects.contains(.resume))
        #expect(device.stateReason?.rule == "MD-16")
        #expect(device.state == .background)
        device.advance(by: .seconds(100))
        #expect(device.state == .background)
    }

    @Test("a stalled player can be started again")
    func restartsStalled() {
        var device = Self.playing()
        device.happen(.audioStalled(cause: "xrun"))
        #expect(device.happen(.audioPlaybackRequested()).contains(.startAudio))
        #expect(device.grants == [.audio])
    }

    @Test("a player that the app stopped does not come back by itself")
    func stoppedByTheApp() {
        var device = Self.playing()
        #expect(device.happen(.audioPlaybackStopped).contains(.stopAudio))
        device.happen(.audioAdvanced(frames: 9600, sampleRate: 48_000))
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
    }

    // MARK: Location

    @Test("setting it to false never raises")
    func settingFalse() {
        var device = TestDevice.launched()
        #expect(device.happen(.allowsBackgroundLocationUpdatesSet(false)).isEmpty)
    }

    @Test("a report without a fix is told once; the session still keeps the app running")
    func noFix() {
        var device = Self.updating()
        device.happen(.left(by: .home))
        device.happen(.locationFixMissing(cause: "mode 1"))
        device.happen(.locationFixMissing(cause: "mode 1"))
        #expect(device.logs.count { $0.contains("no current fix") } == 1)
        device.advance(by: .seconds(100))
        #expect(device.state == .background)
        device.happen(.locationFixArrived(LocationFix(latitude: 48, longitude: 11, timestamp: 0)))
        device.happen(.locationFixMissing(cause: "mode 1"))
        #expect(device.logs.count { $0.contains("no current fix") } == 2)
    }

    @Test func distance() {
        let munich = LocationFix(latitude: 48.137, longitude: 11.575, timestamp: 0)
        let berlin = LocationFix(latitude: 52.52, longitude: 13.405, timestamp: 0)
        #expect(abs(munich.distance(from: berlin) - 504_000) < 2000)
        #expect(munich.distance(from: munich) == 0)
        #expect(munich.isWithin(0, of: munich))
        // It is the distance that decides, also where it is not calculated: at the pole, across the date line, anywhere.
        for (here, there) in [
            ((89.9995, 0.0), (89.9995, 180.0)), ((0, 179.9999), (0, -179.9999)), ((-90, 5), (-90, 99)),
        ] {
            let one = LocationFix(latitude: here.0, longitude: here.1, timestamp: 0)
            let other = LocationFix(latitude: there.0, longitude: there.1, timestamp: 0)
            let distance = one.distance(from: other)
            #expect(one.isWithin(distance + 1, of: other) && (distance < 1 || !one.isWithin(distance - 1, of: other)))
        }
        var random = SplitMix64(state: 7)
        for _ in 0..<10_000 {
            let here = LocationFix(
                latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random),
                timestamp: 0)
            let near = LocationFix(
                latitude: min(90, here.latitude + .random(in: 0...0.002, using: &random)),
                longitude: here.longitude + .random(in: -0.002...0.002, using: &random), timestamp: 0)
            let metres = Double.random(in: 0...200, using: &random)
            #expect(near.isWithin(metres, of: here) == (near.distance(from: here) <= metres))
            let other = LocationFix(latitude: here.latitude, longitude: here.longitude - 360, timestamp: 0)
            #expect(other.isWithin(1, of: here))
        }
    }

    // MARK: Background tasks

    @Test("BT-24: a task without a name is named after who began it")
    func defaultName() {
        var device = TestDevice.launched()
        device.happen(.left(by: .home))
        _ = device.beginTask("")
        device.advance(by: .seconds(31))
        #expect(device.termination?.explanation.contains("Called by org.example.app, from ") == true)
    }

    // MARK: Time

    @Test("the time scale multiplies the policy's durations and leaves the machine's alone")
    func timeScale() {
        let scaled = PolicyProfile.ios12.scaled(by: 0.1)
        #expect(scaled.finishTaskExpiration == .milliseconds(17_600))
        #expect(scaled.suspensionDelay == .milliseconds(20))
        #expect(scaled.audioEvidenceWindow == PolicyProfile.ios12.audioEvidenceWindow)
    }

    @Test("what limits the app's own code leaves a process a second, or as much as iOS does")
    func timeForCode() throws {
        var profile = PolicyProfile.ios12
        try profile.set("launchLimit", to: "0.5")
        let scaled = profile.scaled(by: 0.01, leastTimeForCode: .seconds(1))
        let limits = [
            scaled.launchLimit, scaled.willResignActiveLimit, scaled.enterBackgroundLimit,
            scaled.enterForegroundLimit, scaled.backgroundLaunchLimit, scaled.backgroundLaunchCPULimit,
            scaled.willTerminateLimit,
        ]
        #expect(limits == [.milliseconds(500)] + Array(repeating: .seconds(1), count: 6))
        #expect(scaled.enterBackgroundAdvice == .milliseconds(500))
        #expect(scaled.finishTaskExpiration == .milliseconds(1760) && scaled.timeScale == 0.01)
        let half = PolicyProfile.ios12.scaled(by: 0.5)
        #expect(PolicyProfile.ios12.scaled(by: 0.5, leastTimeForCode: .seconds(1)) == half)
    }
}

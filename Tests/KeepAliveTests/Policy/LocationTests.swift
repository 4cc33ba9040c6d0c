import Testing

@testable import KeepAlivePolicy

@Suite struct LocationPolicyTests {
    /// In the foreground, updates started and the session live.
    static func updating(
        authorization: LocationAuthorization = .authorizedAlways, pauses: Bool = false, profile: PolicyProfile = .ios26
    ) -> TestDevice {
        var device = TestDevice.launched(ios: profile, modes: [.location])
        device.happen(.locationAuthorizationChanged(authorization))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationUpdatesStarted(pausesAutomatically: pauses))
        device.happen(.locationSessionOpened(source: "test"))
        return device
    }

    static func fix(metresNorth: Double = 0) -> LocationFix {
        LocationFix(latitude: 48 + metresNorth / 111_195, longitude: 11, timestamp: 0)
    }

    @Test("CL-06: allowed and started in the foreground, updates keep the app running")
    func keepsRunning() {
        var device = Self.updating()
        device.happen(.homePressed)
        device.advance(by: .seconds(100_000))
        #expect(device.state == .background)
        #expect(device.grants == [.location])
    }

    static let text =
        "Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient) || _CFMZEnabled()"

    @Test(
        "CL-01, CL-02, CL-03: without the mode the setter raises, with the exact text of the version",
        arguments: [(IOSVersion(9), false), (IOSVersion(11, 4), false), (IOSVersion(12), true), (IOSVersion(26), true)])
    func modeMissing(ios: IOSVersion, later: Bool) {
        var device = TestDevice.launched(ios: PolicyProfile(version: ios))
        let effects = device.happen(.allowsBackgroundLocationUpdatesSet(true))
        let text = later ? Self.text : String(Self.text.dropLast(" || _CFMZEnabled()".count))
        let exception = AppleException(
            name: "NSInternalInconsistencyException", reason: text, rule: later ? "CL-03" : "CL-02")
        #expect(effects.contains(.raise(exception)))
        #expect(device.state == .foregroundActive)
        device.happen(.exceptionNotCaught(exception))
        #expect(device.state == .terminated)
        #expect(device.termination?.signal == 6)
        #expect(device.stateReason?.rule == "CL-01")
    }

    @Test("CL-07: a caught exception leaves the setter without effect, and the app is suspended in the background")
    func exceptionCaught() {
        var device = TestDevice.launched()
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationUpdatesStarted(pausesAutomatically: true))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.homePressed)
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
    }

    @Test("setting it to false never raises")
    func settingFalse() {
        var device = TestDevice.launched()
        #expect(device.happen(.allowsBackgroundLocationUpdatesSet(false)).isEmpty)
    }

    @Test("CL-10: updates started in the background do not keep the app running")
    func startedInBackground() {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.homePressed)
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.locationSessionOpened(source: "test"))
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "CL-10")
    }

    @Test("CL-09: when-in-use authorization holds in the background when updates started while in use")
    func whenInUse() {
        var device = Self.updating(authorization: .authorizedWhenInUse)
        #expect(device.reason { $0 == .gainGrant(.location) }?.rule == "CL-09")
        device.happen(.homePressed)
        device.advance(by: .seconds(100))
        #expect(device.state == .background)
    }

    @Test(
        "CL-25: refused authorization is error 1, and no grant", arguments: [LocationAuthorization.denied, .restricted])
    func denied(authorization: LocationAuthorization) {
        var device = Self.updating(authorization: authorization)
        #expect(device.callbacks.contains(.didFailLocation(code: 1)))
        device.happen(.homePressed)
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
    }

    @Test("CL-22: asking without the usage string is a log line, and no grant")
    func usageStringMissing() {
        var device = TestDevice(ios: .ios26, manifest: Manifest(backgroundModes: [.location]))
        device.happen(.launched)
        device.happen(.locationAuthorizationRequested(always: true, answer: .authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationUpdatesStarted(pausesAutomatically: true))
        device.happen(.locationSessionOpened(source: "test"))
        #expect(device.logs.contains { $0.contains("“NSLocationWhenInUseUsageDescription”") })
        device.happen(.homePressed)
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
    }

    @Test(
        "CL-23: a lost session is a lost grant, and a second later the app is suspended; when it returns, so does the app"
    )
    func sessionLost() {
        var device = Self.updating()
        device.happen(.locationFixArrived(Self.fix()))
        device.happen(.homePressed)
        device.advance(by: .seconds(5))
        device.happen(.locationSessionLost(cause: "gpsd died"))
        device.advance(by: .milliseconds(999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "CL-23")
        let effects = device.happen(.locationSessionOpened(source: "gpsd"))
        #expect(effects.contains(.resume))
        #expect(device.state == .background)
    }

    @Test("a report without a fix is told once; the session still keeps the app running")
    func noFix() {
        var device = Self.updating()
        device.happen(.homePressed)
        device.happen(.locationFixMissing(cause: "mode 1"))
        device.happen(.locationFixMissing(cause: "mode 1"))
        #expect(device.logs.count { $0.contains("no current fix") } == 1)
        device.advance(by: .seconds(100))
        #expect(device.state == .background)
        device.happen(.locationFixArrived(Self.fix()))
        device.happen(.locationFixMissing(cause: "mode 1"))
        #expect(device.logs.count { $0.contains("no current fix") } == 2)
    }

    @Test("CL-12, CL-13: updates pause when the app stays in one place, and the app must restart them")
    func pausing() {
        var device = Self.updating(pauses: true)
        device.happen(.locationFixArrived(Self.fix()))
        device.happen(.homePressed)
        device.advance(by: .seconds(600))
        device.happen(.locationFixArrived(Self.fix(metresNorth: 49)))
        device.advance(by: .seconds(300) - .milliseconds(1))
        #expect(device.grants == [.location])
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == .didPauseLocationUpdates)
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "CL-12")
        device.happen(.locationFixArrived(Self.fix(metresNorth: 500)))
        #expect(device.state == .suspended)
    }

    @Test("CL-13: an app that moves is not paused; one that asked not to be neither")
    func notPausing() {
        var moving = Self.updating(pauses: true)
        moving.happen(.homePressed)
        for step in 0..<100 {
            moving.happen(.locationFixArrived(Self.fix(metresNorth: Double(step) * 60)))
            moving.advance(by: .seconds(60))
        }
        #expect(moving.state == .background)
        var still = Self.updating(pauses: false)
        still.happen(.locationFixArrived(Self.fix()))
        still.happen(.homePressed)
        still.advance(by: .seconds(100_000))
        #expect(still.state == .background)
    }

    @Test("CL-08: a fix for a suspended app is delivered when it runs again")
    func queued() {
        var device = TestDevice.launched()
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
        device.happen(.locationFixArrived(Self.fix(metresNorth: 7)))
        #expect(!device.callbacks.contains(.didUpdateLocation(Self.fix(metresNorth: 7))))
        device.happen(.returnedToForeground)
        #expect(device.callbacks.contains(.didUpdateLocation(Self.fix(metresNorth: 7))))
    }

    @Test("CL-23: stopping updates in the background ends the grant")
    func stopping() {
        var device = Self.updating()
        device.happen(.homePressed)
        device.happen(.locationUpdatesStopped)
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
    }

    @Test func distance() {
        let munich = LocationFix(latitude: 48.137, longitude: 11.575, timestamp: 0)
        let berlin = LocationFix(latitude: 52.52, longitude: 13.405, timestamp: 0)
        #expect(abs(munich.distance(from: berlin) - 504_000) < 2000)
        #expect(munich.distance(from: munich) == 0)
    }

    @Test("CL-08, CL-13: the time of a suspension does not count as staying in one place")
    func pauseAfterSuspension() {
        var device = TestDevice.launched()
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.locationUpdatesStarted(pausesAutomatically: true))
        device.happen(.locationSessionOpened(source: "test"))
        device.happen(.locationFixArrived(Self.fix()))
        device.happen(.homePressed)
        device.advance(by: .seconds(3600))
        #expect(device.state == .suspended)
        device.happen(.returnedToForeground)
        #expect(device.machine.nextDeadline.map { $0 >= device.now } == true)
        device.advance(by: .seconds(900) - .milliseconds(1))
        #expect(!device.callbacks.contains(.didPauseLocationUpdates))
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.contains(.didPauseLocationUpdates))
    }
}

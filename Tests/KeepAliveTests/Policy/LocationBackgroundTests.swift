import Testing

@testable import KeepAlivePolicy

/// Whether updates keep an app running: by version, authorization, and where they were started.
@Suite struct LocationBackgroundTests {
    static func fix(_ metresNorth: Double) -> LocationFix { LocationPolicyTests.fix(metresNorth: metresNorth) }

    static func start(_ device: inout TestDevice, pauses: Bool = false) {
        device.happen(.locationUpdatesStarted(pausesAutomatically: pauses))
        device.happen(.locationSessionOpened(source: "test"))
    }

    @Test(
        "CL-06, CL-09, CL-25: who is kept running, by authorization, when started in the foreground",
        arguments: [
            (LocationAuthorization.authorizedAlways, true), (.authorizedWhenInUse, true), (.denied, false),
            (.restricted, false), (.notDetermined, false),
        ])
    func authorizations(authorization: LocationAuthorization, runs: Bool) {
        var device = LocationPolicyTests.updating(authorization: authorization)
        device.happen(.homePressed)
        device.advance(by: .seconds(1000))
        #expect(device.state == (runs ? .background : .suspended))
        #expect(device.callbacks.contains(.didFailLocation(code: 1)) == [.denied, .restricted].contains(authorization))
    }

    @Test(
        "CL-05, BM-04, CL-07: the mode alone is enough before iOS 9, and for apps built for it",
        arguments: [
            (IOSVersion(5), nil, true), (IOSVersion(8, 4), nil, true), (IOSVersion(9), nil, false),
            (IOSVersion(26), nil, false), (IOSVersion(9), IOSVersion(8, 4), true),
            (IOSVersion(26), IOSVersion(8), true),
            (IOSVersion(26), IOSVersion(9), false),
        ] as [(IOSVersion, IOSVersion?, Bool)])
    func modeAlone(ios: IOSVersion, linked: IOSVersion?, runs: Bool) {
        var manifest = Manifest(linkedSDK: linked)
        manifest.declare([.location])
        for inFront in [true, false] {
            var device = TestDevice.launched(ios: PolicyProfile(version: ios), manifest: manifest)
            device.happen(.locationAuthorizationChanged(.authorizedAlways))
            if inFront { Self.start(&device) }
            device.happen(.homePressed)
            if !inFront { Self.start(&device) }
            device.advance(by: .seconds(1000))
            #expect(device.state == (runs ? .background : .suspended), "started in front: \(inFront)")
            if !runs, inFront { #expect(device.stateReason?.rule == "CL-07") }
        }
    }

    @Test("CL-05: before iOS 9 there is nothing to set, and nothing raises")
    func noSetter() {
        var device = TestDevice.launched(ios: PolicyProfile(version: IOSVersion(8, 4)))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        #expect(device.exceptions.isEmpty)
    }

    @Test("CL-04: the text of the exception changes with iOS 12, which is the profile's choice")
    func textChanges() {
        #expect(PolicyProfile(version: IOSVersion(11, 4)).missingLocationModeText.hasSuffix("(internal->fClient)"))
        #expect(PolicyProfile(version: IOSVersion(12)).missingLocationModeText.hasSuffix("|| _CFMZEnabled()"))
    }

    @Test("CL-07: not allowed, updates come while something else keeps the app running, and no longer")
    func whileRunning() {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        Self.start(&device)
        device.happen(.homePressed)
        let task = device.beginTask()
        device.advance(by: .seconds(1))
        device.happen(.locationFixArrived(Self.fix(1)))
        #expect(device.callbacks.last == .didUpdateLocation(Self.fix(1)))
        device.happen(.backgroundTaskEnded(task))
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
        device.happen(.locationFixArrived(Self.fix(2)))
        #expect(!device.callbacks.contains(.didUpdateLocation(Self.fix(2))))
    }

    @Test("CL-08: everything that was queued for a suspended app comes in order when it runs again")
    func queued() {
        var device = TestDevice.launched()
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        Self.start(&device)
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        for metres in [1.0, 2, 3] { device.happen(.locationFixArrived(Self.fix(metres))) }
        #expect(!device.callbacks.contains { $0.name == "didUpdateLocation" })
        device.happen(.returnedToForeground)
        let updates = device.callbacks.filter { $0.name == "didUpdateLocation" }
        #expect(updates == [1.0, 2, 3].map { .didUpdateLocation(Self.fix($0)) })
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        device.happen(.returnedToForeground)
        #expect(device.callbacks.count { $0.name == "didUpdateLocation" } == 3)
    }

    @Test("CL-08: of an endless queue the latest thousand are kept")
    func queueLimit() {
        var device = TestDevice.launched()
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        Self.start(&device)
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        for metres in 0...1000 { device.happen(.locationFixArrived(Self.fix(Double(metres)))) }
        device.happen(.returnedToForeground)
        let updates = device.callbacks.filter { $0.name == "didUpdateLocation" }
        #expect(updates.count == 1000)
        #expect(updates.first == .didUpdateLocation(Self.fix(1)))
    }

    @Test(
        "CL-10, CL-09: started in the background, updates come with always authorization only, and keep nobody running",
        arguments: [(LocationAuthorization.authorizedAlways, true), (.authorizedWhenInUse, false)])
    func startedInBackground(authorization: LocationAuthorization, comes: Bool) {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(authorization))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.homePressed)
        let task = device.beginTask()
        Self.start(&device)
        device.happen(.locationFixArrived(Self.fix(1)))
        #expect(device.callbacks.contains(.didUpdateLocation(Self.fix(1))) == comes)
        device.happen(.backgroundTaskEnded(task))
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
        #expect(device.stateReason?.rule == "CL-10")
    }

    @Test("CL-01: a process that aborts after the exception ended by it, and says so; one that caught it did not")
    func abortAfterTheException() {
        var device = TestDevice.launched(modes: [])
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.processExited(.signalled(6)))
        #expect(device.stateReason?.rule == "CL-01")
        #expect(device.stateReason?.text.contains("uncaught NSInternalInconsistencyException: allows") == true)
        #expect(device.stateReason?.text.contains("without 'location' in UIBackgroundModes") == true)
        var other = TestDevice.launched(modes: [])
        other.happen(.allowsBackgroundLocationUpdatesSet(true))
        other.happen(.processExited(.exited(0)))
        #expect(other.stateReason?.rule == "LC-01")
    }

    @Test("CL-10: updates that run while the user looks at the app are in use from then on")
    func lookedAt() {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.homePressed)
        Self.start(&device)
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended && device.stateReason?.rule == "CL-10")
        device.happen(.returnedToForeground)
        device.happen(.homePressed)
        device.advance(by: .seconds(1000))
        #expect(device.state == .background)
    }

    @Test(
        "CL-44: without Background App Refresh no location event reaches an app that is not in front, from iOS 7 on",
        arguments: [(IOSVersion(6, 1), true), (IOSVersion(12, 4), false), (IOSVersion(26), false)])
    func withoutRefresh(ios: IOSVersion, comes: Bool) throws {
        for kind in [WakeKind.region, .significantChange, .visit]
        where kind != .visit || ios >= IOSVersion(8) {
            var device = TestDevice.launched(ios: try ProfileCatalogue.profile(named: "\(ios)"), modes: [.location])
            device.setConditions { $0.backgroundAppRefresh = false }
            device.happen(.wake(kind))
            #expect(device.droppedWakes.isEmpty, "in front it comes")
            device.suspend()
            device.happen(.wake(kind))
            #expect((device.state == .background) == comes, "\(kind)")
            #expect(device.droppedWakes.contains("CL-44") == !comes)
            device.setConditions { $0.backgroundAppRefresh = true }
            device.happen(.wake(kind))
            #expect(device.state == .background)
        }
    }

    @Test("CL-10: where the profile says so, a start in the background keeps an always-authorized app running")
    func switchedOn() {
        for authorization in [LocationAuthorization.authorizedAlways, .authorizedWhenInUse] {
            var profile = PolicyProfile.ios26
            profile.switches.backgroundStartKeepsRunning = true
            var device = TestDevice.launched(ios: profile, modes: [.location])
            device.happen(.locationAuthorizationChanged(authorization))
            device.happen(.allowsBackgroundLocationUpdatesSet(true))
            device.happen(.homePressed)
            Self.start(&device)
            device.advance(by: .seconds(1000))
            #expect(device.state == (authorization == .authorizedAlways ? .background : .suspended))
        }
    }

    @Test(
        "CL-09: a CLBackgroundActivitySession from the foreground makes up for a start in the background, from iOS 17 on",
        arguments: [
            (IOSVersion(16, 7), true, false), (IOSVersion(17), true, true), (IOSVersion(26), true, true),
            (IOSVersion(26), false, false),
        ])
    func activitySession(ios: IOSVersion, createdInFront: Bool, runs: Bool) {
        var device = TestDevice.launched(ios: PolicyProfile(version: ios), modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedWhenInUse))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        if createdInFront { device.happen(.locationService(.backgroundActivitySession(true))) }
        device.happen(.homePressed)
        if !createdInFront { device.happen(.locationService(.backgroundActivitySession(true))) }
        Self.start(&device)
        device.advance(by: .seconds(100))
        #expect(device.state == (runs ? .background : .suspended))
        guard runs else { return }
        device.happen(.locationService(.backgroundActivitySession(false)))
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
    }

    @Test(
        "CL-09, CL-14, CL-06: the indicator: for when-in-use from iOS 8 on, for always from 11 on and where it is asked for",
        arguments: [
            (IOSVersion(7, 1), LocationAuthorization.authorizedWhenInUse, false, false),
            (IOSVersion(8), .authorizedWhenInUse, false, true), (IOSVersion(26), .authorizedWhenInUse, false, true),
            (IOSVersion(26), .authorizedAlways, false, false), (IOSVersion(26), .authorizedAlways, true, true),
            (IOSVersion(11), .authorizedAlways, true, true), (IOSVersion(10, 3), .authorizedAlways, true, false),
        ])
    func indicator(ios: IOSVersion, authorization: LocationAuthorization, asked: Bool, shown: Bool) {
        var device = LocationPolicyTests.updating(
            authorization: authorization, profile: PolicyProfile(version: ios))
        if asked { device.happen(.locationService(.showsIndicatorSet(true))) }
        #expect(!device.effects.map(\.effect).contains(.showLocationIndicator(true)))
        #expect(device.happen(.homePressed).contains(.showLocationIndicator(true)) == shown)
        #expect(device.happen(.returnedToForeground).contains(.showLocationIndicator(false)) == shown)
        device.happen(.homePressed)
        #expect(device.happen(.device(.rebooted)).contains(.showLocationIndicator(false)) == shown)
    }

    @Test(
        "CL-11: a CLServiceSession is made in the foreground; relaunched in the background, the app makes it again first"
    )
    func serviceSession() {
        func device(recreates: Bool) -> TestDevice {
            var device = TestDevice.launched(modes: [.location, .remoteNotification])
            device.happen(.locationAuthorizationChanged(.authorizedAlways))
            device.happen(.locationService(.serviceSession(true)))
            #expect(device.logsBesideScenes.isEmpty)
            device.happen(.homePressed)
            device.advance(by: .seconds(1))
            device.happen(.processExited(.signalled(9)))
            device.happen(.wake(.remoteNotification))
            #expect(device.state == .background)
            if recreates { device.happen(.locationService(.serviceSession(true))) }
            device.happen(.locationUpdatesStarted(pausesAutomatically: false))
            return device
        }
        #expect(device(recreates: false).logsBesideScenes.contains("create the CLServiceSession again at once"))
        #expect(device(recreates: true).logsBesideScenes.isEmpty)
    }

    @Test("CL-11: made in the background for the first time, it has no effect; before iOS 18 there is none")
    func noServiceSession() {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.homePressed)
        device.happen(.locationService(.serviceSession(true)))
        #expect(device.logsBesideScenes == ["the CLServiceSession has no effect"])
        #expect(!device.machine.location.serviceSession)
        var old = TestDevice.launched(ios: PolicyProfile(version: IOSVersion(17, 6)))
        old.happen(.locationService(.serviceSession(true)))
        #expect(old.logsBesideScenes == ["CLServiceSession came with iOS 18"])
    }

    // MARK: Pauses

    @Test("CL-12: with when-in-use authorization a pause ends access until the next launch")
    func accessEnds() {
        for authorization in [LocationAuthorization.authorizedAlways, .authorizedWhenInUse] {
            var device = LocationPolicyTests.updating(authorization: authorization, pauses: true)
            device.happen(.locationFixArrived(Self.fix(0)))
            device.happen(.homePressed)
            device.advance(by: .seconds(900))
            #expect(device.callbacks.last == .didPauseLocationUpdates)
            device.happen(.returnedToForeground)
            Self.start(&device)
            device.happen(.locationFixArrived(Self.fix(2)))
            let ended = authorization == .authorizedWhenInUse
            #expect(device.callbacks.contains(.didUpdateLocation(Self.fix(2))) == !ended)
            device.happen(.terminationRequested(cause: "test"))
            device.happen(.launched)
            Self.start(&device)
            device.happen(.locationFixArrived(Self.fix(3)))
            #expect(device.callbacks.contains(.didUpdateLocation(Self.fix(3))))
        }
    }

    @Test("CL-12: restarted in front after a pause, updates keep the app running again; before iOS 6 nothing pauses")
    func restarted() {
        var device = LocationPolicyTests.updating(pauses: true)
        device.happen(.locationFixArrived(Self.fix(0)))
        device.happen(.homePressed)
        device.advance(by: .seconds(1000))
        #expect(device.state == .suspended)
        device.happen(.returnedToForeground)
        Self.start(&device)
        device.happen(.homePressed)
        device.advance(by: .seconds(1000))
        #expect(device.state == .background)
        var old = LocationPolicyTests.updating(pauses: true, profile: PolicyProfile(version: IOSVersion(5, 1)))
        old.happen(.locationFixArrived(Self.fix(0)))
        old.happen(.homePressed)
        old.advance(by: .seconds(100_000))
        #expect(old.state == .background)
    }

    @Test("CL-15: without a distance filter every fix comes; with one, those that are as far from the last")
    func distanceFilter() {
        var device = LocationPolicyTests.updating()
        for metres in [0.0, 1, 2] { device.happen(.locationFixArrived(Self.fix(metres))) }
        #expect(device.callbacks.count { $0.name == "didUpdateLocation" } == 3)
        device.happen(.locationService(.distanceFilterSet(100)))
        device.happen(.locationFixArrived(Self.fix(101.9)))
        #expect(device.callbacks.count { $0.name == "didUpdateLocation" } == 3)
        device.happen(.locationFixArrived(Self.fix(102.1)))
        #expect(device.callbacks.count { $0.name == "didUpdateLocation" } == 4)
    }

    // MARK: Authorization that changes

    @Test("CL-25: authorization that is taken away is error 1 and ends the grant; a suspended app hears of it later")
    func takenAway() {
        var device = LocationPolicyTests.updating()
        device.happen(.homePressed)
        device.happen(.locationAuthorizationChanged(.denied))
        #expect(device.callbacks.last == .didFailLocation(code: 1))
        device.advance(by: .milliseconds(999))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
        // Given back in the Settings: no return from suspension, which only a service of the machine has.
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        #expect(device.state == .suspended)
        var waiting = TestDevice.launched()
        waiting.happen(.locationAuthorizationChanged(.authorizedAlways))
        Self.start(&waiting)
        waiting.happen(.homePressed)
        waiting.advance(by: .seconds(1))
        waiting.happen(.locationAuthorizationChanged(.denied))
        #expect(!waiting.callbacks.contains(.didFailLocation(code: 1)))
        waiting.happen(.returnedToForeground)
        #expect(waiting.callbacks.contains(.didFailLocation(code: 1)))
    }

    @Test("CL-25: what the user changes while the app does not run holds when it is launched")
    func changedWithoutProcess() {
        var device = TestDevice(modes: [.location])
        device.happen(.locationAuthorizationChanged(.denied))
        device.happen(.launched)
        Self.start(&device)
        #expect(device.callbacks.last == .didFailLocation(code: 1))
    }

    @Test("CL-22: asking without the usage string leaves the status as it is")
    func statusUnchanged() {
        var device = TestDevice(ios: .ios26, manifest: Manifest(backgroundModes: [.location]))
        device.happen(.launched)
        device.happen(.locationAuthorizationRequested(always: true, answer: .authorizedAlways))
        #expect(
            device.logsBesideScenes == [
                "This app has attempted to access privacy-sensitive data without a usage description. The app's "
                    + "Info.plist must contain an “NSLocationWhenInUseUsageDescription” key with a string value "
                    + "explaining to the user how the app uses this data"
            ])
        #expect(device.machine.location.authorization == .notDetermined)
        #expect(device.exceptions.isEmpty)
    }

    @Test("SD-30, SD-31, SD-32: the sample: with the mode it stays alive, without it the setter raises and it goes on")
    func sample() {
        for declared in [true, false] {
            var device = TestDevice.launched(ios: .ios12, modes: declared ? [.location] : [])
            device.happen(.locationAuthorizationChanged(.authorizedAlways))
            device.happen(.allowsBackgroundLocationUpdatesSet(true))
            #expect(device.exceptions.isEmpty == declared)
            Self.start(&device)
            device.happen(.homePressed)
            device.advance(by: .seconds(10_000))
            #expect(device.state == (declared ? .background : .suspended))
        }
    }
}

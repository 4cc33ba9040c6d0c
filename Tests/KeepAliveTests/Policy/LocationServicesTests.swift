import Testing

@testable import KeepAlivePolicy

/// Significant changes, regions, visits, single and deferred locations.
@Suite struct LocationServicesTests {
    static func fix(_ metresNorth: Double) -> LocationFix { LocationPolicyTests.fix(metresNorth: metresNorth) }

    static func authorized(
        _ authorization: LocationAuthorization = .authorizedAlways, ios: IOSVersion = IOSVersion(26)
    ) -> TestDevice {
        var device = TestDevice.launched(ios: PolicyProfile(version: ios))
        device.happen(.locationAuthorizationChanged(authorization))
        return device
    }

    static func monitoring(
        _ authorization: LocationAuthorization = .authorizedAlways, ios: IOSVersion = IOSVersion(26)
    ) -> TestDevice {
        var device = authorized(authorization, ios: ios)
        device.happen(.locationService(.significantChangeMonitoring(true)))
        device.happen(.locationService(.moved(fix(0))))
        return device
    }

    static func changes(_ device: TestDevice) -> Int {
        device.callbacks.count { $0 == .woken(.significantChange, identifier: nil) }
    }

    // MARK: Significant changes

    @Test("CL-16, CL-15: a change counts from 500 m on, whatever the distance filter")
    func distance() {
        for (metres, counts) in [(499.9, false), (500.1, true)] {
            var device = Self.monitoring()
            #expect(Self.changes(device) == 1)
            device.happen(.locationService(.distanceFilterSet(10_000)))
            device.advance(by: .seconds(1000))
            device.happen(.locationService(.moved(Self.fix(metres))))
            #expect(Self.changes(device) == (counts ? 2 : 1))
            #expect(device.callbacks.contains(.didUpdateLocation(Self.fix(metres), for: .significantChange)) == counts)
        }
    }

    @Test("CL-16: not more often than every five minutes")
    func interval() {
        var device = Self.monitoring()
        device.advance(by: .seconds(300) - .milliseconds(1))
        device.happen(.locationService(.moved(Self.fix(5000))))
        #expect(Self.changes(device) == 1)
        device.advance(by: .milliseconds(1))
        device.happen(.locationService(.moved(Self.fix(5000))))
        #expect(Self.changes(device) == 2)
    }

    @Test("CL-16: the first event is the cached position, and counts for the five minutes")
    func cached() {
        var device = Self.authorized()
        device.happen(.locationService(.moved(Self.fix(0))))
        device.advance(by: .seconds(10_000))
        #expect(!device.callbacks.contains(.didUpdateLocation(Self.fix(0), for: .significantChange)))
        device.happen(.locationService(.significantChangeMonitoring(true)))
        #expect(device.callbacks.contains(.didUpdateLocation(Self.fix(0), for: .significantChange)))
        device.advance(by: .seconds(299))
        device.happen(.locationService(.moved(Self.fix(5000))))
        #expect(Self.changes(device) == 0)
        device.advance(by: .seconds(1))
        device.happen(.locationService(.moved(Self.fix(5000))))
        #expect(Self.changes(device) == 1)
    }

    @Test("CL-16: without the cached position, what came before the monitoring does not put the first event off")
    func notCached() {
        var profile = PolicyProfile.ios26
        profile.switches.deliversCachedSignificantChange = false
        var device = TestDevice.launched(ios: profile)
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.locationService(.moved(Self.fix(0))))
        device.happen(.locationService(.significantChangeMonitoring(true)))
        #expect(!device.callbacks.contains(.didUpdateLocation(Self.fix(0), for: .significantChange)))
        device.happen(.locationService(.moved(Self.fix(5000))))
        #expect(Self.changes(device) == 1)
    }

    @Test("CL-16: a terminated app is launched with the location key, and gets no more before it starts it again")
    func relaunches() {
        var device = Self.monitoring()
        device.happen(.homePressed)
        device.advance(by: .seconds(1000))
        #expect(device.state == .suspended)
        device.happen(.processExited(.signalled(9)))
        device.happen(.locationService(.moved(Self.fix(1000))))
        let cause = LaunchCause.wake(.significantChange)
        #expect(device.effects.map(\.effect).contains(.launch(cause)))
        #expect(cause.launchOptionsKey == "location")
        #expect(device.state == .background)
        #expect(Self.changes(device) == 2)
        device.happen(.wakeCompleted(.significantChange))
        device.advance(by: .seconds(1000))
        device.happen(.locationService(.moved(Self.fix(3000))))
        #expect(Self.changes(device) == 2)
        #expect(device.state == .suspended)
        device.happen(.returnedToForeground)
        device.happen(.locationService(.significantChangeMonitoring(true)))
        #expect(device.callbacks.last == .didUpdateLocation(Self.fix(3000), for: .significantChange))
        device.advance(by: .seconds(300))
        device.happen(.locationService(.moved(Self.fix(4000))))
        #expect(Self.changes(device) == 3)
    }

    @Test("CL-16: a suspended app is resumed for a change, with about 10 s for it; stopped monitoring does nothing")
    func resumes() {
        var device = Self.monitoring()
        device.happen(.homePressed)
        device.advance(by: .seconds(1000))
        device.happen(.locationService(.moved(Self.fix(1000))))
        #expect(device.state == .background)
        #expect(device.callbacks.last == .didUpdateLocation(Self.fix(1000), for: .significantChange))
        #expect(device.effects.map(\.effect).contains(.startWake(.significantChange, budget: .seconds(10))))
        device.happen(.locationService(.significantChangeMonitoring(false)))
        device.happen(.wakeCompleted(.significantChange))
        device.advance(by: .seconds(1000))
        device.happen(.locationService(.moved(Self.fix(5000))))
        #expect(device.state == .suspended)
    }

    @Test(
        "CL-09, CL-16, CL-17, CL-19: when-in-use authorization wakes no app that is not in use",
        arguments: [
            (LocationAuthorization.authorizedAlways, true), (.authorizedWhenInUse, false), (.denied, false),
        ])
    func whenInUse(authorization: LocationAuthorization, wakes: Bool) {
        let events: [LocationServiceEvent] = [
            .moved(Self.fix(9000)), .regionCrossed(identifier: "home", metres: 200), .visited,
        ]
        for event in events {
            for dead in [true, false] {
                var device = Self.monitoring()
                device.happen(.locationService(.regionMonitoringStarted(identifier: "home")))
                device.happen(.locationService(.visitMonitoring(true)))
                device.happen(.homePressed)
                device.advance(by: .seconds(1000))
                if dead { device.happen(.processExited(.signalled(9))) }
                device.happen(.locationAuthorizationChanged(authorization))
                device.happen(.locationService(event))
                #expect((device.state == .background) == wakes, "\(event), \(dead)")
            }
        }
    }

    // MARK: Regions and visits

    @Test(
        "CL-17, CL-29: 20 regions, one more fails with code 5; the same identifier replaces; a stopped one makes room")
    func regionLimit() {
        var device = Self.authorized()
        for number in 1...20 {
            device.happen(.locationService(.regionMonitoringStarted(identifier: "r\(number)")))
        }
        #expect(!device.callbacks.contains { $0.name == "monitoringDidFail" })
        device.happen(.locationService(.regionMonitoringStarted(identifier: "r20")))
        #expect(!device.callbacks.contains { $0.name == "monitoringDidFail" })
        device.happen(.locationService(.regionMonitoringStarted(identifier: "r21")))
        #expect(device.callbacks.last == .monitoringDidFail(identifier: "r21", code: 5))
        device.happen(.locationService(.regionMonitoringStopped(identifier: "r1")))
        let effects = device.happen(.locationService(.regionMonitoringStarted(identifier: "r21")))
        #expect(effects.isEmpty)
    }

    @Test("CL-28: without authorization monitoring fails with code 4", arguments: LocationAuthorization.allCases)
    func regionDenied(authorization: LocationAuthorization) {
        var device = Self.authorized(authorization)
        device.happen(.locationService(.regionMonitoringStarted(identifier: "home")))
        let fails = device.callbacks.contains(.monitoringDidFail(identifier: "home", code: 4))
        #expect(fails == ![.authorizedAlways, .authorizedWhenInUse].contains(authorization))
    }

    @Test("CL-17: a crossing counts from 200 m on, and launches a terminated app into the background")
    func crossing() {
        var device = Self.authorized()
        device.happen(.locationService(.regionMonitoringStarted(identifier: "home")))
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        device.happen(.processExited(.signalled(9)))
        device.happen(.locationService(.regionCrossed(identifier: "home", metres: 199.9)))
        device.happen(.locationService(.regionCrossed(identifier: "other", metres: 1000)))
        #expect(device.state == .terminated)
        device.happen(.locationService(.regionCrossed(identifier: "home", metres: 200)))
        #expect(device.state == .background)
        #expect(LaunchCause.wake(.region).launchOptionsKey == "location")
        #expect(device.callbacks.last == .woken(.region, identifier: "home"))
    }

    @Test("CL-18, BM-19: a region wake has about 10 s, and ends in suspension")
    func regionBudget() {
        var device = Self.authorized()
        device.happen(.locationService(.regionMonitoringStarted(identifier: "home")))
        device.happen(.homePressed)
        device.advance(by: .seconds(10))
        let effects = device.happen(.locationService(.regionCrossed(identifier: "home", metres: 300)))
        #expect(effects.contains(.startWake(.region, budget: .seconds(10))))
        device.advance(by: .milliseconds(10_199))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .suspended)
        #expect(!device.callbacks.contains(.wakeExpiring(.region, identifier: "home")))
    }

    @Test("CL-19: visits launch a terminated app, from iOS 8 on")
    func visits() {
        for (ios, launches) in [(IOSVersion(7, 1), false), (IOSVersion(8), true), (IOSVersion(26), true)] {
            var device = Self.authorized(ios: ios)
            device.happen(.locationService(.visitMonitoring(true)))
            device.happen(.homePressed)
            device.advance(by: .seconds(1))
            device.happen(.processExited(.signalled(9)))
            device.happen(.locationService(.visited))
            #expect((device.state == .background) == launches, "\(ios)")
            var unasked = Self.authorized(ios: ios)
            unasked.happen(.homePressed)
            unasked.advance(by: .seconds(1))
            unasked.happen(.locationService(.visited))
            #expect(unasked.state == .suspended)
        }
    }

    // MARK: One location

    @Test("CL-21: requestLocation without a delegate raises, from iOS 9 on")
    func requestWithoutDelegate() {
        for (ios, raises) in [(IOSVersion(8, 4), false), (IOSVersion(9), true), (IOSVersion(26), true)] {
            var device = Self.authorized(ios: ios)
            device.happen(.locationService(.locationRequested(hasDelegate: false)))
            let text = "Delegate must respond to locationManager:didUpdateLocations:"
            #expect(
                device.exceptions
                    == (raises
                        ? [AppleException(name: "NSInternalInconsistencyException", reason: text, rule: "CL-21")] : []))
        }
    }

    @Test(
        "CL-21, CL-24, CL-25: requestLocation answers with a fix, with 0 where there is none, with 1 where it may not")
    func request() {
        var device = Self.authorized()
        device.happen(.locationService(.locationRequested(hasDelegate: true)))
        device.happen(.locationFixMissing(cause: "no sky"))
        #expect(device.callbacks.last == .didFailLocation(code: 0))
        device.happen(.locationService(.locationRequested(hasDelegate: true)))
        device.happen(.locationSessionLost(cause: "no gpsd"))
        #expect(device.callbacks.suffix(2) == [.didFailLocation(code: 0), .didFailLocation(code: 0)])
        // One fix, for which the receiver runs without updates.
        device.happen(.locationService(.locationRequested(hasDelegate: true)))
        device.happen(.locationFixArrived(Self.fix(2)))
        device.happen(.locationFixArrived(Self.fix(4)))
        #expect(device.callbacks.last == .didUpdateLocation(Self.fix(2), for: .request))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        device.happen(.locationFixArrived(Self.fix(3)))
        device.happen(.locationService(.locationRequested(hasDelegate: true)))
        #expect(
            device.callbacks.suffix(2) == [
                .didUpdateLocation(Self.fix(3)), .didUpdateLocation(Self.fix(3), for: .request),
            ])
        #expect(device.effects.last?.effect.reason.rule == "CL-21")
        device.happen(.locationUpdatesStopped)
        device.happen(.locationAuthorizationChanged(.denied))
        device.happen(.locationService(.locationRequested(hasDelegate: true)))
        #expect(device.callbacks.last == .didFailLocation(code: 1))
    }

    // MARK: Deferred updates

    static func deferring(ios: IOSVersion = IOSVersion(12, 4)) -> TestDevice {
        var device = LocationPolicyTests.updating(profile: PolicyProfile(version: ios))
        device.happen(.locationService(.deferredUpdates(true)))
        return device
    }

    @Test("CL-20: deferred updates are held together in the background only, and delivered in order")
    func deferred() {
        var device = Self.deferring()
        device.happen(.locationFixArrived(Self.fix(1)))
        #expect(device.callbacks.last == .didUpdateLocation(Self.fix(1)))
        device.happen(.homePressed)
        let before = device.callbacks.count
        for metres in [2.0, 3, 4] { device.happen(.locationFixArrived(Self.fix(metres))) }
        #expect(device.callbacks.count == before)
        device.happen(.returnedToForeground)
        let updates = device.callbacks.filter { $0.name == "didUpdateLocation" }
        #expect(updates == [1.0, 2, 3, 4].map { .didUpdateLocation(Self.fix($0)) })
        device.happen(.locationFixArrived(Self.fix(5)))
        #expect(device.callbacks.last == .didUpdateLocation(Self.fix(5)))
    }

    @Test("CL-20: before iOS 6 and from 13 on there is no deferral")
    func noDeferral() {
        for (ios, defers) in [
            (IOSVersion(5, 1), false), (IOSVersion(6), true), (IOSVersion(12, 4), true), (IOSVersion(13), false),
        ] {
            var device = Self.deferring(ios: ios)
            device.happen(.homePressed)
            device.happen(.locationFixArrived(Self.fix(2)))
            #expect(device.callbacks.contains(.didUpdateLocation(Self.fix(2))) == !defers, "\(ios)")
        }
    }

    @Test("CL-36, CL-38, CL-39, CL-20: deferral without updates is 12, with a filter 14, and its cancellation 15")
    func deferralErrors() {
        var device = Self.authorized(ios: IOSVersion(12, 4))
        device.happen(.locationService(.deferredUpdates(true)))
        #expect(device.callbacks.last == .didFailLocation(code: 12))
        var filtered = LocationPolicyTests.updating(profile: .ios12)
        filtered.happen(.locationService(.distanceFilterSet(10)))
        filtered.happen(.locationService(.deferredUpdates(true)))
        #expect(filtered.callbacks.last == .didFailLocation(code: 14))
        var cancelled = Self.deferring()
        cancelled.happen(.homePressed)
        cancelled.happen(.locationFixArrived(Self.fix(2)))
        cancelled.happen(.locationService(.deferredUpdates(false)))
        #expect(cancelled.callbacks.suffix(2) == [.didUpdateLocation(Self.fix(2)), .didFailLocation(code: 15)])
    }
}

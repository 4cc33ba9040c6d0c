import Testing

@testable import KeepAliveModel
@testable import KeepAlivePolicy

/// Regions, accuracy and refusals of location. The state that a machine keeps from one event to the next, where no timeline shows it at once.
@Suite struct LocationStateTests {
    @Test("CL-17: an entry is told with the metres within the boundary, and not with those of an exit")
    func entryMetres() {
        let circle = CircularRegion(latitude: 48, longitude: 11, radius: 300)
        let outside = LocationFix(latitude: 48.01, longitude: 11, timestamp: 0)
        var region = MonitoredRegion(circle, over: nil, at: outside)
        let crossed = region.crossing(
            at: LocationFix(latitude: 48, longitude: 11, timestamp: 1), entry: 0, exit: 1000, stay: .zero, now: .zero)
        #expect(crossed?.isEntry == true)
        #expect(abs((crossed?.metres ?? 0) - 300) < 1)
    }

    @Test("CL-48: an accuracy of a hundred metres is enough")
    func accuracy() {
        var activity = LocationActivity()
        activity.desiredAccuracy = 100
        #expect(activity.coarseness == nil)
        activity.desiredAccuracy = 100.5
        #expect(activity.coarseness != nil)
    }

    @Test("CL-10, CL-48: a refusal goes when what it was for has gone")
    func forgiven() {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        device.happen(.locationService(.distanceFilterSet(50)))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        #expect(device.machine.refusals[.location]?.rule == "CL-48")
        device.happen(.locationService(.distanceFilterSet(0)))
        #expect(device.machine.refusals[.location] == nil)

        device = TestDevice.launched(modes: [.location, .audio])
        device.happen(.locationAuthorizationChanged(.authorizedWhenInUse))
        device.happen(.allowsBackgroundLocationUpdatesSet(true))
        _ = device.beginTask()
        device.happen(.left(by: .home))
        device.happen(.locationUpdatesStarted(pausesAutomatically: false))
        #expect(device.machine.refusals[.location]?.rule == "CL-10")
        device.happen(.returnedToForeground)
        #expect(device.machine.refusals[.location] == nil)
    }

    @Test(
        "CL-49, CL-51: a place some kilometres wide is given anew after each change; behind nobody is asked for another"
    )
    func reducedAccuracy() {
        var machine = TestDevice.launched(modes: [.location]).machine
        let fix = LocationFix(latitude: 48, longitude: 11, timestamp: 0)
        machine.location.lastCoarse = .zero
        machine.switchPreciseLocation(false)
        #expect(machine.location.lastCoarse == nil)
        machine.location.lastCoarse = .zero
        machine.location.isPreciseForNow = true
        machine.endTemporaryAccuracy()
        #expect(machine.location.lastCoarse == nil)
        _ = machine.asAllowed(fix)

        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        device.happen(.device(.lowDataMode(false)))
        machine = device.machine
        machine.switchPreciseLocation(false)
        _ = machine.handle(.left(by: .home), at: device.now)
        _ = machine.handle(.callbackReturned(.willResignActive), at: device.now)
        let effects = machine.handle(
            .locationService(.fullAccuracyRequested(purpose: "map", granted: true)), at: device.now)
        let refused = effects.first { $0.action == .refuse(.coreLocation(18)) }
        #expect(refused?.reason == Reason("CL-51", "the user is not asked in the background"))
    }

    @Test("CL-07: a denial behind is told once, until the app is in front again")
    func deniedBehind() {
        var device = TestDevice.launched(modes: [.location])
        var machine = device.machine
        machine.location.deniedBehind = true
        machine.updateLocationPause()
        #expect(!machine.location.deniedBehind)
        machine.denyLocationBehind()
        #expect(machine.location.deniedBehind)
        device.suspend()
        machine = device.machine
        machine.updateLocationPause()
        #expect(!machine.location.deniedBehind)
        machine.denyLocationBehind()
        machine.updateLocationPause()
        #expect(machine.location.deniedBehind)
    }
}

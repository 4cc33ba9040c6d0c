import Testing

@testable import KeepAlivePolicy

/// The edges of a region, and what the system keeps of regions.
@Suite struct RegionTests {
    private static let place = LocationFix(latitude: 48, longitude: 11, timestamp: 0)
    private static let circle = CircularRegion(latitude: 48, longitude: 11, radius: 100)

    @Test("CL-45: a region that is registered again in the same place keeps a crossing that has not been told")
    func registeredAgain() {
        let watched = MonitoredRegion(Self.circle, over: nil, at: nil)
        let again = MonitoredRegion(Self.circle, over: watched, at: Self.place)
        #expect(!again.isInside)
    }

    @Test(
        "CL-17: a region in another place is a new one, which begins on the side where the device is",
        arguments: [
            CircularRegion(latitude: 48.0001, longitude: 11, radius: 100),
            CircularRegion(latitude: 48, longitude: 11.0001, radius: 100),
            CircularRegion(latitude: 48, longitude: 11, radius: 101),
        ])
    func registeredElsewhere(circle: CircularRegion) {
        let watched = MonitoredRegion(Self.circle, over: nil, at: nil)
        #expect(MonitoredRegion(circle, over: watched, at: Self.place).isInside)
    }

    @Test("CL-17: a place on the boundary is inside")
    func boundary() {
        var region = MonitoredRegion(
            CircularRegion(latitude: 48, longitude: 11, radius: 0), over: nil, at: Self.place)
        #expect(region.isInside)
        let crossed = region.crossing(at: Self.place, entry: 0, exit: 0, stay: .zero, now: .zero)
        #expect(crossed == nil)
    }

    @Test("CL-17: a place just as far beyond the boundary as it takes is a crossing")
    func threshold() {
        var region = MonitoredRegion(Self.circle, over: nil, at: Self.place)
        let elsewhere = LocationFix(latitude: 48.01, longitude: 11, timestamp: 0)
        let metres = Self.circle.metresBeyond(elsewhere)
        let crossed = region.crossing(at: elsewhere, entry: 0, exit: metres, stay: .zero, now: .zero)
        #expect(crossed?.metres == metres)
    }

    /// An app that watches regions, with their centres where the device began.
    private static func watcher(_ identifiers: [String]) -> TestDevice {
        var device = TestDevice.launched(modes: [.location])
        device.happen(.locationAuthorizationChanged(.authorizedAlways))
        for identifier in identifiers {
            device.happen(.locationService(.regionMonitoringStarted(identifier: identifier, region: circle)))
        }
        return device
    }

    @Test("CL-45: a region that is given up is not looked at again")
    func stopped() {
        var device = Self.watcher(["office"])
        device.happen(.locationService(.moved(Self.place)))
        #expect(device.machine.deadlines[.regionStay] != nil)
        device.happen(.locationService(.regionMonitoringStopped(identifier: "office")))
        #expect(device.machine.deadlines[.regionStay] == nil)
    }

    @Test("CL-17: regions are listed by their identifiers")
    func listed() {
        let names = (0..<20).map { "region \($0)" }
        let device = Self.watcher(names.reversed())
        #expect(device.machine.monitoredRegions.map(\.identifier) == names.sorted())
    }
}

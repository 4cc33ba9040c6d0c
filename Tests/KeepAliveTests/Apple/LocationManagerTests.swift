import Foundation
import Testing
import TestSupport

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// What tells a `CLLocationManager` from something that has only its name.
@MainActor
@Suite(.serialized, .onlyDevice) struct LocationManagerTests {
    private class Idle: UIResponder, UIApplicationDelegate {}

    @Test("two managers: each gets what it started, and one that stops leaves the other alone")
    func twoManagers() throws {
        final class Listener: CLLocationManagerDelegate {
            var fixes = 0
            var last: CLLocation?
            func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
                fixes += locations.count
                last = locations.last
            }
        }
        let device = try TestApp.device()
        device.launch { TestApp.plain() }
        let (one, other, idle) = (Listener(), Listener(), Listener())
        let managers = device.perform {
            [one, other, idle].map { listener in
                let manager = CLLocationManager()
                manager.delegate = listener
                return manager
            }
        }
        device.perform {
            managers[0].requestWhenInUseAuthorization()
            managers[0].startUpdatingLocation()
            managers[1].startUpdatingLocation()
        }
        device.advance(by: .seconds(3))
        device.perform { managers[0].stopUpdatingLocation() }
        let before = one.fixes
        device.advance(by: .seconds(3))
        #expect(one.fixes == before && other.fixes > before && idle.fixes == 0)
        #expect(managers[2].location != nil)
        // As apps drop what is stale.
        #expect(abs(other.last?.timestamp.timeIntervalSinceNow ?? 99) < 15)
        device.perform {
            managers[1].stopUpdatingLocation()
            managers[2].requestLocation()
        }
        device.advance(by: .seconds(1))
        #expect(idle.fixes == 1)
    }

    @Test("before iOS 14 the old method is called, then the new one, or the old one where it is missing")
    func authorization() throws {
        final class Old: CLLocationManagerDelegate {
            var calls = 0
            func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
                calls += 1
            }
        }
        final class Both: CLLocationManagerDelegate {
            var calls: [String] = []
            func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
                calls.append("old")
            }
            func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) { calls.append("new") }
        }
        for (ios, expected) in [("12.4", "old"), ("26.0", "new")] {
            let device = try TestApp.device(ios: ios)
            device.launch { TestApp.plain() }
            let (old, both) = (Old(), Both())
            let managers = device.perform { () -> [CLLocationManager] in
                let managers = [CLLocationManager(), CLLocationManager()]
                managers[0].delegate = old
                managers[1].delegate = both
                return managers
            }
            device.advance(by: .zero)
            device.perform { managers[0].requestWhenInUseAuthorization() }
            #expect(old.calls == 2)
            #expect(both.calls == [expected, expected])
        }
    }

    @Test("regions are the app's, not a manager's: circles with their flags, across processes; states can be asked")
    func regions() throws {
        final class Listener: CLLocationManagerDelegate {
            var crossed: [CLRegion] = []
            var started = 0
            var states: [CLRegionState] = []
            func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
                crossed.append(region)
            }
            func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
                crossed.append(region)
            }
            func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) { started += 1 }
            func locationManager(
                _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
            ) { states.append(state) }
        }
        let device = try TestApp.device()
        let listener = Listener()
        device.launch { TestApp.plain() }
        device.move(toLatitude: 49, longitude: 11)
        let circle = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 48, longitude: 11), radius: 300, identifier: "home")
        circle.notifyOnExit = false
        let manager = device.perform { () -> CLLocationManager in
            let manager = CLLocationManager()
            manager.delegate = listener
            manager.requestAlwaysAuthorization()
            manager.startMonitoring(for: circle)
            return manager
        }
        #expect(listener.started == 1)
        device.perform { manager.requestState(for: circle) }
        device.move(toLatitude: 48, longitude: 11)
        device.perform { manager.requestState(for: circle) }
        device.advance(by: .seconds(20))
        device.move(toLatitude: 49, longitude: 11)
        device.advance(by: .seconds(20))
        #expect(listener.states == [.outside, .inside])
        #expect(listener.crossed.count == 1)
        #expect((listener.crossed.first as? CLCircularRegion)?.radius == 300)
        let other = device.perform { CLLocationManager() }
        #expect(device.perform { other.monitoredRegions } == [circle])
        #expect(device.perform { other.monitoredRegions.first?.notifyOnExit } == false)
    }

    @Test("who is asked for when-in-use first is asked for always once more (Apple, requestAlwaysAuthorization)")
    func authorizationInSteps() throws {
        let device = try VirtualDevice(modes: [.location])
        device.launch { Idle() }
        let manager = device.perform { CLLocationManager() }
        device.perform { manager.requestWhenInUseAuthorization() }
        #expect(device.perform { manager.authorizationStatus } == .authorizedWhenInUse)
        device.perform { manager.requestAlwaysAuthorization() }
        #expect(device.perform { manager.authorizationStatus } == .authorizedAlways)
        let modest = try VirtualDevice(modes: [.location], locationAuthorization: .authorizedWhenInUse)
        modest.launch { Idle() }
        let other = modest.perform { CLLocationManager() }
        modest.perform { other.requestWhenInUseAuthorization() }
        modest.perform { other.requestAlwaysAuthorization() }
        #expect(modest.perform { other.authorizationStatus } == .authorizedWhenInUse)
    }
}

import Foundation
import KeepAlive
import KeepAlivePolicy
import KeepAliveTesting
import TestSupport
import Testing

/// Core Location's sequences: live updates, and a monitor's events.
@MainActor
@Suite(.serialized, .onlyDevice) struct LiveUpdateTests {
    private final class App: UIResponder, UIApplicationDelegate {}

    private final class Follower {
        var fixes = 0
        var states: [CLLocationUpdate] = []
        var events: [String] = []
        var task: Task<Void, Never>?
    }

    @Test("CL-06, CL-09: live updates go on in the background while an activity session lasts, and end with the loop")
    func liveUpdates() async throws {
        let device = try VirtualDevice(modes: [.location])
        device.launch { App() }
        let follower = Follower()
        var session: CLBackgroundActivitySession?
        device.perform {
            CLLocationManager().requestWhenInUseAuthorization()
            follower.task = Task { @MainActor in
                do {
                    for try await update in CLLocationUpdate.liveUpdates() {
                        follower.states.append(update)
                        if update.location != nil { follower.fixes += 1 }
                    }
                } catch {}
            }
        }
        await device.runPendingTasks()
        device.advance(by: .seconds(3))
        await device.runPendingTasks()
        #expect(follower.fixes > 0, "\(device.timeline)")
        device.pressHome()
        device.advance(by: .seconds(10))
        // CL-07: without a session they are for the foreground alone.
        try device.expect(.suspended)
        device.returnToApp()
        device.perform { session = CLBackgroundActivitySession() }
        device.pressHome()
        let before = follower.fixes
        device.advance(by: .seconds(60))
        await device.runPendingTasks()
        try device.expect(grants: .location)
        #expect(follower.fixes > before)
        device.perform { session?.invalidate() }
        device.advance(by: .seconds(10))
        try device.expect(.suspended)
        device.returnToApp()
        device.perform { follower.task?.cancel() }
        await device.runPendingTasks()
        let after = follower.fixes
        device.advance(by: .seconds(10))
        await device.runPendingTasks()
        #expect(follower.fixes == after)
    }

    @Test("CL-09, CL-12: a session that comes before the updates counts, and standing still does not end them")
    func sessionFirst() async throws {
        let device = try VirtualDevice(modes: [.location])
        device.launch { App() }
        let follower = Follower()
        let session = device.perform { () -> CLBackgroundActivitySession in
            CLLocationManager().requestWhenInUseAuthorization()
            let session = CLBackgroundActivitySession()
            follower.task = Task { @MainActor in
                do {
                    for try await update in CLLocationUpdate.liveUpdates() where update.location != nil {
                        follower.fixes += 1
                    }
                } catch {}
            }
            return session
        }
        await device.runPendingTasks()
        device.pressHome()
        device.advance(by: .seconds(3600))
        await device.runPendingTasks()
        try device.expect(grants: .location)
        let before = follower.fixes
        device.advance(by: .seconds(60))
        await device.runPendingTasks()
        #expect(follower.fixes > before)
        follower.task?.cancel()
        withExtendedLifetime(session) {}
    }

    @Test(
        "CL-17: monitors have their own conditions, what holds already is told, and the one that a launch is for is not lost"
    )
    func monitorsApart() async throws {
        let device = try VirtualDevice(modes: [.location])
        final class Monitoring: UIResponder, UIApplicationDelegate {
            static var events: [String] = []
            static var identifiers: [[String]] = []
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                CLLocationManager().requestAlwaysAuthorization()
                Task { @MainActor in
                    let (one, other) = (await CLMonitor("one"), await CLMonitor("other"))
                    if await one.identifiers.isEmpty {
                        let here = CLMonitor.CircularGeographicCondition(
                            center: CLLocationCoordinate2D(latitude: 48, longitude: 11), radius: 200)
                        await one.add(here, identifier: "here")
                    }
                    Self.identifiers.append(await one.identifiers)
                    Self.identifiers.append(await other.identifiers)
                    do { for try await event in one.events { Self.events.append("\(event.state)") } } catch {}
                }
                return true
            }
        }
        device.move(toLatitude: 48, longitude: 11)
        device.launch { Monitoring() }
        await device.runPendingTasks()
        #expect(Monitoring.identifiers == [["here"], []])
        #expect(Monitoring.events == ["satisfied"], "\(device.timeline)")
        #expect(device.perform { CLLocationManager().monitoredRegions.isEmpty })
        device.pressHome()
        device.advance(by: .seconds(30))
        device.runShortOfMemory()
        try device.expect(.terminated)
        device.move(toLatitude: 48.1, longitude: 11)
        device.advance(by: .seconds(25))
        await device.runPendingTasks()
        #expect(Monitoring.events.last == "unsatisfied", "\(device.timeline.joined(separator: "\n"))")
    }

    @Test("CL-22: a live update says that the user allows none")
    func denied() async throws {
        let device = try VirtualDevice(modes: [.location])
        device.launch { App() }
        let follower = Follower()
        device.perform {
            follower.task = Task { @MainActor in
                do { for try await update in CLLocationUpdate.liveUpdates() { follower.states.append(update) } } catch {
                }
            }
        }
        await device.runPendingTasks()
        #expect(follower.states.contains { $0.authorizationRequestInProgress }, "\(follower.states)")
        follower.task?.cancel()
    }

    @Test(
        "CL-17: a monitor tells of its conditions, a later process finds them, and a crossing wakes the suspended app")
    func monitor() async throws {
        let device = try VirtualDevice(modes: [.location])
        device.launch { App() }
        let follower = Follower()
        device.perform {
            let manager = CLLocationManager()
            manager.requestAlwaysAuthorization()
            follower.task = Task { @MainActor in
                let monitor = await CLMonitor("places")
                let home = CLMonitor.CircularGeographicCondition(
                    center: CLLocationCoordinate2D(latitude: 48.1, longitude: 11), radius: 200)
                await monitor.add(home, identifier: "home", assuming: .unsatisfied)
                #expect(await monitor.identifiers == ["home"])
                do {
                    for try await event in monitor.events {
                        follower.events.append("\(event.identifier) \(event.state)")
                        let state = await monitor.record(for: "home")?.lastEvent.state
                        #expect(state == event.state)
                    }
                } catch {}
            }
        }
        await device.runPendingTasks()
        device.pressHome()
        device.advance(by: .seconds(30))
        try device.expect(.suspended)
        device.move(toLatitude: 48.1, longitude: 11)
        device.advance(by: .seconds(25))
        await device.runPendingTasks()
        #expect(follower.events == ["home satisfied", "home satisfied"], "\(device.timeline)")
        device.advance(by: .seconds(60))
        try device.expect(.suspended)
        device.move(toLatitude: 48.2, longitude: 11)
        device.advance(by: .seconds(25))
        await device.runPendingTasks()
        #expect(follower.events == ["home satisfied", "home satisfied", "home unsatisfied", "home unsatisfied"])
        follower.task?.cancel()
    }
}

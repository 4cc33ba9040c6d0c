import Foundation
import KeepAlive
import KeepAlivePolicy
import KeepAliveTesting
import Testing

/// Core Location's sequences: live updates, and a monitor's events.
@MainActor
@Suite(.serialized) struct LiveUpdateTests {
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
        #expect(follower.events == ["home satisfied"], "\(device.timeline)")
        device.advance(by: .seconds(60))
        try device.expect(.suspended)
        device.move(toLatitude: 48.2, longitude: 11)
        device.advance(by: .seconds(25))
        await device.runPendingTasks()
        #expect(follower.events == ["home satisfied", "home unsatisfied"])
        follower.task?.cancel()
    }
}

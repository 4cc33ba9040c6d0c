import Foundation
import KeepAlive
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveTesting
import TestSupport
import Testing

/// What an app is told of the device around it.
@MainActor
@Suite(.serialized, .onlyDevice) struct DeviceStateTests {
    private final class Plain: UIResponder, UIApplicationDelegate {}

    @MainActor
    private final class Listener {
        var names: [String] = []
        var tokens: [any NSObjectProtocol] = []

        func listen(to names: [Notification.Name]) {
            for name in names {
                let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                    [weak self] _ in
                    MainActor.assumeIsolated { self?.names.append(name.rawValue) }
                }
                tokens.append(token)
            }
        }

        func end() { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
    }

    @Test(
        "SD-01, SD-02: an app that has ended is not running up to iOS 12, and from 13 on its scene is unattached",
        arguments: [
            ("12.4", ApplicationState.notRunning, ApplicationState.unattached), ("13.0", .unattached, .notRunning),
        ])
    func ended(ios: String, name: ApplicationState, other: ApplicationState) throws {
        let device = try VirtualDevice(ios: ios)
        device.launch { Plain() }
        try device.expect(.foregroundActive)
        device.forceQuit()
        try device.expect(.terminated)
        try device.expect(name)
        #expect(throws: VirtualDeviceFailure.self) { try device.expect(other) }
        #expect(
            device.state == .terminated
                && device.state.inApplesWords(ios == "12.4" ? .applicationDelegate : .scene) == name)
        let why = ExplanationText(colours: false).text(device.why)
        #expect(why.contains("on iOS \(ios): terminated, in Apple's words \(name.rawValue), for "), "\(why)")
    }

    @Test(
        "DP-02, MD-17, BG-07: the app is told of lock, power, heat and refresh, and a suspended one when it runs again")
    func notifications() throws {
        let device = try VirtualDevice()
        device.launch { Plain() }
        let listener = Listener()
        defer { listener.end() }
        listener.listen(to: [
            UIApplication.protectedDataWillBecomeUnavailableNotification,
            UIApplication.protectedDataDidBecomeAvailableNotification, .NSProcessInfoPowerStateDidChange,
            ProcessInfo.thermalStateDidChangeNotification, UIApplication.backgroundRefreshStatusDidChangeNotification,
        ])
        #expect(
            device.perform {
                UIApplication.shared.isProtectedDataAvailable && !ProcessInfo.processInfo.isLowPowerModeEnabled
            })
        device.change(.lowPowerMode(true))
        device.change(.thermalState(.serious))
        device.change(.backgroundAppRefresh(false))
        #expect(listener.names.map { $0.suffix(35) }.count == 3, "\(listener.names)")
        #expect(device.perform { ProcessInfo.processInfo.isLowPowerModeEnabled })
        #expect(device.perform { ProcessInfo.processInfo.thermalState } == .serious)
        #expect(device.perform { UIApplication.shared.backgroundRefreshStatus } == .denied)
        listener.names = []
        device.pressHome()
        device.advance(by: .seconds(10))
        try device.expect(.suspended)
        device.change(.lowPowerMode(false))
        device.lock(true)
        #expect(listener.names.isEmpty, "a suspended app runs no code")
        device.lock(false)
        device.returnToApp()
        #expect(listener.names == ["NSProcessInfoPowerStateDidChangeNotification"])
        let task = device.perform { UIApplication.shared.beginBackgroundTask() }
        device.lock(true)
        device.advance(by: .seconds(9))
        #expect(device.perform { UIApplication.shared.isProtectedDataAvailable })
        device.advance(by: .seconds(1))
        #expect(listener.names.last == "UIApplicationProtectedDataWillBecomeUnavailable", "\(listener.names)")
        #expect(!device.perform { UIApplication.shared.isProtectedDataAvailable })
        device.perform { UIApplication.shared.endBackgroundTask(task) }
    }

    @Test(
        "a path monitor tells the path at the start and at each change; one of a kind is satisfied by that kind alone")
    func paths() async throws {
        let device = try VirtualDevice()
        device.launch { Plain() }
        nonisolated(unsafe) var seen: [String] = []
        let (all, cellular) = device.perform { (NWPathMonitor(), NWPathMonitor(requiredInterfaceType: .cellular)) }
        device.perform {
            all.pathUpdateHandler = { path in
                seen.append(
                    "\(path.status) \(path.isExpensive) \(path.isConstrained) \(path.availableInterfaces.map(\.name))")
            }
            all.start(queue: .main)
        }
        #expect(cellular.currentPath.status == .unsatisfied && all.currentPath.usesInterfaceType(.wifi))
        device.change(.network(.cellular))
        device.change(.lowDataMode(true))
        device.change(.network(.none))
        device.change(.lowPowerMode(true))
        #expect(
            seen == [
                #"satisfied false false ["en0"]"#, #"satisfied true false ["pdp_ip0"]"#,
                #"satisfied true true ["pdp_ip0"]"#,
                "unsatisfied false false []",
            ])
        all.cancel()
        device.change(.network(.wifi))
        #expect(seen.count == 4)
    }

    @Test("a sequence of paths keeps its monitor, begins with the present path once, and ends with the task")
    func sequence() async throws {
        let device = try VirtualDevice()
        device.launch { Plain() }
        nonisolated(unsafe) var seen: [String] = []
        let task = device.perform {
            Task { @MainActor in
                for await path in NWPathMonitor() { seen.append("\(path.status)") }
                seen.append("end")
            }
        }
        await device.runPendingTasks()
        device.change(.network(.none))
        await device.runPendingTasks()
        #expect(seen == ["satisfied", "unsatisfied"])
        task.cancel()
        await device.runPendingTasks()
        device.change(.network(.wifi))
        #expect(seen == ["satisfied", "unsatisfied", "end"])
    }
}

import Foundation
import KeepAliveSwiftUI
import KeepAliveTesting
import TestSupport
import Testing

@testable import SwiftUIApp

/// An app of SwiftUI, compiled as it is, on a virtual device.
@MainActor
@Suite(.serialized, .onlyDevice) struct SwiftUIAppTests {
    private func makeDevice() throws -> VirtualDevice {
        let device = try VirtualDevice(
            modes: [.fetch], taskIdentifiers: ["org.example.garden.water"], adoptsScenes: true)
        UserDefaults.standard.removeObject(forKey: "waterings")
        device.install { SwiftUIAppDelegate.of(GardenApp.self) }
        return device
    }

    private func requests(_ device: VirtualDevice) -> [String] {
        nonisolated(unsafe) var identifiers: [String] = []
        device.perform {
            BGTaskScheduler.shared.getPendingTaskRequests { identifiers = $0.map(\.identifier) }
        }
        return identifiers
    }

    @Test("LC-02: the app requests its task when its phase is background, and is suspended")
    func phases() throws {
        let device = try makeDevice()
        device.launch()
        #expect((device.delegate as? GardenDelegate)?.launches == 1)
        #expect(requests(device) == [])
        device.pressHome()
        #expect(requests(device) == ["org.example.garden.water"])
        device.advance(by: .seconds(40))
        try device.expect(.suspended)
        device.returnToApp()
        #expect((device.delegate as? GardenDelegate)?.launches == 1)
    }

    @Test("BG-12: the system runs the task in the background; it is completed when its function returns")
    func backgroundTask() async throws {
        let device = try makeDevice()
        device.launch()
        device.pressHome()
        device.advance(by: .seconds(90))
        try device.expect(.suspended)
        device.runTasks()
        try device.expect(.background)
        await device.runPendingTasks()
        device.advance(by: .seconds(10))
        try device.expect(.suspended)
        #expect(UserDefaults.standard.integer(forKey: "waterings") == 1)
    }

    @Test("LC-07: launched into the background, for its task, it shows no views")
    func launchedForTask() async throws {
        let device = try makeDevice()
        device.launch()
        device.pressHome()
        device.advance(by: .seconds(90))
        device.runShortOfMemory()
        try device.expect(.terminated)
        device.runTasks()
        try device.expect(.background)
        await device.runPendingTasks()
        #expect(UserDefaults.standard.integer(forKey: "waterings") == 1)
        #expect(device.perform { UIApplication.shared.connectedScenes.isEmpty })
    }
}

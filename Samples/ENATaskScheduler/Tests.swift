import Foundation
import KeepAliveTesting
import Testing

@testable import ENATaskScheduler

/// The scheduler is a singleton that registers once in a process: one test is one process.
@MainActor
@Suite(.serialized) struct ENATaskSchedulerTests {
    @Test("the request of the background is run by the system; the task is requested again, executed and completed")
    func life() async throws {
        let plist = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Info.plist").path
        let device = try VirtualDevice(infoPlist: plist)
        let app = device.launch { AppDelegate() }
        device.pressHome()
        device.advance(by: .seconds(60))
        try device.expect(.suspended)
        device.launchTask("org.example.ena.exposure-notification")
        try device.expect(.background)
        try await device.runPendingTasks { app.executions == 1 }
        device.advance(by: .seconds(10))
        try device.expect(.suspended)
        device.forceQuit()
        try device.expect(.terminated)
    }
}

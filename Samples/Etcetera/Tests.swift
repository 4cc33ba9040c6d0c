import KeepAliveTesting
import Testing

@testable import Etcetera

@MainActor
@Suite(.serialized) struct EtceteraTests {
    @Test("the task holds the app until it expires; its handler is called, and the app is suspended")
    func expires() async throws {
        let device = try VirtualDevice()
        let app = device.launch { AppDelegate() }
        device.pressHome()
        try device.expect(grants: .finishTask)
        device.advance(by: .seconds(26))
        #expect(app.hasExpired)
        await device.runPendingTasks()
        device.advance(by: .seconds(10))
        try device.expect(.suspended)
    }

    @Test("a task that is ended lets the app go on in front, and none is left in the background")
    func ends() async throws {
        let device = try VirtualDevice()
        let app = device.launch { AppDelegate() }
        device.pressHome()
        device.returnToApp()
        try await device.runPendingTasks { device.grants.isEmpty }
        #expect(app.task == nil && !app.hasExpired)
    }

    @Test("an app that is removed while the task runs is killed, and has another task in its next life")
    func killed() throws {
        let device = try VirtualDevice()
        device.launch { AppDelegate() }
        device.pressHome()
        device.forceQuit()
        try device.expect(.terminated)
        device.launch()
        device.pressHome()
        try device.expect(grants: .finishTask)
    }
}

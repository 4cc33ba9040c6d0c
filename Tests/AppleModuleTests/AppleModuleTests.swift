import KeepAliveTesting
import Testing

@testable import AppleSample

/// An app that imports Apple's modules by their names, and none of this package's, lives on a virtual device.
@MainActor
@Suite(.serialized) struct AppleModuleTests {
    @Test("SD-10, BG-10: it records, is suspended when its task is over, and is woken for its refresh")
    func life() throws {
        let device = try VirtualDevice(
            modes: [.fetch], taskIdentifiers: [AppDelegate.refreshIdentifier], bundleIdentifier: "org.example.way")
        let app = device.launch { AppDelegate() }
        device.advance(by: .seconds(5))
        #expect(app.recorder.places.count >= 4)
        device.pressHome()
        device.advance(by: .seconds(20))
        try device.expect(grants: .finishTask)
        device.advance(by: .seconds(15))
        try device.expect(.suspended)
        let places = app.recorder.places.count
        device.advance(by: .seconds(15 * 60))
        #expect(app.recorder.places.count == places)
        device.runTasks()
        #expect(app.refreshes == 1)
        // It has entered the background anew, with a task as before (LC-07).
        device.advance(by: .seconds(40))
        try device.expect(.suspended)
        device.returnToApp()
        device.advance(by: .seconds(3))
        #expect(app.recorder.places.count > places)
    }
}

import Foundation
import KeepAliveTesting
import Testing

@testable import ATracks

/// The location manager is a singleton: one test is one process.
@MainActor
@Suite(.serialized) struct ATracksTests {
    @Test("a track grows in the background, and the app is suspended once tracking stops there")
    func track() throws {
        let plist = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Info.plist").path
        let device = try VirtualDevice(infoPlist: plist)
        device.launch { AppDelegate() }
        device.advance(by: .seconds(10))
        let track = try #require(LocationManager.shared.track)
        let inFront = track.points.count
        #expect(inFront > 0)
        device.pressHome()
        device.advance(by: .seconds(60))
        try device.expect(.background)
        #expect(track.points.count > inFront + 10)
        device.perform { LocationManager.shared.stopTracking() }
        device.advance(by: .seconds(30))
        try device.expect(.suspended)
        device.forceQuit()
        try device.expect(.terminated)
    }
}

import Foundation
import KeepAliveSwiftUI
import KeepAliveTesting
import Testing

@testable import Weather

@MainActor
@Suite(.serialized) struct WeatherTests {
    @Test("the app of SwiftUI requests its refresh when it is left; the system runs it, and it is completed")
    func life() async throws {
        let plist = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Info.plist").path
        let device = try VirtualDevice(infoPlist: plist)
        device.install { SwiftUIAppDelegate.of(WeatherForecastApp.self) }
        device.launch()
        device.pressHome()
        device.advance(by: .seconds(60))
        try device.expect(.suspended)
        device.runTasks()
        try device.expect(.background)
        try await device.runPendingTasks { device.grants.isEmpty }
        device.advance(by: .seconds(1))
        try device.expect(.suspended)
        device.forceQuit()
        try device.expect(.terminated)
    }
}

import Foundation
import KeepAliveTesting
import Testing

@testable import MZDownloadManager

@MainActor
@Suite(.serialized) struct MZDownloadManagerTests {
    @Test("a download goes on while the app is suspended; its end wakes the app")
    func download() async throws {
        let device = try VirtualDevice()
        device.serve("https://example.org/file.bin", bytes: 1_000_000, bytesPerSecond: 50_000)
        let app = device.launch { AppDelegate() }
        device.perform { app.download("https://example.org/file.bin") }
        device.pressHome()
        device.advance(by: .seconds(10))
        try device.expect(.suspended)
        #expect(app.finished.isEmpty)
        device.advance(by: .seconds(60))
        try await device.runPendingTasks { app.finished == ["file.bin"] }
    }
}

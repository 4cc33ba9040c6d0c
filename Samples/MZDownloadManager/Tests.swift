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

    @Test("an app that is killed for memory is launched again when its download has ended, and is told")
    func killed() async throws {
        let device = try VirtualDevice()
        device.serve("https://example.org/file.bin", bytes: 1_000_000, bytesPerSecond: 50_000)
        var lives: [AppDelegate] = []
        let first = device.launch { () -> AppDelegate in
            lives.append(AppDelegate())
            return lives[lives.count - 1]
        }
        device.perform { first.download("https://example.org/file.bin") }
        device.pressHome()
        device.advance(by: .seconds(10))
        try device.expect(.suspended)
        device.runShortOfMemory()
        try device.expect(.terminated)
        device.advance(by: .seconds(60))
        try await device.runPendingTasks { lives.count == 2 && lives[1].finished == ["file.bin"] }
        #expect(first.finished.isEmpty)
    }
}

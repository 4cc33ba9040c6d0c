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

    @Test("an app that is killed for memory is launched again when its download has ended, and completes the events")
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
        // The download ends after 20 s; the app's own work takes turns of the main queue, in which no time passes.
        device.advance(by: .seconds(11))
        await device.runPendingTasks()
        #expect(lives.count == 2)
        // The library takes up tasks that still run: of one that has ended meanwhile, it tells its delegate nothing. It calls the
        // system's handler, and the app is suspended again.
        device.advance(by: .seconds(20))
        try device.expect(.suspended)
        try device.expect(notInTimeline: "RB-19")
        #expect(lives.allSatisfy { $0.finished.isEmpty })
    }
}

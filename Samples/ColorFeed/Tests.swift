import Foundation
import KeepAliveTesting
import Testing

@testable import ColorFeed

/// The store is a singleton of the sample: one test is one process.
@MainActor
@Suite(.serialized) struct ColorFeedTests {
    @Test("the refresh that is requested in the background is run, fetches entries and is completed; the cleaning deletes old ones")
    func life() async throws {
        UserDefaults.standard.removeObject(forKey: "lastCleaned")
        let device = try VirtualDevice(
            modes: [.fetch, .processing],
            taskIdentifiers: ["refresh", "db_cleaning"].map { "com.example.apple-samplecode.ColorFeed.\($0)" })
        device.launch { AppDelegate() }
        let store = PersistentContainer.shared.store
        try await device.runPendingTasks { store.entries.count > 900 }
        let before = store.entries.count
        device.pressHome()
        device.advance(by: .seconds(60))
        try device.expect(.suspended)
        device.launchTask("com.example.apple-samplecode.ColorFeed.db_cleaning")
        try device.expect(.background)
        try await device.runPendingTasks(upTo: .seconds(30)) { PersistentContainer.shared.lastCleaned != nil }
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        #expect(store.entries.count < before / 2)
        device.launchTask("com.example.apple-samplecode.ColorFeed.refresh")
        try device.expect(.background)
        let cleaned = store.entries.count
        try await device.runPendingTasks(upTo: .seconds(30)) { store.entries.count > cleaned }
        device.expireTask("com.example.apple-samplecode.ColorFeed.refresh")
        // The operation that adds an entry sleeps a second of this machine.
        try await device.runPendingTasks(upTo: .seconds(30)) { device.grants.isEmpty }
        device.advance(by: .seconds(1))
        try device.expect(.suspended)
        device.forceQuit()
        try device.expect(.terminated)
    }
}

import Foundation
import Glibc
import KeepAlive
import KeepAliveFormats
import KeepAliveTesting
import TestSupport
import Testing

@testable import KeepAlivePolicy
@testable import example_articles

/// The code samples of the articles on keeping an app alive, in one app (Examples/Articles), lived through by each reading.
///
/// With KEEPALIVE_TRANSCRIPTS=DIR each life is written to DIR, in the file of its reading; scripts/pages/readings shows both.
@MainActor
@Suite(.serialized, .onlyDevice) struct ArticlesTests {
    @Test(
        "SD-01 to SD-71: the articles' samples do what the articles say; where Apple says otherwise, the reading decides",
        arguments: [PolicyReading.apple, .articles])
    func samples(reading: PolicyReading) async throws {
        let life = try ArticlesLife(reading)
        defer { life.end() }
        try life.shortTasks()
        try life.renewals()
        try life.slowSaving()
        try life.sound()
        try life.location()
        try life.wakes()
        try await life.refreshes()
        try life.downloads()
        try life.reminders()
        try life.keepAliveHandlers()
        try await life.connections()
        try life.files()
        try life.write()
    }
}

/// The chapters of the app's life: each has a device of its own.
@MainActor
private final class ArticlesLife {
    let reading: PolicyReading
    private var transcript: [String] = []
    private let folder: URL
    private var byArticles: Bool { reading == .articles }

    init(_ reading: PolicyReading) throws {
        self.reading = reading
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("articles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        Samples.documents = folder
    }

    func end() {
        try? FileManager.default.removeItem(at: folder)
        (Samples.way, Samples.slowWork, Samples.keepAliveWork, Samples.beginsTaskFirst) = (.shortTask, nil, nil, false)
    }

    /// Begins a chapter: a device on which the app has been launched by a tap on its icon.
    private func chapter(_ ios: String, _ way: Way) throws -> (VirtualDevice, AppDelegate) {
        (Samples.way, Samples.slowWork, Samples.keepAliveWork, Samples.beginsTaskFirst) = (way, nil, nil, false)
        Samples.said = []
        let plist = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Examples/Articles/Info.plist").path
        let device = try VirtualDevice(infoPlist: plist, ios: ios, reading: reading)
        return (device, device.launch { AppDelegate() })
    }

    /// Ends a chapter, and keeps what has happened in it.
    private func close(_ title: String, _ device: VirtualDevice, _ app: AppDelegate) {
        device.perform { app.stopObserving() }
        // Names that differ each time would hide what differs by the reading.
        let lines = (["", "# \(title)"] + device.timeline + Samples.said.map { "app: \($0)" }).map {
            $0.replacing(#/[0-9A-F]{8}-[0-9A-F-]{27}/#, with: "UUID").replacing(#/[0-9a-f]{32,}/#, with: "HEX")
        }
        transcript += lines
    }

    private func said(_ text: String) -> Bool { Samples.said.contains { $0.hasPrefix(text) } }

    func write() throws {
        guard let path = ProcessInfo.processInfo.environment["KEEPALIVE_TRANSCRIPTS"] else { return }
        let file = URL(fileURLWithPath: path).appendingPathComponent("\(reading.name).txt")
        try (transcript.dropFirst().joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }

    // MARK: The same by both

    /// SD-10 to SD-13, SD-01, SD-02.
    func shortTasks() throws {
        let lives: [(String, Duration, ApplicationState)] = [
            ("12.4", .seconds(176), .notRunning), ("13.0", .seconds(31), .unattached),
        ]
        for (ios, time, name) in lives {
            let (device, app) = try chapter(ios, .shortTask)
            device.pressHome()
            device.advance(by: time)
            try device.expect(.background)
            #expect(said("the short task is over") && said("observer: entered the background"))
            device.advance(by: .seconds(1))
            try device.expect(.suspended)
            device.forceQuit()
            try device.expect(name)
            close("a background task on iOS \(ios)", device, app)
        }
    }

    /// SD-20 to SD-25.
    func sound() throws {
        let (device, app) = try chapter("13.0", .taskThenAudio)
        device.pressHome()
        device.advance(by: .seconds(40))
        try device.expect(grants: .audio)
        #expect(said("silence plays"))
        device.returnToApp()
        #expect(said("silence is paused"))
        close("a background task, then silence", device, app)
    }

    /// SD-30 to SD-32.
    func location() throws {
        let (device, app) = try chapter("13.0", .location)
        device.pressHome()
        device.advance(by: .seconds(60))
        try device.expect(grants: .location)
        device.perform { app.location.stop() }
        close("location", device, app)
    }

    /// SD-40, SD-41, SD-54.
    func wakes() throws {
        let (device, app) = try chapter("12.4", .none)
        #expect(said("token "))
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        device.fetch()
        #expect(said("fetch"))
        device.advance(by: .seconds(5))
        try device.push(#"{"aps": {"content-available": 1}, "article": "tides"}"#)
        #expect(said("silent push: tides"))
        device.advance(by: .seconds(5))
        device.happen(.voip(.pushed()))
        #expect(said("a call"))
        close("fetch, a silent push and a call", device, app)
    }

    // MARK: What the reading decides

    /// SD-14, BT-12: the renewals gain nothing; by the articles, five of them gain the whole time each.
    func renewals() throws {
        let (device, app) = try chapter("13.0", .renewal)
        device.timer(after: .seconds(5), repeats: true) { app.renewal.look() }
        device.pressHome()
        device.advance(by: .seconds(byArticles ? 156 : 31))
        try device.expect(.background)
        device.advance(by: .seconds(1))
        try device.expect(.suspended)
        #expect(said("renewal 1: 5 s left before, \(byArticles ? 30 : 5) s after"))
        #expect(said("renewal 5") == byArticles)
        close("renewals", device, app)
    }

    /// SD-04, LC-09: 10 s to save the state; by the articles 5 s. A task that is begun before the work cures it.
    func slowSaving() throws {
        for (seconds, isCured) in [(6, false), (12, true)] {
            let (device, app) = try chapter("13.0", .none)
            Samples.beginsTaskFirst = isCured
            Samples.slowWork = { [unowned device] in
                // The time that the work takes.
                device.advance(by: .seconds(seconds))
                if device.state != .terminated { say("the state is saved") }
            }
            device.pressHome()
            device.advance(by: .seconds(1))
            if byArticles, !isCured {
                try device.expect(.terminated)
                try device.expect(killedWith: "0x8badf00d")
            } else {
                try device.expect(.suspended)
            }
            #expect(said("the state is saved") == (!byArticles || isCured))
            Samples.slowWork = nil
            close("\(seconds) s of saving\(isCured ? ", with a task" : "")", device, app)
        }
    }

    /// SD-45 to SD-48, LN-21: Files shows the log of launches with both keys; by the articles with the one that it sets.
    func refreshes() async throws {
        let (device, app) = try chapter("13.0", .none)
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        device.launchTask(RefreshTasks.refresh)
        try await device.runPendingTasks {
            Samples.said.contains("observer: refreshed") && !device.grants.contains(.wake)
        }
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        let log = try String(contentsOf: folder.appendingPathComponent("launches.txt"), encoding: .utf8)
        #expect(log.hasPrefix("\(RefreshTasks.refresh) at "))
        device.happen(.documentsBrowsed)
        try device.expect(
            inTimeline: byArticles ? "Files shows the documents of org.example.articles" : "Files does not show",
            count: 1)
        try device.expect(inTimeline: byArticles ? "SD-48" : "LN-21", count: 1)
        close("a refresh, and its log in Files", device, app)
    }

    /// SD-42 to SD-44, UR-04: the app's delegate hears of the session's events; by the articles below iOS 13 only.
    func downloads() throws {
        for ios in ["12.4", "13.0"] {
            let (device, app) = try chapter(ios, .none)
            device.serve("https://example.org/film", bytes: 20_000_000, bytesPerSecond: 1e6)
            let film = try #require(URL(string: "https://example.org/film"))
            device.perform { app.transfers.download(film) }
            device.pressHome()
            device.advance(by: .seconds(10))
            try device.expect(.suspended)
            device.advance(by: .seconds(20))
            #expect(said("finished film: 20000000 bytes") && said("no event is left"))
            #expect(said("handleEventsForBackgroundURLSession") == !(byArticles && ios == "13.0"))
            device.advance(by: .seconds(60))
            try device.expect(.suspended)
            close("a download on iOS \(ios)", device, app)
        }
    }

    /// SD-60, LN-01: 64 reminders wait at most; by the articles 128.
    func reminders() throws {
        let (device, app) = try chapter("8.0", .none)
        device.perform { Reminders.schedule(130) }
        #expect(said("\(byArticles ? 128 : 64) of 130 reminders are scheduled"))
        device.perform { UIApplication.shared.cancelAllLocalNotifications() }
        close("130 reminders", device, app)
    }

    /// SD-51, WK-13: the keep-alive handler has 10 s, and an overrun suspends; by the articles 30 s, and an overrun kills.
    func keepAliveHandlers() throws {
        for seconds in [20, 40] {
            let (device, app) = try chapter("8.0", .none)
            Samples.keepAliveWork = { [unowned device] in device.advance(by: .seconds(seconds)) }
            device.pressHome()
            device.advance(by: .seconds(600))
            #expect(said("keep-alive handler"))
            device.advance(by: .seconds(60))
            let isKilled = byArticles && seconds == 40
            try device.expect(isKilled ? .terminated : .suspended)
            #expect(device.timeline.contains { $0.contains("0x8badf00d") } == isKilled)
            #expect(device.timeline.contains { $0.contains("overran: suspended, not killed") } == !byArticles)
            Samples.keepAliveWork = nil
            close("a keep-alive handler of \(seconds) s", device, app)
        }
    }

    // MARK: Connections and files, the same by both

    /// SD-50, SD-53.
    func connections() async throws {
        let (device, app) = try chapter("8.0", .none)
        let listener = LocalListener()
        device.perform { app.signalling.connect(to: "127.0.0.1", port: Int(listener.port)) }
        let connection = accept(listener.descriptor, nil, nil)
        defer { Glibc.close(connection) }
        try await device.runPendingTasks { Samples.said.contains("connected") }
        #expect(said("tagged: true"))
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        #expect(Glibc.write(connection, "ring\n", 5) == 5)
        device.happen(.voip(.socketDataArrived))
        try device.expect(.background)
        try await device.runPendingTasks { Samples.said.contains("received ring") }
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
        device.perform { app.signalling.close() }
        close("a call by the tagged connection", device, app)
    }

    /// SD-70, SD-71.
    func files() throws {
        let page = OpenedDocument(name: "page.webarchive", contentType: "com.apple.webarchive")
        for (ios, how) in [
            ("8.0", "with sourceApplication"), ("12.4", "with options, in place"), ("13.0", "with a scene, in place"),
        ] {
            let (device, app) = try chapter(ios, .none)
            device.pressHome()
            device.advance(by: .seconds(5))
            device.happen(.documentOpened(page))
            try device.expect(.foregroundActive)
            #expect(said("opened page.webarchive \(how)"), "\(Samples.said)")
            device.perform { app.documents.share(folder.appendingPathComponent("page.webarchive")) }
            try device.touch("AirDrop")
            #expect(said("shared by com.apple.UIKit.activity.AirDrop: true"))
            close("a page is opened and shared on iOS \(ios)", device, app)
        }
    }
}

import Foundation
import KeepAlive
import KeepAliveTesting
import Testing
import TestSupport

// The worked examples of docs/testing.md, with the apps that they are about: in the Swift 5 language mode, as most iOS
// projects have it, and with the product KeepAlive alone.

/// The app of docs/ios-code.md.
private class AppDelegate: UIResponder, UIApplicationDelegate {
    private var task = UIBackgroundTaskIdentifier.invalid

    func applicationDidEnterBackground(_ application: UIApplication) {
        task = application.beginBackgroundTask(withName: "upload") { [weak self] in
            self?.endTask()
        }
    }

    func applicationWillEnterForeground(_ application: UIApplication) { endTask() }

    private func endTask() {
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        if let title = userInfo["article"] as? String { Articles.shared.titles.append(title) }
        completionHandler(.newData)
    }
}

@MainActor
private final class Articles {
    static let shared = Articles()
    var titles: [String] = []
}

/// Deals with pushes in the `async` method.
private class NewsAppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        guard let title = userInfo["article"] as? String else { return .noData }
        Articles.shared.titles.append(title)
        return .newData
    }
}

/// Plays from its launch on, and goes on after an interruption.
private class PlayerAppDelegate: UIResponder, UIApplicationDelegate {
    private var player: AVAudioPlayer?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(), queue: nil
        ) { [weak self] note in
            guard let value = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt,
                AVAudioSession.InterruptionOptions(rawValue: value).contains(.shouldResume)
            else { return }
            MainActor.assumeIsolated { self?.play() }
        }
        try? AVAudioSession.sharedInstance().setCategory(.playback)
        player = try? AVAudioPlayer(data: SilentFile.wave(seconds: 1))
        player?.numberOfLoops = -1
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "Tides"]
        play()
        return true
    }

    private func play() {
        try? AVAudioSession.sharedInstance().setActive(true)
        player?.play()
    }
}

@MainActor
@Suite(.serialized) struct WorkedExampleTests {
    @Test func theTaskEndsInTime() throws {
        let device = try VirtualDevice(ios: "16.0")
        device.launch { AppDelegate() }
        device.pressHome()
        device.advance(by: .seconds(20))
        try device.expect(.background)
        try device.expect(grants: .finishTask)
        device.advance(by: .seconds(10))
        try device.expect(.suspended)
        try device.expect(inTimeline: "BT-14", count: 2)
    }

    @Test func theMusicGoesOnAfterACall() throws {
        let device = try VirtualDevice(modes: [.audio])
        device.launch { PlayerAppDelegate() }
        device.advance(by: .seconds(2))
        device.pressHome()
        try device.expect(grants: .audio)
        device.call(true)
        try device.expect(grants: [])
        device.call(false)
        device.advance(by: .milliseconds(500))
        try device.expect(grants: .audio)
    }

    @Test func whatIsNotNowPlayingStaysSilentAfterACall() throws {
        let device = try VirtualDevice(modes: [.audio])
        device.launch { PlayerAppDelegate() }
        device.perform { MPNowPlayingInfoCenter.default().nowPlayingInfo = nil }
        device.pressHome()
        device.call(true)
        device.call(false)
        try device.expect(grants: [])
        try device.expect(inTimeline: "'!int'")
    }

    @Test func aPushIsDealtWith() throws {
        Articles.shared.titles = []
        let device = try VirtualDevice(modes: [.remoteNotification])
        device.launch { AppDelegate() }
        device.pressHome()
        device.advance(by: .seconds(60))
        device.runShortOfMemory()
        try device.expect(.terminated)
        try device.push(#"{"aps": {"content-available": 1}, "article": "tides"}"#)
        #expect(Articles.shared.titles == ["tides"])
        device.advance(by: .seconds(60))
        try device.expect(.suspended)
    }
    @Test func aPushIsDealtWithInTheAsyncMethod() throws {
        Articles.shared.titles = []
        let device = try VirtualDevice(modes: [.remoteNotification])
        device.launch { NewsAppDelegate() }
        device.pressHome()
        device.advance(by: .seconds(5))
        try device.push(#"{"aps": {"content-available": 1}, "article": "tides"}"#)
        #expect(Articles.shared.titles == ["tides"])
        device.advance(by: .seconds(5))
        try device.expect(.suspended)
    }
}

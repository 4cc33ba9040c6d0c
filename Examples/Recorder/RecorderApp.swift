import AVFoundation
import BackgroundTasks
import CoreLocation
import UIKit

/// A small app around the recorder. A word among its arguments, which Xcode has in the scheme, switches on what it does:
/// `task`, `leak`, `audio`, `location`, `refresh`.
@main
class AppDelegate: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
    var window: UIWindow?
    private var backgroundTask = UIBackgroundTaskIdentifier.invalid
    private var player: AVAudioPlayer?
    private var location: CLLocationManager?
    private static let refresh = "org.example.recorder.refresh"

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Recorder.shared.start()
        Recorder.shared.did("register-task", Self.refresh)
        BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refresh, using: .main) { task in
            Recorder.shared.got("launchHandler", ["id": task.identifier])
            task.expirationHandler = {
                Recorder.shared.got("wakeExpiring", ["id": task.identifier])
                task.setTaskCompleted(success: false)
            }
            DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
                Recorder.shared.did("complete-task", task.identifier)
                task.setTaskCompleted(success: true)
            }
        }
        let words = ProcessInfo.processInfo.arguments.dropFirst()
        if words.contains("audio") { playSilence() }
        if words.contains("location") { streamLocation() }
        if words.contains("refresh") { submitRefresh() }
        keepsTask = words.contains("task") || words.contains("leak")
        leaksTask = words.contains("leak")
        return true
    }

    private var keepsTask = false
    private var leaksTask = false

    func applicationDidEnterBackground(_ application: UIApplication) {
        guard keepsTask else { return }
        backgroundTask = Recorder.shared.beginBackgroundTask(withName: "work") { [weak self] in
            guard let self, !self.leaksTask else { return }
            self.endTask()
        }
    }

    func applicationWillEnterForeground(_ application: UIApplication) { endTask() }

    private func endTask() {
        guard backgroundTask != .invalid else { return }
        Recorder.shared.endBackgroundTask(backgroundTask)
        backgroundTask = .invalid
    }

    private func playSilence() {
        let session = AVAudioSession.sharedInstance()
        do {
            try session.setCategory(.playback, options: .mixWithOthers)
            try session.setActive(true)
            Recorder.shared.did("activate-session", ["category": "playback", "options": ["mixWithOthers"]])
            let player = try AVAudioPlayer(data: Self.silence)
            player.numberOfLoops = -1
            self.player = player
            if player.play() { Recorder.shared.did("play") }
        } catch {
            Recorder.shared.got("error", ["text": "\(error)"])
        }
    }

    /// One second of silence: 8,000 frames of one channel, 16 bits.
    private static var silence: Data {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var wave = Array("RIFF".utf8) + bytes(36 + 16_000, 4) + Array("WAVEfmt ".utf8)
        wave +=
            bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(16_000, 4) + bytes(2, 2) + bytes(16, 2)
        wave += Array("data".utf8) + bytes(16_000, 4)
        return Data(wave + [UInt8](repeating: 0, count: 16_000))
    }

    private func streamLocation() {
        let manager = CLLocationManager()
        manager.delegate = self
        manager.requestAlwaysAuthorization()
        manager.allowsBackgroundLocationUpdates = true
        manager.pausesLocationUpdatesAutomatically = false
        manager.startUpdatingLocation()
        Recorder.shared.did("request-location-authorization")
        Recorder.shared.did("allow-background-location", true)
        Recorder.shared.did("start-location", ["pauses": false])
        location = manager
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        Recorder.shared.got("didUpdateLocations", ["accuracy": locations.last?.horizontalAccuracy ?? -1])
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        Recorder.shared.got("didFailLocation", ["text": "\(error)"])
    }

    private func submitRefresh() {
        let request = BGAppRefreshTaskRequest(identifier: Self.refresh)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 60)
        do {
            try BGTaskScheduler.shared.submit(request)
            Recorder.shared.did("submit-task", ["kind": "appRefresh", "id": Self.refresh, "after": "60s"])
        } catch {
            Recorder.shared.got("error", ["text": "\(error)"])
        }
    }
}

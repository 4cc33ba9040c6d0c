import Foundation
import KeepAlive

/// A background task, ended in its handler and on the return (SD-10, SD-15, SD-16).
@MainActor
final class ShortTask {
    private var task = UIBackgroundTaskIdentifier.invalid

    /// - Parameter onExpiration: what is done before the task ends.
    func begin(onExpiration: @escaping @MainActor () -> Void = {}) {
        end()
        task = UIApplication.shared.beginBackgroundTask(withName: "short") { [weak self] in
            say("the short task is over")
            onExpiration()
            self?.end()
        }
        if task == .invalid { say("no task; the app goes on without") }
    }

    func end() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}

/// Ends its task when the time runs low, and begins another one: six tasks in all (SD-14).
@MainActor
final class Renewal {
    private var task = UIBackgroundTaskIdentifier.invalid
    private var timer: Timer?
    private var renewals = 0

    func begin() {
        renewals = 0
        beginTask()
        timer = Timer.scheduledTimer(withTimeInterval: Samples.renewalInterval, repeats: true) { [weak self] _ in
            MainActor.assumeIsolated { self?.look() }
        }
    }

    func look() {
        let left = UIApplication.shared.backgroundTimeRemaining
        guard left < 10, renewals < 5, task != .invalid else { return }
        renewals += 1
        endTask()
        beginTask()
        say(
            "renewal \(renewals): \(Int(left)) s left before, \(Int(UIApplication.shared.backgroundTimeRemaining)) s after"
        )
    }

    func end() {
        timer?.invalidate()
        endTask()
    }

    private func beginTask() {
        task = UIApplication.shared.beginBackgroundTask { [weak self] in
            say("the last renewal is over")
            self?.end()
        }
    }

    private func endTask() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}

/// Loops silence, through a session that suits the route (SD-20 to SD-23).
@MainActor
final class SilentPlayer {
    private var player: AVAudioPlayer?

    func start() {
        do {
            try setUpSession()
            let player = try self.player ?? AVAudioPlayer(data: Self.silence)
            self.player = player
            player.numberOfLoops = -1
            player.prepareToPlay()
            say(player.play() ? "silence plays" : "play() returned false: turn on the audio background mode")
        } catch {
            say("no sound: \(error)")
        }
    }

    func stop() {
        guard player?.isPlaying == true else { return }
        player?.pause()
        try? AVAudioSession.sharedInstance().setActive(false)
        say("silence is paused")
    }

    private func setUpSession() throws {
        let session = AVAudioSession.sharedInstance()
        let headsets: Set<AVAudioSession.Port> = [.headphones, .bluetoothA2DP, .bluetoothLE, .bluetoothHFP]
        let isHeadset = session.currentRoute.outputs.contains { headsets.contains($0.portType) }
        try session.setCategory(
            .playAndRecord, mode: .default,
            options: isHeadset
                ? [.mixWithOthers, .allowBluetooth, .allowBluetoothA2DP] : [.mixWithOthers, .defaultToSpeaker])
        try session.setActive(true)
    }

    /// A second of a WAV file, without a sound in it.
    private static let silence: Data = {
        var file = Data("RIFF".utf8)
        func append(_ value: Int, bytes: Int) {
            for byte in 0..<bytes { file.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
        }
        append(36 + 8000, bytes: 4)
        file.append(Data("WAVEfmt ".utf8))
        for (value, bytes) in [(16, 4), (1, 2), (1, 2), (8000, 4), (8000, 4), (1, 2), (8, 2)] {
            append(value, bytes: bytes)
        }
        file.append(Data("data".utf8))
        append(8000, bytes: 4)
        file.append(Data(repeating: 128, count: 8000))
        return file
    }()
}

/// Asks for the location, also in the background (SD-30 to SD-32).
@MainActor
final class LocationKeeper: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()

    func start() {
        manager.delegate = self
        manager.requestAlwaysAuthorization()
        do {
            // Without the mode the setter raises.
            try catchingNSException { manager.allowsBackgroundLocationUpdates = true }
        } catch {
            say("caught: \(error)")
        }
        manager.startUpdatingLocation()
    }

    func stop() { manager.stopUpdatingLocation() }

    nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        print("at \(locations.count) more places")
    }
}

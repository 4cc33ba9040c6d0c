import Foundation
import KeepAlive

/// Goes on in the background for as long as it has something to do: a background task first, and silence when the task's
/// time is over (SD-20, SD-21).
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    private var backgroundTask = UIBackgroundTaskIdentifier.invalid
    private var player: AVAudioPlayer?
    /// Whether there is still something to do; set it to false when the download is complete.
    var needRunInBackground = ProcessInfo.processInfo.environment["NEED_RUN"] != "no"

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        do {
            try AVAudioSession.sharedInstance().setCategory(.playback, options: .mixWithOthers)
            let player = try AVAudioPlayer(data: silence(seconds: 1))
            player.numberOfLoops = -1
            player.prepareToPlay()
            self.player = player
        } catch {
            print("no player: \(error)")
        }
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        backgroundTask = application.beginBackgroundTask(withName: "download") { [weak self] in
            guard let self else { return }
            // The sound first, the task last: at no moment is the app without a reason to run.
            if self.needRunInBackground { self.playSilence() }
            self.endBackgroundTask()
        }
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        player?.pause()
        try? AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
        endBackgroundTask()
    }

    private func playSilence() {
        do {
            try AVAudioSession.sharedInstance().setActive(true)
            if player?.play() == true {
                print("playing silence")
            } else {
                print("play() returned false: turn on the audio background mode")
            }
        } catch {
            print("no sound: \(error)")
        }
    }

    private func endBackgroundTask() {
        guard backgroundTask != .invalid else { return }
        UIApplication.shared.endBackgroundTask(backgroundTask)
        backgroundTask = .invalid
    }
}

/// A WAV file without a sound in it.
private func silence(seconds: Int) -> Data {
    let rate = 8000
    let count = rate * seconds
    var file = Data("RIFF".utf8)
    func append(_ value: Int, bytes: Int) { for byte in 0..<bytes { file.append(UInt8(value >> (8 * byte) & 0xFF)) } }
    append(36 + count, bytes: 4)
    file.append(Data("WAVEfmt ".utf8))
    for (value, bytes) in [(16, 4), (1, 2), (1, 2), (rate, 4), (rate, 4), (1, 2), (8, 2)] {
        append(value, bytes: bytes)
    }
    file.append(Data("data".utf8))
    append(count, bytes: 4)
    file.append(Data(repeating: 128, count: count))
    return file
}

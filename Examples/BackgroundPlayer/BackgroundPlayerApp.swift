import Foundation
import KeepAlive

/// Plays on in the background, through a session that depends on the route (SD-22 to SD-26).
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    private let backgroundPlayer = BackgroundPlayer()

    func applicationDidEnterBackground(_ application: UIApplication) {
        backgroundPlayer.startPlayer()
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        backgroundPlayer.stopPlayer()
    }
}

final class BackgroundPlayer {
    private var player: AVAudioPlayer?

    func startPlayer() {
        do {
            try setUpSession()
            if player == nil {
                let player = try AVAudioPlayer(data: silence(seconds: 1))
                player.numberOfLoops = -1
                self.player = player
            }
            player?.prepareToPlay()
            if player?.play() == true {
                print("playing")
            } else {
                print("play() returned false: turn on the audio background mode")
            }
        } catch {
            print("no sound: \(error)")
        }
    }

    func stopPlayer() {
        player?.stop()
        try? AVAudioSession.sharedInstance().setActive(false)
        print("stopped")
    }

    /// With headphones on, what they need; else the speaker.
    private func setUpSession() throws {
        let session = AVAudioSession.sharedInstance()
        var options: AVAudioSession.CategoryOptions = [.mixWithOthers, .defaultToSpeaker]
        if isHeadset(session.currentRoute) { options = [.mixWithOthers, .allowBluetooth, .allowBluetoothA2DP] }
        try session.setCategory(.playAndRecord, mode: .default, options: options)
        try session.setActive(true)
        let isSpeaker = session.categoryOptions.contains(.defaultToSpeaker)
        print("session: playAndRecord, \(isSpeaker ? "default to speaker" : "headset")")
    }

    private func isHeadset(_ route: AVAudioSessionRouteDescription) -> Bool {
        let headsets: Set<AVAudioSession.Port> = [.headphones, .bluetoothA2DP, .bluetoothLE, .bluetoothHFP]
        return route.outputs.contains { headsets.contains($0.portType) }
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

import KeepAlivePolicy
import KeepAlivePorts

/// Plays the sound of other apps. Each app is a tone from a process of its own, on the device that the app under
/// supervision plays on.
package final class OtherAppsPlayer: OtherAppsSound {
    package var onNote: ((String) -> Void)?

    /// The frequency of the tone: E5, which is no octave of the 440 Hz that `--audible` loops, so that a recording
    /// tells them apart.
    package static let hertz = 659.0

    private let device: () -> AudioOutputDescription?
    private let loop: EventLoop
    private var players: [String: Player] = [:]

    /// The player of one app.
    private struct Player {
        var output: SoundProcess
        /// The server that it plays on.
        var server: String?
        /// True after the note that it is heard.
        var isHeard = false
    }

    /// Creates a player that is silent.
    ///
    /// - Parameter device: returns the device that the app under supervision plays on now.
    package init(device: @escaping () -> AudioOutputDescription?, loop: EventLoop) {
        self.device = device
        self.loop = loop
    }

    deinit { close() }

    package func play(_ apps: [String]) {
        for app in players.keys where !apps.contains(app) { end(app) }
        for app in apps where players[app] == nil { start(app) }
    }

    package func deviceReturned() {
        let server = device()?.server
        for (app, player) in players where player.server != server {
            end(app)
            start(app)
        }
    }

    package func close() { play([]) }

    private func end(_ app: String) { players.removeValue(forKey: app)?.output.close() }

    private func start(_ app: String) {
        guard let device = device() else { return }
        // The role differs from that of the app under supervision, so that this sound can be lowered for it.
        var variables = [ServerDucking.roleVariable: "music"]
        if let server = device.server {
            let cookie = PrivateSoundServer.cookie(of: server)
            variables["PULSE_SERVER"] = server
            variables[cookie.variable] = cookie.path
        }
        let output = SoundProcess(
            loop: loop, choice: .named(device.device), sound: .tone(hertz: Self.hertz, decibels: Self.decibels),
            variables: variables
        ) {
            throw KeepAliveError(.audio, "a private sound server is the other app's")
        }
        players[app] = Player(output: output, server: device.server)
        output.onEvent = { [unowned self] in happened($0, to: app, on: device.device) }
        output.start()
    }

    /// The level of the tone: -30 dBFS, just audible in a quiet room; our choice.
    private static let decibels = -30.0

    private func happened(_ event: AudioOutputEvent, to app: String, on device: String) {
        switch event {
        case .advanced:
            guard players[app]?.isHeard == false else { return }
            players[app]?.isHeard = true
            onNote?("\(app) is heard: a tone of \(Int(clamping: Self.hertz)) Hz on '\(device)'")
        case .stalled(let cause):
            players[app]?.isHeard = false
            onNote?("\(app) is not heard: \(cause)")
        case .note: break
        }
    }
}

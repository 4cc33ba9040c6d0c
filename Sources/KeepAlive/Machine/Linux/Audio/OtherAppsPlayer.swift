import KeepAlivePolicy
import KeepAlivePorts

/// Plays the sound of other apps. Each app's sound is a tone from a separate process, on the device on which the app
/// under supervision plays.
package final class OtherAppsPlayer: OtherAppsSound {
    package var onNote: ((String) -> Void)?

    /// The frequency of the tone in Hz: E5, which is no octave of the 440 Hz that `--audible` loops, so that the two
    /// tones can be told apart in a recording.
    package static let hertz = 659.0

    private let device: () -> AudioOutputDescription?
    private let loop: EventLoop
    private var players: [String: Player] = [:]

    /// The player of one app.
    private struct Player {
        var output: SoundProcess
        /// The address of the private sound server on which the app plays; `nil` without a private server.
        var server: String?
        /// True after the note that the app is heard.
        var isHeard = false
    }

    /// Creates a player without apps.
    ///
    /// - Parameter device: returns the device on which the app under supervision plays now; `nil` if there is none.
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
        // The role differs from the role of the app under supervision, so that the server can lower this sound for that
        // app.
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

    /// The level of the tone in dBFS: just audible in a quiet room. The level is this project's choice.
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

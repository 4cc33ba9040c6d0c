import Glibc

/// Plays what other apps play: one process an app, each a tone on the device that the app under supervision plays on.
package final class OtherAppsPlayer: OtherAppsSound {
    package var onNote: ((String) -> Void)?

    /// E5: not an octave of the 440 Hz that `--audible` loops, so that a recording tells them apart.
    package static let hertz = 659.0

    private let executable: String
    private let device: () -> AudioOutputDescription?
    private let loop: EventLoop
    private var players: [String: Player] = [:]

    /// One app.
    private final class Player {
        let process: GuardedProcess
        /// The server that it plays on.
        let server: String?
        /// What it has said so far.
        let words: ScratchFile
        /// Looks at its words, once it has had the time to play.
        var look: ScheduledAction?

        init(process: GuardedProcess, server: String?, words: ScratchFile) {
            self.process = process
            self.server = server
            self.words = words
        }
    }

    /// When it is looked whether an app is heard: a process that starts, and a device that proves itself; our choice.
    /// Three times, each time twice as long after the last: it may have to wait for the device.
    private static let proofDelays = [Duration.milliseconds(700), .milliseconds(1_400), .milliseconds(2_800)]

    /// Creates a player that is silent.
    ///
    /// - Parameters:
    ///   - executable: the path of keepalive-run, whose `play` is the other app.
    ///   - device: what the app under supervision plays on now.
    package init(executable: String, device: @escaping () -> AudioOutputDescription?, loop: EventLoop) {
        self.executable = executable
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

    private func end(_ app: String) {
        guard let player = players.removeValue(forKey: app) else { return }
        if let look = player.look { loop.cancel(look) }
        player.process.end()
    }

    private func start(_ app: String) {
        guard let device = device() else { return }
        do {
            let words = try ScratchFile("keepalive-other-app")
            let input = try ScratchFile("keepalive-other-app-input")
            var environment = Machine.rawEnvironment
            if let server = device.server {
                environment.removeAll { $0.text.hasPrefix("PULSE_SERVER=") || $0.text.hasPrefix("PULSE_COOKIE=") }
                environment.append(RawText("PULSE_SERVER=\(server)"))
                let cookie = PrivatePulseAudio.cookie(of: server)
                environment.append(RawText("\(cookie.variable)=\(cookie.path)"))
            }
            // Another role than ours, so that it can be lowered for us.
            environment.append(RawText("\(ServerDucking.roleVariable)=music"))
            var request = GuardedProcess.Request(
                path: executable,
                arguments: ["keepalive-run", "play", "--tone", "\(Self.hertz)", "--audio-device", device.device]
                    .map { RawText($0) },
                environment: environment)
            request.standardInput = input.descriptor
            request.standardOutput = words.descriptor
            request.standardError = words.descriptor
            let player = Player(
                process: try GuardedProcess(request, loop: loop), server: device.server, words: words)
            player.process.onReport = { [unowned self] report in ended(app, report) }
            players[app] = player
            look(app, device.device, after: Self.proofDelays[...])
        } catch {
            onNote?("\(app) cannot play: \(error)")
        }
    }

    /// Tells whether it is heard, as soon as it is, or when the last delay is over.
    private func look(_ app: String, _ device: String, after delays: ArraySlice<Duration>) {
        guard let player = players[app] else { return }
        player.look = nil
        if player.words.beginning.contains(SoundPlaybackWords.advances) {
            onNote?("\(app) is heard: a tone of \(Int(Self.hertz)) Hz on '\(device)'")
        } else if let delay = delays.first {
            player.look = loop.schedule(after: delay) { [unowned self] in look(app, device, after: delays.dropFirst()) }
        } else {
            onNote?("\(app) is not heard: \(lastWords(player))")
        }
    }

    private func lastWords(_ player: Player) -> String {
        let last = player.words.beginning.split(separator: "\n").last.map(String.init) ?? "it has played nothing yet"
        return last.hasPrefix("keepalive-run: ") ? String(last.dropFirst("keepalive-run: ".count)) : last
    }

    private func ended(_ app: String, _ report: GuardedProcess.Report) {
        switch report {
        case .stopped, .continued: return
        case .exited, .guardianLost: break
        }
        guard let player = players[app] else { return }
        onNote?("\(app) does not play: \(lastWords(player))")
        // Not from within its own report.
        _ = loop.schedule(after: .zero) { [weak self] in
            guard let self, players[app] === player else { return }
            end(app)
        }
    }
}

/// What `keepalive-run play` says, as far as others read it.
package enum SoundPlaybackWords {
    /// When the device has proved itself.
    package static let advances = "the device's pointer advances"
}

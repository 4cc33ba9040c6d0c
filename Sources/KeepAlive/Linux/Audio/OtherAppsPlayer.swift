import Glibc

/// Plays what other apps play: one process an app, each a tone on the device that the app under supervision plays on.
package final class OtherAppsPlayer: OtherAppsSound {
    package var onNote: ((String) -> Void)?

    /// E5: not an octave of the 440 Hz that `--audible` loops, so that a recording tells them apart.
    package static let hertz = 659.0

    private let executable: String
    private let device: () -> AudioOutputDescription?
    private let loop: EventLoop
    private var players: [String: (process: GuardedProcess, complaints: ScratchFile)] = [:]

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
        for app in players.keys where !apps.contains(app) { players.removeValue(forKey: app)?.process.end() }
        for app in apps where players[app] == nil { start(app) }
    }

    package func close() { play([]) }

    private func start(_ app: String) {
        guard let device = device() else { return }
        do {
            let complaints = try ScratchFile("keepalive-other-app")
            let input = try ScratchFile("keepalive-other-app-input")
            var environment = Machine.rawEnvironment
            if let server = device.server {
                environment.removeAll { $0.text.hasPrefix("PULSE_SERVER=") }
                environment.append(RawText("PULSE_SERVER=\(server)"))
            }
            // Another role than ours, so that it can be lowered for us.
            environment.append(RawText("\(ServerDucking.roleVariable)=music"))
            var request = GuardedProcess.Request(
                path: executable,
                arguments: ["keepalive-run", "play", "-q", "--tone", "\(Self.hertz)", "--audio-device", device.device]
                    .map { RawText($0) },
                environment: environment)
            request.standardInput = input.descriptor
            request.standardOutput = complaints.descriptor
            request.standardError = complaints.descriptor
            let process = try GuardedProcess(request, loop: loop)
            process.onReport = { [unowned self] report in ended(app, process, report) }
            players[app] = (process, complaints)
            onNote?("\(app) is heard: a tone of \(Int(Self.hertz)) Hz on '\(device.device)'")
        } catch {
            onNote?("\(app) cannot play: \(error)")
        }
    }

    private func ended(_ app: String, _ process: GuardedProcess, _ report: GuardedProcess.Report) {
        switch report {
        case .stopped, .continued: return
        case .exited, .guardianLost: break
        }
        guard let player = players[app], player.process === process else { return }
        let why = player.complaints.beginning.split(separator: "\n").first.map(String.init) ?? "its player ended"
        _ = loop.schedule(after: .zero) { [weak self] in self?.players.removeValue(forKey: app) }
        onNote?("\(app) does not play: \(why)")
    }
}

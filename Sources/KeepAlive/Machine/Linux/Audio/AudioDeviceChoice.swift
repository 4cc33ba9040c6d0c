import CPulse
import Glibc
import KeepAlivePolicy

/// The user's choice of a device.
package enum AudioDeviceChoice: Sendable, Equatable, Codable {
    /// The machine's own default, else a private sound server.
    case automatic
    /// An ALSA PCM.
    case named(String)

    /// Reads the value of `--audio-device`: `auto` or the name of a PCM.
    package init(_ text: String) {
        self = text == "auto" ? .automatic : .named(text)
    }
}

/// An opened and configured PCM, with the reason for its choice.
struct OpenedDevice {
    var pcm: ALSAPCM
    var name: String
    var reason: String

    /// The name of the sound server that plays. PipeWire may be behind the plug-in for PulseAudio's protocol.
    var serverName: String? {
        guard let plugIn = pcm.soundServer else { return nil }
        let isPipeWire = plugIn == .pulseaudio && AudioDeviceFinder.usersServer.is_pipewire == 1
        return (isPipeWire ? .pipewire : plugIn).name
    }
}

/// Finds and opens devices.
struct AudioDeviceFinder {
    /// The sound to be played.
    let sound: any SoundSource
    /// The `media.role` of the stream on a sound server, or `nil` to set none.
    var role: String?
    /// The longest times that a sound server may take to answer.
    var limits: CallLimits?

    /// Returns the definition of a PCM on a sound server, so that no environment variable is needed.
    ///
    /// - Parameters:
    ///   - sink: the sink to play on, or `nil` for the server's default.
    ///   - converts: whether ALSA's `plug` converts for it.
    static func definition(server: String, sink: String? = nil, converts: Bool = false) -> String {
        let plugin = "type pulse server \"\(server)\"" + (sink.map { " device \"\($0)\"" } ?? "")
        return "pcm.keepalive { \(converts ? "type plug slave.pcm { \(plugin) }" : plugin) }\n"
    }

    /// Opens a PCM by name.
    ///
    /// - Returns: `nil` when it is busy.
    /// - Throws: ``KeepAliveError`` with code `audio`.
    func openNamed(_ name: String) throws(KeepAliveError) -> OpenedDevice? {
        do {
            let pcm = try openConfigured(name)
            return OpenedDevice(pcm: pcm, name: name, reason: "named by the user")
        } catch let error where error.code == -EBUSY || error.code == -EAGAIN {
            return nil
        } catch {
            throw KeepAliveError(
                .audio, "cannot play on the ALSA device '\(name)': \(error)",
                remedy: "`aplay -L` (alsa-utils) lists the devices; --audio-device auto needs none")
        }
    }

    /// Opens the machine's own default device.
    ///
    /// - Returns: the device, or `nil` and the reason why it cannot be used.
    func openDefault() -> (device: OpenedDevice?, reason: String) {
        do {
            let pcm = try openConfigured("default")
            if pcm.isNull { return (nil, "the default device is ALSA 'null', which plays nothing") }
            if sound is Silence, role == nil, pcm.soundServer == .pipewire, let other = openPulseOfPipeWire() {
                pcm.close()
                return (other, "")
            }
            return (OpenedDevice(pcm: pcm, name: "default", reason: "the machine's default device"), "")
        } catch {
            return (nil, "the default device cannot be used: \(error)")
        }
    }

    /// Opens the machine's PipeWire by its server for PulseAudio's protocol, in place of ALSA's plug-in for it. The plug-in
    /// wakes the player with each cycle of the graph; that server keeps a buffer of 44 s for it. Measured: 0.9
    /// wakeups/s of the player in place of 23, and two thirds of the CPU time of both sides.
    ///
    /// - Returns: `nil` where that server does not answer, where the user has chosen another, or without ALSA's plug-in
    ///   for it.
    private func openPulseOfPipeWire() -> OpenedDevice? {
        let choices = ["PULSE_SERVER", "PULSE_SINK", "PIPEWIRE_REMOTE", "PIPEWIRE_NODE", "PIPEWIRE_ALSA"]
        guard choices.allSatisfy({ getenv($0) == nil }), Self.usersServer.is_pipewire == 1,
            let pcm = try? openConfigured("pulse")
        else { return nil }
        return OpenedDevice(
            pcm: pcm, name: "pulse", reason: "the machine's PipeWire, by its server for PulseAudio's protocol")
    }

    /// Opens the PCM of a private server.
    ///
    /// Silence gets a sink of its own there. One for which others are lowered has to be on theirs.
    func openPrivate(
        _ server: any SoundServer, reason: String
    ) throws(ALSAError) -> OpenedDevice {
        let cookie = PrivateSoundServer.cookie(of: server.server)
        let sink = sound is Silence && role == nil ? server.facts.silenceSink : nil
        let rate = role == nil ? SoundServerProgram.silenceRate : SoundServerProgram.rate
        let silence = SilenceOnServer(rate: rate, missingIsSilent: server.facts.missingIsSilent)
        let pcm = try openConfigured(server: { silence }) { converts throws(ALSAError) in
            try openWithRole(
                "keepalive", definition: Self.definition(server: server.server, sink: sink, converts: converts),
                with: [(cookie.variable, cookie.path)])
        }
        return OpenedDevice(pcm: pcm, name: "pulse", reason: reason)
    }

    /// Opens a PCM of the machine's configuration, by name.
    private func openConfigured(_ name: String) throws(ALSAError) -> ALSAPCM {
        // Another name may lead to another server than the one that is asked.
        let isUsual = ["default", "pulse"].contains(name)
        let silence = { Self.silenceOnUsersServer(isUsual: isUsual) }
        return try openConfigured(server: silence) { converts throws(ALSAError) in
            try openWithoutStartingServer(converts ? "plug:'\(name)'" : name)
        }
    }

    /// Opens a PCM. If it does not take the sound as it is, ALSA's `plug` converts. That may be needed for the rate and
    /// channels of a file, or for a device with unusual samples or separate channels.
    private func openConfigured(
        server: () -> SilenceOnServer, _ open: (_ converts: Bool) throws(ALSAError) -> ALSAPCM
    ) throws(ALSAError) -> ALSAPCM {
        let pcm = try open(false)
        let cause: ALSAError
        do {
            try pcm.configure(for: sound, server: server)
            return pcm
        } catch let error where error.code == -EINVAL {
            pcm.close()
            cause = error
        }
        guard let converting = try? open(true), (try? converting.configure(for: sound, server: server)) != nil
        else { throw cause }
        return converting
    }

    /// Opens a PCM of the machine's configuration without starting a daemon of the user's.
    ///
    /// libpulse starts one when it has no address and `client.conf` allows it. Reading ALSA's configuration is enough
    /// to call libpulse: Debian's has a hook that makes `pulse` the default while a server runs. So when no server
    /// answers, the environment has an address without a server for the duration of this call. The call runs on the
    /// loop's thread, before there is a workload or between its events.
    private func openWithoutStartingServer(_ name: String) throws(ALSAError) -> ALSAPCM {
        guard getenv("PULSE_SERVER") == nil, !Self.userServerAnswers() else { return try openWithRole(name) }
        return try openWithRole(name, with: [("PULSE_SERVER", "unix:/nonexistent/pulse/native")])
    }

    /// Opens a PCM whose stream on a sound server has the role.
    ///
    /// - Parameter variables: further settings for libpulse in the environment.
    private func openWithRole(
        _ name: String, definition: String? = nil, with variables: [(name: String, value: String)] = []
    ) throws(ALSAError) -> ALSAPCM {
        var settings = variables
        if let role {
            settings.append((ServerDucking.roleVariable, role))
        } else if sound is Silence, let path = PulseClientConfiguration.withoutSharedMemory {
            settings.append((PulseClientConfiguration.variable, path))
        }
        return try OwnEnvironment.with(settings) { () throws(ALSAError) in
            try ALSAPCM(name, definition: definition, limits: limits)
        }
    }

    /// The name and the format of the user's server. The answer usually takes 2 ms; without it, playing costs more.
    fileprivate static var usersServer: CPulse_server { CPulse_ask(500) }

    /// The format that the user's server does not convert. It does not resample a stream of its own rate, which costs more than all
    /// else of silence. Of a server that does not say, it is the one that servers usually have.
    private static func silenceOnUsersServer(isUsual: Bool) -> SilenceOnServer {
        let server = usersServer
        return SilenceOnServer(
            rate: server.rate > 0 ? Int(server.rate) : 48_000, missingIsSilent: isUsual && server.is_pulseaudio == 1)
    }

    /// Returns whether a server listens where the user's PulseAudio, or PipeWire in its place, would.
    private static func userServerAnswers() -> Bool {
        var directories = ["/run/user/\(geteuid())/pulse", "/var/run/pulse"]
        if let path = getenv("PULSE_RUNTIME_PATH") { directories.append(String(cString: path)) }
        if let path = getenv("XDG_RUNTIME_DIR") { directories.append(String(cString: path) + "/pulse") }
        return directories.contains { UnixSocket.answers($0 + "/native") }
    }
}

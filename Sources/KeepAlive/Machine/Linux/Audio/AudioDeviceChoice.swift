import CPulse
import Glibc
import KeepAlivePolicy

/// The sound device that `--audio-device` chooses.
package enum AudioDeviceChoice: Sendable, Equatable, Codable {
    /// The machine's default device, or a private sound server if the default device cannot be used.
    case automatic
    /// An ALSA PCM with this name.
    case named(String)

    /// Parses the value of `--audio-device`: `auto` or the name of a PCM.
    package init(_ text: String) {
        self = text == "auto" ? .automatic : .named(text)
    }
}

/// An opened and configured PCM, with the reason for its choice.
struct OpenedDevice {
    var pcm: ALSAPCM
    var name: String
    var reason: String

    /// The name of the sound server that plays; `nil` without one. The server behind the `pulse` plug-in may be
    /// PipeWire.
    var serverName: String? {
        guard let plugIn = pcm.soundServer else { return nil }
        let isPipeWire = plugIn == .pulseaudio && AudioDeviceFinder.usersServer.is_pipewire == 1
        return (isPipeWire ? .pipewire : plugIn).name
    }
}

/// Finds and opens devices for a sound.
struct AudioDeviceFinder {
    /// The sound to be played.
    let sound: any SoundSource
    /// The `media.role` of the stream on a sound server, or `nil` to set none.
    var role: String?
    /// The time limits for a sound server's answers.
    var limits: CallLimits?

    /// Returns the ALSA configuration of a PCM on a sound server, with the server's address, so that `PULSE_SERVER` is
    /// not needed.
    ///
    /// - Parameters:
    ///   - sink: the sink to play on, or `nil` for the server's default.
    ///   - converts: whether ALSA's `plug` plug-in converts the sound for the server.
    static func definition(server: String, sink: String? = nil, converts: Bool = false) -> String {
        let plugin = "type pulse server \"\(server)\"" + (sink.map { " device \"\($0)\"" } ?? "")
        return "pcm.keepalive { \(converts ? "type plug slave.pcm { \(plugin) }" : plugin) }\n"
    }

    /// Opens a PCM by name.
    ///
    /// - Returns: the device; `nil` if it is busy.
    /// - Throws: ``KeepAliveError`` with code `audio` when the device cannot be used for another reason.
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
    /// - Returns: the device, or `nil` and the reason why the device cannot be used.
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

    /// Opens the machine's PipeWire through PipeWire's server for PulseAudio's protocol, in place of ALSA's PipeWire
    /// plug-in. That plug-in wakes the player with each cycle of the graph; the protocol server keeps a buffer of 44 s
    /// for the player. Measured: 0.9 wakeups/s of the player in place of 23, and two thirds of the CPU time of player
    /// and server.
    ///
    /// - Returns: `nil` if the protocol server does not answer, if an environment variable names a server or a node, or
    ///   if ALSA's `pulse` plug-in is missing.
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
    /// Silence without a media role plays on the server's sink for silence, if there is one. With a role, for which the
    /// server lowers other streams on the same sink, silence plays on the default sink, as those streams do.
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
        // The parameters of silence depend on the user's server. A PCM with another name may lead to another server.
        let isUsual = ["default", "pulse"].contains(name)
        let silence = { Self.silenceOnUsersServer(isUsual: isUsual) }
        return try openConfigured(server: silence) { converts throws(ALSAError) in
            try openWithoutStartingServer(converts ? "plug:'\(name)'" : name)
        }
    }

    /// Opens a PCM. If the PCM does not support the sound as it is, ALSA's `plug` plug-in converts the sound. The
    /// conversion may be needed for the rate and channels of a file, or for a device with unusual samples or separate
    /// channels.
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

    /// Opens a PCM of the machine's configuration without letting libpulse start the user's sound daemon.
    ///
    /// libpulse starts a daemon when it has no address and `client.conf` allows the start. Even reading ALSA's
    /// configuration calls libpulse: Debian's configuration has a hook that makes `pulse` the default while a server
    /// runs. So when no server answers, the environment has an address without a server for the duration of this call.
    /// This method runs on the thread of the event loop, before a workload runs or between the loop's events, so no
    /// other code of the runner sees this environment.
    private func openWithoutStartingServer(_ name: String) throws(ALSAError) -> ALSAPCM {
        guard getenv("PULSE_SERVER") == nil, !Self.userServerAnswers() else { return try openWithRole(name) }
        return try openWithRole(name, with: [("PULSE_SERVER", "unix:/nonexistent/pulse/native")])
    }

    /// Opens a PCM whose stream on a sound server has ``role``, if a role is set.
    ///
    /// - Parameter variables: further environment variables for libpulse.
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

    /// The name and the sample rate of the user's sound server. The server has 500 ms to answer, and usually takes 2
    /// ms. Without an answer the properties are unknown, and playing costs more CPU time.
    fileprivate static var usersServer: CPulse_server { CPulse_ask(500) }

    /// Returns the parameters with which the user's server does not convert silence. Resampling would cost more than
    /// everything else for silence, so the stream has the server's own rate. If the server does not report its rate, 48
    /// kHz is used, which servers usually have.
    ///
    /// - Parameter isUsual: whether the PCM certainly leads to the user's server.
    private static func silenceOnUsersServer(isUsual: Bool) -> SilenceOnServer {
        let server = usersServer
        return SilenceOnServer(
            rate: server.rate > 0 ? Int(server.rate) : 48_000, missingIsSilent: isUsual && server.is_pulseaudio == 1)
    }

    /// Returns whether a server listens on the socket of the user's PulseAudio, or of PipeWire in its place.
    private static func userServerAnswers() -> Bool {
        var directories = ["/run/user/\(geteuid())/pulse", "/var/run/pulse"]
        if let path = getenv("PULSE_RUNTIME_PATH") { directories.append(String(cString: path)) }
        if let path = getenv("XDG_RUNTIME_DIR") { directories.append(String(cString: path) + "/pulse") }
        return directories.contains { UnixSocket.answers($0 + "/native") }
    }
}

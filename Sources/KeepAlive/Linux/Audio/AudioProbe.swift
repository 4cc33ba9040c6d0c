import CALSA
import Glibc
import KeepAlivePolicy

/// Finds out what this machine has for sound, without playing any.
package enum AudioProbe {
    /// The version of libasound that is loaded.
    package static var alsaVersion: String {
        "alsa-lib \(snd_asoundlib_version().map { String(cString: $0) } ?? "?")"
    }

    /// Describes the machine's own device.
    package static func machineDevice() -> Result<String, KeepAliveError> {
        let (device, reason) = AudioDeviceFinder(sound: Silence(), limits: .patient).openDefault()
        guard let device else { return .failure(KeepAliveError(.audio, reason)) }
        defer { device.pcm.close() }
        let rate = device.pcm.configuration?.sampleRate ?? 0
        let server = device.pcm.soundServer.map { " on \($0.name)" } ?? ""
        return .success("\(device.name)\(server), \(rate) Hz, \(alsaVersion)")
    }

    /// The programs and plug-ins that are missing for a private sound server.
    package static func missingForPrivateServer() -> [String] {
        var missing: [String] = []
        if SoundServerProgram.chosen == nil { missing.append("pulseaudio, nor PipeWire with WirePlumber") }
        if !hasPulsePlugin { missing.append("pulse plug-in of ALSA") }
        return missing
    }

    /// True when libasound can load its pulse plug-in. It is tried with a server that cannot exist.
    private static var hasPulsePlugin: Bool {
        let definition = AudioDeviceFinder.definition(server: "unix:/nonexistent/native")
        do {
            try ALSAPCM("keepalive", definition: definition, limits: .patient).close()
            return true
        } catch {
            // With the plug-in, the connection is refused. Without it, there is no such file or symbol.
            return error.code == -ECONNREFUSED
        }
    }
}

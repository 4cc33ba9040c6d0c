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
        let server = device.serverName.map { " on \($0)" } ?? ""
        return .success("\(device.name)\(server), \(rate) Hz, \(alsaVersion)")
    }

    /// The parts that are missing for a private sound server.
    package static func missingForPrivateServer() -> [KeepAliveError] {
        var missing: [KeepAliveError] = []
        do { _ = try SoundServerProgram.find() } catch { missing.append(error) }
        if !hasPulsePlugin {
            let remedy = SoundServerProgram.remedy
            missing.append(KeepAliveError(.audio, "ALSA's pulse plug-in is not installed", remedy: remedy))
        }
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

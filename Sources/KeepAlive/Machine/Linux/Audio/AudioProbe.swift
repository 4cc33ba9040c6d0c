import CALSA
import Glibc
import KeepAlivePolicy

/// Finds out which sound devices and programs this machine has, without playing sound.
package enum AudioProbe {
    /// The version of libasound that is loaded.
    package static var alsaVersion: String {
        "alsa-lib \(snd_asoundlib_version().map { String(cString: $0) } ?? "?")"
    }

    /// Returns a description of the machine's default device, or the reason why the device cannot be used.
    package static func machineDevice() -> Result<String, KeepAliveError> {
        let (device, reason) = AudioDeviceFinder(sound: Silence(), limits: .patient).openDefault()
        guard let device else { return .failure(KeepAliveError(.audio, reason)) }
        defer { device.pcm.close() }
        let rate = device.pcm.configuration?.sampleRate ?? 0
        let server = device.serverName.map { " on \($0)" } ?? ""
        return .success("\(device.name)\(server), \(rate) Hz, \(alsaVersion)")
    }

    /// The parts that are missing for a private sound server, each with a remedy; empty if nothing is missing.
    package static func missingForPrivateServer() -> [KeepAliveError] {
        var missing: [KeepAliveError] = []
        do { _ = try SoundServerProgram.find() } catch { missing.append(error) }
        if !hasPulsePlugin {
            let remedy = SoundServerProgram.remedy
            missing.append(KeepAliveError(.audio, "ALSA's pulse plug-in is not installed", remedy: remedy))
        }
        return missing
    }

    /// True if libasound can load its `pulse` plug-in. The test opens a PCM on a server that cannot exist.
    private static var hasPulsePlugin: Bool {
        let definition = AudioDeviceFinder.definition(server: "unix:/nonexistent/native")
        do {
            try ALSAPCM("keepalive", definition: definition, limits: .patient).close()
            return true
        } catch {
            // With the plug-in, the connection is refused. Without the plug-in, libasound finds no such file or symbol.
            return error.code == -ECONNREFUSED
        }
    }
}

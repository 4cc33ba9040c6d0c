import Glibc
import KeepAlivePolicy
import KeepAliveSound

/// A sound file that is looped without a gap.
final class FileSource: SoundSource {
    private let file: SoundFile

    var sampleRate: Int? { file.sampleRate }
    var channels: Int? { file.channels }

    /// Opens a file.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio`, from ``SoundFile``.
    init(path: String) throws(KeepAliveError) { file = try SoundFile(path: path) }

    func frames(
        _ count: Int, from start: Int64, as configuration: ALSAPCM.Configuration
    ) throws(ALSAError) -> [UInt8] {
        let samples: [Double]
        do {
            samples = try file.samples(count, from: start)
        } catch {
            throw ALSAError(code: -EIO, description: error.description)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * configuration.format.byteCount)
        let encoder = SampleEncoder(configuration.format)
        for sample in samples { encoder.append(sample, to: &bytes) }
        return bytes
    }
}

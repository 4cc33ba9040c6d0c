import Glibc
import KeepAlivePolicy
import KeepAlivePorts

extension Sound {
    /// Opens the sound.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when a file cannot be read.
    func open() throws(KeepAliveError) -> any SoundSource {
        switch self {
        case .silence: Silence()
        case .tone(let hertz, let amplitude): Tone(hertz: hertz, amplitude: amplitude)
        case .file(let path): try FileSource(path: path)
        }
    }
}

/// An endless sound that can be read from any position, again and again.
protocol SoundSource: AnyObject {
    /// The sample rate in Hz that the sound requires, or `nil` for any rate.
    var sampleRate: Int? { get }
    /// The number of channels that the sound requires, or `nil` for any number.
    var channels: Int? { get }

    /// Returns the encoded bytes of a number of frames.
    ///
    /// - Parameters:
    ///   - count: the number of frames.
    ///   - start: the number of the first frame, counted from the start of the sound.
    ///   - configuration: the configuration that determines the encoding of the frames.
    /// - Throws: ``ALSAError`` with `-EIO` when a file cannot be read any more.
    func frames(_ count: Int, from start: Int64, as configuration: ALSAPCM.Configuration) throws(ALSAError) -> [UInt8]
}

/// Silence: every sample is exactly the format's silent value.
final class Silence: SoundSource {
    var sampleRate: Int? { nil }
    var channels: Int? { nil }

    func frames(_ count: Int, from start: Int64, as configuration: ALSAPCM.Configuration) -> [UInt8] {
        configuration.format.silence(samples: count * configuration.channels)
    }
}

/// A sine wave that continues without a gap from read to read.
final class Tone: SoundSource {
    var sampleRate: Int? { nil }
    var channels: Int? { nil }

    private let hertz: Double
    private let amplitude: Double

    init(hertz: Double, amplitude: Double) {
        self.hertz = hertz
        self.amplitude = amplitude
    }

    func frames(_ count: Int, from start: Int64, as configuration: ALSAPCM.Configuration) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * configuration.channels * configuration.format.byteCount)
        let encoder = SampleEncoder(configuration.format)
        let cyclesPerFrame = hertz / Double(configuration.sampleRate)
        for frame in start..<start + Int64(count) {
            // Use only the fraction of the cycle, because a large argument would make the sine imprecise.
            let cycles = Double(frame) * cyclesPerFrame
            let value = amplitude * sin(2 * Double.pi * (cycles - cycles.rounded(.down)))
            for _ in 0..<configuration.channels { encoder.append(value, to: &bytes) }
        }
        return bytes
    }
}

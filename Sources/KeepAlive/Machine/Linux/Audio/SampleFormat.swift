import CALSA
import KeepAlivePolicy

/// The encoding of a sample, with libasound's number.
struct SampleFormat: Hashable, Sendable {
    /// libasound's constant.
    let alsa: snd_pcm_format_t

    static let unsigned8 = SampleFormat(alsa: SND_PCM_FORMAT_U8)
    static let signed16 = SampleFormat(alsa: SND_PCM_FORMAT_S16)
    static let signed32 = SampleFormat(alsa: SND_PCM_FORMAT_S32)
    /// 24 bits in the low three bytes of four.
    static let signed24 = SampleFormat(alsa: SND_PCM_FORMAT_S24)
    /// 24 bits in three bytes, as in USB devices.
    static let packed24 = SampleFormat(alsa: SND_PCM_FORMAT_S24_3LE)
    static let float = SampleFormat(alsa: SND_PCM_FORMAT_FLOAT)

    /// The order of preference where more data costs more.
    static let smallestFirst: [SampleFormat] = [.unsigned8] + others(than: [.unsigned8])
    /// The order of preference for a device: the formats that devices usually have come first, so that no conversion
    /// falsifies its pointer. Zeros are silence in all that come before `unsigned8`.
    static let commonFirst: [SampleFormat] = {
        let common: [SampleFormat] = [.signed16, .signed32, .packed24, .signed24, .float, .unsigned8]
        return common + others(than: common)
    }()

    /// Every other format of whole bytes that a sample can be written in.
    private static func others(than known: [SampleFormat]) -> [SampleFormat] {
        (0...SND_PCM_FORMAT_LAST.rawValue).map { SampleFormat(alsa: snd_pcm_format_t(rawValue: $0)) }
            .filter { $0.isWritable && !known.contains($0) }
    }

    /// True for whole bytes, integer or floating point; false for compressed data and bit streams.
    private var isWritable: Bool {
        snd_pcm_format_physical_width(alsa) >= 8
            && (snd_pcm_format_linear(alsa) == 1 || snd_pcm_format_float(alsa) == 1)
    }

    /// The number of bytes of a sample.
    var byteCount: Int { Int(snd_pcm_format_physical_width(alsa)) / 8 }

    /// The name, as `aplay -f` takes it.
    var name: String { snd_pcm_format_name(alsa).map { String(cString: $0) } ?? "\(alsa.rawValue)" }

    /// Returns the bytes of some samples of silence.
    func silence(samples: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: samples * byteCount) { buffer, initialized in
            snd_pcm_format_set_silence(alsa, buffer.baseAddress, CUnsignedInt(samples))
            initialized = samples * byteCount
        }
    }
}

/// Writes samples in a format. It asks libasound once for the properties of the format.
struct SampleEncoder {
    private let isFloat: Bool
    private let isBigEndian: Bool
    private let byteCount: Int
    private let largest: Double
    /// The offset of an unsigned sample from a signed one.
    private let offset: UInt64

    init(_ format: SampleFormat) {
        isFloat = snd_pcm_format_float(format.alsa) == 1
        isBigEndian = snd_pcm_format_big_endian(format.alsa) == 1
        byteCount = format.byteCount
        let half = UInt64(1) << UInt64(max(1, snd_pcm_format_width(format.alsa)) - 1)
        largest = Double(half - 1)
        offset = snd_pcm_format_signed(format.alsa) == 1 ? 0 : half
    }

    /// Appends the bytes of one sample.
    ///
    /// - Parameter value: -1 to 1; a value beyond that is clipped, and NaN becomes silence.
    func append(_ value: Double, to bytes: inout [UInt8]) {
        let clipped = value.isNaN ? 0 : max(-1, min(1, value))
        let pattern: UInt64
        if isFloat {
            pattern = byteCount == 4 ? UInt64(Float(clipped).bitPattern) : clipped.bitPattern
        } else {
            // Exact, as it is a whole number of at most 32 bits; this is done for each sample, and a clamp costs more.
            let signed = Int64(exactly: (clipped * largest).rounded()) ?? 0
            pattern = UInt64(bitPattern: signed) &+ offset
        }
        for index in 0..<byteCount {
            let byte = isBigEndian ? byteCount - 1 - index : index
            bytes.append(UInt8(truncatingIfNeeded: pattern >> UInt64(8 * byte)))
        }
    }
}

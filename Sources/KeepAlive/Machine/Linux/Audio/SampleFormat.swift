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

    /// The order of preference where more data costs more: 8 bits first.
    static let smallestFirst: [SampleFormat] = [.unsigned8] + others(than: [.unsigned8])
    /// The order of preference for a device. The formats that devices usually support come first, so that no conversion
    /// falsifies the device's pointer. In all formats before `unsigned8`, zeros are silence.
    static let commonFirst: [SampleFormat] = {
        let common: [SampleFormat] = [.signed16, .signed32, .packed24, .signed24, .float, .unsigned8]
        return common + others(than: common)
    }()

    /// Returns every other format of whole bytes in which a sample can be written.
    private static func others(than known: [SampleFormat]) -> [SampleFormat] {
        (0...SND_PCM_FORMAT_LAST.rawValue).map { SampleFormat(alsa: snd_pcm_format_t(rawValue: $0)) }
            .filter { $0.isWritable && !known.contains($0) }
    }

    /// True for integer and floating-point samples of whole bytes; false for compressed data and bit streams.
    private var isWritable: Bool {
        snd_pcm_format_physical_width(alsa) >= 8
            && (snd_pcm_format_linear(alsa) == 1 || snd_pcm_format_float(alsa) == 1)
    }

    /// The number of bytes in a sample.
    var byteCount: Int { Int(snd_pcm_format_physical_width(alsa)) / 8 }

    /// The name of the format, as an argument of `aplay -f`.
    var name: String { snd_pcm_format_name(alsa).map { String(cString: $0) } ?? "\(alsa.rawValue)" }

    /// Returns the bytes of a number of silent samples.
    func silence(samples: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: samples * byteCount) { buffer, initialized in
            snd_pcm_format_set_silence(alsa, buffer.baseAddress, CUnsignedInt(samples))
            initialized = samples * byteCount
        }
    }
}

/// Encodes samples in a format. The format's properties are read from libasound only once, in the initializer.
struct SampleEncoder {
    private let isFloat: Bool
    private let isBigEndian: Bool
    private let byteCount: Int
    private let largest: Double
    /// The number to add to a signed sample for an unsigned format; 0 for a signed format.
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
    /// - Parameter value: the sample, from -1 to 1; a value outside this range is clipped, and NaN becomes silence.
    func append(_ value: Double, to bytes: inout [UInt8]) {
        let clipped = value.isNaN ? 0 : max(-1, min(1, value))
        let pattern: UInt64
        if isFloat {
            pattern = byteCount == 4 ? UInt64(Float(clipped).bitPattern) : clipped.bitPattern
        } else {
            // The conversion is exact, because the value is a whole number of at most 32 bits. A clamping conversion
            // would cost more, and this code runs for each sample.
            let signed = Int64(exactly: (clipped * largest).rounded()) ?? 0
            pattern = UInt64(bitPattern: signed) &+ offset
        }
        for index in 0..<byteCount {
            let byte = isBigEndian ? byteCount - 1 - index : index
            bytes.append(UInt8(truncatingIfNeeded: pattern >> UInt64(8 * byte)))
        }
    }
}

import CALSA
import Glibc

/// The encodings of a sample that we can write.
enum SampleFormat: CaseIterable {
    /// Unsigned 8 bits.
    case unsigned8
    /// Signed 16 bits in the machine's byte order.
    case signed16
    /// Signed 24 bits in the low three bytes of four.
    case signed24
    /// Signed 32 bits.
    case signed32
    /// 32-bit floating point.
    case float

    /// The order of preference where data costs.
    static let smallestFirst: [SampleFormat] = [.unsigned8, .signed16, .signed24, .signed32, .float]
    /// The order of preference where a device should give what it has.
    static let commonFirst: [SampleFormat] = [.signed16, .signed32, .signed24, .float, .unsigned8]

    /// libasound's name.
    var alsa: snd_pcm_format_t {
        switch self {
        case .unsigned8: SND_PCM_FORMAT_U8
        case .signed16: SND_PCM_FORMAT_S16
        case .signed24: SND_PCM_FORMAT_S24
        case .signed32: SND_PCM_FORMAT_S32
        case .float: SND_PCM_FORMAT_FLOAT
        }
    }

    /// Bytes that one sample takes.
    var byteCount: Int {
        switch self {
        case .unsigned8: 1
        case .signed16: 2
        case .signed24, .signed32, .float: 4
        }
    }

    /// The bytes of one sample.
    ///
    /// - Parameter value: -1 to 1; 0 is exact silence.
    func encode(_ value: Double) -> [UInt8] {
        switch self {
        case .unsigned8: [UInt8(128 + Int((value * 127).rounded()))]
        case .signed16: withUnsafeBytes(of: Int16((value * 32_767).rounded()), Array.init)
        case .signed24: withUnsafeBytes(of: Int32((value * 8_388_607).rounded()), Array.init)
        case .signed32: withUnsafeBytes(of: Int32((value * 2_147_483_647).rounded()), Array.init)
        case .float: withUnsafeBytes(of: Float(value), Array.init)
        }
    }
}

/// Endless sound: silence, or a quiet tone without a seam.
struct LoopedSound {
    /// -30 dBFS, our choice: audible in a quiet room and no more.
    private static let toneAmplitude = 0.0316
    private static let toneHertz = 440

    private let cycle: [UInt8]
    private let cycleFrames: Int
    private let frameBytes: Int

    /// Renders one cycle.
    ///
    /// - Parameters:
    ///   - audible: a tone instead of silence.
    ///   - configuration: what the device takes.
    init(audible: Bool, configuration: ALSAPCM.Configuration) {
        let rate = configuration.sampleRate
        frameBytes = configuration.format.byteCount * configuration.channels
        // The shortest stretch of frames that holds a whole number of periods, so that repeating it has no seam.
        cycleFrames = audible ? rate / Self.greatestCommonDivisor(rate, Self.toneHertz) : 1
        var bytes: [UInt8] = []
        bytes.reserveCapacity(cycleFrames * frameBytes)
        for frame in 0..<cycleFrames {
            let angle = 2 * Double.pi * Double(Self.toneHertz) * Double(frame) / Double(rate)
            let sample = configuration.format.encode(audible ? Self.toneAmplitude * sin(angle) : 0)
            for _ in 0..<configuration.channels { bytes += sample }
        }
        cycle = bytes
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }

    /// The bytes of some frames.
    ///
    /// - Parameters:
    ///   - count: how many frames.
    ///   - start: the number of the first, counted from the start of the sound.
    func frames(_ count: Int, from start: Int64) -> [UInt8] {
        if frameBytes == 1 && cycleFrames == 1 { return [UInt8](repeating: cycle[0], count: count) }
        let offset = Int(start % Int64(cycleFrames)) * frameBytes
        return [UInt8](unsafeUninitializedCapacity: count * frameBytes) { buffer, initialized in
            var place = offset
            for index in 0..<(count * frameBytes) {
                buffer[index] = cycle[place]
                place += 1
                if place == cycle.count { place = 0 }
            }
            initialized = count * frameBytes
        }
    }
}

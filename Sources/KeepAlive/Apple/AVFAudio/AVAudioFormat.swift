import Foundation

/// How samples are written.
public enum AVAudioCommonFormat: UInt, Sendable {
    /// In another way.
    case otherFormat = 0
    /// 32-bit floating-point numbers.
    case pcmFormatFloat32 = 1
    /// 64-bit floating-point numbers.
    case pcmFormatFloat64 = 2
    /// 16-bit integers.
    case pcmFormatInt16 = 3
    /// 32-bit integers.
    case pcmFormatInt32 = 4
}

/// A number of frames.
public typealias AVAudioFrameCount = UInt32
/// A number of channels.
public typealias AVAudioChannelCount = UInt32
/// A position in frames.
public typealias AVAudioFramePosition = Int64

/// The rate and the channels of a sound.
open class AVAudioFormat: NSObject, @unchecked Sendable {
    /// Frames a second.
    public let sampleRate: Double
    /// The number of channels.
    public let channelCount: AVAudioChannelCount
    /// How samples are written.
    public let commonFormat: AVAudioCommonFormat
    /// True if the channels of a frame stand one after the other.
    public let isInterleaved: Bool

    /// Creates a format; `nil` for a rate that is not positive or no channel.
    public init?(
        commonFormat format: AVAudioCommonFormat, sampleRate: Double, channels: AVAudioChannelCount, interleaved: Bool
    ) {
        guard sampleRate > 0, channels > 0 else { return nil }
        commonFormat = format
        self.sampleRate = sampleRate
        channelCount = channels
        isInterleaved = interleaved
        super.init()
    }

    /// Creates the usual format: 32-bit floating-point numbers, each channel by itself.
    public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
    }

    /// True if it is the usual format.
    public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }
}

/// Samples in memory: 32-bit floating-point numbers, each channel by itself.
open class AVAudioPCMBuffer: NSObject, @unchecked Sendable {
    /// The rate and the channels.
    public let format: AVAudioFormat
    /// The most frames that it holds.
    public let frameCapacity: AVAudioFrameCount
    /// The frames that it holds.
    open var frameLength: AVAudioFrameCount = 0 {
        didSet { frameLength = min(frameLength, frameCapacity) }
    }
    private let samples: UnsafeMutablePointer<Float>
    private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// Creates a buffer of silence; `nil` for a format that is not the usual one.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        guard format.isStandard, frameCapacity > 0 else { return nil }
        self.format = format
        self.frameCapacity = frameCapacity
        let (count, size) = (Int(format.channelCount), Int(frameCapacity))
        samples = .allocate(capacity: count * size)
        samples.initialize(repeating: 0, count: count * size)
        channels = .allocate(capacity: count)
        for channel in 0..<count { (channels + channel).initialize(to: samples + channel * size) }
        super.init()
    }

    deinit {
        samples.deallocate()
        channels.deallocate()
    }

    /// The samples, by channel.
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { UnsafePointer(channels) }

    /// The content as a WAV file of 16 bits.
    var wave: Data {
        let (count, frames) = (Int(format.channelCount), Int(frameLength))
        let rate = UInt32(format.sampleRate)
        let size = UInt32(frames * count * 2)
        var data = Data("RIFF".utf8)
        func add<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        }
        add(36 + size)
        data += Data("WAVEfmt ".utf8)
        add(UInt32(16))
        add(UInt16(1))
        add(UInt16(count))
        add(rate)
        add(rate * UInt32(count * 2))
        add(UInt16(count * 2))
        add(UInt16(16))
        data += Data("data".utf8)
        add(size)
        for frame in 0..<frames {
            for channel in 0..<count { add(Int16(max(-1, min(1, channels[channel][frame])) * 32_767)) }
        }
        return data
    }
}

/// A sound file that a player node plays.
open class AVAudioFile: NSObject, @unchecked Sendable {
    /// The file.
    public let url: URL
    /// The format that a player node takes. The rate of the file is not known here: it is given as 44.1 kHz.
    public let processingFormat: AVAudioFormat
    /// The length in seconds.
    let seconds: TimeInterval

    /// Opens a file.
    ///
    /// - Throws: `NSError` when it cannot be read as sound.
    public init(forReading fileURL: URL) throws {
        url = fileURL
        seconds = try AVAudioPlayer(contentsOf: fileURL).duration
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2) else {
            preconditionFailure("the usual format is one")
        }
        processingFormat = format
        super.init()
    }

    /// The same as ``processingFormat``.
    open var fileFormat: AVAudioFormat { processingFormat }
    /// The length in frames of ``processingFormat``.
    open var length: AVAudioFramePosition { AVAudioFramePosition(seconds * processingFormat.sampleRate) }
}

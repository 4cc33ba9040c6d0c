import Foundation

public enum AVAudioCommonFormat: UInt, Sendable {
    case otherFormat
    case pcmFormatFloat32 = 1
    case pcmFormatFloat64, pcmFormatInt16, pcmFormatInt32
}

public typealias AVAudioFrameCount = UInt32
public typealias AVAudioChannelCount = UInt32
public typealias AVAudioFramePosition = Int64

open class AVAudioFormat: NSObject, @unchecked Sendable {
    public let sampleRate: Double
    public let channelCount: AVAudioChannelCount
    public let commonFormat: AVAudioCommonFormat
    public let isInterleaved: Bool

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

    public convenience init?(standardFormatWithSampleRate sampleRate: Double, channels: AVAudioChannelCount) {
        self.init(commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: false)
    }

    public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }
}

open class AVAudioPCMBuffer: NSObject, @unchecked Sendable {
    public let format: AVAudioFormat
    public let frameCapacity: AVAudioFrameCount
    open var frameLength: AVAudioFrameCount = 0 {
        didSet { frameLength = min(frameLength, frameCapacity) }
    }
    private let samples: UnsafeMutablePointer<Float>
    private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

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

    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? { UnsafePointer(channels) }

    /// The content of the buffer as a WAV file with 16-bit samples.
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

open class AVAudioFile: NSObject, @unchecked Sendable {
    public let url: URL
    /// The format in which a player node gets the file's sound. It is always stereo at 44.1 kHz, unlike on iOS: the
    /// file's own sample rate is not known.
    public let processingFormat: AVAudioFormat
    /// The length of the file, in seconds.
    let seconds: TimeInterval

    /// Opens a file.
    ///
    /// - Throws: `NSError` if the file cannot be read as sound.
    public init(forReading fileURL: URL) throws {
        url = fileURL
        seconds = try AVAudioPlayer(contentsOf: fileURL).duration
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2) else {
            preconditionFailure("the usual format is one")
        }
        processingFormat = format
        super.init()
    }

    open var fileFormat: AVAudioFormat { processingFormat }
    open var length: AVAudioFramePosition { AVAudioFramePosition(seconds * processingFormat.sampleRate) }
}

import Foundation

/// The key of how sound is coded, such as `kAudioFormatMPEG4AAC`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The key of the samples a second.
public let AVSampleRateKey = "AVSampleRateKey"
/// The key of the number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The key of the bits a second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The key of the quality, an ``AVAudioQuality``.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// The key of the bits of a sample.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// The key of whether the highest byte of a sample comes first.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// The key of whether samples are fractions.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// The key of whether each channel is for itself.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

/// How sound is coded.
public typealias AudioFormatID = UInt32
/// AAC (`aac `).
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// Samples (`lpcm`).
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// Apple Lossless (`alac`).
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// Opus (`opus`).
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573

/// How good coded sound is.
public enum AVAudioQuality: Int, Sendable {
    /// In some way.
    case min = 0, low = 0x20, medium = 0x40, high = 0x60, max = 0x7F
}

/// The delegate of a recorder.
public protocol AVAudioRecorderDelegate: AnyObject {
    /// It has recorded; not called here.
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
    /// It cannot code the sound; not called here.
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
}

extension AVAudioRecorderDelegate {
    /// Nothing to do.
    public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {}
    /// Nothing to do.
    public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
}

/// Records sound. There is no microphone here: `record()` answers false.
open class AVAudioRecorder: NSObject, @unchecked Sendable {
    /// The file.
    public let url: URL
    /// How it is coded.
    public let settings: [String: Any]
    /// Who is told of the end.
    public weak var delegate: (any AVAudioRecorderDelegate)?
    /// True if it measures how loud it is; kept, and without effect here.
    open var isMeteringEnabled = false

    /// Creates a recorder of a file. Nothing is written here.
    public init(url: URL, settings: [String: Any]) throws {
        self.url = url
        self.settings = settings
        super.init()
    }

    /// Creates a recorder of a file. Nothing is written here.
    public convenience init(url: URL, format: AVAudioFormat) throws { try self.init(url: url, settings: [:]) }

    /// False: it never records here.
    open var isRecording: Bool { false }
    /// How much it has recorded, in seconds: nothing.
    open var currentTime: TimeInterval { 0 }
    /// Makes it ready: it cannot be, here.
    @discardableResult
    open func prepareToRecord() -> Bool { false }
    /// Begins: it cannot, here.
    @discardableResult
    open func record() -> Bool {
        AppContext.current.note(.recorder)
        return false
    }
    /// Begins for some seconds: it cannot, here.
    @discardableResult
    open func record(forDuration duration: TimeInterval) -> Bool { record() }
    /// Pauses.
    open func pause() {}
    /// Ends.
    open func stop() {}
    /// Deletes what it has recorded: nothing.
    @discardableResult
    open func deleteRecording() -> Bool { false }
    /// Measures how loud it is.
    open func updateMeters() {}
    /// Returns how loud it is on average, in decibels: silence.
    open func averagePower(forChannel channelNumber: Int) -> Float { -160 }
    /// Returns how loud it is at most, in decibels: silence.
    open func peakPower(forChannel channelNumber: Int) -> Float { -160 }
}

import Foundation

extension AVPlayerItem {
    public enum Status: Int, Sendable {
        case unknown, readyToPlay
        case failed = 2
    }
}

extension NSNotification.Name {
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// An item could not be played to its end; not posted here.
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// An item waits for its data; not posted here, where only files are played.
    public static let AVPlayerItemPlaybackStalled = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
    public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
    /// There is a new line in an item's log of errors; not posted here.
    public static let AVPlayerItemNewErrorLogEntry = NSNotification.Name("AVPlayerItemNewErrorLogEntryNotification")
}

extension AVPlayerItem {
    /// An item waits for its data; not posted here.
    public static let playbackStalledNotification = NSNotification.Name.AVPlayerItemPlaybackStalled
    public static let timeJumpedNotification = NSNotification.Name.AVPlayerItemTimeJumped
    /// There is a new line in an item's log of errors; not posted here.
    public static let newErrorLogEntryNotification = NSNotification.Name.AVPlayerItemNewErrorLogEntry
    /// The errors of an item that comes over a network: none, here.
    public func errorLog() -> AVPlayerItemErrorLog? { nil }
    /// What was done for an item that comes over a network: nothing, here.
    public func accessLog() -> AVPlayerItemAccessLog? { nil }
}

/// The errors of an item that comes over a network. None is here.
open class AVPlayerItemErrorLog: NSObject, @unchecked Sendable {
    override fileprivate init() { super.init() }
    open var events: [AVPlayerItemErrorLogEvent] { [] }
}

open class AVPlayerItemErrorLogEvent: NSObject, @unchecked Sendable {
    override fileprivate init() { super.init() }
    open var errorStatusCode: Int { 0 }
    open var errorDomain: String { "" }
    open var errorComment: String? { nil }
}

/// What was done for an item that comes over a network. None is here.
open class AVPlayerItemAccessLog: NSObject, @unchecked Sendable {
    override fileprivate init() { super.init() }
}

public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

open class AVPlayerItem: NSObject, @unchecked Sendable {
    public let asset: AVAsset
    private let lock = NSRecursiveLock()
    private var audioPlayer: AVAudioPlayer?
    private var failure: (any Error)?
    private var state = Status.unknown
    /// Where it was, and where it begins.
    private var position = 0.0
    private var ended = false
    private var onSeek: (() -> Void)?
    @WithoutEffect open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
    @WithoutEffect open var preferredForwardBufferDuration: TimeInterval = 0
    @WithoutEffect open var forwardPlaybackEndTime = CMTime.invalid

    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// Creates an item.
    ///
    /// - Parameter automaticallyLoadedAssetKeys: not used here.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]? = nil) {
        self.asset = asset
        super.init()
    }

    open var status: Status { lock.withLock { state } }
    open var error: (any Error)? { lock.withLock { failure } }
    open var duration: CMTime {
        let player = lock.withLock { audioPlayer }
        return player.map { CMTime(seconds: $0.duration, preferredTimescale: 44100) } ?? .indefinite
    }
    /// The words about it; none are read here.
    open var timedMetadata: [AVMetadataItem]? { nil }
    open var loadedTimeRanges: [TimeRangeValue] {
        status == .readyToPlay ? [TimeRangeValue(CMTimeRange(start: .zero, duration: duration))] : []
    }
    open var seekableTimeRanges: [TimeRangeValue] { loadedTimeRanges }
    public static let didPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemDidPlayToEndTime
    public static let failedToPlayToEndTimeNotification = NSNotification.Name.AVPlayerItemFailedToPlayToEndTime
    open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
    open var isPlaybackBufferEmpty: Bool { status != .readyToPlay }
    open var isPlaybackBufferFull: Bool { status == .readyToPlay }

    open func currentTime() -> CMTime {
        if isAtEnd { return duration }
        return CMTime(seconds: audio?.currentTime ?? lock.withLock { position }, preferredTimescale: 1_000_000_000)
    }

    /// Goes to a position.
    ///
    /// - Parameter completionHandler: called on the main thread; true when it is there.
    open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        guard time.isNumeric else {
            completionHandler?(false)
            return
        }
        let end = audio?.duration ?? .infinity
        let seconds = min(max(0, time.seconds), end)
        let tell = lock.withLock {
            position = seconds
            ended = seconds >= end
            return onSeek
        }
        audio?.currentTime = ended ? 0 : seconds
        tell?()
        NotificationCenter.default.post(name: .AVPlayerItemTimeJumped, object: self)
        if let completionHandler { AppContext.current.main { completionHandler(true) } }
    }

    /// Goes to a position, exactly: tolerances have no effect here.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) { seek(to: time, completionHandler: completionHandler) }

    // MARK: For the player

    /// True once it has been played to its end, or was moved there.
    var isAtEnd: Bool {
        get { lock.withLock { ended } }
        set { lock.withLock { ended = newValue } }
    }

    /// Called when the app has gone to a position.
    var seeked: (() -> Void)? {
        get { lock.withLock { onSeek } }
        set { lock.withLock { onSeek = newValue } }
    }

    open var timebase: CMTimebase? { audio.map { CMTimebase(rate: $0.isPlaying ? 1 : 0) } }
    var audio: AVAudioPlayer? { lock.withLock { audioPlayer } }

    /// Opens the file, once.
    func load() {
        guard status == .unknown else { return }
        let result = Result { try AVAsset.player(asset.location) }
        willChangeValue(for: \.status, named: "status")
        willChangeValue(for: \.duration, named: "duration")
        lock.withLock {
            switch result {
            case .success(let player):
                if position > 0 { player.currentTime = position }
                audioPlayer = player
                state = .readyToPlay
            case .failure(let error):
                failure = error
                state = .failed
            }
        }
        didChangeValue(for: \.duration, named: "duration")
        didChangeValue(for: \.status, named: "status")
    }
}

/// How pitches are kept at other rates; without effect here.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}

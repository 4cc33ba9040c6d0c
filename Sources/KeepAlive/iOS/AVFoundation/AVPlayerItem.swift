import Foundation

extension AVPlayerItem {
    public enum Status: Int, Sendable {
        case unknown, readyToPlay
        case failed = 2
    }
}

extension NSNotification.Name {
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// Never posted, unlike on iOS.
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// Never posted, unlike on iOS: files do not stall.
    public static let AVPlayerItemPlaybackStalled = NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
    public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
    /// Never posted, unlike on iOS.
    public static let AVPlayerItemNewErrorLogEntry = NSNotification.Name("AVPlayerItemNewErrorLogEntryNotification")
}

extension AVPlayerItem {
    /// Never posted, unlike on iOS: files do not stall.
    public static let playbackStalledNotification = NSNotification.Name.AVPlayerItemPlaybackStalled
    public static let timeJumpedNotification = NSNotification.Name.AVPlayerItemTimeJumped
    /// Never posted, unlike on iOS.
    public static let newErrorLogEntryNotification = NSNotification.Name.AVPlayerItemNewErrorLogEntry
    /// Returns `nil`, unlike on iOS: sound is downloaded as a whole before it plays.
    public func errorLog() -> AVPlayerItemErrorLog? { nil }
    /// Returns `nil`, unlike on iOS: sound is downloaded as a whole before it plays.
    public func accessLog() -> AVPlayerItemAccessLog? { nil }
}

/// The error log of a network stream. Streams are not played in this reproduction: the app never gets a log.
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

/// The access log of a network stream. Streams are not played in this reproduction: the app never gets a log.
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
    private var isLoading = false
    /// The file with the sound of an item that is on the network.
    private var temporary: URL?
    /// The position at which playing begins, in seconds: where the app has sought before the file was loaded.
    private var position = 0.0
    private var ended = false
    private var onSeek: (() -> Void)?
    @WithoutEffect open var audioTimePitchAlgorithm = AVAudioTimePitchAlgorithm.timeDomain
    @WithoutEffect open var preferredForwardBufferDuration: TimeInterval = 0
    @WithoutEffect open var forwardPlaybackEndTime = CMTime.invalid

    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - asset: the asset to play.
    ///   - automaticallyLoadedAssetKeys: ignored.
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
    /// Always `nil`, unlike on iOS: no metadata is read.
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

    /// Seeks to a position.
    ///
    /// - Parameter completionHandler: called with true, on the main thread, once the position is reached; called with
    ///   false at once if `time` is not numeric.
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

    /// Seeks to an exact position; unlike on iOS, the tolerances are ignored.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) { seek(to: time, completionHandler: completionHandler) }

    // MARK: Use by AVPlayer

    /// True once the item has been played to its end, or the app has sought to the end.
    var isAtEnd: Bool {
        get { lock.withLock { ended } }
        set { lock.withLock { ended = newValue } }
    }

    /// A function that the player sets; called when the app has sought to a position.
    var seeked: (() -> Void)? {
        get { lock.withLock { onSeek } }
        set { lock.withLock { onSeek = newValue } }
    }

    open var timebase: CMTimebase? { audio.map { CMTimebase(rate: $0.isPlaying ? 1 : 0) } }
    var audio: AVAudioPlayer? { lock.withLock { audioPlayer } }

    /// Opens the file, unless it is already open or could not be opened. A file that is on the network is downloaded
    /// first.
    ///
    /// - Parameter apply: called on the main thread with the change of the item's state, which it must make. Called at
    ///   once for a file of the device.
    func load(_ apply: @escaping @Sendable (() -> Void) -> Void) {
        guard
            lock.withLock({
                defer { isLoading = true }
                return state == .unknown && !isLoading
            })
        else { return }
        guard ["http", "https"].contains(asset.location.scheme?.lowercased() ?? "") else {
            let result = Result { try AVAsset.player(asset.location) }
            return apply { self.finish(result) }
        }
        let context = AppContext.current
        MediaDownload.start(asset.location) { [weak self] result in
            context.main { [weak self] in
                guard let self else {
                    if case .success(let file) = result { try? FileManager.default.removeItem(at: file) }
                    return
                }
                let opened = Result {
                    let file = try result.get()
                    self.lock.withLock { self.temporary = file }
                    return try AVAsset.player(file)
                }
                apply { self.finish(opened) }
            }
        }
    }

    deinit { if let temporary { try? FileManager.default.removeItem(at: temporary) } }

    private func finish(_ result: Result<AVAudioPlayer, any Error>) {
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

/// The algorithm that sets the pitch at rates other than 1; ignored, unlike on iOS.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}

import Foundation
import KeepAliveModel
import KeepAliveProtocol

public protocol AVAudioPlayerDelegate: AnyObject {
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// A player of one sound. The device really plays the sound, through ALSA.
///
/// Of several players that play at once, only the one that began last is heard. Silence is heard only if no other sound
/// plays.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let number: Int
    private var temporary: URL?
    private let lock = NSLock()
    /// The number of the latest `play(atTime:)`, `play()`, `pause()` or `stop()`. A planned start is cancelled if the
    /// number has changed since.
    private var planned = 0
    /// The number of the player that plays silence until the time that the app passed to `play(atTime:)`; `waits` is
    /// true while the silence plays.
    private lazy var silence = context.nextNumber()
    private var waits = false
    /// The number of the `AVAudioEngine` whose node uses this player; `nil` if there is none (AS-62).
    var engine: Int?

    public private(set) var url: URL?
    /// The length of the sound, in seconds.
    public private(set) var duration: TimeInterval = 0
    public weak var delegate: (any AVAudioPlayerDelegate)? {
        didSet {
            guard let delegate, delegate !== oldValue else { return }
            SubclassCheck.warn(delegate, as: "AVAudioPlayerDelegate", methods: ["audioPlayerDidFinishPlaying"]) {
                $0 is any AVAudioPlayerDelegate.Type
            }
        }
    }
    /// The number of repetitions: 0 plays the sound once, -1 repeats it until the player stops (SD-20).
    public var numberOfLoops = 0
    /// The volume, 0 to 1. Unlike on iOS, only 0 matters: sound that begins at volume 0 counts as silence (AS-37).
    public var volume: Float = 1
    @WithoutEffect public var enableRate = false
    /// The playback speed; stored, but ignored, unlike on iOS.
    public var rate: Float = 1 {
        didSet { if rate != 1, rate != oldValue { context.note(.rate) } }
    }
    @WithoutEffect public var pan: Float = 0
    @WithoutEffect public var isMeteringEnabled = false
    /// Sets `volume` at once, unlike on iOS: there is no fade.
    public func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) { self.volume = volume }
    /// Always 2, unlike on iOS.
    public var numberOfChannels: Int { 2 }
    /// The machine's uptime in seconds, to which times for `play(atTime:)` refer.
    public var deviceCurrentTime: TimeInterval { CACurrentMediaTime() }
    /// Has no effect, unlike on iOS: sound levels are not measured.
    public func updateMeters() {}
    /// Returns -160 dB, unlike on iOS: sound levels are not measured.
    public func averagePower(forChannel channelNumber: Int) -> Float { -160 }
    /// Returns -160 dB, unlike on iOS: sound levels are not measured.
    public func peakPower(forChannel channelNumber: Int) -> Float { -160 }

    /// Creates a player without a sound, which plays nothing.
    public override init() {
        context = AppContext.current
        number = context.nextNumber()
        super.init()
    }

    /// Opens a sound file.
    ///
    /// - Throws: `NSError` if the file cannot be read as sound.
    public convenience init(contentsOf url: URL) throws {
        try self.init(contentsOf: url, fileTypeHint: nil)
    }

    /// Opens a sound file. The format is read from the file; `utiString` is ignored.
    ///
    /// - Throws: `NSError` if the file cannot be read as sound.
    public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        context = AppContext.current
        number = context.nextNumber()
        self.url = url
        super.init()
        try open(url.path)
    }

    /// Opens a sound file from memory, by way of a temporary file.
    ///
    /// - Throws: `NSError` if the data cannot be read as sound.
    public init(data: Data) throws {
        context = AppContext.current
        number = context.nextNumber()
        super.init()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("keepalive-\(UUID().uuidString)")
        try data.write(to: file)
        temporary = file
        try open(file.path)
    }

    // A released player stops playing, as on iOS.
    deinit {
        stopWaiting()
        context.send(AudioMethods.stop, number)
        if let temporary { try? FileManager.default.removeItem(at: temporary) }
    }

    private func open(_ path: String) throws {
        let absolute = URL(fileURLWithPath: path).path
        duration = try context.request(AudioMethods.preparePlayer, number, absolute).flatMap(\.self) ?? 0
        context.listen(to: AudioCallbacks.playerDidFinishPlaying, self) { player, number in
            guard number == player.number else { return }
            player.delegate?.audioPlayerDidFinishPlaying(player, successfully: true)
        }
    }

    /// Prepares the audio output, so that `play()` starts quickly, and activates the session (AS-57).
    ///
    /// - Returns: `false` if iOS refuses, as for ``play()``.
    @discardableResult
    public func prepareToPlay() -> Bool { context.send(AudioMethods.prepareToPlay, number) ?? false }

    /// Plays from `currentTime` on.
    ///
    /// A player that is not prepared is prepared first, which activates the session (AS-57).
    ///
    /// - Returns: `false` if iOS refuses, because the app is in the background or the sound would interrupt other apps
    ///   (SD-23, AS-26).
    @discardableResult
    public func play() -> Bool {
        guard url != nil || temporary != nil else { return false }
        lock.withLock { planned += 1 }
        // The silence stops only after this sound has begun: an app whose sound stops in the background may not begin
        // to play again (AS-40).
        defer { stopWaiting() }
        return context.send(
            AudioMethods.play, number, max(-1, numberOfLoops), volume == 0 ? true : nil, engine) ?? false
    }

    /// Plays when ``deviceCurrentTime`` reaches `time`, or at once if this time has passed. Until then the player plays
    /// silence, which keeps the app running as any sound does (AS-34).
    ///
    /// - Returns: true, or the result of ``play()`` if the time has passed. A refusal when the time comes appears only
    ///   in the timeline.
    @discardableResult
    public func play(atTime time: TimeInterval) -> Bool {
        let delay = time - deviceCurrentTime
        guard delay > 0 else { return play() }
        let due = lock.withLock {
            planned += 1
            waits = true
            return planned
        }
        context.send(AudioMethods.preparePlayer, silence, nil)
        context.send(AudioMethods.play, silence, -1, true, nil)
        context.after(delay) { [weak self] in
            if let self, self.lock.withLock({ self.planned == due }) { self.play() }
        }
        return true
    }

    /// Cancels the start that `play(atTime:)` has planned, and stops the silence until then.
    private func forgetPlan() {
        lock.withLock { planned += 1 }
        stopWaiting()
    }

    private func stopWaiting() {
        let waited = lock.withLock {
            defer { waits = false }
            return waits
        }
        if waited { context.send(AudioMethods.stop, silence) }
    }

    public func pause() {
        forgetPlan()
        context.send(AudioMethods.pause, number)
    }

    public func stop() {
        forgetPlan()
        context.send(AudioMethods.stop, number)
    }

    public var isPlaying: Bool { context.send(AudioMethods.player, number)?.isPlaying ?? false }

    /// The present position, in seconds from the beginning of the sound.
    public var currentTime: TimeInterval {
        get { context.send(AudioMethods.player, number)?.seconds ?? 0 }
        set { context.send(AudioMethods.seek, number, max(0, newValue)) }
    }
}

extension UnimplementedDelegate: AVAudioPlayerDelegate {}

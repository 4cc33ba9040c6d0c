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

/// A player of one sound. The device really plays it, through ALSA.
///
/// Of several players that play at once, the one that began last is heard, silence last of all.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let number: Int
    private var temporary: URL?
    private let lock = NSLock()
    /// Which of the planned beginnings counts.
    private var planned = 0
    /// The player that has the device run until then, and whether it does.
    private lazy var silence = context.nextNumber()
    private var waits = false
    /// The engine that it plays for, if any (AS-62).
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
    /// The number of repetitions: 0 plays the sound once, -1 repeats it without end (SD-20).
    public var numberOfLoops = 0
    /// The volume, 0 to 1; a sound that is played at 0 is silence (AS-37).
    public var volume: Float = 1
    @WithoutEffect public var enableRate = false
    /// How fast it plays; kept, and without effect here.
    public var rate: Float = 1 {
        didSet { if rate != 1, rate != oldValue { context.note(.rate) } }
    }
    @WithoutEffect public var pan: Float = 0
    @WithoutEffect public var isMeteringEnabled = false
    /// Sets the volume: at once, here.
    public func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) { self.volume = volume }
    /// The channels of the sound: two, here.
    public var numberOfChannels: Int { 2 }
    /// The seconds of the device's clock.
    public var deviceCurrentTime: TimeInterval { CACurrentMediaTime() }
    /// Measures how loud it is; nothing is measured here.
    public func updateMeters() {}
    /// Returns how loud it is on average, in decibels; not measured here.
    public func averagePower(forChannel channelNumber: Int) -> Float { -160 }
    /// Returns how loud it is at most, in decibels; not measured here.
    public func peakPower(forChannel channelNumber: Int) -> Float { -160 }

    /// Opens a sound file.
    ///
    /// - Throws: `NSError` when it cannot be read as sound.
    public convenience init(contentsOf url: URL) throws {
        try self.init(contentsOf: url, fileTypeHint: nil)
    }

    /// Opens a sound file. Its kind is read from the file, not from the hint.
    ///
    /// - Throws: `NSError` when it cannot be read as sound.
    public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        context = AppContext.current
        number = context.nextNumber()
        self.url = url
        super.init()
        try open(url.path)
    }

    /// Takes the bytes of a sound file.
    ///
    /// - Throws: `NSError` when they cannot be read as sound.
    public init(data: Data) throws {
        context = AppContext.current
        number = context.nextNumber()
        super.init()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("keepalive-\(UUID().uuidString)")
        try data.write(to: file)
        temporary = file
        try open(file.path)
    }

    // A released player falls silent, as on iOS.
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

    /// Makes the device ready, so that `play()` is quick, and activates the session (AS-57).
    ///
    /// - Returns: `false` when iOS refuses, as for ``play()``.
    @discardableResult
    public func prepareToPlay() -> Bool { context.send(AudioMethods.prepareToPlay, number) ?? false }

    /// Plays from the present position.
    ///
    /// A player that is not prepared is prepared first, which activates the session (AS-57).
    ///
    /// - Returns: `false` when iOS refuses: not in the background, or not without interrupting others (SD-23, AS-26).
    @discardableResult
    public func play() -> Bool {
        lock.withLock { planned += 1 }
        // The device runs on without a gap: sound that has stopped in the background may not begin again (AS-40).
        defer { stopWaiting() }
        return context.send(
            AudioMethods.play, number, max(-1, numberOfLoops), volume == 0 ? true : nil, engine) ?? false
    }

    /// Plays at a time of the device's clock: at once, where that is over. The device runs from now on, which keeps the app running
    /// as sound does (AS-34).
    ///
    /// - Returns: true; a later refusal is in the timeline.
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

    /// Makes what was planned void.
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

    public var isPlaying: Bool { context.send(AudioMethods.player, number)?.0 ?? false }

    /// The present position, in seconds from the beginning of the sound.
    public var currentTime: TimeInterval {
        get { context.send(AudioMethods.player, number)?.1 ?? 0 }
        set { context.send(AudioMethods.seek, number, max(0, newValue)) }
    }
}

extension UnimplementedDelegate: AVAudioPlayerDelegate {}

import Foundation
import KeepAliveProtocol

extension AVPlayer {
    public enum Status: Int, Sendable {
        case unknown
        case readyToPlay, failed
    }

    public enum TimeControlStatus: Int, Sendable {
        case paused, waitingToPlayAtSpecifiedRate, playing
    }

    public enum ActionAtItemEnd: Int, Sendable {
        case advance, pause, none
    }

    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    }
}

/// Plays the sound of files. iOS refuses to play in the same cases as for an `AVAudioPlayer`.
///
/// Unlike on iOS, sound plays at normal speed whatever the rate is. An item whose asset is on the network plays once all
/// of the sound is downloaded; an item whose asset is a stream without an end fails with an error that says so.
open class AVPlayer: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
    private let context = AppContext.current
    private let lock = NSRecursiveLock()
    private var item: AVPlayerItem?
    private var wantedRate: Float = 0
    private var observers: [PeriodicObserver] = []

    /// The volume, 0 to 1. Unlike on iOS, only 0 matters: sound that begins at volume 0 counts as silence (AS-37).
    open var volume: Float = 1 { didSet { item?.audio?.volume = isMuted ? 0 : volume } }
    open var isMuted = false { didSet { item?.audio?.volume = isMuted ? 0 : volume } }
    open var actionAtItemEnd = ActionAtItemEnd.pause
    /// True if the player waits for data to avoid stalling; ignored, as files do not stall.
    @WithoutEffect open var automaticallyWaitsToMinimizeStalling = true
    @WithoutEffect open var allowsExternalPlayback = true
    @WithoutEffect open var preventsDisplaySleepDuringVideoPlayback = true
    open var defaultRate: Float = 1
    @WithoutEffect open var audiovisualBackgroundPlaybackPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic

    override public init() {
        super.init()
        begin()
    }

    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    public init(playerItem item: AVPlayerItem?) {
        super.init()
        begin()
        setItem(item)
    }

    private func begin() {
        // When the system has stopped the sound, the player becomes paused: after an interruption (AS-45), when
        // headphones are disconnected (AS-52), and when the media services have failed.
        let adopt: @Sendable (AVPlayer) -> Void = { player in player.context.main { player.adoptSystemPause() } }
        context.listen(to: AudioCallbacks.interruptionBegan, self) { player, _, _ in adopt(player) }
        context.listen(to: AudioCallbacks.routeChanged, self) { player, _ in adopt(player) }
        context.listen(to: AudioCallbacks.mediaServicesLost, self) { player in adopt(player) }
    }

    open var status: Status { .readyToPlay }
    /// Always `nil`, unlike on iOS: `AVPlayerItem.error` says why an item cannot be played.
    open var error: (any Error)? { nil }
    open var currentItem: AVPlayerItem? { lock.withLock { item } }
    open var timeControlStatus: TimeControlStatus {
        lock.withLock {
            guard wantedRate != 0 else { return .paused }
            return item?.status == .readyToPlay ? .playing : .waitingToPlayAtSpecifiedRate
        }
    }
    open var reasonForWaitingToPlay: WaitingReason? {
        guard timeControlStatus == .waitingToPlayAtSpecifiedRate else { return nil }
        return currentItem == nil ? .noItemToPlay : .evaluatingBufferingRate
    }

    open var rate: Float {
        get { lock.withLock { wantedRate } }
        set { change(to: newValue) }
    }

    open func play() { change(to: defaultRate) }
    open func playImmediately(atRate rate: Float) { change(to: rate) }
    open func pause() { change(to: 0) }

    open func replaceCurrentItem(with item: AVPlayerItem?) { setItem(item) }

    open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    open func seek(to time: CMTime) { seek(to: time, completionHandler: { _ in }) }

    /// Seeks to a position of the current item.
    ///
    /// - Parameter completionHandler: called with true once the position is reached, with false if there is no current
    ///   item or `time` is not numeric.
    open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks to an exact position of the current item; unlike on iOS, the tolerances are ignored.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void = { _ in }
    ) { seek(to: time, completionHandler: completionHandler) }

    /// Adds a block that is called periodically while the player plays, and whenever the position jumps.
    ///
    /// - Parameters:
    ///   - interval: the time between calls; at least 0.01 s.
    ///   - queue: the queue on which the block is called; `nil` for the main queue.
    ///   - block: called with the position.
    /// - Returns: the observer that ``removeTimeObserver(_:)`` takes.
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        let observer = PeriodicObserver(
            max(0.01, interval.isNumeric ? interval.seconds : 1), queue, context, block)
        lock.withLock { observers.append(observer) }
        if timeControlStatus == .playing { observer.run(self) }
        return observer
    }

    open func removeTimeObserver(_ observer: Any) {
        guard let observer = observer as? PeriodicObserver else { return }
        observer.end()
        lock.withLock { observers.removeAll { $0 === observer } }
    }

    deinit {
        observers.forEach { $0.end() }
        item?.audio?.pause()
    }

    // MARK: Playing

    /// Returns the item that follows the current one; `nil` for a player without a queue.
    func itemAfterCurrent() -> AVPlayerItem? { nil }

    func setItem(_ new: AVPlayerItem?) {
        guard new !== currentItem else { return }
        currentItem?.audio?.pause()
        currentItem?.audio?.delegate = nil
        currentItem?.seeked = nil
        changing {
            willChangeValue(for: \.currentItem, named: "currentItem")
            lock.withLock { item = new }
            didChangeValue(for: \.currentItem, named: "currentItem")
        }
        // The item loads only after the app's current call has returned: as on iOS, it is not ready at once.
        context.main { [weak self] in
            guard let self, let new, new === currentItem else { return }
            guard new.status == .unknown else { return adopt(new) }
            new.load { [weak self, weak new] change in
                guard let self, let new, new === currentItem else { return change() }
                changing(change)
                adopt(new)
            }
        }
    }

    /// Follows the sound of the current item, and plays it if the app has asked for that.
    private func adopt(_ item: AVPlayerItem) {
        item.audio?.delegate = self
        item.seeked = { [weak self, weak item] in
            guard let self, let item, item === currentItem else { return }
            lock.withLock { observers }.forEach { $0.tell(self) }
            playOn()
        }
        playOn()
    }

    private func change(to new: Float) {
        if new != rate {
            if new != 0, new != 1 { context.note(.rate) }
            changing { setRate(new) }
        }
        if new == 0 { currentItem?.audio?.pause() } else { playOn() }
    }

    /// Plays the current item, if the item is ready and does not play yet.
    private func playOn() {
        guard rate != 0, let item = currentItem, item.status == .readyToPlay, item.audio?.isPlaying == false else {
            return
        }
        begin(item)
    }

    /// Plays an item that is ready. The player pauses if iOS refuses to play, or the item is at its end.
    private func begin(_ item: AVPlayerItem) {
        guard let audio = item.audio else { return }
        audio.volume = isMuted ? 0 : volume
        // After its end, an item has nothing to play until the app seeks.
        guard !item.isAtEnd, audio.play() else {
            changing { setRate(0) }
            return
        }
        lock.withLock { observers }.forEach { $0.run(self) }
    }

    private func adoptSystemPause() {
        guard rate != 0, let audio = currentItem?.audio, !audio.isPlaying else { return }
        changing { setRate(0) }
    }

    private func setRate(_ new: Float) {
        willChangeValue(for: \.rate, named: "rate")
        lock.withLock { wantedRate = new }
        didChangeValue(for: \.rate, named: "rate")
    }

    /// Makes a change that may change `timeControlStatus`, and notifies the key-value observers of `timeControlStatus`.
    private func changing(_ body: () -> Void) {
        willChangeValue(for: \.timeControlStatus, named: "timeControlStatus")
        body()
        didChangeValue(for: \.timeControlStatus, named: "timeControlStatus")
    }

    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        guard let item = currentItem, item.audio === player else { return }
        item.isAtEnd = true
        lock.withLock { observers }.forEach { $0.tell(self) }
        // The rate is set before the notification is posted, as a handler of the notification may seek and play again.
        if actionAtItemEnd == .pause { changing { setRate(0) } }
        NotificationCenter.default.post(name: .AVPlayerItemDidPlayToEndTime, object: item)
        if item === currentItem, actionAtItemEnd == .advance { setItem(itemAfterCurrent()) }
    }
}

/// A block that is called periodically while a player plays.
private final class PeriodicObserver: @unchecked Sendable {
    private let interval: Double
    private let queue: DispatchQueue?
    private let block: @Sendable (CMTime) -> Void
    private let context: AppContext
    private let lock = NSLock()
    private var isOver = false
    private var runs = false

    init(
        _ interval: Double, _ queue: DispatchQueue?, _ context: AppContext,
        _ block: @escaping @Sendable (CMTime) -> Void
    ) {
        self.context = context
        self.interval = interval
        self.queue = queue
        self.block = block
    }

    func end() { lock.withLock { isOver = true } }

    /// Calls the block now and then after each interval, until the player stops playing.
    func run(_ player: AVPlayer) {
        guard lock.withLock({ !isOver && !runs }) else { return }
        lock.withLock { runs = true }
        again(player)
    }

    private func again(_ player: AVPlayer) {
        guard player.timeControlStatus == .playing, !lock.withLock({ isOver }) else {
            return lock.withLock { runs = false }
        }
        tell(player)
        context.after(interval) { [weak self, weak player] in
            guard let self else { return }
            if let player { again(player) } else { end() }
        }
    }

    /// Calls the block with the player's position.
    func tell(_ player: AVPlayer) {
        guard !lock.withLock({ isOver }) else { return }
        let time = player.currentTime()
        // The app should use the player on the main thread; so a block for the main queue is called directly.
        guard let queue, queue.label != DispatchQueue.main.label else { return block(time) }
        context.perform(on: queue) { [block] in block(time) }
    }
}

open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    private let queueLock = NSLock()
    private var waiting: [AVPlayerItem] = []

    public init(items: [AVPlayerItem]) {
        waiting = Array(items.dropFirst())
        super.init(playerItem: items.first)
        actionAtItemEnd = .advance
    }

    override public init() {
        super.init()
        actionAtItemEnd = .advance
    }

    open func items() -> [AVPlayerItem] { (currentItem.map { [$0] } ?? []) + queueLock.withLock { waiting } }

    open func advanceToNextItem() { setItem(itemAfterCurrent()) }

    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        guard currentItem != nil else { return setItem(item) }
        queueLock.withLock {
            let place = afterItem.flatMap { after in waiting.firstIndex { $0 === after } }.map { $0 + 1 }
            waiting.insert(item, at: afterItem.map { $0 === currentItem } == true ? 0 : place ?? waiting.count)
        }
    }

    open func remove(_ item: AVPlayerItem) {
        if item === currentItem { return advanceToNextItem() }
        queueLock.withLock { waiting.removeAll { $0 === item } }
    }

    open func removeAllItems() {
        queueLock.withLock { waiting = [] }
        setItem(nil)
    }

    override func itemAfterCurrent() -> AVPlayerItem? {
        queueLock.withLock { waiting.isEmpty ? nil : waiting.removeFirst() }
    }
}

public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    case automatic = 1
    case pauses, continuesIfPossible
}

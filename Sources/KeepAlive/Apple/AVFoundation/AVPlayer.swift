import Foundation

extension AVPlayer {
    /// Whether a player can play.
    public enum Status: Int, Sendable {
        /// Not known yet.
        case unknown = 0
        /// It can.
        case readyToPlay = 1
        /// It cannot any more.
        case failed = 2
    }

    /// Whether a player plays.
    public enum TimeControlStatus: Int, Sendable {
        /// It pauses.
        case paused = 0
        /// It would play if it could.
        case waitingToPlayAtSpecifiedRate = 1
        /// It plays.
        case playing = 2
    }

    /// What a player does at the end of an item.
    public enum ActionAtItemEnd: Int, Sendable {
        /// It plays the next one.
        case advance = 0
        /// It pauses.
        case pause = 1
        /// Nothing.
        case none = 2
    }

    /// Why a player waits.
    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Creates a reason from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It has no item.
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
        /// There is too little data.
        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        /// How fast data comes is not known yet.
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    }
}

/// Plays the sound of files. What iOS refuses an `AVAudioPlayer`, it refuses this one.
///
/// It plays at its normal speed, whatever the rate is, and no streams of the network: such an item fails, and says why.
open class AVPlayer: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
    private let context = AppContext.current
    private let lock = NSRecursiveLock()
    private var item: AVPlayerItem?
    private var wantedRate: Float = 0
    private var observers: [PeriodicObserver] = []

    /// The volume, 0 to 1; a sound that is played at 0 is silence (AS-37).
    open var volume: Float = 1 { didSet { item?.audio?.volume = isMuted ? 0 : volume } }
    /// True if it plays silence.
    open var isMuted = false { didSet { item?.audio?.volume = isMuted ? 0 : volume } }
    /// What it does at the end of an item.
    open var actionAtItemEnd = ActionAtItemEnd.pause
    /// True if it waits for data; without effect here, where only files are played.
    open var automaticallyWaitsToMinimizeStalling = true
    /// True if it may play on another device; without effect here.
    open var allowsExternalPlayback = true
    /// True if the screen stays on; without effect here.
    open var preventsDisplaySleepDuringVideoPlayback = true
    /// The rate with which ``play()`` begins.
    open var defaultRate: Float = 1
    /// Whether a film plays on in the background; kept, and without effect here, where the sound counts.
    open var audiovisualBackgroundPlaybackPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic

    /// Creates a player without an item.
    override public init() {
        super.init()
        begin()
    }

    /// Creates a player of a file.
    public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

    /// Creates a player of an item.
    public init(playerItem item: AVPlayerItem?) {
        super.init()
        begin()
        setItem(item)
    }

    private func begin() {
        // The system stops sounds by itself; AVPlayer pauses then (AS-45), and when headphones are pulled out (AS-52).
        context.listen(to: ["audioInterruptionBegan", "audioRouteChanged", "mediaServicesLost"], self) { player, _, _ in
            player.context.main { player.adoptSystemPause() }
        }
    }

    /// Whether it can play; can be observed.
    open var status: Status { .readyToPlay }
    /// Why it cannot play; never here: see the error of the item.
    open var error: (any Error)? { nil }
    /// The item; can be observed.
    open var currentItem: AVPlayerItem? { lock.withLock { item } }
    /// Whether it plays; can be observed.
    open var timeControlStatus: TimeControlStatus {
        lock.withLock {
            guard wantedRate != 0 else { return .paused }
            return item?.status == .readyToPlay ? .playing : .waitingToPlayAtSpecifiedRate
        }
    }
    /// Why it waits.
    open var reasonForWaitingToPlay: WaitingReason? {
        guard timeControlStatus == .waitingToPlayAtSpecifiedRate else { return nil }
        return currentItem == nil ? .noItemToPlay : .evaluatingBufferingRate
    }

    /// How fast it plays, 0 if not at all; can be observed. A rate other than 0 plays, at the normal speed.
    open var rate: Float {
        get { lock.withLock { wantedRate } }
        set { change(to: newValue) }
    }

    /// Plays.
    open func play() { change(to: defaultRate) }
    /// Plays at once.
    open func playImmediately(atRate rate: Float) { change(to: rate) }
    /// Stops where it is.
    open func pause() { change(to: 0) }

    /// Plays another item, or none.
    open func replaceCurrentItem(with item: AVPlayerItem?) { setItem(item) }

    /// Returns where the item is.
    open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    /// Goes to a position of the item.
    open func seek(to time: CMTime) { seek(to: time, completionHandler: { _ in }) }

    /// Goes to a position of the item.
    ///
    /// - Parameter completionHandler: called on the main thread; true when it is there.
    open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(to: time, completionHandler: completionHandler)
    }

    /// Goes to a position of the item, exactly: tolerances have no effect here.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void = { _ in }
    ) { seek(to: time, completionHandler: completionHandler) }

    /// Has a block called again and again while it plays, and when the position changes otherwise.
    ///
    /// - Parameters:
    ///   - interval: how often, in time of the sound.
    ///   - queue: the queue of the block; the main queue, if it is `nil`.
    ///   - block: takes the position.
    /// - Returns: what ``removeTimeObserver(_:)`` takes.
    open func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        let observer = PeriodicObserver(
            max(0.01, interval.isNumeric ? interval.seconds : 1), queue, context, block)
        lock.withLock { observers.append(observer) }
        if timeControlStatus == .playing { observer.run(self) }
        return observer
    }

    /// Ends what an observer was added for.
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

    /// What follows the item, for a player that has a queue.
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
        // As on iOS, the item is not ready before the app's present call has returned.
        context.main { [weak self] in
            guard let self, let new, new === currentItem else { return }
            changing { new.load() }
            new.audio?.delegate = self
            new.seeked = { [weak self, weak new] in
                guard let self, let new, new === currentItem else { return }
                lock.withLock { observers }.forEach { $0.tell(self) }
                playOn()
            }
            if rate != 0 { begin(new) }
        }
    }

    private func change(to new: Float) {
        if new != rate {
            if new != 0, new != 1 { context.note(.rate) }
            changing { setRate(new) }
        }
        if new == 0 { currentItem?.audio?.pause() } else { playOn() }
    }

    /// Plays the item, if it is ready and does not play.
    private func playOn() {
        guard rate != 0, let item = currentItem, item.status == .readyToPlay, item.audio?.isPlaying == false else {
            return
        }
        begin(item)
    }

    /// Plays an item that is ready. If iOS refuses, the player pauses.
    private func begin(_ item: AVPlayerItem) {
        guard let audio = item.audio else { return }
        audio.volume = isMuted ? 0 : volume
        // At its end there is nothing to play: the app seeks first.
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

    /// Makes a change that may change whether it plays.
    private func changing(_ body: () -> Void) {
        willChangeValue(for: \.timeControlStatus, named: "timeControlStatus")
        body()
        didChangeValue(for: \.timeControlStatus, named: "timeControlStatus")
    }

    /// The sound has come to its end.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        guard let item = currentItem, item.audio === player else { return }
        item.isAtEnd = true
        lock.withLock { observers }.forEach { $0.tell(self) }
        // The handler of the notification may seek and play again.
        if actionAtItemEnd == .pause { changing { setRate(0) } }
        NotificationCenter.default.post(name: .AVPlayerItemDidPlayToEndTime, object: item)
        if item === currentItem, actionAtItemEnd == .advance { setItem(itemAfterCurrent()) }
    }
}

/// A block that is called while a player plays.
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

    /// Calls the block now and after each interval, until the player does not play.
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

    /// Calls the block with the position.
    func tell(_ player: AVPlayer) {
        guard !lock.withLock({ isOver }) else { return }
        let time = player.currentTime()
        // This is the main thread.
        guard let queue, queue.label != DispatchQueue.main.label else { return block(time) }
        context.perform(on: queue) { [block] in block(time) }
    }
}

/// Plays items one after the other.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    private let queueLock = NSLock()
    private var waiting: [AVPlayerItem] = []

    /// Creates a player of items.
    public init(items: [AVPlayerItem]) {
        waiting = Array(items.dropFirst())
        super.init(playerItem: items.first)
        actionAtItemEnd = .advance
    }

    /// Creates a player without items.
    override public init() {
        super.init()
        actionAtItemEnd = .advance
    }

    /// Returns the items, the current one first.
    open func items() -> [AVPlayerItem] { (currentItem.map { [$0] } ?? []) + queueLock.withLock { waiting } }

    /// Plays the next item.
    open func advanceToNextItem() { setItem(itemAfterCurrent()) }

    /// Puts an item behind another one, or at the end.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        guard currentItem != nil else { return setItem(item) }
        queueLock.withLock {
            let place = afterItem.flatMap { after in waiting.firstIndex { $0 === after } }.map { $0 + 1 }
            waiting.insert(item, at: afterItem.map { $0 === currentItem } == true ? 0 : place ?? waiting.count)
        }
    }

    /// Takes an item away.
    open func remove(_ item: AVPlayerItem) {
        if item === currentItem { return advanceToNextItem() }
        queueLock.withLock { waiting.removeAll { $0 === item } }
    }

    /// Takes all items away.
    open func removeAllItems() {
        queueLock.withLock { waiting = [] }
        setItem(nil)
    }

    override func itemAfterCurrent() -> AVPlayerItem? {
        queueLock.withLock { waiting.isEmpty ? nil : waiting.removeFirst() }
    }
}

/// Whether a film plays on in the background.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    /// As the system says.
    case automatic = 1
    /// It pauses.
    case pauses = 2
    /// It goes on, if it can.
    case continuesIfPossible = 3
}

import Foundation

open class AVPlayerLooper: NSObject, @unchecked Sendable {
    public enum Status: Int, Sendable {
        case unknown
        case ready, failed, cancelled
    }

    private let template: AVPlayerItem
    private weak var player: AVQueuePlayer?
    private let lock = NSLock()
    private var copies: [AVPlayerItem] = []
    private var played = 0
    private var isOver = false
    private var token: (any NSObjectProtocol)?

    /// Makes a player repeat an item until `disableLooping()` is called.
    ///
    /// - Parameters:
    ///   - player: the player; its other items are removed.
    ///   - itemToLoop: the item whose copies are played.
    public init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        template = itemToLoop
        self.player = player
        super.init()
        player.removeAllItems()
        for _ in 0..<2 { insertCopy() }
        token = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.didPlayToEndTimeNotification, object: nil, queue: nil
        ) { [weak self] notification in self?.ended(notification.object as? AVPlayerItem) }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    open var status: Status { lock.withLock { isOver } ? .cancelled : .ready }
    open var loopCount: Int { lock.withLock { played } }
    open var loopingPlayerItems: [AVPlayerItem] { lock.withLock { copies } }

    open func disableLooping() {
        let others = lock.withLock {
            isOver = true
            return copies.dropFirst()
        }
        for copy in others { player?.remove(copy) }
    }

    private func insertCopy() {
        let copy = AVPlayerItem(asset: template.asset)
        lock.withLock { copies.append(copy) }
        player?.insert(copy, after: nil)
    }

    private func ended(_ item: AVPlayerItem?) {
        let goesOn = lock.withLock {
            guard copies.contains(where: { $0 === item }) else { return false }
            copies.removeAll { $0 === item }
            played += 1
            return !isOver
        }
        if goesOn { insertCopy() }
    }
}

// swift-format-ignore-file
import AVFoundation
import Combine

/// Watches a player's item, whichever it is, in the three ways that code has for it.
class ItemWatcher: NSObject {
    @objc dynamic var player: AVPlayer?
    private(set) var closures: [Int] = []
    private(set) var names: [Int] = []
    private(set) var published: [Int] = []
    private var observation: NSKeyValueObservation?
    private var subscription: AnyCancellable?

    func watch() {
        observation = observe(\.player?.currentItem?.status, options: [.initial, .new]) { [weak self] _, change in
            self?.closures.append((change.newValue ?? nil)?.rawValue ?? -1)
        }
        addObserver(self, forKeyPath: #keyPath(player.currentItem.status), options: [.initial, .new], context: nil)
        subscription = publisher(for: \.player?.currentItem?.status).sink { [weak self] status in
            self?.published.append(status?.rawValue ?? -1)
        }
    }

    override func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey : Any]?, context: UnsafeMutableRawPointer?) {
        guard keyPath == "player.currentItem.status" else {
            return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
        names.append(change?[.newKey] as? Int ?? -1)
    }

    deinit { removeObserver(self, forKeyPath: #keyPath(player.currentItem.status)) }
}

import KeepAlivePolicy

/// Watches a PCM that plays. A server reports that it wants data or is gone; a device reports only errors.
final class PCMWatch {
    enum News {
        /// A descriptor of the PCM reported something.
        case reported
        /// The card behind it was unplugged, or its driver unloaded.
        case cardGone
    }

    private let loop: EventLoop
    private var watches: [EventLoop.Watch] = []
    private var card: SoundCardWatch?

    /// Watches the descriptors and the card, as far as that is possible; timers notice other failures later.
    init(_ pcm: ALSAPCM, loop: EventLoop, onNews: @escaping (News) -> Void) {
        self.loop = loop
        // Edge-triggered: there is always some room, which must not wake the loop; new room must.
        let requests: EventLoop.Interest = [.readable, .edgeTriggered]
        for descriptor in pcm.descriptors {
            // dmix gives the timer of its device, which would wake the loop with every period.
            if !pcm.isServer, SoundTimer.isBehind(descriptor) { continue }
            // Some plug-ins give a descriptor that epoll refuses.
            let watch = try? loop.watch(descriptor, for: pcm.isServer ? requests : .broken) { _ in onNews(.reported) }
            if let watch { watches.append(watch) }
        }
        if !pcm.isServer, let number = pcm.card {
            card = SoundCardWatch(card: number, loop: loop) { onNews(.cardGone) }
        }
    }

    deinit {
        for watch in watches { loop.unwatch(watch) }
    }
}

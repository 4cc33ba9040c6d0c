import KeepAlivePolicy

/// Waits for news of a PCM that plays: of a server, that it wants data or is gone; of a device, only that it is in trouble.
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

    /// Watches what can be watched; timers notice the rest, only later.
    init(_ pcm: ALSAPCM, loop: EventLoop, onNews: @escaping (News) -> Void) {
        self.loop = loop
        // Edge-triggered: there is always room for more, which must not wake us; that there is more room must.
        let requests: EventLoop.Interest = [.readable, .edgeTriggered]
        for descriptor in pcm.descriptors {
            // dmix lends the timer of its device, which ticks with every period, whoever it wakes.
            if !pcm.isServer, SoundTimer.isBehind(descriptor) { continue }
            // Some plug-ins lend a descriptor that epoll refuses.
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

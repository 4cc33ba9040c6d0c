import KeepAlivePolicy

/// Watches a PCM that plays. A server's PCM reports that the server wants data or has ended; a sound card's PCM reports
/// only errors.
final class PCMWatch {
    enum News {
        /// A file descriptor of the PCM reported something.
        case reported
        /// The sound card behind the PCM was unplugged, or its driver was unloaded.
        case cardGone
    }

    private let loop: EventLoop
    private var watches: [EventLoop.Watch] = []
    private var card: SoundCardWatch?

    /// Watches the PCM's file descriptors and its card, as far as possible; timers notice other failures later.
    init(_ pcm: ALSAPCM, loop: EventLoop, onNews: @escaping (News) -> Void) {
        self.loop = loop
        // Edge-triggered, because the buffer always has some room; only additional room is to wake the loop.
        let requests: EventLoop.Interest = [.readable, .edgeTriggered]
        for descriptor in pcm.descriptors {
            // dmix gives the descriptor of its device's timer. It would wake the loop with every period, so it is not
            // watched.
            if !pcm.isServer, SoundTimer.isBehind(descriptor) { continue }
            // epoll refuses the descriptors of some plug-ins; they are not watched.
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

import Glibc

/// Tells when a sound card goes: unplugged, or its driver unloaded.
///
/// The control device of a card reports an error when the card is disconnected, and is silent as long as nobody has
/// subscribed to its events. `dmix` needs it, which has no descriptor of the device itself
/// (`snd_ctl_dev_disconnect` in sound/core/control.c).
final class SoundCardWatch {
    private let loop: EventLoop
    private let descriptor: CInt
    private var watch: EventLoop.Watch?

    /// Watches a card; `nil` when its control device cannot be opened, which is no error.
    ///
    /// - Parameters:
    ///   - card: its number.
    ///   - loop: the loop of the calling thread.
    ///   - gone: called once.
    init?(card: Int, loop: EventLoop, gone: @escaping () -> Void) {
        self.loop = loop
        descriptor = open("/dev/snd/controlC\(card)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        watch = try? loop.watch(descriptor, for: .broken) { [unowned self] _ in
            // It would be told again and again.
            stop()
            gone()
        }
    }

    deinit {
        stop()
        Glibc.close(descriptor)
    }

    private func stop() {
        if let watch { loop.unwatch(watch) }
        watch = nil
    }
}

/// The kernel's timer of sound devices.
enum SoundTimer {
    /// Whether a descriptor is open on it.
    static func isBehind(_ descriptor: CInt) -> Bool {
        var opened = stat()
        var timer = stat()
        return fstat(descriptor, &opened) == 0 && stat("/dev/snd/timer", &timer) == 0
            && opened.st_rdev == timer.st_rdev
    }
}

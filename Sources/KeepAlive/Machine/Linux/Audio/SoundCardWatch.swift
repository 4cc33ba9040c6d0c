import CALSA
import Glibc
import KeepAlivePolicy

/// Reports that a sound card is disconnected: unplugged, or its driver unloaded.
///
/// A subscriber to a card's control events is woken when the card is disconnected (`snd_ctl_dev_disconnect` in
/// sound/core/control.c). Otherwise the subscriber is woken only when a control changes, which is rare. `dmix` needs
/// this watch, because its only file descriptor is a timer's.
final class SoundCardWatch {
    private let loop: EventLoop
    private var control: OpaquePointer?
    private var watch: EventLoop.Watch?

    /// Watches a card; `nil` when the card's controls cannot be opened. A card that is not watched is no error.
    ///
    /// - Parameters:
    ///   - card: the number of the card.
    ///   - loop: the loop of the calling thread.
    ///   - gone: called once, when the card is disconnected.
    init?(card: Int, loop: EventLoop, gone: @escaping () -> Void) {
        self.loop = loop
        guard snd_ctl_open(&control, "hw:\(card)", SND_CTL_NONBLOCK | SND_CTL_READONLY) == 0 else { return nil }
        var descriptor = pollfd()
        guard snd_ctl_subscribe_events(control, 1) == 0, snd_ctl_poll_descriptors(control, &descriptor, 1) == 1 else {
            snd_ctl_close(control)
            return nil
        }
        // Edge-triggered, because the control events are never read.
        watch = try? loop.watch(descriptor.fd, for: [.broken, .edgeTriggered]) { [unowned self] _ in
            stop()
            gone()
        }
    }

    deinit {
        stop()
        if control != nil { snd_ctl_close(control) }
    }

    private func stop() {
        if let watch { loop.unwatch(watch) }
        watch = nil
    }
}

/// The kernel's timer device for sound.
enum SoundTimer {
    /// Returns whether a file descriptor is open on the timer device.
    static func isBehind(_ descriptor: CInt) -> Bool {
        var opened = stat()
        var timer = stat()
        return fstat(descriptor, &opened) == 0 && stat("/dev/snd/timer", &timer) == 0
            && opened.st_rdev == timer.st_rdev
    }
}

import CALSA
import Glibc
import KeepAlivePolicy

/// Tells when a sound card goes: unplugged, or its driver unloaded.
///
/// Who has subscribed to a card's events is woken when it is disconnected (`snd_ctl_dev_disconnect` in
/// sound/core/control.c), and else when somebody turns a control, which is rare. `dmix` needs it, whose only descriptor
/// is that of a timer.
final class SoundCardWatch {
    private let loop: EventLoop
    private var control: OpaquePointer?
    private var watch: EventLoop.Watch?

    /// Watches a card; `nil` when its controls cannot be opened, which is no error.
    ///
    /// - Parameters:
    ///   - card: its number.
    ///   - loop: the loop of the calling thread.
    ///   - gone: called once.
    init?(card: Int, loop: EventLoop, gone: @escaping () -> Void) {
        self.loop = loop
        guard snd_ctl_open(&control, "hw:\(card)", SND_CTL_NONBLOCK | SND_CTL_READONLY) == 0 else { return nil }
        var descriptor = pollfd()
        guard snd_ctl_subscribe_events(control, 1) == 0, snd_ctl_poll_descriptors(control, &descriptor, 1) == 1 else {
            snd_ctl_close(control)
            return nil
        }
        // Edge-triggered: nobody reads what the controls tell.
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

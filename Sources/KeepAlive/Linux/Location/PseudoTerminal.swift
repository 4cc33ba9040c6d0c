import CLinux
import Glibc
import SystemPackage

/// A serial line to nowhere: what is written here is read from the device at ``path``.
///
/// Only our end is open. The settings live as long as it does, so a gpsd may come, go and come again.
final class PseudoTerminal {
    /// The device that a reader opens, such as `/dev/pts/3`.
    let path: String
    private var descriptor: CInt

    /// Creates a pair in raw mode: no echo, no line editing, every byte as it is.
    ///
    /// - Throws: `Errno` of posix_openpt(3), grantpt(3), unlockpt(3), ptsname_r(3) or tcsetattr(3).
    init() throws(Errno) {
        var name = [CChar](repeating: 0, count: 128)
        descriptor = try valueOrErrno(clinux_open_terminal(&name, name.count))
        path = text(name)
        do throws(Errno) {
            // Linux applies the settings of our end to the other one.
            var settings = termios()
            _ = try valueOrErrno(tcgetattr(descriptor, &settings))
            cfmakeraw(&settings)
            cfsetspeed(&settings, speed_t(B38400))
            _ = try valueOrErrno(tcsetattr(descriptor, TCSANOW, &settings))
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    deinit { close() }

    /// Closes our end, which removes the device.
    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Writes in one call, never waiting.
    ///
    /// - Returns: whether everything was taken; `false` when nobody reads and the line is full.
    func write(_ bytes: [UInt8]) -> Bool {
        guard descriptor >= 0 else { return false }
        return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    }
}

/// Plays a recorded log into a pseudo-terminal, one epoch a second.
final class ReceiverFeed {
    /// The time between two epochs, as of a usual receiver.
    static let period = Duration.seconds(1)

    /// What is played; another one begins at its beginning.
    var replay: NMEAReplay { didSet { index = 0 } }
    private let terminal: PseudoTerminal
    private let loop: EventLoop
    private var index = 0
    private var timer: ScheduledAction?
    /// Epochs that the terminal did not take.
    private(set) var skipped = 0

    /// Prepares the feed; nothing is written before ``start()``.
    init(_ replay: NMEAReplay, into terminal: PseudoTerminal, loop: EventLoop) {
        self.replay = replay
        self.terminal = terminal
        self.loop = loop
    }

    deinit { stop() }

    /// Plays from now on.
    func start() {
        guard timer == nil else { return }
        schedule(loop.now)
    }

    /// Stops after the last whole epoch.
    func stop() {
        if let timer { loop.cancel(timer) }
        timer = nil
    }

    /// Absolute instants: the time that an epoch takes does not add up.
    private func schedule(_ instant: MonotonicInstant) {
        timer = loop.schedule(at: instant) { [unowned self] in
            if !terminal.write(replay.epoch(index, at: WallClock.now)) { skipped += 1 }
            index = (index + 1) % replay.count
            let next = instant + Self.period
            // A runner that was stopped for a while goes on from now: a receiver does not catch up either.
            schedule(next > loop.now ? next : loop.now + Self.period)
        }
    }
}

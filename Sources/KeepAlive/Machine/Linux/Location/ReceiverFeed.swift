import KeepAlivePolicy
import KeepAlivePorts

/// Plays a log into a pseudo-terminal: sentences one epoch at a time, other bytes as they came over the line.
final class ReceiverFeed {
    /// The period in which bytes that are no sentences are written.
    private static let rawPeriod = Duration.milliseconds(50)
    /// The pause before a log of bytes begins again.
    private static let rawPause = Duration.seconds(1)

    /// The log that is played; a new one is played from its beginning.
    var log: ReceiverLog {
        didSet {
            index = 0
            pace = LogPace()
        }
    }
    private let terminal: PseudoTerminal
    private let loop: EventLoop
    /// The index of the next epoch, or of the next byte.
    private var index = 0
    private var pace = LogPace()
    private var timer: ScheduledAction?
    /// The number of epochs that the terminal did not take.
    private(set) var skipped = 0

    /// Prepares the feed; nothing is written before ``start()``.
    init(_ log: ReceiverLog, into terminal: PseudoTerminal, loop: EventLoop) {
        self.log = log
        self.terminal = terminal
        self.loop = loop
    }

    deinit { stop() }

    /// Plays the log from now on.
    func start() {
        guard timer == nil else { return }
        schedule(loop.now)
    }

    /// Stops after the last whole epoch.
    func stop() {
        if let timer { loop.cancel(timer) }
        timer = nil
    }

    /// Takes a time that gpsd has found in the log, in seconds since 1970.
    func reported(_ time: Double) { pace.reported(time) }

    /// Plans the next write at an absolute instant, so that the time that writes take does not add up.
    private func schedule(_ instant: MonotonicInstant) {
        timer = loop.schedule(at: instant) { [unowned self] in
            let wait = play()
            let next = instant + wait
            // After the runner was stopped for a while, the feed goes on from now: a receiver does not catch up either.
            schedule(next > loop.now ? next : loop.now + wait)
        }
    }

    /// Writes the next epoch or bytes, and returns the time until the next write.
    private func play() -> Duration {
        switch log.content {
        case .nmea(let replay):
            if !terminal.write(replay.epoch(index, at: WallClock.now)) { skipped += 1 }
            defer { index = (index + 1) % replay.count }
            return replay.period(after: index)
        case .raw(let bytes):
            guard !bytes.isEmpty else { return Self.rawPause }
            let count = max(1, Int(clamping: pace.bytesPerSecond * Self.rawPeriod.inSeconds))
            let end = min(index + count, bytes.count)
            let taken = terminal.writeSome(bytes[index..<end])
            pace.wrote(taken)
            index += taken
            guard index >= bytes.count else { return Self.rawPeriod }
            index = 0
            pace.beganAgain()
            return Self.rawPause
        }
    }
}

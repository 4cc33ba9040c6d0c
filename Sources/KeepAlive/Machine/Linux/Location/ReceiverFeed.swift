import KeepAlivePolicy
import KeepAlivePorts

/// Plays a log into a pseudo-terminal: NMEA sentences one epoch at a time, other bytes at a steady rate.
final class ReceiverFeed {
    /// The time between two writes of a raw log's bytes.
    private static let rawPeriod = Duration.milliseconds(50)
    /// The pause before a raw log begins again.
    private static let rawPause = Duration.seconds(1)

    /// The log that is played. A new log is played from its beginning.
    var log: ReceiverLog {
        didSet {
            index = 0
            pace = LogPace()
        }
    }
    private let terminal: PseudoTerminal
    private let loop: EventLoop
    /// The index of the next epoch, or of the next byte of a raw log.
    private var index = 0
    private var pace = LogPace()
    private var timer: ScheduledAction?
    /// The number of epochs that were dropped because the terminal was full.
    private(set) var skipped = 0

    /// Creates the feed. Nothing is written before ``start()``.
    init(_ log: ReceiverLog, into terminal: PseudoTerminal, loop: EventLoop) {
        self.log = log
        self.terminal = terminal
        self.loop = loop
    }

    deinit { stop() }

    /// Starts or continues to play the log.
    func start() {
        guard timer == nil else { return }
        schedule(loop.now)
    }

    /// Stops playing the log. No epoch is cut, because each is written in one call.
    func stop() {
        if let timer { loop.cancel(timer) }
        timer = nil
    }

    /// Adapts the pace of a raw log to a time that gpsd has found in the log, in seconds since 1970.
    func reported(_ time: Double) { pace.reported(time) }

    /// Schedules the next write at an absolute instant, so that the duration of the writes does not add up.
    private func schedule(_ instant: MonotonicInstant) {
        timer = loop.schedule(at: instant) { [unowned self] in
            let wait = play()
            let next = instant + wait
            // If the runner was stopped for a while, the feed continues from now, because a real receiver does not
            // catch up either.
            schedule(next > loop.now ? next : loop.now + wait)
        }
    }

    /// Writes the next epoch or the next bytes, and returns the time until the next write.
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

import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// Keeps a file of metrics up to date while a run goes on: after each change, and at intervals while the app can run. A
/// frozen app costs no wakeup.
final class MetricsFile {
    /// The interval at which it is written while nothing changes: that of Prometheus, by default.
    static let interval = Duration.seconds(15)
    /// Changes within this time are written together.
    private static let delay = Duration.milliseconds(100)

    private let document: OutputDocument
    private let loop: EventLoop
    private let figures: () -> RunSummary?
    private var pending: (call: ScheduledAction, at: MonotonicInstant)?
    /// The error of the last write, if it failed.
    private(set) var failure: KeepAliveError?

    /// - Parameters:
    ///   - document: the file; it is replaced as a whole, so that no reader gets half of it.
    ///   - loop: the loop of the run.
    ///   - figures: returns the present figures; `nil` before there are any.
    init(_ document: OutputDocument, loop: EventLoop, figures: @escaping () -> RunSummary?) {
        self.document = document
        self.loop = loop
        self.figures = figures
    }

    /// Schedules a write after an event that changes the figures.
    func observe(_ event: TimelineEvent) {
        guard [.state, .frozen, .thawed, .grantGained, .grantLost].contains(event.event) else { return }
        schedule(after: Self.delay)
    }

    private func schedule(after delay: Duration) {
        let instant = loop.now + delay
        if let pending {
            guard pending.at > instant else { return }
            loop.cancel(pending.call)
        }
        let call = loop.schedule(at: instant) { [weak self] in
            guard let self else { return }
            pending = nil
            guard let summary = figures() else { return }
            write(summary)
            if ![.suspended, .terminated, .notRunning].contains(summary.exit.lastState) {
                schedule(after: Self.interval)
            }
        }
        pending = (call, instant)
    }

    /// Writes the figures.
    ///
    /// - Parameter hasEnded: whether they are the last ones.
    func write(_ summary: RunSummary, hasEnded: Bool = false) {
        do {
            try document.write(MetricsText(summary, hasEnded: hasEnded).rendered())
            failure = nil
        } catch {
            failure = error as? KeepAliveError ?? KeepAliveError(.output, "the metrics cannot be written: \(error)")
        }
    }
}

import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveReport

/// Keeps a metrics file up to date during a run: it is written after each change, and at intervals while the app can
/// run. While the app is frozen, no timer wakes the runner for the file.
final class MetricsFile {
    /// The interval between writes without changes; it is Prometheus's default scrape interval.
    static let interval = Duration.seconds(15)
    /// The delay of a write after a change, so that several changes are written together.
    private static let delay = Duration.milliseconds(100)

    private let document: OutputDocument
    private let loop: EventLoop
    private let figures: () -> RunSummary?
    private var pending: (call: ScheduledAction, at: MonotonicInstant)?
    /// The error of the last write; `nil` if the write succeeded.
    private(set) var failure: KeepAliveError?

    /// Creates a writer for the file.
    ///
    /// - Parameters:
    ///   - document: the file, which is replaced atomically, so that a reader never sees half of its content.
    ///   - loop: the event loop of the run.
    ///   - figures: returns the current figures; `nil` before there are any.
    init(_ document: OutputDocument, loop: EventLoop, figures: @escaping () -> RunSummary?) {
        self.document = document
        self.loop = loop
        self.figures = figures
    }

    /// Schedules a write if an event changes the figures.
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
    /// - Parameter hasEnded: true if the figures are final.
    func write(_ summary: RunSummary, hasEnded: Bool = false) {
        do {
            try document.write(MetricsText(summary, hasEnded: hasEnded).rendered())
            failure = nil
        } catch {
            failure = error as? KeepAliveError ?? KeepAliveError(.output, "the metrics cannot be written: \(error)")
        }
    }
}

import KeepAlivePolicy
import KeepAlivePorts

/// Drops reports that arrive faster than any receiver sends them, and counts the dropped reports without a fix.
///
/// Reports that have accumulated while the runner was stopped may arrive at once, but a lasting flood is limited.
struct ReportPace: Sendable {
    /// A token bucket: a limit on reports at once and on reports per second.
    private struct Bucket: Sendable {
        let capacity: Double
        let perSecond: Double
        private var level: Double
        private var filledAt: MonotonicInstant?

        init(capacity: Double, perSecond: Double) {
            self.capacity = capacity
            self.perSecond = perSecond
            level = capacity
        }

        /// Removes one token. Returns false if the bucket is empty.
        mutating func take(at now: MonotonicInstant) -> Bool {
            if let filledAt { level = min(capacity, level + (now - filledAt).inSeconds * perSecond) }
            filledAt = now
            guard level >= 1 else { return false }
            level -= 1
            return true
        }
    }

    /// The limit on fixes, this project's choice: the fastest receivers for sale send 25 fixes per second.
    private var fixes = Bucket(capacity: 200, perSecond: 50)
    /// The limit on reports without a fix, this project's choice: a usual receiver sends one per second.
    private var withoutFix = Bucket(capacity: 10, perSecond: 2)
    /// The number of reports without a fix that were dropped since the last one that passed.
    private var held = 0

    /// Returns the event, with the number of dropped events before it; `nil` if the event itself is dropped.
    mutating func pass(_ event: LocationSourceEvent, at now: MonotonicInstant) -> LocationSourceEvent? {
        switch event {
        case .fix: return fixes.take(at: now) ? event : nil
        case .noFix(let cause, _):
            guard withoutFix.take(at: now) else {
                held += 1
                return nil
            }
            defer { held = 0 }
            return .noFix(cause: cause, repeats: held)
        case .opened, .lost, .note: return event
        }
    }
}

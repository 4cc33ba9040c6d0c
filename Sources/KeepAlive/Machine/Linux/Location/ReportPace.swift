import KeepAlivePolicy
import KeepAlivePorts

/// Holds back reports that come faster than any receiver sends them, and counts those without a fix.
///
/// Reports that have piled up while the runner was stopped may come at once, but not a lasting flood.
struct ReportPace: Sendable {
    /// A limit on reports at once and on reports a second.
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

        /// Takes one report out, if the bucket is not empty.
        mutating func take(at now: MonotonicInstant) -> Bool {
            if let filledAt { level = min(capacity, level + (now - filledAt).inSeconds * perSecond) }
            filledAt = now
            guard level >= 1 else { return false }
            level -= 1
            return true
        }
    }

    /// The limit on fixes. Our choice: the fastest receivers for sale give 25 fixes a second.
    private var fixes = Bucket(capacity: 200, perSecond: 50)
    /// The limit on reports without a fix. Our choice: a usual receiver sends one a second.
    private var withoutFix = Bucket(capacity: 10, perSecond: 2)
    /// The number of reports without a fix that were held back since the last that passed.
    private var held = 0

    /// Returns the event, with the number of events before it that were held back; `nil` when it is held back itself.
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

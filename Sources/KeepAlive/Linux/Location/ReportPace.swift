import KeepAlivePolicy
import KeepAlivePorts

/// Holds back what a server reports faster than any receiver does, and counts it.
///
/// What has piled up while the runner was stopped may come at once; what goes on does not.
struct ReportPace: Sendable {
    /// So many at once, and so many a second.
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

        /// Takes one out.
        mutating func take(at now: MonotonicInstant) -> Bool {
            if let filledAt { level = min(capacity, level + (now - filledAt).inSeconds * perSecond) }
            filledAt = now
            guard level >= 1 else { return false }
            level -= 1
            return true
        }
    }

    /// Our choice: the fastest receivers for sale give 25 fixes a second.
    private var fixes = Bucket(capacity: 200, perSecond: 50)
    /// Our choice: a usual receiver says once a second that it has no fix.
    private var withoutFix = Bucket(capacity: 10, perSecond: 2)
    /// Reports without a fix that have been held back since the last that was not.
    private var held = 0

    /// The event, with the number of those before it that were held back; `nil` when it is held back itself.
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

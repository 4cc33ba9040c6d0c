import FoundationEssentials

/// How many pushes to one token are taken: so many at once, and then so many a second. Apple publishes the answer to
/// more, 429, and not the number; this one is our choice.
package struct RequestPace: Sendable, Hashable {
    /// The most at once.
    package var burst: Double
    /// The most a second, in the long run.
    package var perSecond: Double

    package init(burst: Double = 1000, perSecond: Double = 100) {
        self.burst = burst
        self.perSecond = perSecond
    }

    /// What one token has left.
    struct Allowance: Sendable {
        private var left: Double
        private var since: Date

        init(_ pace: RequestPace, at now: Date) {
            left = pace.burst
            since = now
        }

        /// Takes one, if there is one.
        mutating func take(_ pace: RequestPace, at now: Date) -> Bool {
            left = min(pace.burst, left + max(0, now.timeIntervalSince(since)) * pace.perSecond)
            since = now
            guard left >= 1 else { return false }
            left -= 1
            return true
        }
    }
}

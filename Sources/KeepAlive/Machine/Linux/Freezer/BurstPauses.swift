import KeepAlivePolicy

/// The pauses before an answer to what somebody else does, so that who does it again and again does not keep the loop busy.
/// The first time has none; each further one is twice the one before.
struct BurstPauses {
    /// From 10 ms to 5 s, our choice: the longest is that between freezes that fail.
    static let limit = Duration.seconds(5)
    private var backoff = Backoff(first: .milliseconds(10), limit: Self.limit)
    private var last: MonotonicInstant?
    /// The number of answers in this burst.
    private(set) var count = 0
    /// The time without any after which the next is the first of another burst.
    private static let calm = Duration.seconds(10)

    /// Returns the pause before the answer to what happens now.
    mutating func next(at now: MonotonicInstant) -> Duration {
        defer { last = now }
        guard let last, now - last < Self.calm else {
            count = 1
            backoff.reset()
            return .zero
        }
        count += 1
        return backoff.next()
    }
}

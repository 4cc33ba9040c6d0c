import KeepAlivePolicy

/// The pauses before reactions to the actions of another program, so that a program that repeats an action again and
/// again does not keep the event loop busy. The first reaction in a burst has no pause; each further pause is twice the
/// previous one.
struct BurstPauses {
    /// The longest pause. Pauses from 10 ms to 5 s are this project's choice; the longest equals the pause between
    /// freezes that fail.
    static let limit = Duration.seconds(5)
    private var backoff = Backoff(first: .milliseconds(10), limit: Self.limit)
    private var last: MonotonicInstant?
    /// The number of reactions in the current burst.
    private(set) var count = 0
    /// The time without a reaction after which a new burst begins.
    private static let calm = Duration.seconds(10)

    /// Returns the pause before the reaction to an action that happens now.
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

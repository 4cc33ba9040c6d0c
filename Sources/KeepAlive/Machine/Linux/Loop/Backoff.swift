import KeepAlivePolicy

/// The waits between attempts: each twice the one before, up to a limit.
struct Backoff: Sendable, Equatable {
    /// The first wait.
    let first: Duration
    /// The longest wait.
    let limit: Duration
    private var upcoming: Duration

    /// Between attempts to open a sound device, and between the processes that play: our choice.
    static let ofSound = Backoff(first: .milliseconds(250), limit: .seconds(5))

    /// Creates the waits.
    ///
    /// - Parameters:
    ///   - first: the first wait, above 0.
    ///   - limit: the longest wait, at least `first`.
    init(first: Duration, limit: Duration) {
        self.first = first
        self.limit = limit
        upcoming = first
    }

    /// Returns the wait before the next attempt.
    mutating func next() -> Duration {
        defer { upcoming = min(limit, upcoming * 2) }
        return upcoming
    }

    /// Begins at the first wait again, after an attempt that succeeded.
    mutating func reset() {
        upcoming = first
    }
}

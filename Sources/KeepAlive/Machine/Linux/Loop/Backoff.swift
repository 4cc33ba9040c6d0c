import KeepAlivePolicy

/// The waits between attempts: each wait is twice the previous one, up to a limit.
struct Backoff: Sendable, Equatable {
    let first: Duration
    let limit: Duration
    private var upcoming: Duration

    /// Creates a back-off that begins with the first wait.
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

    /// Starts again with the first wait, after a successful attempt.
    mutating func reset() {
        upcoming = first
    }
}

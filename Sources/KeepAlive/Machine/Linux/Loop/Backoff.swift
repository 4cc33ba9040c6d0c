import KeepAlivePolicy

/// The waits between attempts: each wait is twice the previous one, up to a limit.
struct Backoff: Sendable, Equatable {
    /// The first wait.
    let first: Duration
    /// The longest wait.
    let limit: Duration
    private var upcoming: Duration

    /// The waits between attempts to open a sound device, and between processes that play. The times are this project's
    /// choice.
    static let ofSound = Backoff(first: .milliseconds(250), limit: .seconds(5))

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

import KeepAlivePolicy

/// Whether a strategy's player plays, and whether an interruption keeps it from playing (AS-45, AS-46).
struct PlayerState: Sendable {
    /// The player plays.
    var isPlaying = false {
        didSet { if isPlaying { wasInterrupted = false } }
    }
    private var wasInterrupted = false

    /// The session was interrupted; a player that the suspension stopped is not started by its end (AS-49).
    mutating func interruptionBegan(wasSuspended: Bool) {
        wasInterrupted = isPlaying && !wasSuspended
        isPlaying = false
    }

    /// The interruption is over.
    ///
    /// - Returns: whether to play again.
    mutating func interruptionEnded(shouldResume: Bool) -> Bool {
        defer { wasInterrupted = false }
        return wasInterrupted && shouldResume
    }

    /// The app stops its player, also one that only waits for the end of an interruption.
    ///
    /// - Returns: whether it played.
    mutating func stop() -> Bool {
        defer { self = PlayerState() }
        return isPlaying
    }
}

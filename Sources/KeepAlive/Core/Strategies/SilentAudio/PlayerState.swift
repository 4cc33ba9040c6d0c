import KeepAlivePolicy

/// The state of a strategy's player: it plays, or an interruption keeps it from playing (AS-45, AS-46).
struct PlayerState: Sendable {
    /// True while the player plays.
    var isPlaying = false {
        didSet { if isPlaying { wasInterrupted = false } }
    }
    private var wasInterrupted = false

    /// Begins an interruption. A player that the suspension stopped does not start again at its end (AS-49).
    mutating func interruptionBegan(wasSuspended: Bool) {
        wasInterrupted = isPlaying && !wasSuspended
        isPlaying = false
    }

    /// Ends an interruption.
    ///
    /// - Returns: whether to play again.
    mutating func interruptionEnded(shouldResume: Bool) -> Bool {
        defer { wasInterrupted = false }
        return wasInterrupted && shouldResume
    }

    /// Stops the player, even one that waits for the end of an interruption.
    ///
    /// - Returns: whether it played.
    mutating func stop() -> Bool {
        defer { self = PlayerState() }
        return isPlaying
    }
}

import KeepAlivePolicy

/// The state of a strategy's player: whether it plays, and whether it was stopped by an interruption (AS-45, AS-46).
struct PlayerState: Sendable {
    var isPlaying = false {
        didSet { if isPlaying { wasInterrupted = false } }
    }
    private var wasInterrupted = false

    /// Records the begin of an interruption. A player that was stopped by the app's suspension is not restarted
    /// afterwards (AS-49).
    mutating func interruptionBegan(wasSuspended: Bool) {
        wasInterrupted = isPlaying && !wasSuspended
        isPlaying = false
    }

    /// Records the end of an interruption.
    ///
    /// - Returns: true if the player should start again.
    mutating func interruptionEnded(shouldResume: Bool) -> Bool {
        defer { wasInterrupted = false }
        return wasInterrupted && shouldResume
    }

    /// Records that the player has been stopped. If the player was interrupted, the end of the interruption no longer
    /// restarts it.
    ///
    /// - Returns: true if the player was playing.
    mutating func stop() -> Bool {
        defer { self = PlayerState() }
        return isPlaying
    }
}

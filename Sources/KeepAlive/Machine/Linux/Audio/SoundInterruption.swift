import KeepAlivePolicy

/// An interruption of sound that is to play, and the waits between the attempts to end it.
///
/// Both layers that recover have one: the output that opens a device again, and the runner that starts another process.
/// The runner hands its interruption on to the next process (``SoundOrder/start(run:after:)``), so an interruption is
/// reported once, and ends once, however many devices and processes it takes.
struct SoundInterruption: Sendable {
    /// The time since which no sound flows although it should; `nil` while sound flows.
    private(set) var since: MonotonicInstant?
    /// The waits between attempts. The times are this project's choice.
    private var pauses = Backoff(first: firstPause, limit: .seconds(5))

    /// The first wait between attempts.
    static let firstPause = Duration.milliseconds(250)

    /// True while no sound flows although it should.
    var isOn: Bool { since != nil }

    /// Records that no sound flows.
    ///
    /// - Returns: true if the interruption is new.
    mutating func begin(at now: MonotonicInstant) -> Bool {
        guard since == nil else { return false }
        since = now
        return true
    }

    /// Records that sound flows.
    ///
    /// - Returns: the length of the interruption; `nil` if there was none.
    mutating func end(at now: MonotonicInstant) -> Duration? {
        let length = since.map { now - $0 }
        self = SoundInterruption()
        return length
    }

    /// Returns the wait before the next attempt.
    mutating func nextPause() -> Duration { pauses.next() }

    /// Continues an interruption that began before, or records that there is none.
    mutating func restart(since: MonotonicInstant?) {
        self = SoundInterruption()
        self.since = since
    }
}

/// The background sessions of the app, which outlive its process.
struct TransferState: Sendable, Hashable {
    var sessions: [String: TransferSession] = [:]
    /// The sessions with events (ended transfers, challenges) that have not been delivered to a process.
    var sessionsWithEvents: Set<String> = []
    /// The times at which discretionary transfers began in the background (UR-19).
    var discretionaryBegins: [MonotonicInstant] = []
    /// The last delay of the rate limiter for transfers that start in the background (UR-08).
    var delay = Duration.zero
    /// The time at which the delay of the rate limiter ends; `nil` without a delay.
    var delayUntil: MonotonicInstant?

    /// The tasks of all sessions, sorted by session and number.
    var keys: [(session: String, task: Int)] {
        sessions.flatMap { session in session.value.tasks.keys.map { (session.key, $0) } }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    /// True while the app has not returned from the last callback about a transfer: the app is not suspended before it
    /// returns (UR-06).
    var waitsForCalls: Bool {
        sessions.values.contains { !$0.completing.isEmpty }
    }

    mutating func stopWaitingForCalls() {
        for identifier in sessions.keys { sessions[identifier]?.completing.removeAll() }
    }

    mutating func forgetProcess() {
        for identifier in sessions.keys {
            sessions[identifier]?.forgetProcess()
            if sessions[identifier]?.ended.isEmpty == false || sessions[identifier]?.isChallenged == true {
                sessionsWithEvents.insert(identifier)
            }
        }
    }
}

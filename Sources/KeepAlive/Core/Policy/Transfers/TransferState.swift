/// The background sessions of the app, which outlive its process.
struct TransferState: Sendable, Hashable {
    var sessions: [String: TransferSession] = [:]
    /// The sessions whose transfers have ended, as long as no process has been told.
    var sessionsWithEvents: Set<String> = []
    /// The times at which discretionary transfers began in the background (UR-19).
    var discretionaryBegins: [MonotonicInstant] = []
    var delay = Duration.zero
    var delayUntil: MonotonicInstant?

    /// The tasks of all sessions, in a fixed order.
    var keys: [(session: String, task: Int)] {
        sessions.flatMap { session in session.value.tasks.keys.map { (session.key, $0) } }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    /// The app is being told of the end of a transfer: an app that runs is not suspended before it has heard (UR-06).
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

/// A background URL session (UR rules).
struct TransferSession: Sendable, Hashable {
    /// A task that has ended, of which no process has been told yet.
    struct Ended: Sendable, Hashable {
        var task: Int
        var end: EndedTransfer
        var isTold: Bool
        /// A process had moved the file before it ended, in the call that named it: only the last call is due.
        var fileIsTaken = false
    }

    var sendsLaunchEvents = true
    var discretionary = false
    /// The tasks that have not ended, by number.
    var tasks: [Int: TransferTask] = [:]
    var ended: [Ended] = []
    /// Finished downloads of which the process is being told: it has not returned from the call that names the file.
    private var beingTold: [Ended] = []
    /// The tasks of whose end the process is being told: it has not returned from the last call about them (UR-06).
    var completing: Set<Int> = []
    /// True while the app's process has the session: a new process makes it anew (UR-04).
    var connected = true
    /// The process has a completion handler to call (SD-44).
    var hasHandler = false
    /// The process is to be told that no event is left, once it has answered the questions that it heard with the others.
    var owesFinish = false
    /// The process has been told in this wake that no event is left: what comes until the next wake is a normal call.
    var hasToldFinish = false
    /// Those questions, by task.
    var questions: Set<Int> = []
    /// The highest number that a task of the session has had.
    private(set) var lastNumber = 0

    mutating func add(_ number: Int, _ request: TransferRequest, at now: MonotonicInstant) {
        tasks[number] = TransferTask(request: request, createdAt: now)
        lastNumber = max(lastNumber, number)
    }

    /// Adds a transfer that runs outside of the policy's sight: only its end is told.
    mutating func addTold() -> Int {
        lastNumber += 1
        tasks[lastNumber] = TransferTask(isTold: true)
        return lastNumber
    }

    mutating func end(_ number: Int, code: Int?, _ cancelReason: EndedTransfer.CancelReason? = nil) {
        guard let task = tasks.removeValue(forKey: number) else { return }
        let end = EndedTransfer(task.request, code: code, cancelReason: cancelReason)
        ended.append(Ended(task: number, end: end, isTold: task.isTold))
    }

    /// A process has to be told of something, perhaps once more.
    var hasToTell: Bool { !beingTold.isEmpty || ended.contains { !$0.isTold } }

    /// All that was told has been dealt with, but for the handler.
    var isFinished: Bool { owesFinish && !questions.contains { tasks[$0]?.state == .challenged } }

    /// The app's process has been asked for credentials, or is to be.
    var isChallenged: Bool { tasks.values.contains { $0.state == .challenged } }

    /// The questions of servers that the app's process has not heard, by task.
    var untoldChallenges: [(task: Int, request: TransferRequest, challenge: TransferChallenge)] {
        tasks.sorted { $0.key < $1.key }.compactMap { number, task in
            guard task.state == .challenged, !task.isAsked, let challenge = task.challenge else { return nil }
            return (number, task.request, challenge)
        }
    }

    mutating func beginTelling(of task: Ended) { if !task.isTold { beingTold.append(task) } }

    /// Returns whether the process was being told of the task.
    mutating func finishTelling(of number: Int) -> Bool {
        guard let index = beingTold.firstIndex(where: { $0.task == number }) else { return false }
        beingTold.remove(at: index)
        return true
    }

    mutating func fileIsTaken(from number: Int) {
        for index in ended.indices where ended[index].task == number { ended[index].fileIsTaken = true }
    }

    /// The process has ended. What it was being told of, the next one is told.
    mutating func forgetProcess() {
        connected = false
        hasHandler = false
        owesFinish = false
        hasToldFinish = false
        questions.removeAll()
        for number in tasks.keys { tasks[number]?.isAsked = false }
        ended = beingTold + ended
        beingTold.removeAll()
        completing.removeAll()
    }
}

/// A task of a background session that has not ended.
struct TransferTask: Sendable, Hashable {
    enum State: Sendable, Hashable {
        /// Not resumed yet, or suspended by the app.
        case suspended
        /// Resumed, but something keeps it from running.
        case waiting
        case running
        /// The server has asked who the app is.
        case challenged
    }

    /// The reasons for which a task waits.
    enum Obstacle: Sendable, Hashable {
        case off
        case earliestBegin, rateLimiter, retry
        case noConnection, cellular, lowDataMode
        case lowPowerMode, externalPower, wifi, pace

        /// The line of the wait; `nil` for delays, which are told where they begin, and pause nothing that runs.
        var reason: Reason? {
            switch self {
            case .off: Reason("LC-37", "the device is switched off")
            case .earliestBegin: Reason("UR-17", "earliestBeginDate has not come")
            case .rateLimiter, .retry: nil
            case .noConnection: Reason("UR-16", "there is no network: it waits for one")
            case .cellular: Reason("UR-18", "allowsCellularAccess is off: it waits for Wi-Fi")
            case .lowDataMode:
                Reason("UR-18", "allowsConstrainedNetworkAccess is off: it waits for the end of Low Data Mode")
            case .lowPowerMode: Reason("UR-12", "discretionary: it waits for the end of Low Power Mode")
            case .externalPower: Reason("UR-19", "discretionary: it waits for external power")
            case .wifi: Reason("UR-19", "discretionary: it waits for Wi-Fi")
            case .pace: Reason("UR-19", "discretionary: the system begins only a few in the background")
            }
        }
    }

    var request = TransferRequest()
    var state = State.suspended
    /// True for a transfer that runs outside of the policy's sight: only its end is told.
    var isTold = false
    var createdAt = MonotonicInstant.zero
    /// The time at which the app first resumed it (UR-11).
    var since: MonotonicInstant?
    /// It was resumed in the background (UR-03).
    var begunInBackground = false
    /// A time before which it does not run, and the reason for that.
    var notBefore: MonotonicInstant?
    var delay = Obstacle.retry
    /// The reason that was told last.
    var obstacle: Obstacle?
    /// The server's question, and whether the app's process has heard it (UR-02).
    var challenge: TransferChallenge?
    var isAsked = false
    /// The failures in a row (MD-25).
    var failures = 0

    var isActive: Bool { state != .suspended }

    /// `earliestBeginDate` (UR-17).
    var earliestBegin: MonotonicInstant? { request.earliestBegin.map { createdAt + $0 } }

    /// Lets it wait until an instant, if it does not wait longer already.
    mutating func wait(until instant: MonotonicInstant, _ cause: Obstacle) {
        if let notBefore, notBefore >= instant { return }
        notBefore = instant
        delay = cause
    }
}

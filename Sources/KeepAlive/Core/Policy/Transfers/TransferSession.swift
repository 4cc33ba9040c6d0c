/// The policy's state of one background URL session (UR rules).
struct TransferSession: Sendable, Hashable {
    /// An ended task whose end has not been delivered to a process yet.
    struct Ended: Sendable, Hashable {
        var task: Int
        var end: EndedTransfer
        /// True if the transfer ran outside of the policy: the host reported only its end.
        var isTold: Bool
        /// True if a process moved the file in the callback that named the file, and then ended: only the last callback
        /// about the task is still due.
        var fileIsTaken = false
    }

    var sendsLaunchEvents = true
    var discretionary = false
    /// The tasks that have not ended, by number.
    var tasks: [Int: TransferTask] = [:]
    var ended: [Ended] = []
    /// The finished downloads for which the process has not returned from the callback that names the file (SD-43).
    private var beingTold: [Ended] = []
    /// The tasks for which the process has not returned from the last callback, `didCompleteWithError` (UR-06).
    var completing: Set<Int> = []
    /// True while the app's process has the session: a new process must create it again (UR-04).
    var connected = true
    /// True if the process has a completion handler to call (SD-44).
    var hasHandler = false
    /// True if the process must still get `urlSessionDidFinishEvents`, after it has answered the challenges of this
    /// wake.
    var owesFinish = false
    /// True if the process got `urlSessionDidFinishEvents` in this wake: later events are normal delegate calls until
    /// the next wake.
    var hasToldFinish = false
    /// The tasks whose challenges must be answered before `urlSessionDidFinishEvents`.
    var questions: Set<Int> = []
    /// The highest number that a task of the session has had.
    private(set) var lastNumber = 0

    mutating func add(_ number: Int, _ request: TransferRequest, at now: MonotonicInstant) {
        tasks[number] = TransferTask(request: request, createdAt: now)
        lastNumber = max(lastNumber, number)
    }

    /// Adds a transfer that runs outside of the policy: the host reports only its end. Returns its number.
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

    /// True if the end of a task must be delivered to a process, for the first time or again.
    var hasToTell: Bool { !beingTold.isEmpty || ended.contains { !$0.isTold } }

    /// True if `urlSessionDidFinishEvents` can be delivered: it is due, and all challenges of the wake have been
    /// answered.
    var isFinished: Bool { owesFinish && !questions.contains { tasks[$0]?.state == .challenged } }

    /// True while a task has a challenge that the app has not answered.
    var isChallenged: Bool { tasks.values.contains { $0.state == .challenged } }

    /// The challenges that the app's process has not got yet, by task.
    var untoldChallenges: [(task: Int, request: TransferRequest, challenge: TransferChallenge)] {
        tasks.sorted { $0.key < $1.key }.compactMap { number, task in
            guard task.state == .challenged, !task.isAsked, let challenge = task.challenge else { return nil }
            return (number, task.request, challenge)
        }
    }

    mutating func beginTelling(of task: Ended) { if !task.isTold { beingTold.append(task) } }

    /// Records the return from the callback that names the task's file. Returns true if the process was in this
    /// callback.
    mutating func finishTelling(of number: Int) -> Bool {
        guard let index = beingTold.firstIndex(where: { $0.task == number }) else { return false }
        beingTold.remove(at: index)
        return true
    }

    mutating func fileIsTaken(from number: Int) {
        for index in ended.indices where ended[index].task == number { ended[index].fileIsTaken = true }
    }

    /// Forgets the process, which has ended. The ends in `beingTold` are kept for the next process.
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
        /// The task was not resumed yet, or the app has suspended it.
        case suspended
        /// The task was resumed, but an obstacle keeps it from running.
        case waiting
        case running
        /// The server has asked for credentials, and the app has not answered.
        case challenged
    }

    /// The obstacles that keep a task from running.
    enum Obstacle: Sendable, Hashable {
        case off
        case earliestBegin, rateLimiter, retry
        case noConnection, cellular, lowDataMode
        case lowPowerMode, externalPower, wifi, pace

        /// The reason that is logged for the wait; `nil` for delays, which are logged when they begin and do not pause
        /// a running task.
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
    /// True for a transfer that runs outside of the policy: the host reports only its end.
    var isTold = false
    var createdAt = MonotonicInstant.zero
    /// The time at which the app first resumed the task (UR-11); `nil` before that.
    var since: MonotonicInstant?
    /// True if the task was resumed in the background (UR-03).
    var begunInBackground = false
    /// The time before which the task does not run, with the obstacle `delay` as the reason; `nil` without a delay.
    var notBefore: MonotonicInstant?
    var delay = Obstacle.retry
    /// The obstacle that was logged last.
    var obstacle: Obstacle?
    /// The server's last challenge; `nil` before the first one (UR-02).
    var challenge: TransferChallenge?
    /// True once the app's process has got the challenge.
    var isAsked = false
    /// The number of consecutive failures (MD-25).
    var failures = 0

    var isActive: Bool { state != .suspended }

    /// The instant of the task's `earliestBeginDate`; `nil` if the app has set none (UR-17).
    var earliestBegin: MonotonicInstant? { request.earliestBegin.map { createdAt + $0 } }

    /// The instant for which the task waits, also when it has passed and nothing has begun the task yet; `nil` if
    /// the task does not wait for a time.
    var waitsUntil: MonotonicInstant? {
        guard state == .waiting else { return nil }
        return switch obstacle {
        case .earliestBegin: earliestBegin
        case .rateLimiter, .retry: notBefore
        default: nil
        }
    }

    /// Makes the task wait until an instant, unless it waits longer already.
    mutating func wait(until instant: MonotonicInstant, _ cause: Obstacle) {
        if let notBefore, notBefore >= instant { return }
        notBefore = instant
        delay = cause
    }
}

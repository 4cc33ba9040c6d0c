/// Decisions about background URL sessions: the UR rules. A process of the system runs the transfers, so neither a
/// suspension nor a kill of the app stops them (UR-01).
extension PolicyMachine {
    mutating func processTransfer(_ event: TransferEvent) {
        switch event {
        case .sessionCreated(let identifier, let sendsLaunchEvents, let discretionary):
            guard process.alive else { return }
            var session = transfers.sessions[identifier] ?? TransferSession()
            session.sendsLaunchEvents = sendsLaunchEvents
            session.discretionary = discretionary
            session.connected = true
            transfers.sessions[identifier] = session
        case .taskCreated(let identifier, let task, let request):
            guard process.alive else { return }
            transfers.sessions[identifier]?.add(task, request, at: now)
        case .taskStarted(let identifier, let request):
            guard process.alive else { return }
            let task = nextTransfer(in: identifier)
            transfers.sessions[identifier]?.add(task, request, at: now)
            resumeTransfer(identifier, task)
        case .taskResumed(let identifier, let task): resumeTransfer(identifier, task)
        case .unsupportedTaskMade(let identifier, let kind):
            guard kind.isRefused(by: profile.version) else {
                return log(
                    "a data task of the background session \(identifier): the app's process performs it",
                    Reason("UR-21", "it goes on only while the app runs"))
            }
            raise(kind.reason, name: "NSGenericException", rule: "UR-21")
        case .serviceLost: transferServiceLost()
        case .taskSuspended(let identifier, let task): suspendTransfer(identifier, task)
        case .taskCancelled(let identifier, let task, let producesResumeData):
            guard process.alive else { return }
            endTransfer(identifier, task, code: URLErrorCode.cancelled, keepsWhatCame: producesResumeData)
        case .taskChanged(let identifier, let task, let description, let earliestBegin):
            changeTransfer(identifier, task, description, earliestBegin)
        case .finished(let identifier): endAllTransfers(identifier, code: nil)
        case .failed(let identifier, let code): endAllTransfers(identifier, code: code)
        case .taskCompleted(let identifier, let task, let code): endTransfer(identifier, task, code: code)
        case .taskBrokeOff(let identifier, let task, let code): transferBrokeOff(identifier, task, code: code)
        case .challenged(let identifier, let task, let challenge): transferChallenged(identifier, task, challenge)
        case .challengeAnswered(let identifier, let task, let disposition, let credential):
            challengeAnswered(identifier, task, disposition, credential)
        case .handlerCalled(let identifier): transferHandlerCalled(identifier)
        case .wrote(let identifier, let task, let bytes, let total):
            transfers.sessions[identifier]?.tasks[task]?.failures = 0
            tellOfTransfer(identifier, .didWriteData(session: identifier, task: task, bytes: bytes, of: total))
        case .sent(let identifier, let task, let bytes, let total):
            transfers.sessions[identifier]?.tasks[task]?.failures = 0
            tellOfTransfer(identifier, .didSendBodyData(session: identifier, task: task, bytes: bytes, of: total))
        case .resumedAtOffset(let identifier, let task, let offset):
            tellOfTransfer(identifier, .didResumeAtOffset(session: identifier, task: task, offset: offset))
        case .delegateReturned(let identifier, let task):
            guard transfers.sessions[identifier]?.finishTelling(of: task) == true else { return }
            emit(
                .transfer(.discard, session: identifier, task: task),
                Reason("SD-43", "the call that named the file has returned"))
        case .completionReturned(let identifier, let task):
            transfers.sessions[identifier]?.completing.remove(task)
            if !transfers.waitsForCalls { deadlines[.transferTelling] = nil }
        case .fileTaken(let identifier, let task): transfers.sessions[identifier]?.fileIsTaken(from: task)
        case .fileMoved(let identifier, let afterReturn):
            guard process.alive, afterReturn else { return }
            emit(
                .refuse(.downloadedFileGone),
                Reason("SD-43", "session \(identifier): the file was deleted when the call that named it returned"))
        case .restored(let restored): restoreSession(restored)
        }
    }

    // MARK: Starting

    private mutating func resumeTransfer(_ identifier: String, _ number: Int?) {
        guard process.alive, var session = transfers.sessions[identifier] else { return }
        let number = number ?? session.addTold()
        guard var task = session.tasks[number], task.state == .suspended || task.isTold else { return }
        task.state = .waiting
        task.since = task.since ?? now
        task.begunInBackground = runsBehind
        if runsBehind, !session.discretionary {
            log(
                "session \(identifier): started in the background, so it is treated as discretionary",
                Reason("UR-03", "isDiscretionary is honoured only in the foreground"))
        }
        if conditions.lowPowerMode, task.isTold, session.discretionary || runsBehind {
            transferWaitsForPower(identifier)
        }
        // UR-08: a transfer that starts in the background waits for the delay of the rate limiter.
        if runsBehind, let until = transfers.delayUntil, now < until {
            task.wait(until: until, .rateLimiter)
            log(
                "session \(identifier): the transfer waits \(profile.inWords(until - now))",
                Reason("UR-08", "the rate limiter of background sessions"))
        }
        if task.isTold { task.state = .running }
        session.tasks[number] = task
        transfers.sessions[identifier] = session
        runTransfers()
    }

    private mutating func suspendTransfer(_ identifier: String, _ number: Int) {
        guard process.alive, let task = transfers.sessions[identifier]?.tasks[number], !task.isTold else { return }
        transfers.sessions[identifier]?.tasks[number]?.state = .suspended
        if task.state == .running { pause(identifier, number, Reason("UR-01", "the app has suspended the task")) }
        runTransfers()
    }

    /// Applies the properties that the app may change after it has made a task.
    private mutating func changeTransfer(
        _ identifier: String, _ number: Int, _ description: String?, _ earliestBegin: Duration?
    ) {
        guard process.alive, var task = transfers.sessions[identifier]?.tasks[number], !task.isTold else { return }
        if let description { task.request.description = description.isEmpty ? nil : description }
        if let earliestBegin { task.request.earliestBegin = now - task.createdAt + earliestBegin }
        transfers.sessions[identifier]?.tasks[number] = task
        runTransfers()
    }

    /// Begins the transfers that may run now, pauses those that may not, and sets the deadlines of the waiting ones.
    mutating func runTransfers() {
        for (identifier, number) in transfers.keys {
            guard let session = transfers.sessions[identifier], let task = session.tasks[number], !task.isTold else {
                continue
            }
            let obstacle = obstacle(to: task, of: session)
            switch (task.state, obstacle) {
            case (.waiting, nil):
                if isPaced(task, of: session) { transfers.discretionaryBegins.append(now) }
                transfers.sessions[identifier]?.tasks[number]?.state = .running
                transfers.sessions[identifier]?.tasks[number]?.obstacle = nil
                emit(
                    .transfer(.begin, session: identifier, task: number),
                    Reason("UR-01", "a process of the system transfers it"))
            case (.running, let obstacle?):
                guard let reason = obstacle.reason else { continue }
                transfers.sessions[identifier]?.tasks[number]?.state = .waiting
                transfers.sessions[identifier]?.tasks[number]?.obstacle = obstacle
                pause(identifier, number, reason)
            case (.waiting, let obstacle?) where obstacle != task.obstacle:
                transfers.sessions[identifier]?.tasks[number]?.obstacle = obstacle
                if let reason = obstacle.reason { log("session \(identifier): task \(number) waits", reason) }
            default: break
            }
        }
        watchTransfers()
    }

    private mutating func pause(_ identifier: String, _ number: Int, _ reason: Reason) {
        emit(.transfer(.pause, session: identifier, task: number), reason)
    }

    /// Returns the first obstacle that keeps a transfer from running now; `nil` if there is none.
    private func obstacle(to task: TransferTask, of session: TransferSession) -> TransferTask.Obstacle? {
        if conditions.isOff { return .off }
        if let begin = task.earliestBegin, now < begin { return .earliestBegin }
        if let notBefore = task.notBefore, now < notBefore { return task.delay }
        if conditions.network == .none { return .noConnection }
        if conditions.network == .cellular, !task.request.allowsCellularAccess { return .cellular }
        if conditions.lowDataMode, !task.request.allowsConstrainedNetworkAccess { return .lowDataMode }
        guard session.discretionary || task.begunInBackground else { return nil }
        if conditions.lowPowerMode { return .lowPowerMode }
        // MD-26: only discretionary transfers and transfers begun in the background get here. The system may choose
        // their time; an eager system runs them as soon as possible.
        if conditions.systemLife == .eager { return nil }
        guard session.discretionary || profile.switches.backgroundTransfersWaitForPower else { return nil }
        if !conditions.externalPower { return .externalPower }
        if conditions.network != .wifi { return .wifi }
        if task.state == .waiting, isPaced(task, of: session), let limit = profile.discretionaryTransfersMax,
            paceBegins.count >= limit
        {
            return .pace
        }
        return nil
    }

    /// UR-19: returns true if the pace of discretionary transfers limits a task. The pace has no effect while the user
    /// looks at the app.
    private func isPaced(_ task: TransferTask, of session: TransferSession) -> Bool {
        session.discretionary && !isOnScreen && profile.discretionaryTransfersMax != nil
    }

    /// The times in the present window at which discretionary transfers began.
    private var paceBegins: [MonotonicInstant] {
        transfers.discretionaryBegins.filter { now - $0 < profile.discretionaryWindow }
    }

    /// UR-12: prints that Low Power Mode may pause discretionary transfers. The system decides whether it does.
    private mutating func transferWaitsForPower(_ identifier: String) {
        log(
            "session \(identifier): its transfers may be paused until Low Power Mode ends",
            Reason("UR-12", "discretionary transfers in Low Power Mode"))
    }

    /// UR-12: at the start of Low Power Mode, prints that the mode may pause the running discretionary transfers that
    /// run outside of the policy.
    mutating func transfersMeetLowPowerMode() {
        for (identifier, session) in transfers.sessions.sorted(by: { $0.key < $1.key })
        where session.discretionary && session.tasks.values.contains(where: { $0.isTold && $0.isActive }) {
            transferWaitsForPower(identifier)
        }
    }

    /// UR-16, MD-25: handles a failed connection: the system retries after a delay that doubles with each failure.
    private mutating func transferBrokeOff(_ identifier: String, _ number: Int, code: Int) {
        guard var task = transfers.sessions[identifier]?.tasks[number], task.state == .running, !task.isTold else {
            return
        }
        var delay = profile.transferRetryDelay
        for _ in 0..<min(task.failures, 16) { delay = delay.scaled(by: 2) }
        delay = min(delay, profile.transferRetryDelayMax)
        task.failures += 1
        task.state = .waiting
        task.wait(until: now + delay, .retry)
        transfers.sessions[identifier]?.tasks[number] = task
        log(
            "session \(identifier): task \(number) broke off with \(code), and is tried again in \(profile.inWords(delay))",
            Reason("UR-16", "a background session waits for the connection"))
        runTransfers()
    }

    // MARK: Credentials

    /// UR-02: handles a server's challenge: the app gets the challenge, and is woken for it.
    private mutating func transferChallenged(_ identifier: String, _ number: Int, _ challenge: TransferChallenge) {
        guard var task = transfers.sessions[identifier]?.tasks[number], task.state == .running else { return }
        var challenge = challenge
        // A failure is counted only if the app had answered the last challenge with a credential.
        let failures = task.challenge?.previousFailureCount ?? 0
        challenge.previousFailureCount = task.request.credential == nil ? 0 : failures + 1
        task.challenge = challenge
        task.state = .challenged
        task.isAsked = false
        task.request.credential = nil
        transfers.sessions[identifier]?.tasks[number] = task
        log("session \(identifier): the server of task \(number) asks for credentials", Reason("UR-02", "401"))
        transfers.sessionsWithEvents.insert(identifier)
        guard runsBehind, transfers.sessions[identifier]?.sendsLaunchEvents == true,
            !wakes.live.contains(where: { $0.kind == .urlSession && $0.identifier == identifier })
        else { return wakeForTransfers(identifier) }
        // The app runs, but may be suspended before it can answer: a wake gives it the time.
        wake(.urlSession, identifier: identifier)
    }

    private mutating func challengeAnswered(
        _ identifier: String, _ number: Int, _ disposition: ChallengeDisposition, _ credential: TransferCredential?
    ) {
        guard process.alive, var task = transfers.sessions[identifier]?.tasks[number], task.state == .challenged,
            task.isAsked
        else { return }
        switch (disposition, credential) {
        case (.cancelAuthenticationChallenge, _):
            endTransfer(identifier, number, code: URLErrorCode.cancelled)
        case (.useCredential, let credential?):
            task.request.credential = credential
            task.request.credential?.method = task.challenge?.method
            task.request.credential?.url = task.challenge?.url
            goOn()
        case (.useCredential, nil), (.performDefaultHandling, _), (.rejectProtectionSpace, _):
            task.request.takesChallengeAsAnswer = true
            goOn()
        }

        func goOn() {
            task.state = .waiting
            transfers.sessions[identifier]?.tasks[number] = task
            runTransfers()
        }
    }

    // MARK: Timers

    /// UR-11: sets the deadlines of transfers. The deadlines stay even if no app will get the end of a transfer.
    mutating func watchTransfers() {
        var timeout: MonotonicInstant?
        var start: MonotonicInstant?
        for session in transfers.sessions.values {
            for task in session.tasks.values where task.isActive {
                if let since = task.since {
                    let end = since + resourceTimeout(of: task)
                    timeout = min(timeout ?? end, end)
                }
                if let begin = task.waitsUntil { start = min(start ?? begin, begin) }
            }
        }
        transfers.discretionaryBegins = paceBegins
        let isPaced = transfers.sessions.values.contains { $0.tasks.values.contains { $0.obstacle == .pace } }
        if isPaced, let first = transfers.discretionaryBegins.first {
            let next = first + profile.discretionaryWindow
            start = min(start ?? next, next)
        }
        deadlines[.transferTimeout] = timeout
        deadlines[.transferStart] = start
    }

    private func resourceTimeout(of task: TransferTask) -> Duration {
        task.request.resourceTimeout ?? profile.transferResourceTimeout
    }

    mutating func transfersTimedOut() {
        for (identifier, number) in transfers.keys {
            guard let task = transfers.sessions[identifier]?.tasks[number], task.isActive, let since = task.since,
                now - since >= resourceTimeout(of: task)
            else { continue }
            log(
                "session \(identifier): not done in \(profile.inWords(resourceTimeout(of: task)))",
                Reason("UR-11", "timeoutIntervalForResource"))
            endTransfer(identifier, number, code: URLErrorCode.timedOut, keepsWhatCame: true)
        }
    }

    // MARK: Ending

    /// Ends all transfers of a session that run outside of the policy.
    private mutating func endAllTransfers(_ identifier: String, code: Int?) {
        guard var session = transfers.sessions[identifier] else { return }
        // If the begin of such a transfer was not reported to the policy, a transfer is added, so that one can end.
        if !session.tasks.values.contains(where: { $0.isTold }) { _ = session.addTold() }
        let ended = session.tasks.filter { $0.value.isTold }.keys.sorted()
        for number in ended { session.end(number, code: code) }
        transfers.sessions[identifier] = session
        transferEnded(identifier)
    }

    private mutating func endTransfer(_ identifier: String, _ number: Int, code: Int?, keepsWhatCame: Bool = false) {
        guard let task = transfers.sessions[identifier]?.tasks[number] else { return }
        if !task.isTold, let code, let rule = Self.endsOfSystem[code] {
            emit(
                .transfer(Self.end(of: task, keepsWhatCame: keepsWhatCame), session: identifier, task: number),
                Reason(rule, "the task ends with \(code)"))
        }
        transfers.sessions[identifier]?.end(number, code: code)
        transferEnded(identifier)
    }

    /// The error codes of a task that ends while its transfer still runs, with their rules: for these codes the policy
    /// must order the end of the transfer.
    private static let endsOfSystem: [Int: RuleID] = [
        URLErrorCode.cancelled: "UR-01", URLErrorCode.timedOut: "UR-11",
        URLErrorCode.backgroundSessionWasDisconnected: "UR-23",
    ]

    /// UR-23: ends all transfers, because the system's transfer process has died.
    private mutating func transferServiceLost() {
        for (identifier, number) in transfers.keys {
            endTransfer(identifier, number, code: URLErrorCode.backgroundSessionWasDisconnected)
        }
    }

    private mutating func transferEnded(_ identifier: String) {
        watchTransfers()
        guard let session = transfers.sessions[identifier], !session.ended.isEmpty else { return }
        transfers.sessionsWithEvents.insert(identifier)
        // UR-02: the app is woken when all tasks of the session are done.
        if session.tasks.values.contains(where: \.isActive) { return }
        wakeForTransfers(identifier)
    }

    private mutating func wakeForTransfers(_ identifier: String) {
        // UR-06: the app runs anyway, so its delegate is called, and no launch event is needed.
        if state.isRunning, !process.isEnding { return }
        if transfers.sessions[identifier]?.sendsLaunchEvents != true {
            return emit(.dropWake(.urlSession), Reason("UR-02", "sessionSendsLaunchEvents is off"))
        }
        // One wake for a session is enough, however often the session finishes before the app gets the events.
        if wakes.pending.contains(where: { $0.kind == .urlSession && $0.identifier == identifier }) { return }
        // UR-09: the delay of the rate limiter is raised before the app is woken.
        if obstacle(to: .urlSession, WakeTerms.terms(of: .urlSession, in: profile)) == nil { raiseTransferDelay() }
        wake(.urlSession, identifier: identifier)
    }

    /// Returns the order that ends a task's transfer. With `keepsWhatCame` the received data of a download is kept: the
    /// system ended the task, or the app cancelled it with resume data (UR-20).
    private static func end(of task: TransferTask, keepsWhatCame: Bool) -> TransferOrder {
        keepsWhatCame && task.request.direction == .download ? .yield : .cancel
    }

    /// UR-02: wakes the app for ended transfers whose end was not delivered to the last process.
    ///
    /// If the last process was launched for these transfers, a new process would probably end in the same way. Then
    /// nothing is launched, and the events are delivered to the next process that starts for another reason.
    mutating func relaunchForTransfers(afterLaunch cause: LaunchCause) {
        guard !process.forceQuit, cause != .wake(.urlSession) else { return }
        for identifier in transfers.sessionsWithEvents.sorted()
        where transfers.sessions[identifier]?.sendsLaunchEvents == true {
            transferEnded(identifier)
            if transfers.sessions[identifier]?.isChallenged == true { wakeForTransfers(identifier) }
        }
    }

    // MARK: Telling

    /// SD-43: delivers a callback about a transfer's progress to a running app, if the app's process has the session.
    /// The transfer itself needs no app (UR-01).
    private mutating func tellOfTransfer(_ identifier: String, _ callback: AppCallback) {
        guard state.isRunning, !process.isLaunching, transfers.sessions[identifier]?.connected == true else {
            return
        }
        deliver(callback, Reason("SD-43", "a delegate call of session \(identifier)"))
    }

    /// SD-44: records that the app got the completion handler of a session. A second handler while the first one waits
    /// is an error of the app.
    mutating func transferHandlerGiven(_ identifier: String) {
        if transfers.sessions[identifier]?.hasHandler == true {
            log(
                "session \(identifier) has a completion handler already",
                Reason("SD-44", "the first one was not called"))
        }
        transfers.sessions[identifier]?.hasHandler = true
    }

    private mutating func transferHandlerCalled(_ identifier: String) {
        guard process.alive else { return }
        if transfers.sessions[identifier]?.hasHandler != true {
            log(
                "session \(identifier): there is no completion handler to call",
                Reason("SD-44", "it was called already, or never given"))
        }
        transfers.sessions[identifier]?.hasHandler = false
        transfers.sessions[identifier]?.owesFinish = false
        completeWake(.urlSession, identifier: identifier)
    }

    /// Delivers the events of a session, once the app's process has created the session (UR-04, UR-06).
    mutating func deliverTransferEvents(_ identifier: String) {
        guard transfers.sessionsWithEvents.contains(identifier), canTakeTransferEvents,
            let session = transfers.sessions[identifier], session.connected
        else { return }
        transfers.sessionsWithEvents.remove(identifier)
        transfers.sessions[identifier]?.ended.removeAll()
        let isWoken =
            !session.hasToldFinish
            && (session.hasHandler || wakes.live.contains { $0.kind == .urlSession && $0.identifier == identifier })
        let reason =
            isWoken
            ? Reason("UR-04", "the session exists again") : Reason("UR-06", "the app runs: normal delegate calls")
        for ended in session.ended {
            if ended.end.code == nil, ended.end.request.direction == .download, !ended.fileIsTaken {
                transfers.sessions[identifier]?.beginTelling(of: ended)
                deliver(.didFinishDownloading(session: identifier, task: ended.task, ended.end.request), reason)
                deliver(
                    .didCompleteTransfer(session: identifier, task: ended.task, ended.end),
                    Reason("SD-43", "the last call about the task"))
            } else {
                deliver(.didCompleteTransfer(session: identifier, task: ended.task, ended.end), reason)
            }
        }
        // UR-06: a running app gets the callbacks about ended transfers before it is suspended. For these callbacks it
        // has at most the budget of a wake after the end of its last grant, however many transfers end meanwhile.
        let completing = session.ended.filter { !$0.isTold }.map(\.task)
        let limit = (grants.isEmpty ? lastLostAt : now) + profile.contentWakeBudget
        if !completing.isEmpty, now < limit {
            transfers.sessions[identifier]?.completing.formUnion(completing)
            deadlines[.transferTelling] = min(deadlines[.transferTelling] ?? limit, limit)
        }
        for (number, request, challenge) in session.untoldChallenges {
            transfers.sessions[identifier]?.tasks[number]?.isAsked = true
            if isWoken { transfers.sessions[identifier]?.questions.insert(number) }
            deliver(
                .didReceiveChallenge(session: identifier, task: number, request, challenge),
                Reason("UR-02", "the server asks for credentials"))
        }
        if isWoken { transfers.sessions[identifier]?.owesFinish = true }
        finishTransferEvents(identifier)
    }

    /// SD-44: delivers `urlSessionDidFinishEvents`, once the app has answered the challenges that came with the events.
    /// The callback is delivered once per wake, because the app has only one completion handler to call.
    private mutating func finishTransferEvents(_ identifier: String) {
        guard transfers.sessions[identifier]?.isFinished == true else { return }
        transfers.sessions[identifier]?.owesFinish = false
        transfers.sessions[identifier]?.hasToldFinish = true
        transfers.sessions[identifier]?.questions.removeAll()
        deliver(.didFinishEvents(session: identifier), Reason("SD-44", "no event of the session is left"))
    }

    private var canTakeTransferEvents: Bool {
        state.isRunning && !process.isLaunching && !process.isEnding
    }

    /// Delivers the events that waited until the app runs and has created the session (UR-04, UR-06).
    mutating func deliverWaitingTransferEvents() {
        guard !transfers.sessionsWithEvents.isEmpty, canTakeTransferEvents else { return }
        for identifier in transfers.sessionsWithEvents.sorted() { deliverTransferEvents(identifier) }
    }

    /// Delivers `urlSessionDidFinishEvents` where it waited for the app's answers to challenges.
    mutating func finishWaitingTransferEvents() {
        guard transfers.sessions.values.contains(where: \.isFinished), canTakeTransferEvents else { return }
        for identifier in transfers.sessions.keys.sorted() where transfers.sessions[identifier]?.isFinished == true {
            finishTransferEvents(identifier)
        }
    }

    // MARK: The rate limiter

    /// UR-08, UR-09: doubles the delay at each thaw or launch. After a long time without a thaw or launch, the delay
    /// restarts at its first value.
    private mutating func raiseTransferDelay() {
        // A log has the delay doubled 71 s after a delay of 60 s; no log shows when it starts again. In this project
        // the delay restarts at its first value once the last delay has been over for as long as it lasted.
        let passed = transfers.delayUntil.map { now >= $0 + transfers.delay } ?? true
        let delay = passed ? profile.transferDelay : transfers.delay.scaled(by: 2)
        transfers.delay = delay
        transfers.delayUntil = now + delay
        log(
            "Set request delay for \(manifest.bundleIdentifier) to "
                + "\(Int(clamping: profile.ofDevice(delay).inSeconds.rounded())).000000",
            Reason("UR-09", "the rate limiter of background sessions"))
    }

    /// UR-08: ends the delay of the rate limiter, because the user brought the app to the front.
    mutating func transfersBroughtToFront() {
        transfers.delayUntil = nil
        guard !transfers.sessions.isEmpty else { return }
        for (identifier, number) in transfers.keys
        where transfers.sessions[identifier]?.tasks[number]?.delay == .rateLimiter {
            transfers.sessions[identifier]?.tasks[number]?.notBefore = nil
        }
        runTransfers()
    }

    // MARK: The app's end

    /// UR-07: cancels all transfers at a force quit. The next process that creates the session gets the cancellations.
    mutating func transfersForceQuit(_ reason: Reason) {
        for (identifier, session) in transfers.sessions.sorted(by: { $0.key < $1.key }) {
            guard session.tasks.values.contains(where: \.isActive) else { continue }
            log("session \(identifier): all transfers are cancelled", Reason("UR-07", reason.text))
        }
        for (identifier, number) in transfers.keys {
            guard let task = transfers.sessions[identifier]?.tasks[number], !task.isTold else { continue }
            emit(
                .transfer(Self.end(of: task, keepsWhatCame: true), session: identifier, task: number),
                Reason("UR-07", reason.text))
            transfers.sessions[identifier]?.end(number, code: URLErrorCode.cancelled, .userForceQuitApplication)
        }
        transfers.sessions = transfers.sessions.filter { $0.value.hasToTell }
        for identifier in transfers.sessions.keys {
            transfers.sessions[identifier]?.tasks.removeAll()
            // Nothing launches the app for the sessions; a process that creates a session again gets the events of its
            // transfers.
            transfers.sessions[identifier]?.sendsLaunchEvents = false
        }
        transfers.sessionsWithEvents = Set(transfers.sessions.keys)
        watchTransfers()
    }

    /// Restores a session that the reproduced iOS kept during its restart. Transfers that ended during the restart wake
    /// the app (UR-01, UR-02).
    private mutating func restoreSession(_ restored: RestoredSession) {
        var session = TransferSession()
        session.sendsLaunchEvents = restored.sendsLaunchEvents
        session.discretionary = restored.discretionary
        session.connected = false
        for task in restored.tasks {
            session.add(task.number, task.request, at: now + (.zero - task.age))
            session.tasks[task.number]?.since = now + (.zero - task.timeSinceResume)
            if task.hasEnded {
                session.end(task.number, code: task.code, task.cancelReason)
            } else if task.isResumed {
                session.tasks[task.number]?.state = .waiting
            }
        }
        transfers.sessions[restored.identifier] = session
        transferEnded(restored.identifier)
        runTransfers()
    }
}

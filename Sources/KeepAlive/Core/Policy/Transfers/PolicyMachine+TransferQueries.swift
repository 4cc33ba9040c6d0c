extension PolicyMachine {
    /// True while a transfer of a session that wakes the app is not done.
    package var awaitsTransfers: Bool {
        // A question that no process has answered is not asked again by itself, unless a wake for it waits.
        transfers.sessions.contains { identifier, session in
            guard session.sendsLaunchEvents else { return false }
            return session.tasks.values.contains { $0.isActive && $0.state != .challenged }
                || session.isChallenged
                    && wakes.pending.contains { $0.kind == .urlSession && $0.identifier == identifier }
        }
    }

    /// Returns the request of a task that has not ended; `nil` where there is no such task.
    package func transferRequest(_ session: String, task: Int) -> TransferRequest? {
        transfers.sessions[session]?.tasks[task]?.request
    }

    /// The tasks of a session of whose end the app has not been told, by number.
    package func openTransfers(
        of session: String
    ) -> [(number: Int, request: TransferRequest, state: OpenTransferState)] {
        guard let session = transfers.sessions[session] else { return [] }
        let open = session.tasks.filter { !$0.value.isTold }.map { number, task in
            (number, task.request, task.isActive ? OpenTransferState.running : .suspended)
        }
        let ended = session.ended.filter { !$0.isTold }.map { ($0.task, $0.end.request, OpenTransferState.completed) }
        return (open + ended).sorted { $0.0 < $1.0 }
    }

    /// The number of tasks that ``transferToKeep(_:task:)`` has something of.
    package var openTransferCount: Int {
        transfers.sessions.values.reduce(0) { sum, session in
            sum + session.tasks.values.count { !$0.isTold && $0.since != nil } + session.ended.count { !$0.isTold }
        }
    }

    /// Returns what is to be kept of a task through a restart of the system (UR-01); `nil` where the app knows of its end.
    package func transferToKeep(_ identifier: String, task number: Int) -> RestoredSession? {
        guard let session = transfers.sessions[identifier] else { return nil }
        var task: RestoredSession.Task
        if let open = session.tasks[number], !open.isTold {
            // A task that has never been resumed is nothing to go on with.
            guard let since = open.since else { return nil }
            task = RestoredSession.Task(
                number: number, request: open.request, isResumed: open.isActive, age: now - open.createdAt,
                timeSinceResume: now - since)
        } else if let ended = session.ended.first(where: { $0.task == number && !$0.isTold }) {
            task = RestoredSession.Task(
                number: number, request: ended.end.request, isResumed: true, hasEnded: true, code: ended.end.code,
                cancelReason: ended.end.cancelReason)
        } else {
            return nil
        }
        // Passwords are kept nowhere: the server asks again.
        task.request.credential = nil
        return RestoredSession(
            identifier: identifier, sendsLaunchEvents: session.sendsLaunchEvents, discretionary: session.discretionary,
            tasks: [task])
    }

    /// Returns the tasks of which something that is to be kept may have changed with an event, and with its effects.
    package func changedTransfers(
        by event: PolicyEvent, _ effects: [Effect]
    ) -> [(session: String, task: Int)] {
        var changed: [(session: String, task: Int)] = []
        switch event {
        case .transfer(.taskCreated(let session, let task, _)), .transfer(.taskResumed(let session, let task?)),
            .transfer(.taskSuspended(let session, let task)), .transfer(.taskCancelled(let session, let task, _)),
            .transfer(.taskChanged(let session, let task, _, _)), .transfer(.taskCompleted(let session, let task, _)):
            changed.append((session, task))
        case .transfer(.taskStarted(let session, _)): changed.append((session, nextTransfer(in: session) - 1))
        case .transfer(.sessionCreated(let session, _, _)):
            changed += openTransfers(of: session).map { (session, $0.number) }
        case .processExited:
            // The end that the process was being told of is told once more.
            for (session, state) in transfers.sessions { changed += state.ended.map { (session, $0.task) } }
        default: break
        }
        for effect in effects {
            switch effect.action {
            case .transfer(_, let session, let task), .deliver(.didCompleteTransfer(let session, let task, _)):
                changed.append((session, task))
            default: break
            }
        }
        return changed
    }

    /// Returns the number of the next task of a session, from 1.
    package func nextTransfer(in session: String) -> Int { (transfers.sessions[session]?.lastNumber ?? 0) + 1 }

    /// Returns whether the app's process has a background session of this name.
    package func hasSession(_ identifier: String) -> Bool { transfers.sessions[identifier]?.connected == true }
}

extension PolicyMachine {
    /// True while a session that may launch the app has a transfer that is not done.
    package var awaitsTransfers: Bool {
        // A task with an unanswered challenge cannot continue by itself, so it counts only if a wake for its session
        // waits.
        transfers.sessions.contains { identifier, session in
            guard session.sendsLaunchEvents else { return false }
            return session.tasks.values.contains { $0.isActive && $0.state != .challenged }
                || session.isChallenged
                    && wakes.pending.contains { $0.kind == .urlSession && $0.identifier == identifier }
        }
    }

    /// Returns the request of a task that has not ended; `nil` if there is no such task.
    package func transferRequest(_ session: String, task: Int) -> TransferRequest? {
        transfers.sessions[session]?.tasks[task]?.request
    }

    /// Returns the tasks of a session whose end has not been reported to the app, by number.
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

    /// The number of tasks for which ``transferToKeep(_:task:)`` returns a value.
    package var openTransferCount: Int {
        transfers.sessions.values.reduce(0) { sum, session in
            sum + session.tasks.values.count { !$0.isTold && $0.since != nil } + session.ended.count { !$0.isTold }
        }
    }

    /// Returns the state of a task to store, so that the task survives a restart of the reproduced iOS (UR-01). `nil`
    /// if there is nothing to store, for instance because the task's end has been reported to the app.
    package func transferToKeep(_ identifier: String, task number: Int) -> RestoredSession? {
        guard let session = transfers.sessions[identifier] else { return nil }
        var task: RestoredSession.Task
        if let open = session.tasks[number], !open.isTold {
            // A task that was never resumed has no transfer to continue.
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
        // Credentials are not stored: the server asks again.
        task.request.credential = nil
        return RestoredSession(
            identifier: identifier, sendsLaunchEvents: session.sendsLaunchEvents, discretionary: session.discretionary,
            tasks: [task])
    }

    /// Returns the tasks whose stored state may have changed by an event and its effects.
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
            // The process ended during callbacks about ended tasks, so these callbacks are delivered again to the next
            // process.
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

    /// Returns true if the app's process has a background session with this identifier.
    package func hasSession(_ identifier: String) -> Bool { transfers.sessions[identifier]?.connected == true }
}

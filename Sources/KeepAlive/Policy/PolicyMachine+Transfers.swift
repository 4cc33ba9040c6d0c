/// Background URL sessions: the UR rules. A process of the system runs the transfers, so neither a suspension nor a
/// kill stops them (UR-01).
extension PolicyMachine {
    mutating func processTransfer(_ event: TransferEvent) {
        switch event {
        case .sessionCreated(let identifier, let sendsLaunchEvents, let discretionary):
            guard process.alive else { return }
            var session = services.sessions[identifier] ?? ServiceState.Session()
            session.sendsLaunchEvents = sendsLaunchEvents
            session.discretionary = discretionary
            session.connected = true
            services.sessions[identifier] = session
        case .taskResumed(let identifier): resumeTransfer(identifier)
        case .finished(let identifier): transferFinished(identifier)
        case .failed(let identifier, let code):
            services.sessions[identifier]?.failure = code
            transferFinished(identifier)
        case .handlerCalled(let identifier): transferHandlerCalled(identifier)
        case .wrote(let identifier, let bytes, let total):
            tellOfTransfer(identifier, .didWriteData(session: identifier, bytes: bytes, of: total))
        case .resumedAtOffset(let identifier, let offset):
            tellOfTransfer(identifier, .didResumeAtOffset(session: identifier, offset: offset))
        case .fileMoved(let identifier, let afterReturn):
            guard process.alive, afterReturn else { return }
            emit(
                .refuse(.downloadedFileGone),
                Reason("SD-43", "session \(identifier): the file was deleted when the call that named it returned"))
        }
    }

    /// SD-43: tells a running app with the session of its progress. The transfer itself needs no app (UR-01).
    private mutating func tellOfTransfer(_ identifier: String, _ callback: AppCallback) {
        guard state.isRunning, !process.isLaunching, services.sessions[identifier]?.connected == true else {
            return
        }
        deliver(callback, Reason("SD-43", "a delegate call of session \(identifier)"))
    }

    /// SD-44: a session has one handler. A second one while the first waits is an error of the app.
    mutating func transferHandlerGiven(_ identifier: String) {
        if services.sessions[identifier]?.hasHandler == true {
            log(
                "session \(identifier) has a completion handler already",
                Reason("SD-44", "the first one was not called"))
        }
        services.sessions[identifier]?.hasHandler = true
    }

    private mutating func transferHandlerCalled(_ identifier: String) {
        guard process.alive else { return }
        if services.sessions[identifier]?.hasHandler != true {
            log(
                "session \(identifier): there is no completion handler to call",
                Reason("SD-44", "it was called already, or never given"))
        }
        services.sessions[identifier]?.hasHandler = false
        completeWake(.urlSession, identifier: identifier)
    }

    /// Delivers the events of a session, once the app's process has the session (UR-04, UR-06).
    mutating func deliverTransferEvents(_ identifier: String) {
        guard services.sessionsWithEvents.contains(identifier), canTakeTransferEvents,
            let session = services.sessions[identifier], session.connected
        else { return }
        services.sessionsWithEvents.remove(identifier)
        let wakes = session.hasHandler
        services.sessions[identifier]?.failure = nil
        deliver(
            session.failure.map { .didFailTransfer(session: identifier, code: $0) }
                ?? .didFinishDownloading(session: identifier),
            wakes
                ? Reason("UR-04", "the session exists again")
                : Reason("UR-06", "the app runs: normal delegate calls"))
        if wakes { deliver(.didFinishEvents(session: identifier), Reason("SD-44", "no event of the session is left")) }
    }

    private var canTakeTransferEvents: Bool {
        state.isRunning && !process.isLaunching && !process.isEnding
    }

    /// Delivers the events that came while the app could not be told, once it runs and has the session (UR-04, UR-06).
    mutating func deliverWaitingTransferEvents() {
        guard !services.sessionsWithEvents.isEmpty, canTakeTransferEvents else { return }
        for identifier in services.sessionsWithEvents.sorted() { deliverTransferEvents(identifier) }
    }

    private mutating func resumeTransfer(_ identifier: String) {
        guard process.alive, var session = services.sessions[identifier] else { return }
        session.active = true
        session.activeSince = session.activeSince ?? now
        services.sessions[identifier] = session
        watchTransfers()
        if state == .background, !session.discretionary {
            log(
                "session \(identifier): started in the background, so it is treated as discretionary",
                Reason("UR-03", "isDiscretionary is honoured only in the foreground"))
        }
        if conditions.lowPowerMode, session.discretionary || state == .background { transferWaitsForPower(identifier) }
        // UR-08: a transfer that the background starts waits for the delay of the rate limiter.
        if state == .background, let until = services.transferDelayUntil, now < until {
            log(
                "session \(identifier): the transfer waits \((until - now).inWords)",
                Reason("UR-08", "the rate limiter of background sessions"))
        }
    }

    /// UR-12: Low Power Mode may pause discretionary transfers; the system decides whether it does.
    private mutating func transferWaitsForPower(_ identifier: String) {
        log(
            "session \(identifier): its transfers may be paused until Low Power Mode ends",
            Reason("UR-12", "discretionary transfers in Low Power Mode"))
    }

    /// Low Power Mode has begun while transfers run.
    mutating func transfersMeetLowPowerMode() {
        for (identifier, session) in services.sessions.sorted(by: { $0.key < $1.key })
        where session.active && session.discretionary { transferWaitsForPower(identifier) }
    }

    /// UR-11: sets the resource timer. It runs from the start of a transfer, even when no app will hear of its end.
    mutating func watchTransfers() {
        let begun = services.sessions.values.compactMap { $0.active ? $0.activeSince : nil }
        deadlines[.transferTimeout] = begun.min().map { $0 + profile.transferResourceTimeout }
    }

    mutating func transfersTimedOut() {
        let timedOut = -1001
        for identifier in services.sessions.keys.sorted() {
            guard let session = services.sessions[identifier], session.active, let since = session.activeSince,
                now - since >= profile.transferResourceTimeout
            else { continue }
            log(
                "session \(identifier): not done in \(profile.transferResourceTimeout.inWords)",
                Reason("UR-11", "timeoutIntervalForResource"))
            services.sessions[identifier]?.failure = timedOut
            transferFinished(identifier)
        }
    }

    private mutating func transferFinished(_ identifier: String) {
        guard var session = services.sessions[identifier] else { return }
        session.active = false
        session.activeSince = nil
        services.sessions[identifier] = session
        watchTransfers()
        services.sessionsWithEvents.insert(identifier)
        if state.isRunning, !process.isEnding {
            // UR-06: the app runs anyway, so its delegate is called and there is no launch event.
            return
        }
        if !session.sendsLaunchEvents {
            return emit(.dropWake(.urlSession), Reason("UR-02", "sessionSendsLaunchEvents is off"))
        }
        // One call for a session, however often it finished before the app could be told.
        if wakes.pending.contains(where: { $0.kind == .urlSession && $0.identifier == identifier }) { return }
        // UR-09: the delay is raised before the app is called.
        if obstacle(to: .urlSession, WakeTerms.terms(of: .urlSession, in: profile)) == nil { raiseTransferDelay() }
        wake(.urlSession, identifier: identifier)
    }

    /// UR-08, UR-09: doubles the delay at each resumption or launch; it begins anew once it has passed without one.
    private mutating func raiseTransferDelay() {
        let passed = services.transferDelayUntil.map { now >= $0 } ?? true
        let delay = passed ? profile.transferDelay : services.transferDelay.scaled(by: 2)
        services.transferDelay = delay
        services.transferDelayUntil = now + delay
        log(
            "Set request delay for \(manifest.bundleIdentifier) to \(Int(delay.inSeconds.rounded())).000000",
            Reason("UR-09", "the rate limiter of background sessions"))
    }

    /// UR-08: the user brought the app to the front.
    mutating func transfersBroughtToFront() {
        services.transferDelayUntil = nil
    }

    /// UR-07: a force quit cancels all transfers.
    mutating func transfersForceQuit(_ reason: Reason) {
        for (identifier, session) in services.sessions.sorted(by: { $0.key < $1.key }) where session.active {
            log("session \(identifier): all transfers are cancelled", Reason("UR-07", reason.text))
        }
        services.sessions.removeAll()
        services.sessionsWithEvents.removeAll()
        watchTransfers()
    }
}

/// Local notifications: the LN rules.
extension PolicyMachine {
    mutating func processNotification(_ event: NotificationEvent) {
        switch event {
        case .scheduled(let identifier, let delay, let repeats):
            services.notifications.removeAll { $0.identifier == identifier }
            services.notifications.append(
                ServiceState.Notification(identifier: identifier, firesAt: now + delay, interval: repeats ? delay : nil)
            )
            services.notifications.sort { ($0.firesAt, $0.identifier) < ($1.firesAt, $1.identifier) }
            // The soonest are kept. The rest is discarded, by iOS silently: the log line is this project's (LN-01).
            if services.notifications.count > profile.localNotificationLimit {
                let lost = services.notifications.removeLast()
                log(
                    "notification \(lost.identifier) is discarded: \(profile.localNotificationLimit) fire sooner",
                    Reason("LN-01", "the limit of local notifications"))
            }
        case .cancelledAll: services.notifications.removeAll()
        case .fired(let identifier):
            guard let index = services.notifications.firstIndex(where: { $0.identifier == identifier }) else { return }
            if let interval = services.notifications[index].interval {
                services.notifications[index].firesAt = now + interval
            } else {
                services.notifications.remove(at: index)
            }
            if state.isForeground {
                deliver(
                    .didReceiveLocalNotification(identifier: identifier),
                    Reason("LN-04", "in the foreground: no alert, only the call"))
            } else {
                log(
                    "notification \(identifier) is shown; the app is not woken",
                    Reason("LN-05", "only the user's tap brings the app"))
            }
        case .tapped(let identifier):
            log("the user tapped notification \(identifier)", Reason("LN-05", "the tap brings the app"))
            processReturned(.localNotification(identifier))
        }
    }
}

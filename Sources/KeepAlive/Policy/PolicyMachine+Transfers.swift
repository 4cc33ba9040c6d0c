/// Background URL sessions: the UR rows.
extension PolicyMachine {
    mutating func processTransfer(_ event: TransferEvent) {
        switch event {
        case .sessionCreated(let identifier, let sendsLaunchEvents, let discretionary):
            guard process.alive else { return }
            var session = services.sessions[identifier] ?? ServiceState.Session()
            session.sendsLaunchEvents = sendsLaunchEvents
            session.discretionary = discretionary
            services.sessions[identifier] = session
        case .taskResumed(let identifier): resumeTransfer(identifier)
        case .finished(let identifier): transferFinished(identifier)
        case .handlerCalled(let identifier): completeWake(.urlSession, identifier: identifier)
        }
    }

    private mutating func resumeTransfer(_ identifier: String) {
        guard process.alive, var session = services.sessions[identifier] else { return }
        session.active = true
        session.startedInBackground = state == .background
        services.sessions[identifier] = session
        if session.startedInBackground, !session.discretionary {
            log(
                "session \(identifier): started in the background, so it is treated as discretionary",
                Reason("UR-03", "isDiscretionary is honoured only in the foreground"))
        }
        // UR-08: a transfer that the background starts waits for the delay of the rate limiter.
        if state == .background, let until = services.transferDelayUntil, now < until {
            log(
                "session \(identifier): the transfer waits \((until - now).inWords)",
                Reason("UR-08", "the rate limiter of background sessions"))
        }
    }

    private mutating func transferFinished(_ identifier: String) {
        guard var session = services.sessions[identifier] else { return }
        session.active = false
        services.sessions[identifier] = session
        if state.isForeground || (state == .background && wakes.live.isEmpty && !grants.isEmpty) {
            // UR-06: the app runs anyway, so its delegate is called and there is no launch event.
            return deliver(
                .woken(.urlSession, identifier: identifier), Reason("UR-06", "the app runs: normal delegate calls"))
        }
        if !session.sendsLaunchEvents, !state.isRunning {
            return emit(.dropWake(.urlSession), Reason("UR-02", "sessionSendsLaunchEvents is off"))
        }
        let wasRunning = state.isRunning
        guard wake(.urlSession, identifier: identifier), !wasRunning else { return }
        raiseTransferDelay()
    }

    /// UR-08, UR-09: doubled at each resumption or launch, begun anew when the delay has passed without one.
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
        services.transferDelay = .zero
        services.transferDelayUntil = nil
    }

    /// UR-07: a force quit cancels all transfers.
    mutating func transfersForceQuit(_ reason: Reason) {
        for (identifier, session) in services.sessions.sorted(by: { $0.key < $1.key }) where session.active {
            log("session \(identifier): all transfers are cancelled", Reason("UR-07", reason.text))
        }
        services.sessions.removeAll()
    }
}

/// Local notifications: the LN rows.
extension PolicyMachine {
    mutating func processNotification(_ event: NotificationEvent) {
        switch event {
        case .scheduled(let identifier, let delay, let repeats):
            guard process.alive else { return }
            services.notifications.removeAll { $0.identifier == identifier }
            services.notifications.append(
                ServiceState.Notification(identifier: identifier, firesAt: now + delay, repeats: repeats))
            services.notifications.sort { ($0.firesAt, $0.identifier) < ($1.firesAt, $1.identifier) }
            // The soonest are kept, the rest is discarded silently: the line is ours (LN-01).
            if services.notifications.count > profile.localNotificationLimit {
                let lost = services.notifications.removeLast()
                log(
                    "notification \(lost.identifier) is discarded: \(profile.localNotificationLimit) fire sooner",
                    Reason("LN-01", "the limit of local notifications"))
            }
        case .cancelledAll: services.notifications.removeAll()
        case .fired(let identifier):
            guard let index = services.notifications.firstIndex(where: { $0.identifier == identifier }) else { return }
            if !services.notifications[index].repeats { services.notifications.remove(at: index) }
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
            processReturned(.user)
        }
    }
}

extension PolicyMachine {
    /// Wakes the app for an event of a service: now, after a thaw, or after a launch.
    ///
    /// - Returns: true if the app gets the event.
    @discardableResult
    mutating func wake(
        _ kind: WakeKind, identifier: String? = nil, requiresExternalPower: Bool = false
    ) -> Bool {
        let terms = WakeTerms.terms(of: kind, in: profile)
        if kind == .healthData, holdsHealthData() { return false }
        if let obstacle = obstacle(to: kind, terms) {
            emit(.dropWake(kind), obstacle)
            return false
        }
        let what = identifier.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue
        if process.isEnding {
            // An app that is ending gets no new callbacks: the next process gets the wake (LC-06).
            wakes.pending.append(
                .init(kind: kind, identifier: identifier, requiresExternalPower: requiresExternalPower))
            order(.wake(kind), Reason("LC-06", "launched for \(what)"))
            return true
        }
        if process.record.isPrewarmed {
            wakes.pending.append(
                .init(kind: kind, identifier: identifier, requiresExternalPower: requiresExternalPower))
            launchPrewarmed(.wake(kind), Reason("LC-07", "resumed for \(what)"))
            return true
        }
        switch state {
        case .foregroundActive, .foregroundInactive, .background:
            guard !process.isLaunching else {
                wakes.pending.append(
                    .init(kind: kind, identifier: identifier, requiresExternalPower: requiresExternalPower))
                return true
            }
            begin(kind, identifier, requiresExternalPower, terms, Reason(terms.rule, what))
        case .suspended:
            let reason = Reason("LC-07", "resumed for \(what)")
            thaw(reason)
            if profile.switches.wakeRestartsTaskClock { restartTaskClock() }
            // LC-07, CF-05: by Apple's documentation `didEnterBackground` is called again before the event; devices do
            // not call it.
            if profile.switches.callsDidEnterBackgroundOnResume { enterBackground(reason) }
            begin(kind, identifier, requiresExternalPower, terms, Reason(terms.rule, what))
        case .notRunning, .unattached, .terminated:
            wakes.pending.append(
                .init(kind: kind, identifier: identifier, requiresExternalPower: requiresExternalPower))
            order(.wake(kind), Reason("LC-06", "launched for \(what)"))
        }
        return true
    }

    /// Returns the reason why the app does not get a wake; `nil` if it gets the wake.
    func obstacle(to kind: WakeKind, _ terms: WakeTerms) -> Reason? {
        let name = kind.rawValue
        if conditions.isOff { return Reason("LC-37", "no \(name): the device is switched off") }
        if kind == .voipKeepAlive ? !hasKeepAliveHandler : !profile.has(since: terms.since, until: terms.until) {
            return Reason(terms.rule, "iOS \(profile.version) has no \(name)")
        }
        if let mode = terms.mode, !manifest.backgroundModes.contains(mode) {
            return Reason(mode.rule, "\(name) needs '\(mode.rawValue)' in UIBackgroundModes")
        }
        if isOnScreen, !process.isEnding { return nil }
        if !conditions.supportsMultitasking {
            return Reason("SD-05", "no \(name): the device runs one app at a time")
        }
        if terms.isRefresh, !conditions.backgroundAppRefresh {
            return Reason("BG-07", "\(name) is held back: Background App Refresh is off")
        }
        if terms.isLocation, !conditions.backgroundAppRefresh, profile.features.refreshGatesLocation {
            return Reason("CL-44", "no \(name): Background App Refresh is off, and the user has to open the app")
        }
        if terms.needsFullPower, conditions.lowPowerMode, profile.switches.lowPowerModeHoldsBackFetch {
            return Reason("MD-17", "\(name) is held back: Low Power Mode is on")
        }
        guard !process.alive || process.isEnding || process.record.isPrewarmed, !terms.isByUser else { return nil }
        if process.forceQuit, !terms.reachesForceQuit, !isOfSetUpAccessory(kind) {
            return Reason("LC-19", "no \(name): the user has force-quit the app and not started it since")
        }
        if !conditions.unlockedSinceBoot, conditions.hasPasscode, !terms.comesBeforeUnlock {
            return Reason("LC-21", "no \(name): the device has not been unlocked since it was started")
        }
        if !terms.launches { return Reason(terms.rule, "\(name) does not launch an app that is not running") }
        if kind == .bluetoothCentral || kind == .bluetoothPeripheral, !restoresBluetooth {
            return Reason("BM-07", "\(name) launches only an app with state restoration")
        }
        return nil
    }

    /// BM-07: returns true for a wake by an accessory of AccessorySetupKit, which launches even an app that was
    /// force-quit.
    private func isOfSetUpAccessory(_ kind: WakeKind) -> Bool {
        kind == .bluetoothCentral && manifest.setsUpAccessories && profile.features.setUpAccessoriesRelaunch
    }

    private mutating func begin(
        _ kind: WakeKind, _ identifier: String?, _ requiresExternalPower: Bool, _ terms: WakeTerms, _ reason: Reason
    ) {
        if kind == .urlSession, let identifier { transfers.sessions[identifier]?.hasToldFinish = false }
        // A remote command has its own callback, which carries the command, so `woken` is not delivered for it.
        if kind != .remoteCommand, kind != .urlSession || terms.hasHandler {
            deliver(.woken(kind, identifier: identifier), reason)
            if kind == .urlSession, let identifier { transferHandlerGiven(identifier) }
        }
        if kind == .liveActivity, let identifier, let token = activities.tokens.removeValue(forKey: identifier) {
            deliver(
                .didReceivePushToken(.liveactivity, token: token, activity: identifier),
                Reason("WK-19", "the device has a token for liveactivity pushes"))
        }
        if kind == .voipPush, mustReportCall { voip.awaitedReports += 1 }
        // A wake in the foreground needs no budget: the app runs anyway (UR-06).
        guard runsBehind else { return }
        hold(kind, identifier, requiresExternalPower)
        wakes.reason = Reason(
            terms.rule, "dealing with \(identifier.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue)")
        emit(.startWake(kind, budget: terms.budget), reason)
        if kind == .pushToTalk { activateForPushToTalk() }
        if kind == .backgroundFetch || kind == .remoteNotification { tasks.followsFetch = true }
        if !process.isLaunching, !process.isEnteringBackground {
            emit(.takeSnapshot, Reason("LC-06", "after the event"))
        }
        if kind == .urlSession, let identifier { deliverTransferEvents(identifier) }
    }

    /// Adds a live wake, with the deadlines that follow from its budget.
    mutating func hold(_ kind: WakeKind, _ identifier: String?, _ requiresExternalPower: Bool = false) {
        var live = WakeQueue.Live(kind: kind, identifier: identifier, since: now)
        live.requiresExternalPower = requiresExternalPower
        if kind.isSchedulerTask, let identifier {
            live.hasExpirationHandler = !scheduler.withoutHandler.contains(identifier)
        }
        let terms = WakeTerms.terms(of: kind, in: profile)
        if let budget = terms.budget {
            live.expiresAt = terms.hasHandler ? now + (budget - profile.wakeWarningLead) : nil
            live.endsAt = now + (terms.hasHandler ? budget + profile.wakeOverrunDelay : budget)
        }
        wakes.live.append(live)
        updateWakeDeadlines()
    }

    /// Ends the live wakes, because the user brought the app to the front and their limits no longer apply (UR-06).
    /// Tasks of the scheduler stay live until they end (BG-18).
    mutating func releaseWakes() {
        for wake in wakes.live where !wake.kind.isSchedulerTask {
            let terms = WakeTerms.terms(of: wake.kind, in: profile)
            wakes.reason = Reason(terms.rule, "the user brought the app to the front")
            emit(.endWake(wake.kind), wakes.reason)
        }
        wakes.live.removeAll { !$0.kind.isSchedulerTask }
        updateWakeDeadlines()
        deactivateAfterPushToTalk()
    }

    /// Delivers the wakes that waited for the process, after `didFinishLaunching` (LC-06).
    mutating func deliverPendingWakes() {
        let pending = wakes.pending
        wakes.pending.removeAll()
        for wake in pending {
            let what = wake.identifier.map { "\(wake.kind.rawValue) \($0)" } ?? wake.kind.rawValue
            let terms = WakeTerms.terms(of: wake.kind, in: profile)
            begin(wake.kind, wake.identifier, wake.requiresExternalPower, terms, Reason(terms.rule, what))
        }
    }

    /// Drops the wakes that wait for the process.
    ///
    /// - Parameter kept: a kind that stays for the next process, however that is started.
    mutating func dropPendingWakes(_ reason: Reason, except kept: WakeKind? = nil) {
        for wake in wakes.pending where wake.kind != kept { emit(.dropWake(wake.kind), reason) }
        wakes.pending.removeAll { $0.kind != kept }
    }

    /// Ends the oldest live wake of a kind, or the one with an identifier, because the app has completed it.
    mutating func completeWake(_ kind: WakeKind, identifier: String?) {
        // The answer counts even without a live wake: an app in the foreground may answer a delivery of HealthKit, too.
        if kind == .healthData { healthData.unanswered = 0 }
        guard
            let index = wakes.live.firstIndex(where: {
                $0.kind == kind && (identifier == nil || $0.identifier == identifier)
            })
        else { return }
        endWake(at: index, "\(kind.rawValue) was completed")
    }

    mutating func endWake(at index: Int, _ text: String) {
        let wake = wakes.live.remove(at: index)
        let terms = WakeTerms.terms(of: wake.kind, in: profile)
        wakes.reason = Reason(
            terms.rule, text, evidence: Evidence(detail: "after \(profile.inWords(now - wake.since))"))
        emit(.endWake(wake.kind), wakes.reason)
        // BG-18: the next task with this identifier sets its own handler, so a missing handler of this task is
        // forgotten.
        if wake.kind.isSchedulerTask, let identifier = wake.identifier { scheduler.withoutHandler.remove(identifier) }
        updateWakeDeadlines()
        if wake.kind == .continuedProcessing { startNextContinuedTask() }
        if wake.kind == .notificationAction { forgetAnsweredNotifications() }
        if wake.kind == .pushToTalk { deactivateAfterPushToTalk() }
    }

    mutating func updateWakeDeadlines() {
        deadlines[.wakeExpiration] = wakes.live.compactMap(\.expiresAt).min()
        deadlines[.wakeKill] =
            conditions.debuggerAttached ? nil : wakes.live.compactMap(\.endsAt).min()
    }

    /// Calls the expiration handlers of the wakes whose time is nearly over (MD-13, BG-17, BG-18).
    mutating func expireWakes() {
        let due = wakes.live.filter { $0.expiresAt.map { $0 <= now } ?? false }
        for wake in due { expire(wake, Reason("MD-13", "the time of \(wake.kind.rawValue) is nearly over")) }
        updateWakeDeadlines()
    }

    /// Calls the expiration handler of a wake, or ends a scheduler task that has none (BG-17).
    mutating func expire(_ wake: WakeQueue.Live, _ reason: Reason) {
        guard let index = wakes.live.firstIndex(of: wake) else { return }
        if wake.kind.isSchedulerTask, !wake.hasExpirationHandler {
            return endWake(
                at: index, "\(wake.kind.rawValue) has no expiration handler: complete and unsuccessful (BG-17)")
        }
        wakes.live[index].expiresAt = nil
        wakes.live[index].isExpiring = true
        // BG-18: a task's expiration handler is called once, and then cleared.
        deliver(.wakeExpiring(wake.kind, identifier: wake.identifier), reason)
    }

    mutating func killForWakeOverrun() {
        guard let index = wakes.live.firstIndex(where: { $0.endsAt.map { $0 <= now } ?? false }) else { return }
        let wake = wakes.live[index]
        let terms = WakeTerms.terms(of: wake.kind, in: profile)
        if wake.kind == .healthData { healthData.unanswered += 1 }
        guard case .kill(let code) = terms.overrun else {
            return endWake(
                at: index,
                terms.hasHandler
                    ? "the handler of \(wake.kind.rawValue) overran: suspended, not killed"
                    : "the time for \(wake.kind.rawValue) is over")
        }
        let budget = terms.budget.map(profile.inWords) ?? "the time that was left"
        terminate(
            Termination(
                signal: 9, code: code, namespace: profile.finishTaskOverrunNamespace,
                explanation: "\(wake.kind.rawValue) was not completed in \(budget)",
                writesCrashReport: profile.finishTaskOverrunWritesReport),
            Reason(
                code.rule, "\(wake.kind.rawValue) was not completed in time",
                evidence: Evidence(detail: "\(profile.inWords(now - wake.since)) of \(budget) [\(terms.rule)]")),
            category: .backgroundTaskTimeout)
    }
}

extension WakeKind {
    /// True for the tasks of `BGTaskScheduler`.
    package var isSchedulerTask: Bool { self == .appRefresh || self == .processing || self == .continuedProcessing }
}

extension PolicyMachine {
    mutating func processTaskScheduler(_ event: TaskSchedulerEvent) {
        guard profile.features.taskScheduler else {
            return log("BGTaskScheduler is not available before iOS 13", Reason("BG-08", "iOS \(profile.version)"))
        }
        switch event {
        case .registered(let identifier): register(identifier)
        case .submitted(let request): submit(request)
        case .cancelled(let identifier):
            scheduler.pending.removeAll { identifier == nil || $0.request.identifier == identifier }
        case .opportunity: runEligibleTasks()
        case .launchSimulated(let identifier): simulateLaunch(identifier)
        case .expired(let identifier):
            expireEarly(identifier, Reason("BG-14", "the system needs what the task uses"))
        case .expirationSimulated(let identifier):
            expireEarly(identifier, Reason("BG-25", "the debugger simulates the expiration"))
        case .expirationHandlerSet(let identifier, let isSet):
            if isSet {
                scheduler.withoutHandler.remove(identifier)
            } else if scheduler.registered.contains(identifier) {
                scheduler.withoutHandler.insert(identifier)
            }
            for index in wakes.live.indices
            where wakes.live[index].identifier == identifier && wakes.live[index].kind.isSchedulerTask {
                wakes.live[index].hasExpirationHandler = isSet
            }
        case .completed(let identifier, _):
            if let index = wakes.live.firstIndex(where: { $0.identifier == identifier && $0.kind.isSchedulerTask }) {
                endWake(at: index, "task \(identifier) was completed")
            }
        case .progressed(let identifier):
            guard wakes.live.contains(where: { $0.identifier == identifier && $0.kind == .continuedProcessing })
            else { return }
            deadlines[.continuedTaskStall] = now + profile.continuedTaskStallLimit
        case .cancelledByUser(let identifier):
            guard let wake = liveTask(identifier), wake.kind == .continuedProcessing else { return }
            expireEarly(wake, Reason("BG-21", "the user cancelled the task"))
        }
    }

    /// The identifiers of the task requests that wait (BG-09).
    package var pendingTasks: [String] { scheduler.pending.map(\.request.identifier) }
    /// The identifiers of the tasks that are running.
    package var runningTasks: [String] { wakes.live.filter(\.kind.isSchedulerTask).compactMap(\.identifier) }

    /// Returns the running task with an identifier. Other wakes with the same identifier (of a background session) are
    /// not tasks.
    private func liveTask(_ identifier: String) -> WakeQueue.Live? {
        wakes.live.first { $0.identifier == identifier && $0.kind.isSchedulerTask }
    }

    // MARK: Registration

    private mutating func register(_ identifier: String) {
        guard process.alive else { return }
        let continued = isContinued(identifier)
        if !continued, !manifest.permittedTaskIdentifiers.contains(identifier) {
            let reason = Reason("BG-01", "register returned false: \(identifier) is not permitted in the Info.plist")
            log("register(forTaskWithIdentifier: \(identifier)) returned false", reason)
            return refuse(.taskScheduler, reason)
        }
        let isDuplicate = scheduler.registered.contains(identifier)
        // BG-22: continued tasks may be registered at any time.
        let isLate = !process.isLaunching && !continued
        if isDuplicate, profile.switches.checksDuplicateRegistrationFirst || !isLate {
            raise("Launch handler for task with identifier \(identifier) has already been registered", rule: "BG-03")
            return
        }
        if isLate {
            raise("All launch handlers must be registered before application finishes launching", rule: "BG-02")
            return
        }
        scheduler.registered.insert(identifier)
        forgive(.taskScheduler)
    }

    /// Returns true if an identifier belongs to a continued task: it begins with the bundle identifier, has no star,
    /// and matches a permitted identifier that ends with a star (BG-22).
    private func isContinued(_ identifier: String) -> Bool {
        let bundle = "\(manifest.bundleIdentifier)."
        return profile.features.continuedTasks && identifier.hasPrefix(bundle) && !identifier.hasSuffix("*")
            && manifest.permittedTaskIdentifiers.contains {
                $0.hasPrefix(bundle) && $0.hasSuffix(".*") && identifier.hasPrefix($0.dropLast())
            }
    }

    @discardableResult
    mutating func raise(
        _ text: String, name: String = "NSInternalInconsistencyException", rule: RuleID
    ) -> AppleException {
        let exception = AppleException(name: name, reason: text, rule: rule)
        process.record.raised = Reason(rule, "\(exception.name): \(text)")
        emit(.raise(exception), Reason(rule, text))
        return exception
    }

    // MARK: Submission

    /// Handles a submitted request. A mistake in a request causes an error or an exception, whereas `register` returns
    /// `false` for a mistake in a registration (CF-09).
    private mutating func submit(_ request: BackgroundTaskRequest) {
        guard process.alive else { return }
        if conditions.isSimulator || !conditions.backgroundAppRefresh {
            let why = conditions.isSimulator ? "a simulator has no scheduler" : "Background App Refresh is off"
            return refuse(.schedulerUnavailable, why)
        }
        let continued = request.kind == .continuedProcessing
        if let why = lackOfPermission(request, continued: continued) {
            // BG-06: an identifier whose registration was refused has no launch handler, so older versions of iOS
            // raise.
            guard profile.features.unpermittedRequestRaises, !scheduler.registered.contains(request.identifier),
                !manifest.permittedTaskIdentifiers.contains(request.identifier)
            else { return refuse(.notPermitted, why) }
            raise("No launch handler registered for task with identifier \(request.identifier)", rule: "BG-05")
            return
        }
        guard scheduler.registered.contains(request.identifier) else {
            raise("No launch handler registered for task with identifier \(request.identifier)", rule: "BG-05")
            return
        }
        // BG-09: the request replaces a pending request with the same identifier.
        let others = scheduler.pending.filter { $0.request.identifier != request.identifier }
        let same = others.count { $0.request.kind == request.kind }
        if request.kind == .appRefresh, same >= profile.pendingRefreshLimit {
            return refuse(.tooManyPendingTaskRequests, "\(same) refresh request is pending")
        }
        if request.kind == .processing, same >= profile.pendingProcessingLimit {
            return refuse(.tooManyPendingTaskRequests, "\(same) processing requests are pending")
        }
        if continued {
            scheduler.pending = others
            return submitContinued(request)
        }
        forgive(.taskScheduler)
        scheduler.pending = others + [TaskSchedulerState.Pending(request: request, submittedAt: now)]
    }

    private func lackOfPermission(_ request: BackgroundTaskRequest, continued: Bool) -> String? {
        if continued {
            if !profile.features.continuedTasks { return "continued tasks came with iOS 26 (BG-21)" }
            if !isContinued(request.identifier) { return "\(request.identifier) is not '<bundle>.<context>.*' (BG-22)" }
            return request.requiresGPU ? "the GPU needs an entitlement (BG-24)" : nil
        }
        if !manifest.permittedTaskIdentifiers.contains(request.identifier) {
            return "\(request.identifier) is not in BGTaskSchedulerPermittedIdentifiers"
        }
        if request.kind == .healthResearch { return "health research needs an entitlement (BG-20)" }
        let mode: BackgroundMode = request.kind == .appRefresh ? .fetch : .processing
        return manifest.backgroundModes.contains(mode) ? nil : "UIBackgroundModes lacks '\(mode.rawValue)'"
    }

    private mutating func refuse(_ error: ServiceError, _ why: String) {
        let reason = Reason(error.rule, "submit failed with \(error): \(why)")
        emit(.refuse(error), reason)
        refuse(.taskScheduler, reason)
    }

    // MARK: Running

    private mutating func runEligibleTasks() {
        // Each launch is one run: the request is removed, and the task submits a new one (BG-10, SD-45). Continued
        // tasks are never launched (BG-21).
        for entry in scheduler.pending where entry.request.kind != .continuedProcessing {
            if let why = obstacle(to: entry) {
                log("task \(entry.request.identifier) is not run: \(why.text)", why)
                continue
            }
            run(entry.request)
        }
    }

    private func obstacle(to entry: TaskSchedulerState.Pending) -> Reason? {
        if isOnScreen { return Reason("BG-15", "the app is in the foreground") }
        if now < entry.earliestStart {
            let wait = profile.inWords(entry.earliestStart - now)
            return Reason("BG-12", "its earliestBeginDate has not come, and does in \(wait)")
        }
        if let obstacle = obstacle(to: entry.request) { return obstacle }
        // MD-22: the use of the device prevents only a run that an `opportunity` event orders. A system that acts by
        // itself runs the task while the device is in use, too.
        if entry.request.kind == .processing, conditions.inUse { return Reason("BG-15", "the device is in use") }
        return isHeldForNight(entry.request, at: now) ? Reason("BG-15", "it is day") : nil
    }

    /// Returns the condition of the device that holds a request back; `nil` if there is none.
    func obstacle(to request: BackgroundTaskRequest) -> Reason? {
        if request.requiresNetwork, conditions.network == .none { return Reason("BG-16", "there is no network") }
        if request.requiresExternalPower, !conditions.externalPower {
            return Reason("BG-16", "the device is not on external power")
        }
        if request.kind == .appRefresh, profile.switches.refreshNeedsNetwork, conditions.network == .none {
            return Reason("BG-14", "there is no network")
        }
        if request.kind == .processing, conditions.isBusy {
            return Reason("BG-15", "the device's processor is busy")
        }
        if request.kind == .processing, profile.switches.processingOnlyOnPower, !conditions.externalPower {
            return Reason("BG-15", "the device is not on external power")
        }
        return nil
    }

    /// Returns true if a switch limits the request to the night, and the instant is in the day, from 6 to 22 h (BG-15).
    func isHeldForNight(_ request: BackgroundTaskRequest, at instant: MonotonicInstant) -> Bool {
        request.kind == .processing && profile.switches.processingOnlyAtNight
            && (6..<22).contains(hourOfDay(at: instant))
    }

    /// Returns the kind of wake for the task of a request: app refresh or processing (SD-45, SD-46).
    func wakeKind(of request: BackgroundTaskRequest) -> WakeKind {
        request.kind == .appRefresh ? .appRefresh : .processing
    }

    @discardableResult
    mutating func run(_ request: BackgroundTaskRequest) -> Bool {
        let runs = wake(
            wakeKind(of: request), identifier: request.identifier,
            requiresExternalPower: request.kind == .processing && request.requiresExternalPower)
        if runs { scheduler.pending.removeAll { $0.request.identifier == request.identifier } }
        return runs
    }

    private mutating func simulateLaunch(_ identifier: String) {
        guard let entry = scheduler.pending.first(where: { $0.request.identifier == identifier }) else {
            return log(
                "No task request with identifier \(identifier) has been scheduled",
                Reason("BG-25", "there is nothing to launch: submit it first"))
        }
        // A continued task needs no simulated launch: it starts as soon as it may (BG-21).
        if entry.request.kind == .continuedProcessing { return }
        let inFront = isOnScreen && !process.isLaunching
        guard run(entry.request), inFront else { return }
        // A task of an app in the foreground can be expired and completed, too, so it is held as a live wake.
        hold(wakeKind(of: entry.request), identifier)
        wakes.reason = Reason("BG-25", "the task \(identifier) runs, launched by the debugger")
    }

    private mutating func expireEarly(_ identifier: String, _ reason: Reason) {
        guard let wake = liveTask(identifier) else { return log("no task \(identifier) runs", reason) }
        expireEarly(wake, reason)
    }

    /// Expires a task early, and shortens the time left to complete it (BG-15, BG-18, BG-21, BG-25).
    private mutating func expireEarly(_ wake: WakeQueue.Live, _ reason: Reason) {
        guard !wake.isExpiring else { return }
        expire(wake, reason)
        let end = now + (profile.wakeWarningLead + profile.wakeOverrunDelay)
        for index in wakes.live.indices
        where wakes.live[index].kind == wake.kind && wakes.live[index].identifier == wake.identifier {
            wakes.live[index].endsAt = min(wakes.live[index].endsAt ?? end, end)
        }
        updateWakeDeadlines()
    }

    /// Expires processing tasks early, because the user uses the device (BG-15).
    mutating func useEndsProcessing() {
        guard profile.switches.useEndsProcessing else { return }
        for wake in wakes.live where wake.kind == .processing && wake.expiresAt != nil {
            expireEarly(wake, Reason("BG-15", "the user uses the device"))
        }
    }

    // MARK: Continued processing (BG-21 to BG-24)

    private mutating func submitContinued(_ request: BackgroundTaskRequest) {
        let running = wakes.live.count { $0.kind == .continuedProcessing }
        let busy = running >= profile.continuedTaskLimit
        if !isOnScreen || busy {
            let why =
                busy ? "\(running) continued tasks run" : "it starts in the foreground, after an action of the user"
            if request.strategy == .fail || !isOnScreen {
                let error: ServiceError = request.strategy == .fail ? .immediateRunIneligible : .notPermitted
                return refuse(error, why)
            }
            forgive(.taskScheduler)
            scheduler.pending.append(TaskSchedulerState.Pending(request: request, submittedAt: now))
            return
        }
        forgive(.taskScheduler)
        // The task continues in the background, so its wake is live from the start, without a time limit.
        deliver(.woken(.continuedProcessing, identifier: request.identifier), Reason("BG-21", request.identifier))
        hold(.continuedProcessing, request.identifier)
        wakes.reason = Reason("BG-21", "the continued task \(request.identifier) runs, and reports its progress")
        emit(.startWake(.continuedProcessing, budget: nil), wakes.reason)
        deadlines[.continuedTaskStall] = now + profile.continuedTaskStallLimit
    }

    /// Starts a queued task when an earlier task has ended and the app is in front (BG-21, BG-23).
    mutating func startNextContinuedTask() {
        let running = wakes.live.count { $0.kind == .continuedProcessing }
        if running == 0 { deadlines[.continuedTaskStall] = nil }
        guard isOnScreen, running < profile.continuedTaskLimit,
            let next = scheduler.pending.first(where: { $0.request.kind == .continuedProcessing })
        else { return }
        scheduler.pending.removeAll { $0 == next }
        submitContinued(next.request)
    }

    mutating func expireStalledTasks() {
        for wake in wakes.live where wake.kind == .continuedProcessing {
            expireEarly(wake, Reason("BG-21", "no progress for \(profile.inWords(profile.continuedTaskStallLimit))"))
        }
    }

    /// Cancels the continued tasks without a callback, because the user removed the app in the app switcher (BG-21,
    /// BG-23).
    mutating func cancelContinuedTasks(_ reason: Reason) {
        for wake in wakes.live where wake.kind == .continuedProcessing {
            emit(
                .endWake(.continuedProcessing),
                Reason("BG-21", "cancelled without a callback: \(wake.identifier ?? "")"))
        }
        wakes.live.removeAll { $0.kind == .continuedProcessing }
    }
}

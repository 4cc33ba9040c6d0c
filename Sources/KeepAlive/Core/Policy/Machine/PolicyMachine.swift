/// The background policy of one app: events and the time in, effects and the next deadline out.
///
/// It is a value without a clock, without input or output, and without randomness. So the same machine decides about a
/// real process, about a day of virtual time, and in a test. The methods take `now`, which must not go backwards.
///
/// It outlives the app's processes. An app that has been terminated is launched again by the user or by a wake. What
/// iOS keeps for it meanwhile (task requests, regions, transfers, the force-quit mark) is kept here.
public struct PolicyMachine: Sendable, Hashable {
    private let sharedProfile: SharedProfile
    /// The constants in force.
    public var profile: PolicyProfile {
        // A getter would copy all of it where only a part is read.
        @inline(__always) _read { yield sharedProfile.profile }
    }
    /// The declarations of the app.
    public let manifest: Manifest
    /// The state of the app.
    public internal(set) var state: ApplicationState
    /// The reasons to run that live now.
    public internal(set) var grants = GrantSet()
    /// The conditions of the device.
    public internal(set) var conditions: DeviceConditions

    var process = ProcessLife()
    var tasks = FinishTasks()
    var audio = AudioActivity()
    var location = LocationActivity()
    var wakes = WakeQueue()
    var scheduler = TaskSchedulerState()
    var fetch = FetchState()
    var pushes = PushState()
    var voip = VoIPState()
    var callKit = CallKitState()
    var pushToTalk = PushToTalkState()
    var activities = LiveActivityState()
    var healthData = HealthDataState()
    var transfers = TransferState()
    var notifications = NotificationCenterState()
    var documents = DocumentState()
    /// The app asks for Bluetooth state restoration (BM-07).
    var restoresBluetooth = false
    var resources = HeldResources()
    var usage: UsageMonitor?
    var protection = DataProtection()
    /// True when the host reports the app's returns from `willResignActive` and `willEnterForeground`.
    package var awaitsReturns: Bool
    /// The number of times that the app ended in each way (RB-16).
    public internal(set) var exits: [ExitCategory: Int] = [:]

    var deadlines = DeadlineSet()
    /// The reason for which the app will be frozen, while that is due.
    var suspensionReason: Reason?
    /// The refusals of the app that still stand.
    var refusals = Refusals()
    /// The reason for the app's state, and the time at which the app entered it.
    var stateReason: Reason
    var stateSince = MonotonicInstant.zero
    /// The grant that ended last. What it leaves behind protects the app for a while (AS-36, CL-23).
    var lastLost: Grant?
    var lastLostAt = MonotonicInstant.zero
    var now = MonotonicInstant.zero
    var effects: [Effect] = []

    /// Creates the policy of an app that has not been started.
    ///
    /// - Parameters:
    ///   - profile: the rules of a version of iOS.
    ///   - manifest: the app's declarations.
    ///   - conditions: the device at the start.
    ///   - monitorsUsage: whether the host can tell CPU time and wakeups, so that their limits apply (RB-10, RB-14).
    ///   - cpuCount: how many CPUs the app's processes can use at once, at least 1.
    ///   - awaitsReturns: whether the host tells when the app has returned from `willResignActive` and
    ///     `willEnterForeground`; an app that is not waited for is left, or in use, at once (LC-05, LC-32).
    public init(
        profile: PolicyProfile, manifest: Manifest, conditions: DeviceConditions = DeviceConditions(),
        monitorsUsage: Bool = false, cpuCount: Int = 1, awaitsReturns: Bool = false
    ) {
        self.init(
            sharing: SharedProfile(profile), manifest: manifest, conditions: conditions, monitorsUsage: monitorsUsage,
            cpuCount: cpuCount, awaitsReturns: awaitsReturns)
    }

    /// Creates the policy of one of many apps under the same rules.
    package init(
        sharing sharedProfile: SharedProfile, manifest: Manifest, conditions: DeviceConditions = DeviceConditions(),
        monitorsUsage: Bool = false, cpuCount: Int = 1, awaitsReturns: Bool = false
    ) {
        let profile = sharedProfile.profile
        self.sharedProfile = sharedProfile
        self.manifest = manifest
        self.conditions = conditions
        self.awaitsReturns = awaitsReturns
        location.isPrecise = !(manifest.beginsWithReducedAccuracy && profile.features.reducedAccuracy)
        state = profile.lifecycle.stateBeforeLaunch
        stateReason = Reason("LC-01", "not started yet")
        if monitorsUsage { usage = UsageMonitor(cpuCount: cpuCount) }
    }

    /// The next instant at which ``PolicyEvent/deadlineReached`` must be handled, if any.
    public var nextDeadline: MonotonicInstant? { conditions.isOff ? nil : deadlines.earliest }

    /// The background tasks that have not been ended, with their names.
    package var openTasks: [(number: Int, name: String)] {
        tasks.live.map { ($0.key.rawValue, $0.value.name) }.sorted { $0.0 < $1.0 }
    }

    /// Returns whether a launch handler of this process is registered for a task (BG-01).
    package func hasRegistered(_ identifier: String) -> Bool { scheduler.registered.contains(identifier) }

    /// The requests that wait for their time, oldest first (BG-08).
    ///
    /// - Returns: the requests, each with the rest of its delay, if it has one.
    package func pendingTaskRequests(at now: MonotonicInstant) -> [(request: BackgroundTaskRequest, wait: Duration?)] {
        scheduler.pending.map { pending in
            (pending.request, pending.request.earliestBegin.map { max(.zero, $0 - (now - pending.submittedAt)) })
        }
    }

    /// True while the app plays or records, or has begun to.
    package var isPlayingAudio: Bool { audio.flow != .stopped }

    /// The answer of `UIApplication.backgroundTimeRemaining`, or `nil` where that is the greatest finite number (BT-30,
    /// BT-31, MD-02).
    public func backgroundTimeRemaining(at now: MonotonicInstant) -> Duration? {
        if grants.definesStartTime { return nil }
        guard let clock = tasks.clock else { return profile.finishTaskBudget }
        return min(clock.budget, max(.zero, clock.budget - (now - clock.startedAt)))
    }

    /// Handles an event, and decides what follows from it.
    ///
    /// - Parameters:
    ///   - event: the fact.
    ///   - now: the time of the event; not before the last event.
    /// - Returns: the effects, in order; empty when nothing changes.
    public mutating func handle(_ event: PolicyEvent, at now: MonotonicInstant) -> [Effect] {
        var effects: [Effect] = []
        handle(event, at: now, into: &effects)
        return effects
    }

    /// Handles an event, with a buffer for the effects that is used again and again.
    ///
    /// - Parameters:
    ///   - event: the fact.
    ///   - now: the time of the event; not before the last event.
    ///   - buffer: loses what it held, and takes the effects.
    public mutating func handle(_ event: PolicyEvent, at now: MonotonicInstant, into buffer: inout [Effect]) {
        precondition(now >= self.now, "time went backwards: \(event)")
        self.now = now
        buffer.removeAll(keepingCapacity: true)
        swap(&effects, &buffer)
        process(event)
        settle()
        swap(&effects, &buffer)
    }

    private mutating func process(_ event: PolicyEvent) {
        // A late timer, a fix in flight or a call of an app that no longer runs is legal, and has no effect.
        switch event.origin {
        case .app: guard state.isRunning else { return }
        case .process: guard process.alive else { return }
        case .world: break
        }
        if conditions.isOff, event.needsDevice {
            return log("nothing happens", Reason("LC-37", "the device is switched off"))
        }
        switch event {
        case .launched: processLaunched(.user)
        case .launchedInBackground: processLaunchedInBackground()
        case .launchFailed(let cause): processLaunchFailed(cause)
        case .checkedIn: processCheckedIn()
        case .callbackReturned(let callback): processReturn(of: callback)
        case .left(let cause): processLeft(by: cause)
        case .covered(let cover): processCovered(by: cover)
        case .uncovered: processUncovered()
        case .returnedToForeground: processReturned(.user)
        case .forceQuit: processForceQuit()
        case .prewarmed: prewarm()
        case .terminationRequested(let cause):
            requestTermination(Reason("LC-12", "asked to end: \(cause)"), category: .normal)
        case .sceneRequested(let number): processSceneRequested(number)
        case .sceneDisconnected(let number): processSceneDisconnected(number)
        case .urlOpened(let url): processReturned(.url(url))
        case .launchDeclinedURL: processLaunchDeclinedURL()
        case .documentOpened(let document): processDocumentOpened(document)
        case .documentsBrowsed: processDocumentsBrowsed()
        case .previewPresented(let path): presentPreview(of: path)
        case .previewWithdrawn: documents.preview = nil
        case .previewDismissed: dismissPreview()
        case .processExited(let status): processExited(status)
        case .freezeFailed(let cause, let attempts, let retryAfter):
            processFreezeFailed(cause, attempts: attempts, retryAfter: retryAfter)
        case .exceptionNotCaught(let exception): processExceptionNotCaught(exception)
        case .deadlineReached: processDeadlines()
        case .backgroundTaskBegan(let identifier, let name, let hasHandler):
            processTaskBegan(identifier, name: name, hasHandler: hasHandler)
        case .backgroundTaskEnded(let identifier): processTaskEnded(identifier)
        case .audioCategorySet(let configuration): _ = setCategory(configuration)
        case .audioSessionActivated(let configuration): processAudioActivated(configuration)
        case .audioSessionDeactivated(let notifyOthers): processAudioDeactivated(notifyOthers: notifyOthers)
        case .audioPlaybackRequested(let silent, let engine): processPlaybackRequested(silent: silent, engine: engine)
        case .audioRecordingRequested: processRecordingRequested()
        case .audioAdvanced(let frames, let rate): processAudioAdvanced(frames: frames, sampleRate: rate)
        case .audioStalled(let cause): processAudioStalled(cause)
        case .audioPlaybackStopped: processPlaybackStopped()
        case .audioSession(let event): processAudioSession(event)
        case .locationAuthorizationChanged(let authorization): processAuthorizationChanged(authorization)
        case .locationAuthorizationRequested(let always, let answer):
            processAuthorizationRequested(always: always, answer: answer)
        case .allowsBackgroundLocationUpdatesSet(let value): processAllowsBackgroundSet(value)
        case .locationUpdatesStarted(let pauses): processUpdatesStarted(pausesAutomatically: pauses)
        case .locationUpdatesStopped: processUpdatesStopped()
        case .locationSessionOpened(let source): processSessionOpened(source)
        case .locationSessionLost(let cause): processSessionLost(cause)
        case .locationFixArrived(let fix): processFix(fix)
        case .locationFixMissing(let cause): processFixMissing(cause)
        case .locationService(let event): processLocationService(event)
        case .wake(let kind): wake(kind)
        case .wakeCompleted(let kind): completeWake(kind, identifier: nil)
        case .taskScheduler(let event): processTaskScheduler(event)
        case .fetch(let event): processFetch(event)
        case .push(let event): processPush(event)
        case .voip(let event): processVoIP(event)
        case .transfer(let event): processTransfer(event)
        case .call(let event): processCall(event)
        case .liveActivity(let event): processLiveActivity(event)
        case .notification(let event): processNotification(event)
        case .device(let change): processDevice(change)
        case .resource(let event): processResource(event)
        case .keychain(let event): processKeychain(event)
        case .usageSampled(let cpu, let wakeups): processUsage(cpu: cpu, wakeups: wakeups)
        }
    }

    private mutating func processDeadlines() {
        if conditions.isOff { return }
        // In the order of their times, and within an instant in the order of their kinds.
        while let due = deadlines.popDue(at: now) {
            switch due.kind {
            case .taskKill: killForOverrun()
            case .wakeKill: killForWakeOverrun()
            case .launch: killForLaunchTime()
            case .enterBackground: killForEnterBackgroundTime()
            case .enterForeground: killForEnterForegroundTime()
            case .willTerminate: killForTerminationTime()
            case .callReport: killForUnreportedCall()
            case .callRing: endUnansweredCalls()
            case .callAction: timeOutCallActions()
            case .visit: tellVisits()
            case .liveActivity: endLiveActivities()
            case .locationDenial: denyLocationBehind()
            case .taskExpiration:
                if tasks.clock?.expired == true {
                    expireRenewedTasks()
                    break
                }
                expireTasks(
                    Reason(
                        "BT-14",
                        "\(profile.inWords(profile.finishTaskGrace)) before the end of the background task's time"))
            case .wakeExpiration: expireWakes()
            case .continuedTaskStall: expireStalledTasks()
            case .willResignActive: resignationOverdue()
            case .enterBackgroundAdvice: warnAboutEnterBackgroundTime()
            case .taskStillHeld: warnAboutHeldTasks()
            case .audioEvidence: audioEvidenceMissed()
            case .locationPause: pauseLocation()
            case .usage: askForUsage()
            case .voipKeepAlive: voipKeepAliveDue()
            case .transferTelling: transfers.stopWaitingForCalls()
            case .suspension: suspensionDue()
            case .heldPush: releaseHeldPush()
            case .transferTimeout: transfersTimedOut()
            case .transferStart: runTransfers()
            case .notification: fireDueNotifications()
            case .regionStay: lookAtRegions()
            case .protectedData: tellOfProtectedData()
            case .opportunity: systemActs(dueAt: due.instant)
            }
            settle()
        }
    }

    /// Draws what follows from the present state: for the app, and for a system that acts by itself.
    private mutating func settle() {
        reconcile()
        if conditions.systemLife != .none { updateOpportunity() }
    }

    // MARK: Grants

    /// Brings grants, deadlines, and suspension in line with what is true now.
    private mutating func reconcile() {
        guard process.alive, state != .terminated else { return }
        updateReceiver()
        if isOnScreen != grants.contains(.foreground) {
            change(.foreground, isOnScreen ? Reason("LC-01", "in the foreground") : stateReason)
        }
        if audioKeepsRunning != grants.contains(.audio) { change(.audio, audio.reason) }
        if locationKeepsRunning != grants.contains(.location) { change(.location, location.reason) }
        if tasks.live.isEmpty == grants.contains(.finishTask) { change(.finishTask, tasks.reason) }
        if (wakes.live.isEmpty && callKit.calls.isEmpty) == grants.contains(.wake) { change(.wake, wakes.reason) }
        updateTaskClock()
        updateCPUExemption()
        updateLocationPause()
        // Before the suspension: an app that is being told is not suspended (UR-06).
        deliverWaitingTransferEvents()
        finishWaitingTransferEvents()
        updateSuspension()
    }

    private mutating func change(_ grant: Grant, _ reason: consuming Reason) {
        if grants.insert(grant) {
            if grant == .audio { forgive(.audio) }
            if grant == .location { forgive(.location) }
            emit(.gainGrant(grant), reason)
        } else {
            grants.remove(grant)
            lastLost = grant
            lastLostAt = now
            emit(.loseGrant(grant), reason)
        }
    }

    private mutating func updateSuspension() {
        switch state {
        case .background:
            guard grants.isEmpty, process.isIdle, suspendsApps, !transfers.waitsForCalls else {
                deadlines[.suspension] = nil
                return
            }
            if deadlines[.suspension] == nil { scheduleSuspension() }
        case .suspended:
            // Audio or location of a suspended app flows again only when a service of the machine has come back. The
            // grant returns with its evidence, and is a reason to run.
            guard !grants.isEmpty else { return }
            let cause = grants.contains(.audio) ? audio.reason : location.reason
            thaw(Reason("MD-16", cause.text, evidence: cause.evidence))
        case .notRunning, .unattached, .foregroundActive, .foregroundInactive, .terminated:
            deadlines[.suspension] = nil
        }
    }

    /// Sets the time of the freeze, and its reason, now that no grant is left.
    private mutating func scheduleSuspension() {
        let delay =
            switch lastLost {
            case .audio: profile.audioReleaseDelay
            case .location: profile.locationReleaseDelay
            case .finishTask, .wake, .foreground, nil:
                process.record.isPrewarmed ? profile.prewarmTime : profile.suspensionDelay
            }
        suspensionReason = causeOfSuspension
        deadlines[.suspension] = now + delay
    }

    private var causeOfSuspension: Reason {
        switch lastLost {
        case .audio: audio.suspensionReason
        case .location: location.suspensionReason
        case .finishTask: refusals.causeOfSuspension ?? tasks.suspensionReason
        case .wake: wakes.reason
        case .foreground, nil:
            process.record.isPrewarmed
                ? Reason("LC-34", "prewarmed: it stands at UIApplicationMain until the user opens it")
                : refusals.causeOfSuspension ?? Reason("LC-10", "in the background without a reason to run")
        }
    }

    // MARK: Emitting

    // Most arguments are made for the call: `consuming` moves them into the effect instead of copying their texts.

    mutating func emit(_ action: consuming Effect.Action, _ reason: consuming Reason) {
        effects.append(Effect(action, reason))
    }

    mutating func deliver(_ callback: consuming AppCallback, _ reason: consuming Reason) {
        emit(.deliver(callback), reason)
    }

    mutating func log(_ text: consuming String, _ reason: consuming Reason) {
        emit(.log(text), reason)
    }

    mutating func enter(_ next: ApplicationState, _ reason: Reason) {
        guard next != state else { return }
        emit(.enterState(next, from: state), reason)
        if next.isForeground { updatesAreInUse() }
        state = next
        stateReason = reason
        stateSince = now
        if next.isForeground { connectFrontScene() }
    }

    /// Remembers a refusal. A suspension that is already due takes it as its reason.
    mutating func refuse(_ domain: Refusals.Domain, _ reason: Reason) {
        refusals[domain] = reason
        if domain.keepsAppsRunning, deadlines[.suspension] != nil { suspensionReason = reason }
    }

    /// Drops a refusal: the app has got what it was refused, or does not ask for it any more.
    mutating func forgive(_ domain: Refusals.Domain) {
        guard let reason = refusals[domain] else { return }
        refusals[domain] = nil
        if deadlines[.suspension] != nil, suspensionReason == reason { suspensionReason = causeOfSuspension }
    }

    /// Ends the app, and drops what belongs to its process.
    mutating func terminate(_ termination: Termination, _ reason: Reason, category: ExitCategory) {
        emit(.terminate(termination), reason)
        end(reason, category: category)
    }

    mutating func end(_ reason: Reason, category: ExitCategory) {
        exits[category, default: 0] += 1
        for grant in grants.all { emit(.loseGrant(grant), reason) }
        endAudioSession()
        hideLocationIndicator(reason)
        enter(.terminated, reason)
        forgetProcess()
        process.record.exitCategory = category
        // WK-06: a kill discards the push that was held back for the app. An app that ended by itself still gets it.
        if category != .normal { dropHeldPush() }
        // The wakes that waited for this process are not for one that the user starts some day.
        if process.nextLaunch == nil {
            dropPendingWakes(Reason("LC-06", "the process ended before it got the event"), except: .voipPush)
        }
    }
}

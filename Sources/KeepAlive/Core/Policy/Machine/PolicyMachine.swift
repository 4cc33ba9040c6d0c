/// The background policy of one app: it takes events with their times, and gives effects and the next deadline.
///
/// The machine is a value without a clock, without input or output, and without randomness. So the same machine can
/// decide about a real process, about a day of virtual time, and in a test. The methods take `now`, which must not go
/// backwards.
///
/// The machine outlives the app's processes, because the user or a wake can launch a terminated app again. It keeps the
/// state that iOS keeps for the app between two processes: task requests, regions, transfers, the force-quit mark.
public struct PolicyMachine: Sendable, Hashable {
    private let sharedProfile: SharedProfile
    /// The profile of the iOS version whose rules apply.
    public var profile: PolicyProfile {
        // `_read` yields the profile in place. A getter would copy the whole profile even if the caller reads only a
        // part.
        @inline(__always) _read { yield sharedProfile.profile }
    }
    /// The declarations of the app's Info.plist; they never change.
    public let manifest: Manifest
    /// The state of the app in its life cycle.
    public internal(set) var state: ApplicationState
    /// The grants that the app has now.
    public internal(set) var grants = GrantSet()
    /// The present conditions of the device.
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
    /// True if the app asks for Bluetooth state restoration (BM-07).
    var restoresBluetooth = false
    var resources = HeldResources()
    var usage: UsageMonitor?
    var protection = DataProtection()
    /// True when the host reports that the app has returned from `willResignActive` and `willEnterForeground`.
    package var awaitsReturns: Bool
    /// The number of times that the app has ended, by category (RB-16).
    public internal(set) var exits: [ExitCategory: Int] = [:]

    var deadlines = DeadlineSet()
    /// The reason for which the app will be frozen; in use while the `suspension` deadline is set.
    var suspensionReason: Reason?
    /// The refusals that still stand.
    var refusals = Refusals()
    /// The reason for which the app entered its state, and the time at which it did.
    var stateReason: Reason
    var stateSince = MonotonicInstant.zero
    /// The grant that ended last. It decides how long the app still runs before the freeze (AS-36, CL-23).
    var lastLost: Grant?
    var lastLostAt = MonotonicInstant.zero
    var now = MonotonicInstant.zero
    var effects: [Effect] = []

    /// Creates the policy of an app that has not been started.
    ///
    /// - Parameters:
    ///   - profile: the rules of a version of iOS.
    ///   - manifest: the app's manifest.
    ///   - conditions: the conditions of the device at the start.
    ///   - monitorsUsage: true if the host can measure CPU time and wakeups, so that their limits apply (RB-10, RB-14).
    ///   - cpuCount: the number of CPUs that the app's processes can use at once, at least 1.
    ///   - awaitsReturns: true if the host reports when the app has returned from `willResignActive` and
    ///     `willEnterForeground`. Otherwise the app is in the background, or active, at once (LC-05, LC-32).
    public init(
        profile: PolicyProfile, manifest: Manifest, conditions: DeviceConditions = DeviceConditions(),
        monitorsUsage: Bool = false, cpuCount: Int = 1, awaitsReturns: Bool = false
    ) {
        self.init(
            sharing: SharedProfile(profile), manifest: manifest, conditions: conditions, monitorsUsage: monitorsUsage,
            cpuCount: cpuCount, awaitsReturns: awaitsReturns)
    }

    /// Creates the policy of one of many apps that share a profile.
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

    /// The instant at which ``PolicyEvent/deadlineReached`` must be handled next; `nil` if no deadline is set.
    public var nextDeadline: MonotonicInstant? { conditions.isOff ? nil : deadlines.earliest }

    /// The background tasks that the app has not ended: numbers and names, by number.
    package var openTasks: [(number: Int, name: String)] {
        tasks.live.map { ($0.key.rawValue, $0.value.name) }.sorted { $0.0 < $1.0 }
    }

    /// Returns true if this process has registered a launch handler for a task (BG-01).
    package func hasRegistered(_ identifier: String) -> Bool { scheduler.registered.contains(identifier) }

    /// Returns the task requests that wait for their time, oldest first (BG-08).
    ///
    /// - Returns: the requests; `wait` is the time until the task may begin, `nil` if its request names no earliest
    ///   time.
    package func pendingTaskRequests(at now: MonotonicInstant) -> [(request: BackgroundTaskRequest, wait: Duration?)] {
        scheduler.pending.map { pending in
            (pending.request, pending.request.earliestBegin.map { max(.zero, $0 - (now - pending.submittedAt)) })
        }
    }

    /// True while the app plays or records, or has asked to and waits for the audio device.
    package var isPlayingAudio: Bool { audio.flow != .stopped }

    /// Returns the value of `UIApplication.backgroundTimeRemaining`; `nil` when iOS returns the greatest finite number
    /// (BT-30, BT-31, MD-02).
    public func backgroundTimeRemaining(at now: MonotonicInstant) -> Duration? {
        if grants.definesStartTime { return nil }
        guard let clock = tasks.clock else { return profile.finishTaskBudget }
        return min(clock.budget, max(.zero, clock.budget - (now - clock.startedAt)))
    }

    /// Handles an event, and decides its effects.
    ///
    /// - Parameters:
    ///   - event: the event; one that needs a running app has no effect while the app does not run.
    ///   - now: the time of the event; not before the last event.
    /// - Returns: the effects, in order; empty when nothing changes.
    public mutating func handle(_ event: PolicyEvent, at now: MonotonicInstant) -> [Effect] {
        var effects: [Effect] = []
        handle(event, at: now, into: &effects)
        return effects
    }

    /// Handles an event, and puts the effects into a buffer that can be used again for the next event.
    ///
    /// - Parameters:
    ///   - event: the event; one that needs a running app has no effect while the app does not run.
    ///   - now: the time of the event; not before the last event.
    ///   - buffer: receives the effects; its old contents are removed.
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
        // An event of an app that no longer runs (a late timer, a fix in flight, a call) is legal, and has no effect.
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
        // Deadlines are handled in the order of their times, and deadlines of one instant in the order of their kinds.
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

    /// Brings everything that depends on the state up to date: the app's grants and deadlines, and the deadline of the
    /// system's next run if the system acts by itself.
    private mutating func settle() {
        reconcile()
        if conditions.systemLife != .none { updateOpportunity() }
    }

    // MARK: Grants

    /// Brings grants, deadlines and suspension in line with the present state.
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
        // Deliver transfer events before deciding on the suspension: they keep the app from being suspended (UR-06).
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
            // The audio or location of a suspended app flows again only after a service of the machine has come back.
            // Then the app gets its grant back, with evidence, and so it is thawed.
            guard !grants.isEmpty else { return }
            let cause = grants.contains(.audio) ? audio.reason : location.reason
            thaw(Reason("MD-16", cause.text, evidence: cause.evidence))
        case .notRunning, .unattached, .foregroundActive, .foregroundInactive, .terminated:
            deadlines[.suspension] = nil
        }
    }

    /// Sets the time of the freeze and the reason for it. Called when the app has no grant left.
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

    // Most arguments are made for the call: `consuming` moves them into the effect instead of copying their strings.

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

    /// Records a refusal. A refusal of audio or location becomes the reason for a freeze that is already scheduled.
    mutating func refuse(_ domain: Refusals.Domain, _ reason: Reason) {
        refusals[domain] = reason
        if domain.keepsAppsRunning, deadlines[.suspension] != nil { suspensionReason = reason }
    }

    /// Removes a refusal, after the app got the service that was refused or stopped asking for it.
    mutating func forgive(_ domain: Refusals.Domain) {
        guard let reason = refusals[domain] else { return }
        refusals[domain] = nil
        if deadlines[.suspension] != nil, suspensionReason == reason { suspensionReason = causeOfSuspension }
    }

    /// Terminates the app, and drops the state that belongs to its process.
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
        // WK-06: a kill discards the push that was held back for the app. An app that ended by itself still gets the
        // push.
        if category != .normal { dropHeldPush() }
        // Drop the wakes that waited for this process: they must not reach a process that the user starts later.
        if process.nextLaunch == nil {
            dropPendingWakes(Reason("LC-06", "the process ended before it got the event"), except: .voipPush)
        }
    }
}

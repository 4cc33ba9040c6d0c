/// The background policy of one app: events and the time in, effects and the next deadline out.
///
/// A value without a clock, without input or output, and without randomness, so the same machine decides about a real
/// process, about a day of virtual time, and in a test. The methods take `now`; it must not go backwards.
public struct PolicyMachine: Sendable, Hashable, Codable {
    /// The constants in force.
    public let profile: PolicyProfile
    /// What the app declares.
    public let manifest: Manifest
    /// The state of the app.
    public internal(set) var state: ApplicationState
    /// The reasons to run that live now.
    public internal(set) var grants: Set<Grant> = []

    var tasks = FinishTasks()
    var audio = AudioActivity()
    var location = LocationActivity()
    /// When the app is to be frozen, and why; `nil` while a grant lives.
    var suspension: PendingSuspension?
    /// The last thing the app asked for in vain: the best answer to "why is it suspended?".
    var lastRefusal: Reason?
    var now = MonotonicInstant.zero
    var effects: [Effect] = []

    struct PendingSuspension: Sendable, Hashable, Codable {
        var at: MonotonicInstant
        var reason: Reason
    }

    /// Creates the policy of an app that has not been started.
    public init(profile: PolicyProfile, manifest: Manifest) {
        self.profile = profile
        self.manifest = manifest
        state = profile.lifecycle.stateBeforeLaunch
    }

    /// The next instant at which ``PolicyEvent/deadlineReached`` must be handled, if any.
    public var nextDeadline: MonotonicInstant? {
        guard state != .terminated else { return nil }
        let candidates = [
            suspension?.at, tasks.expirationDeadline(profile), tasks.killDeadline(profile),
            tasks.stillHeldDeadline(profile), audio.evidenceDeadline, locationPauseDeadline,
        ]
        return candidates.compactMap { $0 }.min()
    }

    /// What `UIApplication.backgroundTimeRemaining` answers, or `nil` where it answers with the greatest finite number
    /// (BT-30, BT-31, MD-02).
    public func backgroundTimeRemaining(at now: MonotonicInstant) -> Duration? {
        if grants.contains(where: \.definesStartTime) { return nil }
        guard let clock = tasks.clock else { return profile.finishTaskBudget }
        return max(.zero, profile.finishTaskBudget - (now - clock.startedAt))
    }

    /// Takes a fact and decides.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - now: when; not before the last event.
    /// - Returns: what to do, in order. Empty when nothing changes, as for any event after the end.
    public mutating func handle(_ event: PolicyEvent, at now: MonotonicInstant) -> [Effect] {
        precondition(now >= self.now, "time went backwards: \(event)")
        self.now = now
        effects.removeAll(keepingCapacity: true)
        // A late timer, a fix in flight, an exit after a kill: legal after the end, and of no effect.
        guard state != .terminated else { return [] }
        switch event {
        case .launched: processLaunched()
        case .homePressed: processHomePressed()
        case .returnedToForeground: processReturned()
        case .backgroundTaskBegan(let identifier, let name): processTaskBegan(identifier, name: name)
        case .backgroundTaskEnded(let identifier): processTaskEnded(identifier)
        case .audioSessionActivated(let configuration): processAudioActivated(configuration)
        case .audioSessionDeactivated: processAudioDeactivated()
        case .audioPlaybackRequested: processPlaybackRequested()
        case .audioAdvanced(let frames, let rate): processAudioAdvanced(frames: frames, sampleRate: rate)
        case .audioStalled(let cause): processAudioStalled(cause)
        case .audioPlaybackStopped: processPlaybackStopped()
        case .locationAuthorizationChanged(let authorization): processAuthorizationChanged(authorization)
        case .locationAuthorizationAskedWithoutUsageString(let key): processAuthorizationAskedInVain(key)
        case .allowsBackgroundLocationUpdatesSet(let value): processAllowsBackgroundSet(value)
        case .exceptionNotCaught(let exception): processExceptionNotCaught(exception)
        case .locationUpdatesStarted(let pauses): processUpdatesStarted(pausesAutomatically: pauses)
        case .locationUpdatesStopped: processUpdatesStopped()
        case .locationSessionOpened(let source): processSessionOpened(source)
        case .locationSessionLost(let cause): processSessionLost(cause)
        case .locationFixArrived(let fix): processFix(fix)
        case .locationFixMissing(let cause): processFixMissing(cause)
        case .processExited(let status): processExited(status)
        case .deadlineReached: processDeadlines()
        }
        reconcile()
        return effects
    }

    // MARK: Life cycle

    private mutating func processLaunched() {
        guard state == profile.lifecycle.stateBeforeLaunch else { return }
        enter(.foregroundInactive, Reason("LC-05", "launched by the user"))
        deliver(.didFinishLaunching, Reason("LC-05", "launched by the user"))
        enter(.foregroundActive, Reason("LC-05", "on screen and in use"))
        deliver(.didBecomeActive, Reason("LC-05", "on screen and in use"))
    }

    private mutating func processHomePressed() {
        guard state.isForeground else { return }
        let reason = Reason("LC-05", "home pressed")
        if state == .foregroundActive { enter(.foregroundInactive, reason) }
        deliver(.willResignActive, reason)
        enter(.background, reason)
        stopUndeclaredAudio()
        warnAboutOldTasks()
        deliver(.didEnterBackground, reason)
    }

    private mutating func processReturned() {
        guard state == .background || state == .suspended else { return }
        let reason = Reason("LC-05", "the user returned")
        if state == .suspended {
            emit(.resume, reason)
            enter(.background, reason)
        }
        enter(.foregroundInactive, reason)
        deliverQueuedLocations()
        deliver(.willEnterForeground, reason)
        enter(.foregroundActive, reason)
        deliver(.didBecomeActive, reason)
        // Location that was refused once stays so while its updates go on; audio may be tried again.
        if location.updates == nil { lastRefusal = nil }
    }

    private mutating func processExited(_ status: ProcessStatus) {
        let rule: RuleID = state == .suspended ? "LC-22" : "LC-01"
        enter(.terminated, Reason(rule, "the process ended: \(status)"))
    }

    private mutating func processDeadlines() {
        // In the order of their times: a kill that is due before a freeze wins.
        while let due = nextDeadline, due <= now {
            if tasks.killDeadline(profile) == due {
                killForOverrun()
            } else if tasks.expirationDeadline(profile) == due {
                expireTasks()
            } else if tasks.stillHeldDeadline(profile) == due {
                warnAboutHeldTasks()
            } else if audio.evidenceDeadline == due {
                audioEvidenceMissed()
            } else if locationPauseDeadline == due {
                pauseLocation()
            } else if let pending = suspension, pending.at == due {
                suspension = nil
                enter(.suspended, pending.reason)
                emit(.suspend, pending.reason)
            }
            reconcile()
        }
    }

    // MARK: Grants

    /// Brings grants, task clock, and suspension in line with what is true now.
    private mutating func reconcile() {
        guard state != .terminated else {
            grants.removeAll()
            suspension = nil
            return
        }
        update(.foreground, state.isForeground, Reason("LC-01", "in the foreground"), Reason("LC-05", "home pressed"))
        update(.audio, audio.isFlowing && manifestAllowsAudio, audio.reason, audio.reason)
        update(
            .location, location.keepsAppRunning(declared: manifest.backgroundModes.contains(.location)),
            location.reason, location.reason)
        update(.finishTask, !tasks.live.isEmpty, tasks.reason, tasks.reason)
        updateTaskClock()
        updateSuspension()
    }

    private mutating func update(_ grant: Grant, _ lives: Bool, _ gained: Reason, _ lost: Reason) {
        if lives, grants.insert(grant).inserted {
            emit(.gainGrant(grant), gained)
        } else if !lives, grants.remove(grant) != nil {
            emit(.loseGrant(grant), lost)
        }
    }

    private mutating func updateSuspension() {
        switch state {
        case .background:
            guard grants.isEmpty else {
                suspension = nil
                return
            }
            if suspension == nil { suspension = pendingSuspension() }
        case .suspended:
            // Suspended audio or location that flows again is a service of the machine that came back: the grant
            // returns with its evidence, and with it the reason to run.
            guard let grant = grants.sorted().first else { return }
            let cause = grant == .audio ? audio.reason : location.reason
            let reason = Reason("MD-16", cause.text, evidence: cause.evidence)
            emit(.resume, reason)
            enter(.background, reason)
            deliverQueuedLocations()
        case .notRunning, .unattached, .foregroundActive, .foregroundInactive, .terminated:
            suspension = nil
        }
    }

    /// How soon the app is frozen, and why, now that no grant is left.
    private func pendingSuspension() -> PendingSuspension {
        if case .loseGrant(let grant)? = effects.last(where: { if case .loseGrant = $0.action { true } else { false } }
        )?
        .action {
            switch grant {
            case .audio:
                return PendingSuspension(at: now + profile.audioReleaseDelay, reason: audio.suspensionReason)
            case .location:
                return PendingSuspension(at: now + profile.locationReleaseDelay, reason: location.suspensionReason)
            case .finishTask:
                return PendingSuspension(
                    at: now + profile.suspensionDelay, reason: lastRefusal ?? tasks.suspensionReason)
            case .foreground:
                break
            }
        }
        let reason = lastRefusal ?? Reason("LC-10", "in the background without a reason to run")
        return PendingSuspension(at: now + profile.suspensionDelay, reason: reason)
    }

    // MARK: Emitting

    mutating func emit(_ action: Effect.Action, _ reason: Reason) {
        effects.append(Effect(action, reason))
    }

    mutating func deliver(_ callback: AppCallback, _ reason: Reason) {
        emit(.deliver(callback), reason)
    }

    mutating func enter(_ next: ApplicationState, _ reason: Reason) {
        guard next != state else { return }
        emit(.enterState(next, from: state), reason)
        state = next
    }

    /// Remembers a refusal, and lets a suspension that is already due say it.
    mutating func refuse(_ reason: Reason) {
        lastRefusal = reason
        if let pending = suspension { suspension = PendingSuspension(at: pending.at, reason: reason) }
    }

    mutating func terminate(_ termination: Termination, _ reason: Reason) {
        emit(.terminate(termination), reason)
        enter(.terminated, reason)
    }
}

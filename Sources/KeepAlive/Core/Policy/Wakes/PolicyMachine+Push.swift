/// The decisions about fetch, pushes, VoIP, notifications, and what else the services tell.
extension PolicyMachine {
    // MARK: Fetch (WK-01 to WK-03)

    mutating func processFetch(_ event: FetchEvent) {
        switch event {
        case .intervalSet(let interval):
            if profile.switches.permittedIdentifiersDisableFetch, !manifest.permittedTaskIdentifiers.isEmpty {
                let reason = Reason("BG-26", "BGTaskSchedulerPermittedIdentifiers is there: the old fetch is off")
                return log("setMinimumBackgroundFetchInterval has no effect", reason)
            }
            fetch.interval = interval
        case .opportunity:
            guard let interval = fetch.interval else {
                return emit(
                    .dropWake(.backgroundFetch),
                    Reason("WK-01", "no fetch: the minimum interval is 'never', the default"))
            }
            if let next = nextFetch(interval), now < next {
                let wait = profile.inWords(fetchPause(interval))
                return emit(.dropWake(.backgroundFetch), Reason("WK-01", "no fetch: never more often than \(wait)"))
            }
            if wake(.backgroundFetch) { fetch.last = now }
        case .completed(let result):
            fetch.failuresInARow = result == .failed ? fetch.failuresInARow + 1 : 0
            completeWake(.backgroundFetch, identifier: nil)
        case .implemented(let mode):
            guard !manifest.backgroundModes.contains(mode) else { return }
            let method =
                mode == .fetch
                ? "application:performFetchWithCompletionHandler:"
                : "application:didReceiveRemoteNotification:fetchCompletionHandler:"
            log(
                "You've implemented -[<UIApplicationDelegate> \(method)], but you still need to add "
                    + "\"\(mode.rawValue)\" to the list of your supported UIBackgroundModes in your Info.plist.",
                Reason("BM-16", "\(mode.rawValue) is implemented and not declared"))
        }
    }

    /// The shortest time between two fetches. WK-03: honest results shape later fetches. Here each failure doubles it.
    private func fetchPause(_ interval: Duration) -> Duration {
        interval.scaled(by: Double(1 << min(fetch.failuresInARow, 6)))
    }

    /// The first time at which the interval allows another fetch; `nil` before the first one (WK-01).
    func nextFetch(_ interval: Duration) -> MonotonicInstant? {
        fetch.last.map { $0 + fetchPause(interval) }
    }

    // MARK: Push (WK-04 to WK-07)

    mutating func processPush(_ event: PushEvent) {
        switch event {
        case .silent(let priority, let identifier): silentPush(priority: priority, identifier: identifier)
        case .alert(let request): receive(request)
        case .arrived(let push): arrived(push)
        case .tokenReceived(let type, let token, let activity): tokenReceived(type, token, activity)
        case .completed: completeWake(.remoteNotification, identifier: nil)
        }
    }

    private mutating func arrived(_ push: RemotePush) {
        switch push.type {
        case .voip: processVoIP(.pushed(identifier: push.identifier))
        case .pushtotalk: processVoIP(.pushToTalkPushed(identifier: push.identifier))
        case .location:
            guard profile.features.locationPushes else {
                return log(
                    "location push \(push.identifier) has no effect", Reason("WK-20", "iOS \(profile.version) has none")
                )
            }
            log(
                "location push \(push.identifier) does not wake the app",
                Reason("WK-20", "it is for the app's Location Push Service Extension, a process of its own"))
        case .liveactivity:
            guard profile.features.liveActivities else {
                return log(
                    "Live Activity push \(push.identifier) has no effect",
                    Reason("WK-21", "iOS \(profile.version) has none"))
            }
            guard push.startsActivity else {
                if push.endsActivity { endLiveActivity(push.identifier, Reason("WK-21", "a push has ended it")) }
                return log(
                    "Live Activity push \(push.identifier) does not wake the app",
                    Reason("WK-21", "the system updates the activity: only a start wakes the app"))
            }
            guard profile.features.liveActivityPushes else {
                return emit(
                    .dropWake(.liveActivity), Reason("WK-21", "iOS \(profile.version): no push starts a Live Activity"))
            }
            beginLiveActivity(push.identifier, Reason("WK-21", "a push has started it"))
            wake(.liveActivity, identifier: push.identifier)
        case .alert, .background, nil: remotePush(push)
        }
    }

    private mutating func remotePush(_ push: RemotePush) {
        guard push.isSilent || push.isShown else {
            return log(
                "push \(push.identifier) has no effect",
                Reason("WK-05", "'aps' holds neither content-available: 1 nor an alert, badge or sound"))
        }
        // Before iOS 10 both are one call of an app in the foreground (LN-04).
        let isToldOnce = push.isSilent && isOnScreen && !profile.features.userNotifications
        if push.isShown, !isToldOnce {
            // LN-20
            let collapse = profile.features.userNotifications ? push.collapseIdentifier : nil
            receive(
                NotificationRequest(
                    identifier: collapse ?? push.identifier,
                    content: NotificationContent(push: push.payload), trigger: .push))
        }
        if push.isSilent { silentPush(priority: push.priority, identifier: push.identifier) }
    }

    private mutating func logMissingPushKit() {
        log("iOS \(profile.version) has no PushKit, so no token", Reason("SD-54", "PushKit came with iOS 8"))
    }

    private mutating func tokenReceived(_ type: PushType, _ token: [UInt8], _ activity: String?) {
        let text = PushToken.text(of: token)
        switch type {
        case .voip: processVoIP(.credentialsUpdated(token: token))
        case .alert, .background:
            deliverOrQueue(
                .didRegisterForRemoteNotifications(token: text), Reason("WK-19", "the device has a token for the app"))
        case .liveactivity where activity != nil && !state.isRunning:
            // WK-21: the app has to send it to its server.
            activities.tokens[activity ?? ""] = text
            wake(.liveActivity, identifier: activity)
        case .location, .pushtotalk, .liveactivity:
            deliverOrQueue(
                .didReceivePushToken(type, token: text, activity: activity),
                Reason("WK-19", "the device has a token for \(type.rawValue) pushes"))
        }
    }

    /// Handles a push whose `aps` holds `content-available` 1 alone; the app's own keys stand beside it (SD-41).
    private mutating func silentPush(priority: Int, identifier: String?) {
        if profile.features.backgroundPushPriority, priority != 5, !isOnScreen {
            return emit(
                .dropWake(.remoteNotification),
                Reason("WK-05", "not delivered: a background push needs apns-priority 5, it has \(priority)"))
        }
        if !process.alive, process.forceQuit {
            return emit(
                .dropWake(.remoteNotification), Reason("WK-07", "discarded: the user has force-quit the app"))
        }
        if conditions.lowPowerMode, profile.switches.lowPowerModeHoldsBackPushes, !isOnScreen {
            pushes.isHeld = true
            pushes.heldIdentifier = identifier
            return emit(
                .dropWake(.remoteNotification),
                Reason("MD-17", "held back: Low Power Mode is on; only the latest is kept"))
        }
        if let end = pushes.heldUntil, now < end, !isOnScreen,
            obstacle(to: .remoteNotification, WakeTerms.terms(of: .remoteNotification, in: profile)) == nil
        {
            pushes.isHeld = true
            pushes.heldIdentifier = identifier
            deadlines[.heldPush] = end
            return emit(
                .dropWake(.remoteNotification),
                Reason(
                    "WK-23",
                    "held back for \(profile.inWords(end - now)) more, as \(pushes.holdCause.rawValue); only the latest is kept"
                ))
        }
        let (now, window) = (now, profile.rateWindow)
        pushes.times.removeAll { now - $0 >= window }
        guard isOnScreen || pushes.times.count < profile.silentPushesPerHour else {
            pushes.isHeld = true
            pushes.heldIdentifier = identifier
            deadlines[.heldPush] = pushes.times.first.map { $0 + profile.rateWindow }
            return emit(
                .dropWake(.remoteNotification),
                Reason(
                    "WK-06", "held back: more than \(profile.silentPushesPerHour) an hour; only the latest is kept")
            )
        }
        if wake(.remoteNotification, identifier: identifier) {
            pushes.times.append(now)
            dropHeldPush()
        }
    }

    /// WK-06: delivers the latest of the pushes that were held back, when there is room for it again.
    mutating func releaseHeldPush() {
        guard pushes.isHeld else { return }
        pushes.isHeld = false
        silentPush(priority: 5, identifier: pushes.heldIdentifier)
    }

    /// WK-23: after a boot, and after a long time without network while the device is in use, the scheduler holds back silent pushes.
    mutating func holdPushes(for duration: Duration, since cause: PushState.HoldCause) {
        guard duration > .zero else { return }
        pushes.holdCause = cause
        pushes.heldUntil = now + duration
    }

    mutating func dropHeldPush() {
        pushes.isHeld = false
        deadlines[.heldPush] = nil
    }

    // MARK: VoIP (WK-08 to WK-16, SD-50 to SD-54)

    mutating func processVoIP(_ event: VoIPEvent) {
        switch event {
        case .pushKitUsed: if !profile.features.pushKit { logMissingPushKit() }
        case .credentialsUpdated(let token):
            guard profile.features.pushKit else { return logMissingPushKit() }
            voip.isTokenInvalid = false
            deliverOrQueue(
                .didUpdatePushCredentials(token: PushToken.text(of: token)), Reason("SD-54", "PushKit has a token"))
        case .tokenInvalidated:
            voip.isTokenInvalid = true
            deliverOrQueue(.didInvalidatePushToken, Reason("SD-54", "PushKit has taken the token back"))
        case .pushed(let identifier): voipPushed(identifier)
        case .callReported:
            callWasReported()
            if !profile.features.voipPushKeepsAwake { completeWake(.voipPush, identifier: nil) }
        case .returnedWithoutReport: voipNotReported()
        case .callKitUsed:
            guard !manifest.backgroundModes.contains(.voip), profile.features.callKitNeedsMode else { return }
            emit(.refuse(.missingVoIPBackgroundMode), Reason("BM-17", "CallKit needs 'voip' in UIBackgroundModes"))
        case .reportedByExtension:
            guard profile.features.encryptedVoIPPushes else { return }
            wake(.voipPush)
        case .keepAliveTimeoutSet(let timeout): setKeepAlive(timeout)
        case .keepAliveCleared:
            voip.keepAliveTimeout = nil
            deadlines[.voipKeepAlive] = nil
        case .socketTagged(true)
        where profile.features.voipSocketsTrap && manifest.isLinked(since: profile.voipSocketTrapsSinceSDK) ?? false:
            trapForTaggedSocket()
        case .socketTagged(let tagged):
            guard manifest.backgroundModes.contains(.voip) else { return }
            voip.taggedSockets = max(0, voip.taggedSockets + (tagged ? 1 : -1))
            if tagged, !manifest.backgroundModes.contains(.audio) {
                log(
                    "'voip' alone does not let a call be heard in the background: declare 'audio' too",
                    Reason("SD-53", "UIBackgroundModes lacks 'audio'"))
            }
        case .socketDataArrived:
            guard voip.taggedSockets > 0 else {
                return emit(
                    .dropWake(.voipSocket), Reason("SD-50", "the socket is not tagged, or 'voip' is not declared"))
            }
            // One wake at a time: what comes meanwhile is there to be read, and wakes the app again if it is not.
            guard !wakes.live.contains(where: { $0.kind == .voipSocket }) else { return }
            resumedForVoIP(.voipSocket)
        case .pushToTalkChannel(let joined):
            pushToTalk.isInChannel = joined
            if !joined { remoteParticipantLeft() }
        case .remoteParticipantLeft: remoteParticipantLeft()
        case .pushToTalkPushed(let identifier):
            guard pushToTalk.isInChannel else {
                return emit(.dropWake(.pushToTalk), Reason("BM-13", "the app is in no Push to Talk channel"))
            }
            wake(.pushToTalk, identifier: identifier)
        }
    }

    /// BM-22: nobody speaks any more, and the framework takes its audio session back.
    private mutating func remoteParticipantLeft() {
        guard pushToTalk.hasRemoteParticipant else { return }
        pushToTalk.hasRemoteParticipant = false
        if !audio.isFlowing {
            audio.reason = Reason("BM-22", "nobody speaks in the channel any more")
            audio.suspensionReason = audio.reason
        }
        deactivateAfterPushToTalk()
    }

    private mutating func trapForTaggedSocket() {
        let trap: Int32 = 5
        let text = "Legacy VoIP background mode is deprecated and no longer supported"
        terminate(
            Termination(signal: trap, explanation: text, writesCrashReport: true),
            Reason("WK-22", "a socket was tagged for VoIP by an app that was built with the SDK of iOS 16 or later"),
            category: .abnormal)
    }

    private mutating func voipPushed(_ identifier: String?) {
        // WK-11: the app is not launched or resumed any more; one that runs gets its pushes.
        guard voip.unreportedCalls < profile.unreportedCallsLimit || state.isRunning else {
            return emit(
                .dropWake(.voipPush),
                Reason("WK-11", "no more VoIP pushes: \(voip.unreportedCalls) were not reported to CallKit"))
        }
        if voip.isTokenInvalid {
            return emit(.dropWake(.voipPush), Reason("SD-54", "the token that the push was sent to is no longer valid"))
        }
        if resumedForVoIP(.voipPush, identifier: identifier), process.alive { watchCallReport() }
    }

    /// WK-10: a VoIP push of a process that runs has some seconds to lead to a call.
    mutating func watchCallReport() {
        guard isWatched, mustReportCall, deadlines[.callReport] == nil else { return }
        deadlines[.callReport] = now + profile.callReportLimit
    }

    /// True for a VoIP push that must lead to a call: no app in front, and none in a call, has to report one (WK-08).
    package var mustReportCall: Bool {
        !isOnScreen && callKit.calls.isEmpty && profile.features.voipPushMustReport
            && manifest.isLinked(since: profile.callReportsSinceSDK) ?? true
    }

    /// The app has reported a call: one push less waits for that.
    mutating func callWasReported() {
        voip.awaitedReports = max(0, voip.awaitedReports - 1)
        voip.unreportedCalls = 0
        if voip.awaitedReports == 0 { deadlines[.callReport] = nil }
    }

    /// WK-10: some seconds after the push the system looks whether the app has reported a call.
    mutating func killForUnreportedCall() {
        guard voip.awaitedReports > 0 || wakes.pending.contains(where: { $0.kind == .voipPush }) else { return }
        voip.unreportedCalls += 1
        let limit = profile.inWords(profile.callReportLimit)
        terminate(
            Termination(
                signal: 9, code: .unreportedCall, namespace: profile.watchdogNamespace,
                explanation: "no call was reported in \(limit) after a VoIP push", writesCrashReport: true),
            Reason("WK-10", "no call was reported in \(limit) after a VoIP push"), category: .abnormal)
    }

    /// From iOS 13 every VoIP push must lead to a call, in the same turn of the run loop (WK-08 to WK-10).
    private mutating func voipNotReported() {
        guard voip.awaitedReports > 0 else {
            if !profile.features.voipPushKeepsAwake { completeWake(.voipPush, identifier: nil) }
            return
        }
        voip.awaitedReports -= 1
        completeWake(.voipPush, identifier: nil)
        voip.unreportedCalls += 1
        let first = profile.features.incomingCallNotifications
        log(
            "Apps receving VoIP pushes must post an incoming call "
                + (first ? "(via CallKit or IncomingCallNotifications)" : "via CallKit")
                + " in the same run loop as pushRegistry:didReceiveIncomingPushWithPayload:forType:"
                + "[withCompletionHandler:] without delay.", Reason("WK-09", "a VoIP push was not reported"))
        let text =
            "Killing app because it never posted an incoming call to the system after receiving a PushKit VoIP push"
            + (first ? " callback." : ".")
        let exception = raise(text, rule: "WK-08")
        terminate(
            Termination(
                signal: 6, explanation: exception.lastWords, writesCrashReport: true),
            Reason("WK-10", "the callback of a VoIP push returned without a call"), category: .abnormal)
    }

    /// Wakes the app for a call, and ends it if that happens too often (WK-12).
    @discardableResult
    private mutating func resumedForVoIP(_ kind: WakeKind, identifier: String? = nil) -> Bool {
        let wasSuspended = state == .suspended
        guard wake(kind, identifier: identifier) else { return false }
        guard wasSuspended else { return true }
        let (now, window) = (now, profile.voipResumeWindow)
        voip.resumes.removeAll { now - $0 >= window }
        voip.resumes.append(now)
        guard voip.resumes.count > profile.voipResumesMax else { return true }
        voip.resumes.removeAll()
        terminate(
            Termination(
                signal: 9, code: .voipResumes, explanation: "the VoIP app was resumed too often",
                writesCrashReport: true),
            Reason(
                "WK-12",
                "more than \(profile.voipResumesMax) resumptions within \(profile.inWords(profile.voipResumeWindow))"),
            category: .system)
        return false
    }

    /// WK-13: keep-alive handlers go on for some versions in an app that was built with an old SDK.
    var hasKeepAliveHandler: Bool {
        profile.features.voipKeepAlive
            || profile.features.legacyVoIPOfOldSDK && manifest.isLinked(since: profile.legacyVoIPUntilSDK) == false
    }

    private mutating func setKeepAlive(_ timeout: Duration) {
        guard hasKeepAliveHandler else {
            return log("setKeepAliveTimeout has no effect", Reason("WK-13", "deprecated in iOS 9"))
        }
        guard manifest.backgroundModes.contains(.voip) else {
            let reason = Reason("WK-13", "setKeepAliveTimeout returned false: UIBackgroundModes lacks 'voip'")
            log("setKeepAliveTimeout:handler: returned NO", reason)
            return refuse(.voip, reason)
        }
        // Never zero, whatever the profile says: the deadline would be due again at once, and time would stand still.
        let accepted = max(timeout, profile.voipKeepAliveInterval, .milliseconds(1))
        if accepted > timeout {
            log(
                "the keep-alive timeout is raised to its minimum, \(profile.inWords(accepted))",
                Reason("WK-13", "asked for \(profile.inWords(timeout))"))
        }
        voip.keepAliveTimeout = accepted
        deadlines[.voipKeepAlive] = now + accepted
    }

    mutating func voipKeepAliveDue() {
        guard let timeout = voip.keepAliveTimeout else { return }
        deadlines[.voipKeepAlive] = now + timeout
        if runsBehind || state == .suspended { wake(.voipKeepAlive) }
    }

    /// WK-14: a VoIP app is started right after the boot, once the device has been unlocked or has no passcode.
    mutating func relaunchVoIPAtBoot() {
        guard profile.features.voipRelaunch, manifest.backgroundModes.contains(.voip) else { return }
        wake(.voipRelaunch)
    }

    /// WK-15, SD-52: a VoIP app that ends with a code other than 0, or for want of memory, is started again.
    mutating func relaunchVoIP(after status: ProcessStatus, _ category: ExitCategory?) {
        guard profile.features.voipRelaunch, manifest.backgroundModes.contains(.voip), process.nextLaunch == nil else {
            return
        }
        let reason: Reason
        if category == .memoryPressure {
            reason = Reason("SD-52", "its memory was needed elsewhere")
        } else if case .exited(let code) = status, code != 0 {
            reason = Reason("WK-15", "it exited with \(code)")
        } else {
            return
        }
        // Not when it exited because the user force-quit it (LC-19).
        guard wake(.voipRelaunch) else { return }
        log("the VoIP app is started again", reason)
    }
}

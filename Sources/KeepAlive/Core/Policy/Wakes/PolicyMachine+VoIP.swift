/// VoIP: pushes of PushKit, and sockets before PushKit (WK-08 to WK-16, SD-50 to SD-54).
extension PolicyMachine {
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
            // Only one wake of the kind `voipSocket` is live at a time. Data that comes meanwhile waits in the socket;
            // if the app leaves it unread, the data wakes the app again.
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

    /// BM-22: deactivates the audio session of the Push to Talk framework, because nobody speaks in the channel any
    /// more.
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
        // WK-11: after too many unreported calls, VoIP pushes no longer launch or resume the app. An app that runs
        // still gets its pushes.
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

    /// WK-10: sets the deadline until which a VoIP push must have led to a call.
    mutating func watchCallReport() {
        guard isWatched, mustReportCall, deadlines[.callReport] == nil else { return }
        deadlines[.callReport] = now + profile.callReportLimit
    }

    /// True if a VoIP push must lead to a call. An app that is in front or has a call need not report one (WK-08).
    package var mustReportCall: Bool {
        !isOnScreen && callKit.calls.isEmpty && profile.features.voipPushMustReport
            && manifest.isLinked(since: profile.callReportsSinceSDK) ?? true
    }

    /// Counts a reported call: one VoIP push less waits for a report.
    mutating func callWasReported() {
        voip.awaitedReports = max(0, voip.awaitedReports - 1)
        voip.unreportedCalls = 0
        if voip.awaitedReports == 0 { deadlines[.callReport] = nil }
    }

    /// WK-10: kills the app if it has reported no call some seconds after the push.
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

    /// Kills the app, because it returned from the callback without reporting a call. From iOS 13 on every VoIP push
    /// must lead to a call in the same turn of the run loop (WK-08 to WK-10).
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

    /// Wakes the app for a call, and kills the app if it is resumed too often (WK-12).
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

    /// WK-13: true if keep-alive handlers have an effect; for an app built with an old SDK they have an effect for some
    /// versions longer.
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
        // The timeout is never zero: otherwise the deadline would be due again at once, without end.
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

    /// WK-14: launches a VoIP app after a boot, once the device has been unlocked or if it has no passcode.
    mutating func relaunchVoIPAtBoot() {
        guard profile.features.voipRelaunch, manifest.backgroundModes.contains(.voip) else { return }
        wake(.voipRelaunch)
    }

    /// WK-15, SD-52: launches a VoIP app again that exited with a code other than 0 or was killed for its memory.
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
        // LC-19: the wake is refused if the user has force-quit the app.
        guard wake(.voipRelaunch) else { return }
        log("the VoIP app is started again", reason)
    }
}

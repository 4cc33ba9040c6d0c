/// Effects on the audio session from outside: by other apps, calls, routes, the media server and the suspension.
extension PolicyMachine {
    /// The other apps whose sound can be heard now: none during a call or an alarm, which have priority (AS-41, AS-42).
    package var otherAppsSounding: [String] {
        if audio.callInProgress || audio.alarmRings || audio.arbiter.sounding.isEmpty { return [] }
        return audio.arbiter.sounding.map(\.app).filter { $0 != AudioActivity.app }
    }

    /// Returns the app's session as other apps see it; `nil` while the session is inactive.
    package func activeAudioSession(of name: String) -> AudioSessionArbiter.Session? {
        audio.active ? AudioSessionArbiter.Session(app: name, audio.configuration) : nil
    }

    /// True if other apps may resume after this app's last session (AS-44).
    package var sessionEndNotifiesOthers: Bool { !audio.active && audio.endNotifiesOthers }

    /// True while the app is the Now Playing app (AS-23).
    package var isNowPlaying: Bool { audio.isNowPlaying }

    /// The other app that interrupts this app's session now; `nil` if none does.
    package var audioInterrupter: String? { audio.interrupter }

    mutating func processAudioSession(_ event: AudioSessionEvent) {
        switch event {
        case .otherAppBegan(let session): otherAppBegan(session)
        case .otherAppEnded(let app, let notifiesOthers): otherAppEnded(app, notifiesOthers)
        case .interruptionBegan(let cause): beginInterruption(cause)
        case .interruptionEnded(let cause, let shouldResume): interruptionEnded(cause, shouldResume: shouldResume)
        case .routeChanged(let route, let disconnected): routeChanged(route, disconnected)
        case .mediaServicesLost: mediaServicesLost()
        case .mediaServicesReset: mediaServicesReset()
        case .siriRecording(let records):
            audio.siriRecords = records
            if records { beginInterruption(.siri) } else { interruptionEnded(.siri, shouldResume: true) }
        case .nowPlaying(let isIt): audio.isNowPlaying = isIt
        case .nowPlayingTaken: audio.isNowPlaying = false
        case .remoteCommandsHandled(let commands): audio.remoteCommands = commands
        case .remoteCommand(let command): remoteCommandGiven(command)
        case .prefersNoInterruptionsFromSystemAlerts(let prefers):
            guard profile.features.noAlertInterruptions, process.alive else { return }
            audio.prefersNoAlertInterruptions = prefers
        case .prefersInterruptionOnRouteDisconnect(let prefers):
            guard profile.features.routeDisconnectInterrupts, process.alive else { return }
            audio.prefersInterruptionOnDisconnect = prefers
        case .inputAvailable(let available): audio.hasInput = available
        }
    }

    /// AS-60: gives the Now Playing app a command that it handles. A suspended app is thawed for the command, with the
    /// budget of a short event to start playing.
    private mutating func remoteCommandGiven(_ command: RemoteCommand) {
        let name = command.name.rawValue
        guard audio.isNowPlaying else {
            return log("\(name) has no effect", Reason("AS-60", "the app is not the Now Playing app"))
        }
        guard audio.remoteCommands.contains(command.name) else {
            return log("\(name) has no effect", Reason("AS-60", "the app has no handler for it"))
        }
        guard !audio.configuration.isMixable else {
            return log("\(name) has no effect", Reason("AS-60", "the session mixes, so the app has no controls"))
        }
        if let index = process.record.queued.firstIndex(where: \.tellsOfSuspension) {
            audio.lateBeginning = process.record.queued.remove(at: index)
        }
        guard wake(.remoteCommand) else { return }
        deliver(.remoteCommand(command), Reason("AS-60", "the user gives a command to what plays"))
    }

    private mutating func otherAppBegan(_ session: AudioSessionArbiter.Session) {
        if session.interruptsSpeech, !profile.features.spokenAudio { return }
        let verdicts = audio.arbiter.activate(session)
        hintAboutSecondaryAudio(true)
        // AS-08: other apps do not interrupt a session that mixes, and a session that mixes does not interrupt others.
        // AS-10: a prompt interrupts spoken sound, even if the spoken session mixes.
        let isMine = { (verdict: AudioSessionArbiter.Verdict) in
            if case .interrupted(AudioActivity.app, _) = verdict { true } else { false }
        }
        if verdicts.contains(where: isMine) { beginInterruption(.otherApp, by: session.app) }
    }

    private mutating func otherAppEnded(_ app: String?, _ notifiesOthers: Bool) {
        let others = audio.arbiter.sessions.map(\.app).filter { $0 != AudioActivity.app }
        for each in app.map({ [$0] }) ?? others {
            // The result is ignored: this app's interrupted session is inactive, so the session is not among the
            // sessions that resume.
            _ = audio.arbiter.deactivate(app: each, notifyingOthers: notifiesOthers)
        }
        if !audio.arbiter.sounding.contains(where: { $0.app != AudioActivity.app }) { hintAboutSecondaryAudio(false) }
        guard audio.interruption == .otherApp, app == nil || audio.interrupter == app else { return }
        interruptionCauseEnded(shouldResume: notifiesOthers)
    }

    /// The other app that sounds and whose session would interrupt this app's session (AS-42, AS-10); `nil` if there is
    /// none.
    var otherThatInterrupts: String? {
        let mine = AudioSessionArbiter.Session(app: AudioActivity.app, audio.configuration)
        return audio.arbiter.sounding.first { $0.app != mine.app && $0.interrupts(mine) != nil }?.app
    }

    /// True while another app plays sound through a session that does not mix: this app's secondary sound should then
    /// be silent (AS-53).
    package var silencesSecondaryAudio: Bool {
        audio.arbiter.sounding.contains { $0.app != AudioActivity.app && !$0.mixes }
    }

    /// AS-53: gives an app in front the hint that its secondary sound should be silent (true) or may sound again. An
    /// app in the background gets no hint.
    private mutating func hintAboutSecondaryAudio(_ begins: Bool) {
        guard profile.features.secondaryAudioHint, state == .foregroundActive, audio.active else { return }
        deliver(.silenceSecondaryAudioHint(begins), Reason("AS-53", "another app's sound"))
    }

    private mutating func beginInterruption(_ cause: AudioSessionEvent.Cause, by app: String? = nil) {
        if cause == .call { audio.callInProgress = true }
        if cause == .alarm { audio.alarmRings = true }
        if cause == .call, audio.interruption?.letsRun ?? false { return acceptCall() }
        if cause == .call, holdCalls() { return }
        guard process.alive, audio.active, audio.interruption == nil else { return }
        if cause == .callBanner, audio.prefersNoAlertInterruptions {
            return log(
                "the banner of the call does not interrupt",
                Reason("AS-51", "the app prefers no interruptions from alerts"))
        }
        if cause == .routeDisconnected, !interruptsOnDisconnect { return }
        let session = audio.configuration
        if cause == .builtInMicMuted,
            !session.category.hasInput || session.options.contains(.overrideMutedMicrophoneInterruption)
        {
            return log(
                "the muted microphone does not interrupt",
                Reason("AS-15", "the session has no input, or overrides that"))
        }
        let reason = Reason("AS-45", "the audio session is interrupted: \(cause.rawValue)", evidence: audio.evidence)
        // The session is inactive before the app gets the callback.
        endAudioSession()
        audio.interruption = cause
        audio.interrupter = app
        audio.playsAgain = audio.flow != .stopped
        audio.recordsAgain = audio.playsAgain && audio.recording
        if audio.flow != .stopped { stopFlow(reason) }
        if !profile.switches.interruptedAudioRuns { audio.playsAgain = false }
        if audio.isFlowing {
            audio.reason = Reason(
                "AS-58", "\(cause.rawValue): the app continues to run, and may play on when that is over",
                evidence: audio.evidence)
        }
        deliverOrQueue(.audioInterruptionBegan(reason: number(of: cause), wasSuspended: false), reason)
    }

    /// Makes the accepted call the cause of an interruption that a ring or an alarm began. An app that a call
    /// interrupts does not continue to run (AS-58). The app gets no second callback.
    private mutating func acceptCall() {
        audio.interruption = .call
        audio.reason = Reason("AS-58", "the call has been accepted", evidence: audio.evidence)
        audio.suspensionReason = audio.reason
    }

    /// Returns the reason number that the interruption notification carries (AS-48).
    private func number(of cause: AudioSessionEvent.Cause) -> Int {
        guard profile.features.interruptionReasons else { return 0 }
        return switch cause {
        case .builtInMicMuted: 2
        case .routeDisconnected: 4
        case .call, .ringing, .callBanner, .alarm, .siri, .otherApp: 0
        }
    }

    /// Ends the interruption if `cause` is the cause of this interruption, or `nil`. For instance, the end of an alarm
    /// does not end an interruption by a call (AS-41, AS-42, AS-46).
    private mutating func interruptionEnded(_ cause: AudioSessionEvent.Cause?, shouldResume: Bool) {
        if cause == nil || cause == .call {
            audio.callInProgress = false
            resumeHeldCalls()
        }
        if cause == nil || cause == .alarm { audio.alarmRings = false }
        // AS-47: there is no interruption to end if the app ended it itself, or if a suspension began it.
        guard let interruption = audio.interruption else { return }
        // A ring that is not answered ends when its call ends.
        let ends = cause == nil || cause == interruption || (cause == .call && interruption.isRing)
        if ends { interruptionCauseEnded(shouldResume: shouldResume) }
    }

    /// Ends the interruption. If another cause would interrupt the session too, that cause takes over, and the app gets
    /// no callback (AS-45, AS-46).
    private mutating func interruptionCauseEnded(shouldResume: Bool) {
        audio.interrupter = nil
        if audio.callInProgress {
            audio.interruption = .call
            return
        }
        if audio.alarmRings {
            audio.interruption = .alarm
            return
        }
        if let other = otherThatInterrupts {
            audio.interruption = .otherApp
            audio.interrupter = other
            return
        }
        audio.interruption = nil
        if audio.playsAgain, shouldResume { wakeToPlayAgain() }
        deliverOrQueue(
            .audioInterruptionEnded(shouldResume: shouldResume),
            Reason("AS-46", shouldResume ? "the interruption is over; resume" : "the interruption is over"))
    }

    /// Gives an app that played when the interruption began the time to react to the end of the interruption. A
    /// suspended app is thawed for this time, and is frozen again if it does not play (AS-59).
    private mutating func wakeToPlayAgain() {
        guard audioMayKeepRunning else { return }
        audio.suspensionReason = Reason("AS-36", "the interruption is over, and the app has not played on")
        if state == .suspended {
            thaw(Reason("AS-59", "the interruption is over"))
        } else if !runsBehind {
            return
        }
        // To react to the callback, the app has the same time as after a stop of its sound.
        lastLost = .audio
        deadlines[.suspension] = nil
    }

    private mutating func routeChanged(_ route: AudioPort, _ disconnected: Bool) {
        audio.route = route
        guard process.alive else { return }
        deliverOrQueue(.audioRouteChanged(to: route.name), Reason("AS-52", "the route is \(route.name) now"))
        stopEngine()
        guard disconnected else { return }
        beginInterruption(.routeDisconnected)
        // AS-61: only playback pauses; a recording continues with another input.
        guard profile.switches.routeLossPausesPlayers, audio.flow != .stopped, !audio.recording else { return }
        audio.stoppedInBackground = runsBehind
        stopFlow(
            Reason("AS-61", "the device that it played on is gone, and the player pauses", evidence: audio.evidence))
    }

    /// AS-62: stops the audio engine, because the new route has another sample rate or other channels.
    private mutating func stopEngine() {
        guard audio.engine != nil, audio.flow != .stopped, !audio.recording else { return }
        audio.engine = nil
        audio.stoppedInBackground = runsBehind
        let reason = Reason("AS-62", "the route has changed, and the audio engine stops", evidence: audio.evidence)
        stopFlow(reason)
        deliverOrQueue(.audioEngineConfigurationChanged, reason)
    }

    /// AS-52: true if a disconnected route interrupts the session: for the Now Playing app only, unless the app prefers
    /// no interruption.
    private var interruptsOnDisconnect: Bool {
        profile.features.routeDisconnectInterrupts && audio.isNowPlaying && audio.prefersInterruptionOnDisconnect
    }

    private mutating func mediaServicesLost() {
        audio.mediaServicesDown = true
        guard process.alive else { return }
        let reason = Reason("AS-20", "the media services failed", evidence: audio.evidence)
        loseAudioObjects(reason)
        deliverOrQueue(.mediaServicesLost, reason)
    }

    private mutating func mediaServicesReset() {
        audio.mediaServicesDown = false
        audio.staleEngine = audio.lastEngine
        guard process.alive else { return }
        let reason = Reason("AS-54", "build all audio objects and the session anew; observers survive")
        loseAudioObjects(reason)
        // The app's settings are lost with the media server.
        audio.configuration = AudioSessionConfiguration(category: .soloAmbient)
        deliverOrQueue(.mediaServicesReset, reason)
    }

    private mutating func loseAudioObjects(_ reason: Reason) {
        endAudioSession()
        if audio.flow != .stopped { stopFlow(reason) }
    }

    // MARK: Push to Talk (BM-13)

    /// Activates the session for incoming Push to Talk audio, as the framework does; the app itself must not activate
    /// it.
    mutating func activateForPushToTalk() {
        pushToTalk.hasRemoteParticipant = true
        guard !audio.active else { return }
        if audio.configuration.category == .ambient {
            return log(
                "Push to Talk does not activate the audio session",
                Reason("BM-13", "the app rests in the category ambient"))
        }
        audio.configuration = AudioSessionConfiguration(category: .playAndRecord)
        audio.active = true
        audio.heldByFramework = true
        interruptOthers()
        if !audio.isFlowing {
            audio.reason = Reason("BM-22", "Push to Talk holds the audio session: somebody speaks in the channel")
        }
        log("the audio session is active", Reason("BM-13", "Push to Talk activates it for incoming audio"))
    }

    /// Deactivates the session that the framework activated, once no Push to Talk wake is live, nobody speaks and
    /// nothing plays.
    mutating func deactivateAfterPushToTalk() {
        guard audio.heldByFramework, callKit.calls.isEmpty, audio.flow == .stopped, !pushToTalk.hasRemoteParticipant,
            !wakes.live.contains(where: { $0.kind == .pushToTalk })
        else { return }
        endAudioSession()
        log("the audio session is inactive", Reason("BM-13", "Push to Talk takes it back"))
    }

    // MARK: Suspension

    /// AS-49: delivers the delayed notice that the suspension deactivated the session. Called when the app starts to
    /// play or the user opens the app.
    mutating func tellLateBeginning() {
        guard let notice = audio.lateBeginning else { return }
        audio.lateBeginning = nil
        deliver(notice.callback, notice.reason)
    }

    /// AS-49: ends the interruption that the suspension began, because the user opens the app.
    mutating func endInterruptionBySuspension() {
        deliver(
            .audioInterruptionEnded(shouldResume: true),
            Reason("AS-49", "the user has opened the app whose session was deactivated"))
    }

    /// Deactivates the app's session at its suspension (AS-49, MD-12).
    mutating func deactivateAudioOnSuspension() {
        if audio.flow == .playing || audio.flow == .starting {
            // A frozen process plays nothing, so the app has to start its sound again (AS-34). Only sound that stalled
            // because of the machine's audio device continues when the device recovers (MD-16).
            audio.flow = .stopped
            audio.stoppedInBackground = true
            deadlines[.audioEvidence] = nil
            emit(.stopAudio, Reason("MD-12", "the app is suspended", evidence: audio.evidence))
        }
        if let notice = audio.lateBeginning {
            audio.lateBeginning = nil
            process.record.queued.append(notice)
        }
        guard audio.active, profile.features.deactivatesOnSuspension else { return }
        endAudioSession()
        // From iOS 16 on the app gets no notice of the deactivation (AS-50, CF-06).
        guard profile.features.tellsOfDeactivation else { return }
        process.record.queued.append(
            ProcessLife.Queued(
                callback: .audioInterruptionBegan(
                    reason: profile.features.interruptionReasons ? 1 : 0,
                    wasSuspended: profile.features.tellsWasSuspended),
                reason: Reason("AS-49", "the session was deactivated when the app was suspended")))
    }

    /// MD-16: activates the app's session again when the machine's audio device has recovered. The failure had deactivated
    /// the session; the notice of that, which would come when the app runs again, is withdrawn.
    mutating func giveBackAudioSession() {
        audio.active = true
        interruptOthers()
        process.record.queued.removeAll(where: \.tellsOfSuspension)
        audio.lateBeginning = nil
        if audio.configuration.options.contains(.duckOthers) {
            emit(.duckOthers(true), Reason("AS-09", "the session is active again"))
        }
    }
}

extension ProcessLife.Queued {
    /// True for the notice that the app's suspension has deactivated its audio session (AS-49).
    var tellsOfSuspension: Bool {
        if case .audioInterruptionBegan = callback { reason.rule == "AS-49" } else { false }
    }
}

extension AudioSessionEvent.Cause {
    /// True for an incoming call that has not been accepted.
    var isRing: Bool { self == .ringing || self == .callBanner }

    /// True for a cause that is temporary by itself: the interrupted app continues to run meanwhile (AS-58).
    var letsRun: Bool {
        switch self {
        case .ringing, .callBanner, .alarm, .siri: true
        case .call, .otherApp, .builtInMicMuted, .routeDisconnected: false
        }
    }
}

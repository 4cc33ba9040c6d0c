extension PolicyMachine {
    /// True if the app's audio counts as a reason to run: the background mode `audio` is declared, the category works
    /// in the background, and the sound is not silent, unless the switch `silenceCountsAsPlaying` lets silence count
    /// (BM-03, AS-01 to AS-07, AS-37, SD-24, SD-25).
    @inline(__always)
    var audioMayKeepRunning: Bool {
        let category = audio.configuration.category
        return (manifest.backgroundModes.contains(.audio) || audio.heldByFramework)
            && (audio.recording ? category.recordsInBackground : category.playsInBackground)
            && (profile.switches.silenceCountsAsPlaying || !audio.silent)
    }

    /// True while audio is a reason to run: sound flows, or a participant speaks in the app's Push to Talk channel
    /// (BM-22).
    @inline(__always)
    var audioKeepsRunning: Bool {
        audio.isFlowing && audioMayKeepRunning || pushToTalk.hasRemoteParticipant && audio.heldByFramework
    }

    // MARK: Category and activation

    /// Sets the category, and returns true if it was set; an illegal category changes nothing (AS-08 to AS-19).
    ///
    /// - Parameter activates: true if the session is to be activated with this category.
    mutating func setCategory(_ configuration: AudioSessionConfiguration, activates: Bool = false) -> Bool {
        guard state.isRunning else { return false }
        if let (text, rule) = configuration.violation(ios: profile.version) {
            // AS-17: the error `unspecified` was seen with the playback category only, and not on the simulator.
            let unspecified =
                profile.switches.refusesAirPlayAsUnspecified && configuration.category == .playback
                && configuration.options.contains(.allowAirPlay) && !conditions.isSimulator
            let error: AudioSessionError = unspecified ? .unspecified : .badParam
            log("Error: \(text)", Reason("AS-16", "setCategory refused [\(rule)]"))
            log("Failed to set category, error: \(error.code)", Reason("AS-16", "setCategory refused [\(rule)]"))
            refuseAudio(error, text, isCause: activates)
            return false
        }
        if audio.active, audio.callInProgress, configuration.category.hasInput,
            configuration.category != audio.configuration.category
        {
            refuseAudio(
                .insufficientPriority, "a call controls the category", rule: "AS-41", isCause: activates)
            return false
        }
        // A session that no longer mixes would interrupt others: the rules for an activation apply to this change, too.
        if audio.active, audio.configuration.isMixable, !audio.heldByFramework,
            let (error, why, rule) = interruptionRefusal(of: configuration)
        {
            refuseAudio(error, why, rule: rule, isCause: activates)
            return false
        }
        if configuration.effectiveMode != configuration.mode {
            log(
                "mode '\(configuration.mode.rawValue)' does not go with category '\(configuration.category.rawValue)'"
                    + " and what is set with it: it behaves as 'default'",
                Reason("AS-18", "no error, and no effect"))
        }
        let ducked = audio.configuration.options.contains(.duckOthers)
        audio.configuration = configuration
        if audio.active { interruptOthers() }
        if audio.active, ducked != configuration.options.contains(.duckOthers) {
            emit(.duckOthers(!ducked), Reason("AS-09", "the category's options changed"))
        }
        return true
    }

    mutating func processAudioActivated(_ configuration: AudioSessionConfiguration?) {
        guard state.isRunning else { return }
        if let configuration, !setCategory(configuration, activates: true) {
            audio.activationRefused = true
            return
        }
        if audio.heldByFramework {
            // During a CallKit call an app may call setActive(true) for the session that the system has activated: no
            // warning then.
            guard callKit.calls.isEmpty else { return }
            return log("setActive(true): Push to Talk activates the session, the app must not", Reason("BM-13", "held"))
        }
        guard !audio.active else { return }
        if let (error, why, rule) = activationRefusal {
            audio.activationRefused = true
            return refuseAudio(error, why, rule: rule)
        }
        let session = audio.configuration
        forgive(.audio)
        audio.active = true
        // AS-47: an app that activates its session during an interruption gets no callback about the end of the
        // interruption.
        audio.interruption = nil
        interruptOthers()
        if session.options.contains(.duckOthers) {
            emit(.duckOthers(true), Reason("AS-09", "from activation to deactivation"))
        }
    }

    /// Interrupts the sessions of other apps with which this app's session does not mix. Called when this app's session
    /// was activated or changed.
    mutating func interruptOthers() {
        let verdicts = audio.arbiter.activate(.init(app: AudioActivity.app, audio.configuration))
        guard case .interrupted(_, let rule)? = verdicts.first else { return }
        let why =
            rule == "AS-10"
            ? "other apps' spoken sound is interrupted" : "the session does not mix: other apps' sound is interrupted"
        emit(.interruptOthers(true), Reason(rule, why))
    }

    /// Makes the session inactive, whether the app or the system ends it. Its ducking ends too (AS-09).
    mutating func endAudioSession(notifyingOthers: Bool = false) {
        guard audio.active else { return }
        audio.active = false
        audio.endNotifiesOthers = notifyingOthers
        audio.heldByFramework = false
        audio.arbiter.withdraw(app: AudioActivity.app)
        if audio.configuration.options.contains(.duckOthers) {
            emit(.duckOthers(false), Reason("AS-09", "the session is no longer active"))
        }
    }

    /// The error, text and rule with which `setActive(true)` fails now; `nil` if the call succeeds.
    private var activationRefusal: (AudioSessionError, String, RuleID?)? {
        let session = audio.configuration
        if let why = entitlementOfFramework { return (.missingEntitlement, why, nil) }
        if audio.mediaServicesDown {
            return (.mediaServicesFailed, "the media services failed: wait for their reset", nil)
        }
        if session.category.hasInput {
            if audio.siriRecords { return (.siriIsRecording, "Siri is recording", nil) }
            if audio.callInProgress {
                return (.insufficientPriority, "a call is in progress: only playback may be activated", "AS-41")
            }
            if session.category == .record, !audio.hasInput {
                return (.resourceNotAvailable, "the device has no input", nil)
            }
        }
        let refusal = interruptionRefusal(of: session)
        if let refusal, refusal.0 == .insufficientPriority { return refusal }
        guard runsBehind else { return nil }
        if let (error, why) = backgroundRefusal(recording: session.category == .record) { return (error, why, nil) }
        return refusal
    }

    /// The reason why only a framework may activate the session now: the app lacks the entitlement (AS-24, AS-42,
    /// BM-13). `nil` if the app may activate the session.
    private var entitlementOfFramework: String? {
        if audio.alarmRings, callKit.calls.values.contains(.active) {
            return "an alarm rings in a call of CallKit, which does not activate the session again"
        }
        if pushToTalk.hasRemoteParticipant, !audio.heldByFramework {
            return "somebody speaks in the Push to Talk channel, whose framework has not activated the session"
        }
        return nil
    }

    /// Returns the error, text and rule for which a session may not interrupt others now; `nil` if the session may.
    private func interruptionRefusal(
        of session: AudioSessionConfiguration
    ) -> (AudioSessionError, String, RuleID?)? {
        if session.isMixable {
            guard audio.alarmRings, runsBehind else { return nil }
            return (.cannotInterruptOthers, "an alarm rings, and the app is in the background", "AS-42")
        }
        if runsBehind, callKit.calls.values.contains(.ringing) {
            return (.insufficientPriority, "CallKit activates the session when the call has been answered", "WK-18")
        }
        if audio.alarmRings {
            return (.insufficientPriority, "an alarm rings, and neither session mixes", "AS-42")
        }
        // AS-23, CF-07: in the background only the Now Playing app may interrupt others.
        guard runsBehind, !audio.isNowPlaying else { return nil }
        return (
            .cannotInterruptOthers,
            "a session that does not mix cannot be activated in the background; one with mixWithOthers can, and the Now Playing app",
            nil
        )
    }

    mutating func processAudioDeactivated(notifyOthers: Bool) {
        audio.playsAgain = false
        audio.activationRefused = false
        let wasRunning = audio.flow == .playing || audio.flow == .starting
        if wasRunning, profile.features.sessionStaysActiveWhilePlaying {
            return emit(
                .refuseAudio(.isBusy),
                Reason("AS-21", "setActive(false) while sound runs: before iOS 8 the session stays active"))
        }
        if audio.flow != .stopped { processPlaybackStopped() }
        endAudioSession(notifyingOthers: notifyOthers)
        letOthersResume(notifyOthers)
        // From iOS 26 on, setActive(false) does not fail while sound runs.
        guard wasRunning, profile.features.deactivationFailsWhilePlaying else { return }
        // AS-43, CF-08: the sound has stopped and the session is inactive, but setActive(false) still fails.
        emit(
            .refuseAudio(.isBusy),
            Reason("AS-43", "setActive(false) while sound ran: stopped, inactive, and still an error"))
    }

    /// Ends the interruptions that this session caused, even if this session has been inactive for a while. The
    /// interrupted sessions may resume if `notifies` is true (AS-44).
    mutating func letOthersResume(_ notifies: Bool) {
        let verdicts = audio.arbiter.deactivate(app: AudioActivity.app, notifyingOthers: notifies)
        if verdicts.contains(where: { if case .ended(_, shouldResume: true) = $0 { true } else { false } }) {
            emit(.interruptOthers(false), Reason("AS-44", "interrupted sessions may resume"))
        }
    }

    // MARK: Playing and recording

    mutating func processPlaybackRequested(silent: Bool, engine: Int?) {
        guard state.isRunning else { return }
        if let engine, engine <= audio.staleEngine {
            raise(
                "required condition is false: _engine->IsRunning()", name: "com.apple.coreaudio.avfaudio", rule: "AS-54"
            )
            return
        }
        guard audio.active else { return refuseWithoutSession("play()") }
        if audio.configuration.category == .record || audio.configuration.category == .audioProcessing {
            return refuseAudio(
                .incompatibleCategory, "category \(audio.configuration.category.rawValue) does not play")
        }
        // SD-26: an app in front may always play.
        if runsBehind, let refusal = backgroundRefusal(recording: false) {
            return refuseAudio(refusal.0, refusal.1)
        }
        if runsBehind, audio.stoppedInBackground, !audio.configuration.isMixable, !audio.isNowPlaying {
            return refuseAudio(
                .cannotInterruptOthers,
                "stopped in the background, a session that does not mix cannot start again, but for the Now Playing app",
                rule: "AS-40")
        }
        // If a player without an engine plays already, its sound must not stop with the engine: no engine is recorded.
        let isOfPlayer = audio.flow != .stopped && audio.engine == nil
        startFlow(recording: false, silent: silent, "play() succeeded")
        audio.engine = isOfPlayer ? nil : engine
        audio.lastEngine = max(audio.lastEngine, engine ?? 0)
    }

    mutating func processRecordingRequested() {
        guard state.isRunning else { return }
        guard audio.active else { return refuseWithoutSession("recording") }
        guard audio.configuration.category.hasInput else {
            return refuseAudio(
                .incompatibleCategory, "category \(audio.configuration.category.rawValue) has no input")
        }
        guard audio.hasInput else { return refuseAudio(.resourceNotAvailable, "the device has no input") }
        guard !audio.siriRecords else { return refuseAudio(.siriIsRecording, "Siri is recording") }
        // AS-27, AS-39: in the background no session may start to record, except for a mixing session whose recording
        // an interruption stopped.
        if runsBehind, !(audio.recordsAgain && audio.configuration.isMixable) {
            return refuseAudio(.cannotStartRecording, "recording cannot be started from the background")
        }
        startFlow(recording: true, silent: false, "recording succeeded")
    }

    /// Refuses sound without an active session. If `setActive(true)` was refused before, that earlier refusal stays the
    /// reason why the app has no sound.
    private mutating func refuseWithoutSession(_ what: String) {
        refuseAudio(
            .sessionNotActive,
            "\(what) without an active session" + (audio.activationRefused ? ": setActive(true) was refused" : ""),
            isCause: !audio.activationRefused)
    }

    private mutating func startFlow(recording: Bool, silent: Bool, _ what: String) {
        // A stalled player may be started again; a player that plays is not restarted.
        guard audio.flow == .stopped || audio.flow == .stalled else {
            // If a second player is not silent, the sound as a whole is not silent.
            audio.silent = audio.silent && silent
            return
        }
        forgive(.audio)
        audio.flow = .starting
        audio.stoppedInBackground = false
        audio.recording = recording
        audio.silent = silent
        deadlines[.audioEvidence] = now + profile.audioEvidenceWindow
        audio.evidence = Evidence(framesPlayed: 0)
        audio.reason = Reason(
            "AS-34",
            "\(what); the device has \(profile.audioEvidenceWindow.inWords)\(profile.ofThisMachine) to prove it",
            evidence: audio.evidence)
        if silent, !profile.switches.silenceCountsAsPlaying {
            refuse(.audio, Reason("AS-37", "what plays is pure silence, which does not count as playing here"))
        }
        emit(.startAudio, audio.reason)
        tellLateBeginning()
    }

    private func backgroundRefusal(recording: Bool) -> (AudioSessionError, String)? {
        if audio.heldByFramework { return nil }
        if !manifest.backgroundModes.contains(.audio) {
            return (.cannotStartPlaying, "UIBackgroundModes lacks 'audio': turn on the audio background mode")
        }
        let category = audio.configuration.category
        if recording ? !category.recordsInBackground : !category.playsInBackground {
            let (what, able) = Self.backgroundCategories(recording: recording)
            return (
                .cannotStartPlaying, "category \(category.rawValue) cannot \(what) in the background; \(able) can"
            )
        }
        return nil
    }

    /// Returns "record" or "play", and the names of the categories that can do this in the background.
    private static func backgroundCategories(recording: Bool) -> (what: String, able: String) {
        let able = AudioSessionConfiguration.Category.allCases.filter {
            recording ? $0.recordsInBackground : $0.playsInBackground
        }
        return (recording ? "record" : "play", able.map(\.rawValue).joined(separator: ", "))
    }

    /// Refuses an audio call of the app with an error.
    ///
    /// - Parameter isCause: true if the app has no sound because of the error; false, for instance, if only a new
    ///   category was refused, which leaves the old category in effect.
    mutating func refuseAudio(
        _ error: AudioSessionError, _ why: String, rule: RuleID? = nil, isCause: Bool = true
    ) {
        let name = error.fourCharacterCode.isEmpty ? String(error.code) : "'\(error.fourCharacterCode)'"
        let reason = Reason(rule ?? error.rule, "audio refused with \(name): \(why)")
        emit(.refuseAudio(error), reason)
        if isCause { refuse(.audio, reason) }
    }

    mutating func processAudioAdvanced(frames: Int64, sampleRate: Int) {
        guard audio.flow != .stopped, frames > audio.evidence.framesPlayed ?? 0 else { return }
        // MD-16: only a suspension leaves a player without a session. When the machine's audio device recovers, the app
        // gets its session back, unless another app would have interrupted the session meanwhile.
        if state == .suspended, !audio.active, audioMayKeepRunning, otherThatInterrupts == nil {
            giveBackAudioSession()
        }
        guard audio.active else { return }
        let returns = audio.flow == .stalled
        audio.flow = .playing
        deadlines[.audioEvidence] = nil
        audio.evidence = Evidence(framesPlayed: frames, sampleRate: sampleRate)
        audio.reason = Reason(
            "AS-34", returns ? "audio flows again" : "audio flows through an active session", evidence: audio.evidence)
    }

    mutating func processAudioStalled(_ cause: String) {
        guard audio.flow != .stopped else { return }
        audio.flow = .stalled
        audioEnded(Reason("AS-36", "audio does not flow: \(cause)", evidence: audio.evidence))
    }

    mutating func processPlaybackStopped() {
        audio.playsAgain = false
        audio.recordsAgain = false
        guard audio.flow != .stopped else { return }
        audio.stoppedInBackground = runsBehind
        stopFlow(Reason("AS-36", "the app stopped its player", evidence: audio.evidence))
        deactivateAfterPushToTalk()
    }

    mutating func audioEvidenceMissed() {
        audio.flow = .stalled
        audioEnded(
            Reason(
                "AS-34", "no evidence of playing: the device took the start, and its pointer did not advance",
                evidence: audio.evidence))
    }

    /// Stops the sound, whether the app or the system ends it.
    mutating func stopFlow(_ reason: Reason) {
        audio.flow = .stopped
        audioEnded(reason)
        emit(.stopAudio, reason)
    }

    private mutating func audioEnded(_ reason: Reason) {
        deadlines[.audioEvidence] = nil
        audio.reason = reason
        audio.suspensionReason = reason
    }

    /// Stops the sound of an app that goes to the background without the background mode `audio`, or with a category
    /// that does not play or record there (BM-03, AS-55).
    mutating func stopUndeclaredAudio() {
        audio.stoppedInBackground = false
        guard audio.flow != .stopped, !pushToTalk.hasRemoteParticipant else { return }
        let declared = manifest.backgroundModes.contains(.audio)
        let category = audio.configuration.category
        if declared, audio.recording ? category.recordsInBackground : category.playsInBackground { return }
        let (what, able) = Self.backgroundCategories(recording: audio.recording)
        let why =
            declared
            ? "category \(category.rawValue) does not \(what) there; \(able) do"
            : "UIBackgroundModes lacks 'audio': turn on the audio background mode"
        let reason = Reason("AS-55", "audio stops in the background: \(why)", evidence: audio.evidence)
        stopFlow(reason)
        refuse(.audio, reason)
        deactivateAfterPushToTalk()
    }
}

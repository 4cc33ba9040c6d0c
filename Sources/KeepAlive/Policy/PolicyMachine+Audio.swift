/// What the app does with sound, and whether it really flows.
struct AudioActivity: Sendable, Hashable, Codable {
    enum Flow: Sendable, Hashable, Codable {
        case stopped
        /// Started, and not proved by the device yet.
        case starting
        case playing
        /// Started, and not flowing.
        case stalled
    }

    /// What `setCategory` has set; `soloAmbient` is the default (AS-02).
    var configuration = AudioSessionConfiguration(category: .soloAmbient)
    /// Whether `setActive(true)` holds.
    var active = false
    var flow = Flow.stopped
    /// What flows is a recording.
    var recording = false
    /// What plays is pure silence (AS-37).
    var silent = false
    /// The session was active when the system took it away at suspension (AS-49).
    var takenBySuspension = false
    var interrupted = false
    var isNowPlaying = false
    var prefersNoAlertInterruptions = false
    var prefersInterruptionOnDisconnect = true
    /// Another app's sound, and whether it mixes; `nil` when there is none.
    var otherAppMixes: Bool?
    var evidence = Evidence(framesPlayed: 0)
    var reason = Reason("AS-34", "")
    var suspensionReason = Reason("AS-36", "audio stopped")

    // What belongs to the device.
    var callInProgress = false
    var siriRecords = false
    var mediaServicesDown = false
    var hasInput = true

    /// Playing or recording through an active session (AS-34, AS-35), or just started.
    var isFlowing: Bool { active && (flow == .playing || flow == .starting) }

    mutating func forgetProcess() {
        var next = AudioActivity()
        next.callInProgress = callInProgress
        next.siriRecords = siriRecords
        next.mediaServicesDown = mediaServicesDown
        next.hasInput = hasInput
        next.otherAppMixes = otherAppMixes
        self = next
    }
}

extension PolicyMachine {
    /// The mode is declared, the category may go on in the background, and silence counts (BM-03, AS-01 to AS-07, AS-37).
    var audioMayKeepRunning: Bool {
        let category = audio.configuration.category
        return manifest.backgroundModes.contains(.audio)
            && (audio.recording ? category.recordsInBackground : category.playsInBackground)
            && (profile.switches.silenceCountsAsPlaying || !audio.silent)
    }

    // MARK: Category and activation

    /// Sets the category; an illegal one changes nothing (AS-08 to AS-19).
    mutating func setCategory(_ configuration: AudioSessionConfiguration) -> Bool {
        guard state.isRunning else { return false }
        if let (text, rule) = configuration.violation(ios: profile.version) {
            let unspecified =
                profile.switches.refusesAirPlayAsUnspecified && configuration.options.contains(.allowAirPlay)
            let error: AudioSessionError = unspecified ? .unspecified : .badParam
            log("Error: \(text)", Reason("AS-16", "setCategory refused [\(rule)]"))
            log("Failed to set category, error: \(error.code)", Reason("AS-16", "setCategory refused [\(rule)]"))
            refuseAudio(error, text)
            return false
        }
        if audio.active, audio.callInProgress, configuration.category.hasInput,
            configuration.category != audio.configuration.category
        {
            refuseAudio(.insufficientPriority, "a call controls the category")
            return false
        }
        let ducked = audio.configuration.options.contains(.duckOthers)
        audio.configuration = configuration
        if audio.active, ducked != configuration.options.contains(.duckOthers) {
            emit(.duckOthers(!ducked), Reason("AS-09", "the category's options changed"))
        }
        return true
    }

    mutating func processAudioActivated(_ configuration: AudioSessionConfiguration?) {
        guard state.isRunning else { return }
        if let configuration, !setCategory(configuration) { return }
        guard !audio.active else { return }
        if let (error, why) = activationRefusal { return refuseAudio(error, why) }
        let session = audio.configuration
        audio.active = true
        audio.takenBySuspension = false
        audio.interrupted = false
        if !session.isMixable, audio.otherAppMixes != nil {
            emit(.interruptOthers(true), Reason("AS-42", "the session does not mix: other apps' sound is interrupted"))
            audio.otherAppMixes = nil
        } else if session.options.contains(.duckOthers) {
            emit(.duckOthers(true), Reason("AS-09", "from activation to deactivation"))
        }
    }

    /// Why `setActive(true)` fails now, or `nil`.
    private var activationRefusal: (AudioSessionError, String)? {
        let session = audio.configuration
        if audio.mediaServicesDown {
            return (.mediaServicesFailed, "the media services failed: wait for their reset")
        }
        if session.category.hasInput {
            if audio.siriRecords { return (.siriIsRecording, "Siri is recording") }
            if audio.callInProgress {
                return (.insufficientPriority, "a call is in progress: only playback may be activated")
            }
            if session.category == .record, !audio.hasInput {
                return (.resourceNotAvailable, "the device has no input")
            }
        }
        guard state == .background else { return nil }
        if let refusal = backgroundRefusal(recording: session.category == .record) { return refusal }
        // AS-23, CF-07: the Now Playing app alone may interrupt others from the background; AS-40: what already runs
        // goes on.
        if !session.isMixable, !audio.isNowPlaying, audio.flow == .stopped || audio.flow == .stalled {
            return (.cannotInterruptOthers, "a session that does not mix cannot be activated in the background")
        }
        return nil
    }

    mutating func processAudioDeactivated(notifyOthers: Bool) {
        guard audio.active || audio.flow != .stopped else { return }
        let wasRunning = audio.flow == .playing || audio.flow == .starting
        if audio.flow != .stopped { processPlaybackStopped() }
        audio.active = false
        if audio.configuration.options.contains(.duckOthers) {
            emit(.duckOthers(false), Reason("AS-09", "the session was deactivated"))
        }
        if notifyOthers { emit(.interruptOthers(false), Reason("AS-44", "interrupted sessions may resume")) }
        guard wasRunning else { return }
        // AS-43, CF-08: it stops, the session is inactive, and the call fails all the same.
        emit(
            .refuseAudio(.isBusy),
            Reason("AS-43", "setActive(false) while sound ran: stopped, inactive, and still an error"))
    }

    // MARK: Playing and recording

    mutating func processPlaybackRequested(silent: Bool) {
        guard state.isRunning else { return }
        guard audio.active else { return refuseAudio(.sessionNotActive, "play() without an active session") }
        if audio.configuration.category == .record || audio.configuration.category == .audioProcessing {
            return refuseAudio(
                .incompatibleCategory, "category \(audio.configuration.category.rawValue) does not play")
        }
        if state == .background, let refusal = backgroundRefusal(recording: false) {
            return refuseAudio(refusal.0, refusal.1)
        }
        startFlow(recording: false, silent: silent, "play() succeeded")
    }

    mutating func processRecordingRequested() {
        guard state.isRunning else { return }
        guard audio.active else { return refuseAudio(.sessionNotActive, "recording without an active session") }
        guard audio.configuration.category.hasInput else {
            return refuseAudio(
                .incompatibleCategory, "category \(audio.configuration.category.rawValue) has no input")
        }
        guard audio.hasInput else { return refuseAudio(.resourceNotAvailable, "the device has no input") }
        if state == .background {
            return refuseAudio(.cannotStartRecording, "recording cannot be started from the background")
        }
        startFlow(recording: true, silent: false, "recording succeeded")
    }

    private mutating func startFlow(recording: Bool, silent: Bool, _ what: String) {
        // A stalled player may be started again; one that plays goes on.
        guard audio.flow == .stopped || audio.flow == .stalled else { return }
        audio.flow = .starting
        audio.recording = recording
        audio.silent = silent
        deadlines[.audioEvidence] = now + profile.audioEvidenceWindow
        audio.evidence = Evidence(framesPlayed: 0)
        audio.reason = Reason(
            "AS-34", "\(what); the device has \(profile.audioEvidenceWindow.inWords) to prove it",
            evidence: audio.evidence)
        if silent, !profile.switches.silenceCountsAsPlaying {
            refuse(Reason("AS-37", "what plays is pure silence, which does not count as playing here"))
        }
        emit(.startAudio, audio.reason)
    }

    private func backgroundRefusal(recording: Bool) -> (AudioSessionError, String)? {
        if !manifest.backgroundModes.contains(.audio) {
            return (.cannotStartPlaying, "UIBackgroundModes lacks 'audio': turn on the audio background mode")
        }
        let category = audio.configuration.category
        if recording ? !category.recordsInBackground : !category.playsInBackground {
            return (.cannotStartPlaying, "category \(category.rawValue) cannot play in the background")
        }
        return nil
    }

    mutating func refuseAudio(_ error: AudioSessionError, _ why: String) {
        let name = error.fourCharacterCode.isEmpty ? String(error.code) : "'\(error.fourCharacterCode)'"
        let reason = Reason(error.rule, "audio refused with \(name): \(why)")
        emit(.refuseAudio(error), reason)
        refuse(reason)
    }

    mutating func processAudioAdvanced(frames: Int64, sampleRate: Int) {
        guard audio.flow != .stopped, frames > audio.evidence.framesPlayed ?? 0 else { return }
        // MD-16: the suspension took the session; the device that recovers gives it back.
        if state == .suspended, audio.takenBySuspension {
            audio.active = true
            audio.takenBySuspension = false
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
        guard audio.flow != .stopped else { return }
        stopFlow(Reason("AS-36", "the app stopped its player", evidence: audio.evidence))
    }

    mutating func audioEvidenceMissed() {
        audio.flow = .stalled
        audioEnded(
            Reason(
                "AS-34", "no evidence of playing: the device took the start, and its pointer did not advance",
                evidence: audio.evidence))
    }

    /// The sound stops, by the app or against it.
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

    /// Without the mode, any sound stops when the app goes to the background (BM-03, AS-55).
    mutating func stopUndeclaredAudio() {
        guard audio.flow != .stopped else { return }
        let declared = manifest.backgroundModes.contains(.audio)
        let category = audio.configuration.category
        if declared, audio.recording ? category.recordsInBackground : category.playsInBackground { return }
        let why =
            declared
            ? "category \(category.rawValue) does not play there" : "UIBackgroundModes lacks 'audio'"
        let reason = Reason("AS-55", "audio stops in the background: \(why)", evidence: audio.evidence)
        stopFlow(reason)
        refuse(reason)
    }
}

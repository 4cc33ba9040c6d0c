/// What the app does with sound, and whether it really flows.
struct AudioActivity: Sendable, Hashable, Codable {
    enum Playback: Sendable, Hashable, Codable {
        case stopped
        /// Started, and not proved by the device yet.
        case starting(until: MonotonicInstant)
        case playing
        /// Started, and not flowing.
        case stalled
    }

    var session: AudioSessionConfiguration?
    var playback = Playback.stopped
    var evidence = Evidence(framesPlayed: 0)
    var reason = Reason("AS-34", "")
    var suspensionReason = Reason("AS-36", "audio stopped")

    var evidenceDeadline: MonotonicInstant? {
        if case .starting(let deadline) = playback { deadline } else { nil }
    }

    /// Playing through an active session (AS-34, AS-35), or just started.
    var isFlowing: Bool {
        guard session != nil else { return false }
        switch playback {
        case .starting, .playing: return true
        case .stopped, .stalled: return false
        }
    }
}

extension PolicyMachine {
    /// The mode is declared, and the category may play in the background (BM-03, AS-01 to AS-05).
    var manifestAllowsAudio: Bool {
        manifest.backgroundModes.contains(.audio) && audio.session?.category.playsInBackground == true
    }

    mutating func processAudioActivated(_ configuration: AudioSessionConfiguration) {
        guard state.isRunning else { return }
        if state == .background {
            if let refusal = backgroundRefusal(of: configuration) {
                refuseAudio(refusal)
                return
            }
            if !configuration.isMixable, !audio.isFlowing {
                refuseAudio(
                    .cannotInterruptOthers, "a session that does not mix cannot be activated in the background")
                return
            }
        }
        audio.session = configuration
    }

    mutating func processAudioDeactivated() {
        if audio.playback != .stopped { processPlaybackStopped() }
        audio.session = nil
    }

    mutating func processPlaybackRequested() {
        guard state.isRunning else { return }
        guard let session = audio.session else {
            refuseAudio(.sessionNotActive, "play() without an active session")
            return
        }
        if state == .background, let refusal = backgroundRefusal(of: session) {
            refuseAudio(refusal)
            return
        }
        // A stalled player may be started again; one that plays goes on.
        guard audio.playback == .stopped || audio.playback == .stalled else { return }
        audio.playback = .starting(until: now + profile.audioEvidenceWindow)
        audio.evidence = Evidence(framesPlayed: 0)
        audio.reason = Reason(
            "AS-34", "play() succeeded; the device has \(profile.audioEvidenceWindow.inWords) to prove it",
            evidence: audio.evidence)
        emit(.startAudio, audio.reason)
    }

    private func backgroundRefusal(of configuration: AudioSessionConfiguration) -> (AudioSessionError, String)? {
        if !manifest.backgroundModes.contains(.audio) {
            return (.cannotStartPlaying, "UIBackgroundModes lacks 'audio': turn on the audio background mode")
        }
        if !configuration.category.playsInBackground {
            return (.cannotStartPlaying, "category \(configuration.category.rawValue) cannot play in the background")
        }
        return nil
    }

    private mutating func refuseAudio(_ refusal: (AudioSessionError, String)) {
        refuseAudio(refusal.0, refusal.1)
    }

    private mutating func refuseAudio(_ error: AudioSessionError, _ why: String) {
        let reason = Reason(error.rule, "audio refused with '\(error.fourCharacterCode)': \(why)")
        emit(.refuseAudio(error), reason)
        refuse(reason)
    }

    mutating func processAudioAdvanced(frames: Int64, sampleRate: Int) {
        guard audio.session != nil, audio.playback != .stopped else { return }
        guard frames > audio.evidence.framesPlayed ?? 0 else { return }
        let returns = audio.playback == .stalled
        audio.playback = .playing
        audio.evidence = Evidence(framesPlayed: frames, sampleRate: sampleRate)
        audio.reason = Reason(
            "AS-34", returns ? "audio flows again" : "audio flows through an active session", evidence: audio.evidence)
    }

    mutating func processAudioStalled(_ cause: String) {
        guard audio.playback != .stopped else { return }
        audio.playback = .stalled
        audioEnded(Reason("AS-36", "audio does not flow: \(cause)", evidence: audio.evidence))
    }

    mutating func processPlaybackStopped() {
        guard audio.playback != .stopped else { return }
        audio.playback = .stopped
        audioEnded(Reason("AS-36", "the app stopped its player", evidence: audio.evidence))
        emit(.stopAudio, audio.reason)
    }

    mutating func audioEvidenceMissed() {
        audio.playback = .stalled
        audioEnded(
            Reason(
                "AS-34", "no evidence of playing: the device took the start, and its pointer did not advance",
                evidence: audio.evidence))
    }

    private mutating func audioEnded(_ reason: Reason) {
        audio.reason = reason
        audio.suspensionReason = reason
    }

    /// Without the mode, any sound stops when the app goes to the background (BM-03, AS-55).
    mutating func stopUndeclaredAudio() {
        guard audio.playback != .stopped, !manifestAllowsAudio else { return }
        audio.playback = .stopped
        let reason = Reason(
            "AS-55", "audio stops in the background: UIBackgroundModes lacks 'audio'", evidence: audio.evidence)
        audioEnded(reason)
        emit(.stopAudio, reason)
        refuse(reason)
    }
}

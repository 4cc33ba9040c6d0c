/// What happens to the audio session from outside: other apps, calls, routes, the media server, the suspension.
extension PolicyMachine {
    mutating func processAudioSession(_ event: AudioSessionEvent) {
        switch event {
        case .otherAppBegan(let mixes): otherAppBegan(mixes: mixes)
        case .otherAppEnded(let notifiesOthers):
            audio.otherAppMixes = nil
            hintAboutSecondaryAudio(false)
            if audio.interrupted { endInterruption(shouldResume: notifiesOthers) }
        case .interruptionBegan(let cause): beginInterruption(cause)
        case .interruptionEnded(let shouldResume):
            audio.callInProgress = false
            if audio.interrupted { endInterruption(shouldResume: shouldResume) }
        case .routeChanged(let route, let disconnected): routeChanged(route, disconnected)
        case .mediaServicesLost: mediaServicesLost()
        case .mediaServicesReset:
            audio.mediaServicesDown = false
            guard process.alive else { return }
            deliverOrQueue(.mediaServicesReset, Reason("AS-54", "build all audio objects anew; observers survive"))
        case .siriRecording(let records): audio.siriRecords = records
        case .nowPlaying(let isIt): audio.isNowPlaying = isIt
        case .prefersNoInterruptionsFromSystemAlerts(let prefers):
            guard profile.version >= IOSVersion(14, 5) else { return }
            audio.prefersNoAlertInterruptions = prefers
        case .prefersInterruptionOnRouteDisconnect(let prefers):
            guard profile.version >= IOSVersion(17) else { return }
            audio.prefersInterruptionOnDisconnect = prefers
        case .inputAvailable(let available): audio.hasInput = available
        }
    }

    private mutating func otherAppBegan(mixes: Bool) {
        audio.otherAppMixes = mixes
        hintAboutSecondaryAudio(true)
        // A session that mixes is not interrupted by others, and one that is interrupted mixes with nobody (AS-08).
        if !mixes, !audio.configuration.isMixable { beginInterruption(.otherApp) }
    }

    /// AS-53: a hint for apps in front only.
    private mutating func hintAboutSecondaryAudio(_ begins: Bool) {
        guard profile.version >= IOSVersion(8), state == .foregroundActive, audio.active else { return }
        deliver(.silenceSecondaryAudioHint(begins), Reason("AS-53", "another app's sound"))
    }

    private mutating func beginInterruption(_ cause: AudioSessionEvent.Cause) {
        if cause == .call { audio.callInProgress = true }
        guard process.alive, audio.active, !audio.interrupted else { return }
        if cause == .callBanner, audio.prefersNoAlertInterruptions {
            return log(
                "the banner of the call does not interrupt",
                Reason("AS-51", "the app prefers no interruptions from alerts"))
        }
        let reason = Reason("AS-45", "the audio session is interrupted: \(cause.rawValue)", evidence: audio.evidence)
        // The session is inactive already when the app is told.
        audio.active = false
        audio.interrupted = true
        if audio.flow != .stopped { stopFlow(reason) }
        deliverOrQueue(.audioInterruptionBegan(reason: number(of: cause), wasSuspended: false), reason)
    }

    /// The number that the notification carries (AS-48).
    private func number(of cause: AudioSessionEvent.Cause) -> Int {
        guard profile.version >= IOSVersion(14, 5) else { return 0 }
        return switch cause {
        case .builtInMicMuted: 2
        case .routeDisconnected: 4
        case .call, .callBanner, .alarm, .otherApp: 0
        }
    }

    private mutating func endInterruption(shouldResume: Bool) {
        audio.interrupted = false
        deliverOrQueue(
            .audioInterruptionEnded(shouldResume: shouldResume),
            Reason("AS-46", shouldResume ? "the interruption is over; resume" : "the interruption is over"))
    }

    private mutating func routeChanged(_ route: String, _ disconnected: Bool) {
        guard process.alive else { return }
        deliverOrQueue(.audioRouteChanged(to: route), Reason("AS-52", "the route is \(route) now"))
        guard disconnected, profile.version >= IOSVersion(17), audio.isNowPlaying,
            audio.prefersInterruptionOnDisconnect
        else { return }
        beginInterruption(.routeDisconnected)
    }

    private mutating func mediaServicesLost() {
        audio.mediaServicesDown = true
        guard process.alive else { return }
        let reason = Reason("AS-20", "the media services failed", evidence: audio.evidence)
        audio.active = false
        if audio.flow != .stopped { stopFlow(reason) }
        deliverOrQueue(.mediaServicesLost, reason)
    }

    /// On suspension the system deactivates the app's session (AS-49, MD-12).
    mutating func deactivateAudioOnSuspension() {
        guard audio.active, profile.version >= IOSVersion(10) else { return }
        audio.active = false
        audio.takenBySuspension = true
        // From iOS 16 the app is not told any more (AS-50, CF-06).
        guard profile.version < IOSVersion(16) else { return }
        let tells = profile.version >= IOSVersion(10, 3)
        process.queued.append(
            ProcessLife.Queued(
                callback: .audioInterruptionBegan(
                    reason: profile.version >= IOSVersion(14, 5) ? 1 : 0, wasSuspended: tells),
                reason: Reason("AS-49", "the session was deactivated when the app was suspended")))
    }
}

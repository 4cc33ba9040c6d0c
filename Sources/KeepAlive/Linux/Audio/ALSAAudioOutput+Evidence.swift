import KeepAlivePolicy

/// Proves that sound is played.
extension ALSAAudioOutput {
    /// The largest lead of a credible pointer over real time: 5 %, for a wrong clock, and 0.5 s, for the device's own
    /// buffers at the start. Our choice.
    private static let leadMax = (factor: 1.05, seconds: 0.5)

    /// The longest time for which the pointer may stand still: 5 s, our choice; PulseAudio's null sink moves in steps
    /// of 2 s.
    static let standstill = Duration.seconds(5)

    /// Reads the pointer and reports it if it has advanced.
    ///
    /// - Returns: whether it has advanced.
    @discardableResult
    func reportProgress() throws(ALSAError) -> Bool {
        guard let pcm, let rate = pcm.configuration?.sampleRate else { return false }
        let played = feed.framesWritten - Int64(try pcm.delay())
        guard played > run.frames, isCredible(played) else { return false }
        run.frames = played
        run.advancedAt = loop.now
        if let since = recovery.stalledSince {
            recovery.stalledSince = nil
            recovery.attempts = 0
            onEvent?(.flowsAgain(on: description.device, after: loop.now - since))
        }
        onEvent?(.advanced(frames: run.framesBefore + played, sampleRate: rate))
        return true
    }

    /// Returns whether a number of frames can have been played in real time.
    func isCredible(_ played: Int64) -> Bool {
        let seconds = (loop.now - run.startedAt).inSeconds * Self.leadMax.factor + Self.leadMax.seconds
        return Double(played) <= seconds * Double(pcm?.configuration?.sampleRate ?? 0)
    }

    /// Returns whether the device claims to have played more than real time allows.
    func isSwallowed(_ delay: Int) -> Bool {
        let played = feed.framesWritten - Int64(delay)
        return played > 0 && !isCredible(played)
    }

    /// Stops watching a device that takes sound faster than real time, and reports it.
    func reportNoEvidence(_ pcm: ALSAPCM) {
        unwatch()
        run.swallows = true
        let null = pcm.isNull ? "ALSA 'null'" : "'\(description.device)'"
        let taken = Duration.seconds(Double(feed.framesWritten) / Double(pcm.configuration?.sampleRate ?? 1))
        onEvent?(.note("\(null) took \(taken.inWords) of sound at once: it is no evidence of playing"))
    }
}

import KeepAlivePolicy

/// What proves that sound is played.
extension ALSAAudioOutput {
    /// How far ahead of real time a pointer may be and still be believed: 5 %, for a wrong clock, and 0.5 s, for what
    /// a device takes into its own buffers at the start. Our choice.
    private static let leadMax = (factor: 1.05, seconds: 0.5)

    /// How long the pointer may stand still: 5 s, our choice; PulseAudio's null sink moves in steps of 2 s.
    static let standstill = Duration.seconds(5)

    /// Reads the pointer and reports it if it has advanced.
    ///
    /// - Returns: whether it has.
    @discardableResult
    func reportProgress() throws(ALSAError) -> Bool {
        guard let pcm, let rate = pcm.configuration?.sampleRate else { return false }
        let played = feed.framesWritten - Int64(try pcm.delay())
        guard played > framesOfRun, isCredible(played) else { return false }
        framesOfRun = played
        advancedAt = loop.now
        if let since = stalledSince {
            stalledSince = nil
            attempts = 0
            onEvent?(.flowsAgain(on: description.device, after: loop.now - since))
        }
        onEvent?(.advanced(frames: framesBeforeRun + played, sampleRate: rate))
        return true
    }

    /// Whether so many frames can have been played in real time.
    func isCredible(_ played: Int64) -> Bool {
        let seconds = (loop.now - runStartedAt).inSeconds * Self.leadMax.factor + Self.leadMax.seconds
        return Double(played) <= seconds * Double(pcm?.configuration?.sampleRate ?? 0)
    }

    /// Whether the device says at once that a whole buffer has been played.
    func isSwallowed(_ delay: Int) -> Bool {
        let played = feed.framesWritten - Int64(delay)
        return played > 0 && !isCredible(played)
    }

    /// Leaves alone a device that takes sound faster than time passes.
    func reportNoEvidence(_ pcm: ALSAPCM) {
        unwatch()
        swallows = true
        let null = pcm.isNull ? "ALSA 'null'" : "'\(description.device)'"
        let taken = Duration.seconds(Double(feed.framesWritten) / Double(pcm.configuration?.sampleRate ?? 1))
        onEvent?(.note("\(null) took \(taken.inWords) of sound at once: it is no evidence of playing"))
    }
}

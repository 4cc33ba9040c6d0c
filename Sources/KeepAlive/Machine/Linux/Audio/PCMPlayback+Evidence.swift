import Glibc
import KeepAlivePolicy

/// Proves that sound is played.
extension PCMPlayback {
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
        run.isSecondStart = false
        if let since = stalledSince {
            stalledSince = nil
            onNews(.flowsAgain(after: loop.now - since))
        }
        onNews(.advanced(frames: run.framesBefore + played, sampleRate: rate))
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
        rest()
        run.swallows = true
        onNews(.swallowed(.seconds(clamping: Double(feed.framesWritten) / Double(pcm.configuration?.sampleRate ?? 1))))
    }

    /// Looks at the pointer now.
    func check() {
        // Before the mode is known, the pointer is no evidence.
        guard isPlaying, stalledSince == nil, pcm != nil, mode != nil, !run.swallows else { return }
        do {
            guard try !reportProgress(), run.frames > 0, loop.now - run.advancedAt > Self.standstill else { return }
            throw ALSAError(code: -EIO, description: "the device's pointer stands still")
        } catch {
            onNews(.failed(error))
        }
    }

    /// Reads the pointer a last time before the sound stops. No event reports it.
    func noteWhereItStops() {
        guard isPlaying, stalledSince == nil, mode != nil, !run.swallows, let delay = try? pcm?.delay() else { return }
        let played = feed.framesWritten - Int64(delay)
        if played > run.frames, isCredible(played) { run.frames = played }
    }
}

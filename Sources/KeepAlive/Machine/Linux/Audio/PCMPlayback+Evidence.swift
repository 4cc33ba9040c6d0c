import Glibc
import KeepAlivePolicy

/// The evidence that sound is played: the device's pointer advances, but no faster than real time.
extension PCMPlayback {
    /// The largest lead over real time with which the device's pointer is credible: 5 % for an inexact clock, and 0.5 s
    /// for the device's own buffers at the start. Both are this project's choice.
    private static let leadMax = (factor: 1.05, seconds: 0.5)

    /// The longest time for which the device's pointer may stand still. The limit is this project's choice; the pointer
    /// of PulseAudio's null sink moves in steps of 2 s.
    static let standstill = Duration.seconds(5)

    /// Reads the device's pointer, and reports progress if the pointer has advanced.
    ///
    /// - Returns: true if the pointer has advanced.
    @discardableResult
    func reportProgress() throws(ALSAError) -> Bool {
        guard let pcm, let rate = pcm.configuration?.sampleRate else { return false }
        let played = feed.framesWritten - Int64(try pcm.delay())
        guard played > run.frames, isCredible(played) else { return false }
        run.frames = played
        run.advancedAt = loop.now
        run.isSecondStart = false
        if let length = interruption.end(at: loop.now) { onNews(.flowsAgain(after: length)) }
        onNews(.advanced(frames: run.framesBefore + played, sampleRate: rate))
        return true
    }

    /// Returns whether the device can have played this number of frames since its start.
    func isCredible(_ played: Int64) -> Bool {
        let seconds = (loop.now - run.startedAt).inSeconds * Self.leadMax.factor + Self.leadMax.seconds
        return Double(played) <= seconds * Double(pcm?.configuration?.sampleRate ?? 0)
    }

    /// Returns whether the device claims to have played more than real time allows.
    ///
    /// - Parameter delay: the number of frames that are written but not yet heard, as the device claims.
    func isSwallowed(_ delay: Int) -> Bool {
        let played = feed.framesWritten - Int64(delay)
        return played > 0 && !isCredible(played)
    }

    /// Stops watching a device that takes sound faster than real time, and reports that the device gives no evidence.
    func reportNoEvidence(_ pcm: ALSAPCM) {
        rest()
        run.swallows = true
        onNews(.swallowed(.seconds(clamping: Double(feed.framesWritten) / Double(pcm.configuration?.sampleRate ?? 1))))
    }

    /// Reads the device's pointer now, and reports progress or failure.
    func check() {
        // While the mode is not known, the pointer is no evidence.
        guard isPlaying, !interruption.isOn, pcm != nil, mode != nil, !run.swallows else { return }
        do {
            guard try !reportProgress(), run.frames > 0, loop.now - run.advancedAt > Self.standstill else { return }
            throw ALSAError(code: -EIO, description: "the device's pointer stands still")
        } catch {
            onNews(.failed(error))
        }
    }

    /// Reads the device's pointer a last time before the sound stops. The frames are counted, but not reported as an
    /// event.
    func noteWhereItStops() {
        guard isPlaying, !interruption.isOn, mode != nil, !run.swallows, let delay = try? pcm?.delay() else { return }
        let played = feed.framesWritten - Int64(delay)
        if played > run.frames, isCredible(played) { run.frames = played }
    }
}

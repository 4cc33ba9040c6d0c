import KeepAlivePolicy

/// Lowers other apps' sound, where a server mixes it.
extension ALSAAudioOutput {
    package func duckOthers(_ on: Bool) {
        others.areDucked = on
        others.hasNotedNoMixer = false
        applyDucking()
    }

    /// The role of this stream while others are lowered for it.
    var role: String? { others.areDucked ? ServerDucking.role : nil }

    /// Asks the server to lower others, when there is one, and again when another takes its place.
    func applyDucking() {
        guard others.areDucked || others.ducking != nil else { return }
        guard let pcm = playback.pcm else {
            // The server is asked when the device is back.
            return expectsServer ? () : noteNoMixer()
        }
        guard pcm.isServer else { return noteNoMixer() }
        let ducking = others.ducking ?? ServerDucking(loop: loop)
        others.ducking = ducking
        ducking.onFailure = { [unowned self] in onEvent?(.note($0)) }
        ducking.onReady = { [unowned self] works in
            guard playback.isPlaying, playback.pcm != nil else { return }
            // The role of a stream is fixed when it is opened, and the server looks at it when the stream starts.
            guard works, pcmRole != role || playback.isRunning else {
                if !playback.isRunning { begin() }
                return
            }
            playback.noteWhereItStops()
            playback.rest()
            playback.closeDevice()
            reopen()
        }
        ducking.set(others.areDucked, server: description.server)
    }

    /// Ends the ducking. On the user's server it unloads the module; a private server ends with its module.
    func closeDucking() {
        guard let ducking = others.ducking else { return }
        others.ducking = nil
        ducking.onReady = nil
        ducking.onFailure = nil
        if server == nil { ducking.close() } else { ducking.forget() }
    }

    /// True when a device that is closed now was a server's. A card's is closed whenever it does not play.
    private var expectsServer: Bool { server != nil || playback.stalledSince != nil }

    private func noteNoMixer() {
        guard others.areDucked, !others.hasNotedNoMixer else { return }
        others.hasNotedNoMixer = true
        onEvent?(.note("'\(description.device)' has no mixer: other apps' sound is not lowered"))
    }

    /// Starts the device at once, or when the server has answered the request to lower others: the server looks at streams
    /// only when they start.
    func beginWhenReady() {
        if others.ducking?.isBusy != true { begin() }
    }
}

import KeepAlivePolicy

/// Ducking: lowers the sound of other apps, if a sound server mixes all sounds.
extension ALSAAudioOutput {
    package func duckOthers(_ on: Bool) {
        others.areDucked = on
        others.hasNotedNoMixer = false
        applyDucking()
    }

    /// The `media.role` for this output's stream while other apps' sound is to be lowered; otherwise `nil`.
    var role: String? { others.areDucked ? ServerDucking.role : nil }

    /// Asks the sound server, if there is one, to lower other apps' sound or to stop lowering it. This method is called
    /// again whenever another server or device is opened.
    func applyDucking() {
        guard others.areDucked || others.ducking != nil else { return }
        guard let pcm = playback.pcm else {
            // If a server's device is to be opened again, do nothing: `adopt(_:)` calls this method once the device is
            // open.
            return expectsServer ? () : noteNoMixer()
        }
        guard pcm.isServer else { return noteNoMixer() }
        let ducking = others.ducking ?? ServerDucking(loop: loop)
        others.ducking = ducking
        ducking.onFailure = { [unowned self] in onEvent?(.note($0)) }
        ducking.onReady = { [unowned self] works in
            guard playback.isPlaying, playback.pcm != nil else { return }
            // A stream's role is fixed when the stream is opened, and the server checks the role only when the stream
            // starts. So reopen the device if its stream has another role or runs already.
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

    /// Ends the ducking. On the user's server, this unloads the ducking module. A private server ends together with its
    /// module, so its module need not be unloaded.
    func closeDucking() {
        guard let ducking = others.ducking else { return }
        others.ducking = nil
        ducking.onReady = nil
        ducking.onFailure = nil
        if server == nil { ducking.close() } else { ducking.forget() }
    }

    /// True if the closed device may belong to a sound server: a private server is in use, or the device was lost while
    /// sound played. A closed device alone does not show this, because a sound card's device is also closed whenever
    /// nothing plays.
    private var expectsServer: Bool { server != nil || playback.interruption.isOn }

    private func noteNoMixer() {
        guard others.areDucked, !others.hasNotedNoMixer else { return }
        others.hasNotedNoMixer = true
        onEvent?(.note("'\(description.device)' has no mixer: other apps' sound is not lowered"))
    }

    /// Starts the device now. While the server has not yet answered the request to lower other apps' sound, does
    /// nothing; `onReady` starts the device later. The server checks the role of a stream only when the stream starts.
    func beginWhenReady() {
        if others.ducking?.isBusy != true { begin() }
    }
}

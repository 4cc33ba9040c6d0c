import KeepAlivePolicy

/// Other apps' sound made quieter, where there is a server that mixes it.
extension ALSAAudioOutput {
    package func duckOthers(_ on: Bool) {
        ducks = on
        hasNotedNoMixer = false
        applyDucking()
    }

    /// The role that makes our stream the one for which others are lowered.
    var role: String? { ducks ? ServerDucking.role : nil }

    /// Asks the server, once there is one, and again when another takes its place.
    func applyDucking() {
        guard ducks || ducking != nil else { return }
        if let pcm, !pcm.isServer { return noteNoMixer() }
        if pcm == nil, !expectsServer { return noteNoMixer() }
        // Asked when the device is back.
        guard pcm != nil else { return }
        let ducking = ducking ?? ServerDucking(loop: loop)
        self.ducking = ducking
        ducking.onFailure = { [unowned self] in onEvent?(.note($0)) }
        ducking.onReady = { [unowned self] works in
            guard isPlaying, let pcm = self.pcm else { return }
            // A stream's role is settled when it is opened.
            guard works, pcmRole != role else { return begin(pcm) }
            noteWhereItStops()
            unwatch()
            pcm.close()
            self.pcm = nil
            reopen()
        }
        ducking.set(ducks, server: description.server)
    }

    /// A private server goes, and the module with it; the user's gets back what it had.
    func closeDucking() {
        guard let ducking else { return }
        self.ducking = nil
        ducking.onReady = nil
        ducking.onFailure = nil
        if server == nil { ducking.close() } else { ducking.forget() }
    }

    /// Whether a device that is closed now was a server's; a card's is closed whenever it does not play.
    private var expectsServer: Bool { server != nil || stalledSince != nil }

    private func noteNoMixer() {
        guard ducks, !hasNotedNoMixer else { return }
        hasNotedNoMixer = true
        onEvent?(.note("'\(description.device)' has no mixer: other apps' sound is not lowered"))
    }

    /// Starts the PCM, or leaves that to the server's answer when it is being asked to lower others: it looks at streams
    /// only when they start.
    func beginWhenReady(_ pcm: ALSAPCM) {
        if ducking?.isBusy != true { begin(pcm) }
    }
}

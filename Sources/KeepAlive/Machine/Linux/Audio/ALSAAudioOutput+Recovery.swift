import Glibc
import KeepAlivePolicy

extension ALSAAudioOutput {
    package func prepare() throws {
        guard playback.pcm == nil else { return }
        isPrepared = true
        let finder = AudioDeviceFinder(sound: try openSource(), role: role, limits: setup.limited ? .patient : nil)
        switch setup.choice {
        case .named(let name):
            if let device = try finder.openNamed(name) { adopt(device) }
            if !playback.isPlaying { leaveToOthers() }
        case .automatic:
            let (device, reason) = openDefault(finder)
            if let device {
                adopt(device)
                if !playback.isPlaying { leaveToOthers() }
                return
            }
            try prepareServer(finder, reason)
        }
    }

    private func openDefault(_ finder: AudioDeviceFinder) -> (device: OpenedDevice?, reason: String) {
        setup.defaultFailure.map { (nil, "the default device cannot be used: \($0)") } ?? finder.openDefault()
    }

    private func openSource() throws(KeepAliveError) -> any SoundSource {
        if let source = playback.feed.source { return source }
        let opened = try sound.open()
        playback.feed.source = opened
        return opened
    }

    /// Uses a newly opened device from now on, and updates the description.
    private func adopt(_ device: OpenedDevice) {
        pcmRole = role
        let traits = DeviceTraits(
            isServer: device.pcm.isServer, card: device.pcm.card, configuration: device.pcm.configuration)
        playback.use(device.pcm, isOther: traits != deviceTraits)
        deviceTraits = traits
        description.device = device.name
        description.reason = device.reason
        description.server = server?.server
        guard let configuration = device.pcm.configuration else { return }
        description.sampleRate = configuration.sampleRate
        description.channels = configuration.channels
        description.format = configuration.format.name
        description.bufferSeconds = Double(configuration.bufferFrames) / Double(configuration.sampleRate)
        if playback.isPlaying { applyDucking() }
    }

    /// Starts the private server, and runs the event loop until the server's device is open.
    private func prepareServer(_ finder: AudioDeviceFinder, _ reason: String) throws {
        let server = try setup.makePrivateServer()
        description.reason = "a private \(server.name): \(reason)"
        let begun = loop.now
        guard loop.run(until: { server.state != .starting }, timeout: PrivateSound.readyTimeout),
            server.state == .ready
        else {
            let cause = if case .ended(let cause) = server.state { cause } else { "it did not answer in 5 s" }
            server.leave(self)
            throw KeepAliveError(
                .audio, "no private sound device: \(cause)",
                remedy: "'keepalive-run doctor' tells what is there; or name a device with --audio-device")
        }
        self.server = server
        do {
            adopt(try openFirst(finder, server, until: begun + PrivateSound.readyTimeout))
        } catch {
            server.leave(self)
            self.server = nil
            throw KeepAliveError(
                .audio, "no private sound device: \(error)",
                remedy: AudioProbe.missingForPrivateServer().compactMap(\.remedy).first)
        }
        server.use(self) { [unowned self] state in serverChanged(state) }
    }

    /// Opens the device of a server that has just started. The server may answer before it can play; opening then fails
    /// with EIO and is tried again until the deadline.
    private func openFirst(
        _ finder: AudioDeviceFinder, _ server: any SoundServer, until deadline: MonotonicInstant
    ) throws -> OpenedDevice {
        while true {
            let failure: ALSAError
            do {
                return try open(server, finder)
            } catch {
                failure = error
            }
            guard failure.code == -EIO, server.state == .ready, loop.now < deadline else { throw failure }
            _ = loop.run(until: { server.state != .ready }, timeout: SoundInterruption.firstPause)
        }
    }

    /// Opens the device of a private server, with longer time limits while the server is new.
    private func open(_ server: any SoundServer, _ finder: AudioDeviceFinder) throws(ALSAError) -> OpenedDevice {
        var patient = finder
        if setup.limited, isNew(server) { patient.limits = .starting }
        let device = try patient.openPrivate(server, reason: description.reason)
        device.pcm.limits = finder.limits
        return device
    }

    /// Returns whether a private server started so recently that it may delay or refuse a stream although its socket
    /// answers.
    private func isNew(_ server: any SoundServer) -> Bool {
        loop.now < server.facts.startedAt + PrivateSound.readyTimeout
    }

    // MARK: Trouble

    /// Handles a failure of the device: reports each interruption of the sound once, and schedules an attempt to play
    /// again. Has no effect while nothing is to play.
    func failed(_ error: any Error) {
        guard playback.isPlaying else { return }
        let isNew = playback.interruption.begin(at: loop.now)
        if isNew {
            onEvent?(.stalled(cause: "\(description.device): \(error)"))
            // The event handler may have stopped this output.
            guard playback.isPlaying else { return }
        }
        playback.rest()
        // After an underrun or the machine's suspend, the device is still open, so start it again at once.
        if isNew, playback.pcm != nil, let error = error as? ALSAError, error.isRecoverableInPlace, serverIsHealthy {
            return after(.zero) { [unowned self] in begin() }
        }
        retryLater()
    }

    private var serverIsHealthy: Bool { server == nil || server?.state == .ready }

    private func retryLater() {
        isAwaitingServer = false
        // Leave a private server even if it still runs, because it does not play; the next attempt starts another
        // server.
        server?.leave(self)
        playback.closeDevice()
        others.ducking?.forget()
        after(playback.interruption.nextPause()) { [unowned self] in reopen() }
    }

    /// Opens the device, and starts a private server first if one is needed and none is ready. If this fails, schedules
    /// another attempt.
    func reopen() {
        do {
            // Use the short time limits, because an app runs at the same time or waits for the device.
            let finder = AudioDeviceFinder(sound: try openSource(), role: role, limits: setup.limited ? .prompt : nil)
            switch setup.choice {
            case .named(let name):
                guard let device = try finder.openNamed(name) else {
                    throw ALSAError(code: -EBUSY, description: "the device is busy")
                }
                isPrepared = true
                adopt(device)
            case .automatic where server == nil:
                let (device, reason) = openDefault(finder)
                if let device {
                    isPrepared = true
                    adopt(device)
                } else if isPrepared {
                    throw ALSAError(code: -ENODEV, description: reason)
                } else {
                    isPrepared = true
                    guard try reopenPrivate(finder, reason) else { return }
                }
            case .automatic:
                guard try reopenPrivate(finder) else { return }
            }
            if playback.isPlaying, playback.pcm != nil { beginWhenReady() }
        } catch {
            failed(error)
        }
    }

    /// Opens the device of the private server, and starts a private server first if none is ready.
    ///
    /// - Returns: true if the device is open. False if a server is starting and will call back, or if the next attempt
    ///   is scheduled.
    private func reopenPrivate(_ finder: AudioDeviceFinder, _ reason: String? = nil) throws -> Bool {
        guard let server, server.state == .ready else {
            let awaited = try startingServer(reason)
            isAwaitingServer = true
            awaited.use(self) { [unowned self] state in serverChanged(state) }
            after(PrivateSound.readyTimeout) { [unowned self] in
                awaited.leave(self)
                failed(ALSAError(code: -ETIMEDOUT, description: "the private sound server did not answer in 5 s"))
            }
            if awaited.state == .ready { serverChanged(.ready) }
            return false
        }
        do {
            adopt(try open(server, finder))
            return true
        } catch {
            guard error.code == -EIO, isNew(server) else { throw error }
            // The server answers before it can play. Try the same server again, because a new server would need longer.
            after(SoundInterruption.firstPause) { [unowned self] in reopen() }
            return false
        }
    }

    /// Returns the private server if it is still starting, as after a `start()` and a `stop()`. Otherwise leaves the
    /// private server, and starts another one.
    private func startingServer(_ reason: String?) throws -> any SoundServer {
        if let server, server.state == .starting { return server }
        server?.leave(self)
        let fresh = try setup.makePrivateServer()
        server = fresh
        if let reason { description.reason = "a private \(fresh.name): \(reason)" }
        return fresh
    }

    private func serverChanged(_ state: SoundServerState) {
        switch state {
        case .ready:
            isAwaitingServer = false
            cancelTimer()
            reopen()
        case .ended(let cause):
            playback.rest()
            guard playback.isPlaying else {
                // Nothing plays, so open the device again in advance. If that fails, start() tries again.
                return retryLater()
            }
            // If the lost connection was reported before the server's end, the interruption has begun, and the next attempt
            // is already scheduled.
            if !playback.interruption.isOn {
                failed(ALSAError(code: -ENODEV, description: cause))
            } else if isAwaitingServer || playback.pcm != nil {
                retryLater()
            }
        case .starting, .closed: break
        }
    }
}

/// The machine's parts that a run needs: opened before the command is started, as a phone's are always there.
struct DeviceParts {
    private(set) var audio: (any AudioOutput)?
    private(set) var location: (any LocationSource)?
    private(set) var otherApps: (any OtherAppsSound)?
    private var player: ALSAAudioOutput?
    private var daemon: PrivateGPSD?

    /// What the private servers have used up to now.
    var servers: [RunPart: Usage] {
        var servers: [RunPart: Usage] = [:]
        servers[.soundServer] = player?.serverUsage
        servers[.gpsd] = daemon?.usage
        return servers
    }

    /// Opens what the strategies will use. A part whose mode is missing is not opened: iOS refuses its use anyway.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` or `location`.
    mutating func prepare(_ configuration: RunConfiguration, manifest: Manifest, loop: EventLoop) throws {
        let used = configuration.usedModes
        try configuration.requireUse(of: used)
        let modes = manifest.backgroundModes
        if used.contains(.audio), modes.contains(.audio) {
            let output = ALSAAudioOutput(loop: loop, choice: configuration.audioDevice, sound: configuration.sound) {
                try PrivatePulseAudio(loop: loop)
            }
            let charged = ChargedAudioOutput(output, loop: loop)
            try charged.prepare()
            audio = charged
            player = output
            otherApps = OtherAppsPlayer(
                executable: Machine.executable, device: { [weak output] in output?.description }, loop: loop)
        }
        if used.contains(.location), modes.contains(.location) || configuration.strategyOptions.catchesExceptions {
            let source = try loop.charge(to: .location) { try configuration.location.open(on: loop) }
            location = ChargedLocationSource(source, loop: loop)
            daemon = (source as? PrivateLocationSource)?.daemon
        }
    }

    /// Gives everything back.
    func close() {
        otherApps?.close()
        audio?.close()
        location?.stop()
    }
}

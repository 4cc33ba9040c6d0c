/// The machine's parts that a run needs: opened before the command is started, as a phone's are always there.
struct DeviceParts {
    private(set) var audio: (any AudioOutput)?
    private(set) var location: (any LocationSource)?
    private(set) var otherApps: (any OtherAppsSound)?
    /// What the private servers have used up to now.
    private(set) var servers: () -> [RunPart: Usage] = { [:] }

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
            servers = { [before = servers] in
                var servers = before()
                servers[.soundServer] = output.serverUsage
                return servers
            }
            otherApps = OtherAppsPlayer(
                executable: Machine.executable, device: { [weak output] in output?.description }, loop: loop)
        }
        if used.contains(.location), modes.contains(.location) || configuration.strategyOptions.catchesExceptions {
            let source = try loop.charge(to: .location) { try configuration.location.open(on: loop) }
            location = ChargedLocationSource(source, loop: loop)
            if let daemon = (source as? PrivateLocationSource)?.daemon {
                servers = { [before = servers] in
                    var servers = before()
                    servers[.gpsd] = daemon.usage
                    return servers
                }
            }
        }
    }

    /// Gives everything back.
    func close() {
        otherApps?.close()
        audio?.close()
        location?.stop()
    }
}

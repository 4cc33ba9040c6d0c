import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts

/// The machine's parts that an app uses. Parts that the app's strategies need are opened before the command starts,
/// because the parts of a phone are always available. Parts that only the app itself may use are opened at the first
/// use.
struct AppParts {
    private(set) var audio: (any AudioOutput)?
    private(set) var location: (any LocationSource)?
    private(set) var otherApps: (any OtherAppsSound)?
    private(set) var transfers: (any TransferAgent)?
    private(set) var pushTokens: (any PushTokens)?
    private var player: SoundProcess?
    private var daemon: PrivateGPSD?
    private var virtualBodies: VirtualBodyFiles?

    /// The usage up to now of the helper and server processes that work for the app.
    var servers: [RunPart: Usage] {
        var servers: [RunPart: Usage] = [:]
        servers[.audioPlayer] = player?.usage
        servers[.soundServer] = player?.serverUsage
        servers[.gpsd] = daemon?.usage
        servers[.transferService] = (transfers as? TransferDaemon)?.usage
        return servers
    }

    /// Opens the parts that the strategies will use. A part whose background mode is missing is not opened, because
    /// iOS refuses its use.
    ///
    /// On a device that already runs other apps, the parts are opened at their first use instead, because opening them
    /// here would make the other apps wait.
    ///
    /// - Parameter canSpeak: true if the app may make calls itself.
    /// - Throws: ``KeepAliveError`` with code `audio` or `location` if a part cannot be opened.
    mutating func prepare(
        _ configuration: RunConfiguration, _ prepared: PreparedApp, on device: RunningDevice, canSpeak: Bool
    ) throws {
        let manifest = prepared.manifest
        let used = configuration.usedModes
        if configuration.scenario != nil {
            // In a scenario, the servers of transfers are simulated in memory, so the transfers are simulated, too,
            // even if the scenario is played with a real process.
            let files = VirtualBodyFiles()
            virtualBodies = files
            transfers = VirtualTransfers(
                scheduler: device.loop, timeScale: configuration.plan.timeScale, bodies: files)
        } else if canSpeak {
            pushTokens = DevicePushTokens(device)
            transfers = prepared.transfers
        }
        let modes = manifest.backgroundModes
        let loop = device.loop
        if used.contains(.audio) && modes.contains(.audio) || canSpeak {
            let output = SoundProcess(
                loop: loop, choice: configuration.machine.audioDevice, sound: configuration.machine.sound
            ) {
                try device.soundServer()
            }
            if used.contains(.audio), modes.contains(.audio), !device.takesApps { try output.prepare() }
            audio = output
            player = output
            // Only a scenario simulates the sound of other apps. Real other apps play their own sound.
            if configuration.scenario != nil {
                otherApps = OtherAppsPlayer(
                    device: { [weak output] in output?.description }, loop: loop)
            }
        }
        let isAllowed = modes.contains(.location) || configuration.app.strategyOptions.catchesExceptions
        if used.contains(.location), isAllowed, !device.takesApps {
            let source = try loop.charge(to: .location) { try configuration.machine.location.open(on: loop) }
            location = ChargedLocationSource(source, loop: loop)
            daemon = (source as? PrivateLocationSource)?.daemon
        } else if canSpeak {
            location = ChargedLocationSource(try device.receiver().source(), loop: loop)
        }
    }

    func close() {
        otherApps?.close()
        audio?.close()
        location?.stop()
        (transfers as? TransferDaemon)?.close()
        virtualBodies?.close()
    }
}

import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts

/// The machine's parts that an app uses. A part that its strategies need is opened before the command starts, because a
/// phone's is always there. A part that only the app itself may ask for is opened when it does.
struct AppParts {
    private(set) var audio: (any AudioOutput)?
    private(set) var location: (any LocationSource)?
    private(set) var otherApps: (any OtherAppsSound)?
    private(set) var transfers: (any TransferAgent)?
    private(set) var pushTokens: (any PushTokens)?
    private var player: SoundProcess?
    private var daemon: PrivateGPSD?
    private var virtualBodies: VirtualBodyFiles?

    /// The usage of the processes beside the runner up to now.
    var servers: [RunPart: Usage] {
        var servers: [RunPart: Usage] = [:]
        servers[.audioPlayer] = player?.usage
        servers[.soundServer] = player?.serverUsage
        servers[.gpsd] = daemon?.usage
        servers[.transferService] = (transfers as? TransferDaemon)?.usage
        return servers
    }

    /// Opens the parts that the strategies will use. A part whose mode is missing is not opened: iOS refuses its use
    /// anyway.
    ///
    /// On a device that already runs with other apps, nothing is waited for: parts are opened when they are used.
    ///
    /// - Parameter canSpeak: whether the app may speak for itself.
    /// - Throws: ``KeepAliveError`` with code `audio` or `location`.
    mutating func prepare(
        _ configuration: RunConfiguration, _ prepared: PreparedApp, on device: RunningDevice, canSpeak: Bool
    ) throws {
        let manifest = prepared.manifest
        let used = configuration.usedModes
        if configuration.scenario != nil {
            // The servers of a scenario exist in memory, wherever it is played.
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
            // These other apps exist in a scenario only; real ones are heard anyway.
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

    /// Closes all parts.
    func close() {
        otherApps?.close()
        audio?.close()
        location?.stop()
        (transfers as? TransferDaemon)?.close()
        virtualBodies?.close()
    }
}

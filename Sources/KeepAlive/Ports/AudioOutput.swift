import KeepAlivePolicy

/// A device that plays the app's sound.
package protocol AudioOutput: AnyObject {
    /// Where the output reports; set before ``prepare()``.
    var onEvent: ((AudioOutputEvent) -> Void)? { get set }

    /// What it plays on, for the summary; complete after ``prepare()``.
    var description: AudioOutputDescription { get }

    /// Whether a device has been looked for; without it, the first ``start()`` does.
    var isPrepared: Bool { get }

    /// Opens the device, so that ``start()`` is quick.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when there is no such device or it takes no usable format. A
    ///   device that is busy or goes away later is no error: ``AudioOutputEvent/stalled(cause:)`` tells.
    func prepare() throws

    /// What ``start()`` loops from now on; `nil` for what the output was made for. It is heard at the next start.
    func load(_ sound: Sound?)

    /// How long one loop of a sound is, in seconds; `nil` where it has no length.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when a file cannot be read.
    func length(of sound: Sound) throws -> Double?

    /// Starts the endless loop; ``AudioOutputEvent/advanced(frames:sampleRate:)`` follows when the device proves it.
    /// Its recovery after an interruption is the output's own work.
    func start()

    /// Stops the sound; no event comes after it.
    func stop()

    /// Reads the device's pointer now and reports it.
    func sample()

    /// Lowers the sound of others on the device while ours flows, or lets them be (AS-09); where nothing between us and
    /// them can, a note tells so.
    func duckOthers(_ on: Bool)

    /// Closes the device.
    func close()
}

extension AudioOutput {
    package var isPrepared: Bool { true }
}

/// The sound of the other apps on the device.
package protocol OtherAppsSound: AnyObject {
    /// Where it tells what is worth a line.
    var onNote: ((String) -> Void)? { get set }

    /// These apps are heard from now on, and no others.
    func play(_ apps: [String])

    /// The device is back, and may be another one.
    func deviceReturned()

    /// Ends all of it.
    func close()
}

/// What happens on an audio device.
package enum AudioOutputEvent: Sendable, Equatable, Codable {
    /// The hardware pointer advanced: so many frames since ``AudioOutput/start()``.
    case advanced(frames: Int64, sampleRate: Int)
    /// Sound does not flow any more, for this reason.
    case stalled(cause: String)
    /// Something worth a line.
    case note(String)
}

/// What an audio output plays on.
package struct AudioOutputDescription: Sendable, Equatable, Codable {
    /// The name of the PCM.
    package var device: String
    /// Why this one.
    package var reason: String
    /// How it keeps sound flowing: `free-running` (the device loops by itself) or `refilled`; `nil` before it is known.
    package var mode: String?
    /// The address of the sound server, when it is a private one.
    package var server: String?
    /// Frames a second.
    package var sampleRate: Int?
    /// Samples in a frame.
    package var channels: Int?
    /// The encoding of a sample, as `aplay -f` names it.
    package var format: String?
    /// The size of the device's buffer in seconds.
    package var bufferSeconds: Double?

    package init(
        device: String, reason: String, mode: String? = nil, server: String? = nil, sampleRate: Int? = nil,
        bufferSeconds: Double? = nil
    ) {
        self.device = device
        self.reason = reason
        self.mode = mode
        self.server = server
        self.sampleRate = sampleRate
        self.bufferSeconds = bufferSeconds
    }
}

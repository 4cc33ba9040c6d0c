import KeepAliveModel

/// A device that plays the app's sound.
package protocol AudioOutput: AnyObject {
    /// The receiver of the output's events; set before ``prepare()``.
    var onEvent: ((AudioOutputEvent) -> Void)? { get set }

    /// A description of the device that it plays on, for the summary; complete after ``prepare()``.
    var description: AudioOutputDescription { get }

    /// True when a device has been looked for; otherwise the first ``start()`` looks for one.
    var isPrepared: Bool { get }

    /// Opens the device, so that ``start()`` is quick.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when there is no such device or it takes no usable format. A
    ///   device that is busy or goes away later is no error: ``AudioOutputEvent/stalled(cause:)`` reports it.
    func prepare() throws

    /// Sets the sound that ``start()`` loops from now on; `nil` for the output's own. It is heard at the next start.
    func load(_ sound: Sound?)

    /// Finds out the length of one loop of a sound in seconds; `nil` where it has no length. A file may give no answer for a
    /// while.
    ///
    /// - Parameter completion: called once, now or later, with the error where a file cannot be read.
    func length(of sound: Sound, _ completion: @escaping (Result<Double?, any Error>) -> Void)

    /// Starts the endless loop; ``AudioOutputEvent/advanced(frames:sampleRate:)`` follows when the device proves it.
    /// The output recovers from an interruption by itself.
    func start()

    /// Stops the sound; no event comes after it.
    func stop()

    /// Reads the device's pointer now and reports it.
    func sample()

    /// Lowers the sound of others on the device while ours plays, or restores it (AS-09). If nothing between us and
    /// them can do that, a note says so.
    func duckOthers(_ on: Bool)

    /// Closes the device.
    func close()
}

extension AudioOutput {
    package var isPrepared: Bool { true }
}

/// The sound of the other apps on the device.
package protocol OtherAppsSound: AnyObject {
    /// The receiver of messages that are worth a line.
    var onNote: ((String) -> Void)? { get set }

    /// Plays these apps from now on, and no others.
    func play(_ apps: [String])

    /// Called when the device is back; it may be another one.
    func deviceReturned()

    /// Ends all sound.
    func close()
}

/// An event on an audio device.
package enum AudioOutputEvent: Sendable, Equatable, Codable {
    /// The hardware pointer advanced to this many frames since ``AudioOutput/start()``.
    case advanced(frames: Int64, sampleRate: Int)
    /// Sound no longer flows, for this reason.
    case stalled(cause: String)
    /// A message that is worth a line.
    case note(String)
}

/// The device that an audio output plays on.
package struct AudioOutputDescription: Sendable, Equatable, Codable {
    /// The name of the PCM.
    package var device: String
    /// The reason for the choice of this PCM.
    package var reason: String
    /// The way in which sound is kept flowing: `free-running` (the device loops by itself) or `refilled`; `nil` before
    /// it is known.
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

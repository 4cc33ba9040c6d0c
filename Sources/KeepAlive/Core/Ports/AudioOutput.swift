import KeepAliveModel

/// An output that plays the app's sound on an audio device.
package protocol AudioOutput: AnyObject {
    /// The handler of the output's events; set before ``prepare()``.
    var onEvent: ((AudioOutputEvent) -> Void)? { get set }

    /// A description of the audio device, for the summary; complete after ``prepare()``.
    var description: AudioOutputDescription { get }

    /// True if the output has already looked for an audio device; otherwise the first ``start()`` looks for one.
    var isPrepared: Bool { get }

    /// Opens the audio device, so that ``start()`` needs little time.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` if the device does not exist or accepts no usable format. A
    ///   device that is busy or is disconnected later is not an error: ``AudioOutputEvent/stalled(cause:)`` reports it.
    func prepare() throws

    /// Sets the sound that the next ``start()`` loops; `nil` for the output's default sound. A running loop does not
    /// change.
    func load(_ sound: Sound?)

    /// Determines the length of one loop of a sound in seconds; `nil` for a sound without a length. Reading a file may
    /// take a while.
    ///
    /// - Parameter completion: called once, now or later; with an error if the file cannot be read.
    func length(of sound: Sound, _ completion: @escaping (Result<Double?, any Error>) -> Void)

    /// Starts to loop the sound. ``AudioOutputEvent/advanced(frames:sampleRate:)`` follows once the hardware pointer
    /// has advanced. The output recovers from interruptions by itself.
    func start()

    /// Stops the sound; no further event follows.
    func stop()

    /// Reads the hardware pointer now and reports its position.
    func sample()

    /// Lowers the sound of other apps on the device while the app's sound plays (true), or restores their volume
    /// (AS-09). If the machine cannot lower the sound of others, the output reports a note.
    func duckOthers(_ on: Bool)

    func close()
}

extension AudioOutput {
    package var isPrepared: Bool { true }
}

/// The simulated sound of other apps on the device.
package protocol OtherAppsSound: AnyObject {
    /// The handler of notes for the timeline.
    var onNote: ((String) -> Void)? { get set }

    /// Plays the sound of exactly the apps in `apps` from now on.
    func play(_ apps: [String])

    /// Lets the sound start again, because the audio device or a replacement has become available.
    func deviceReturned()

    func close()
}

/// An event that an ``AudioOutput`` reports to its handler `onEvent`.
package enum AudioOutputEvent: Sendable, Equatable, Codable {
    /// The hardware pointer has advanced to this number of frames since ``AudioOutput/start()``.
    case advanced(frames: Int64, sampleRate: Int)
    /// Sound no longer flows; the cause is given.
    case stalled(cause: String)
    /// A note for the timeline.
    case note(String)
}

/// The audio device that an output plays on.
package struct AudioOutputDescription: Sendable, Equatable, Codable {
    /// The name of the ALSA PCM.
    package var device: String
    /// The reason why this ALSA PCM was chosen.
    package var reason: String
    /// The way in which the sound is kept flowing: `free-running` if the device loops its buffer by itself, `refilled`
    /// if a process writes to the buffer; `nil` until the way is known.
    package var mode: String?
    /// The address of the sound server if the run has a private one; otherwise `nil`.
    package var server: String?
    /// The sample rate in frames per second.
    package var sampleRate: Int?
    /// The number of channels, that is samples per frame.
    package var channels: Int?
    /// The sample format, named as in `aplay -f`.
    package var format: String?
    /// The length of the device's buffer in seconds.
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

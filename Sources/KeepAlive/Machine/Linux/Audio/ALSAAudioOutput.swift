import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveSound

/// Plays sound through libasound. A device that can loop silence by itself needs no refills; other devices are refilled
/// with few, large writes.
///
/// This class opens the device. When the device is lost, this class opens it again, or opens another device.
/// ``PCMPlayback`` keeps the open device playing.
package final class ALSAAudioOutput: AudioOutput {
    /// The properties of a device. Two devices with equal properties count as the same device.
    struct DeviceTraits: Equatable {
        var isServer: Bool
        var card: Int?
        var configuration: ALSAPCM.Configuration?
    }

    struct Setup {
        let choice: AudioDeviceChoice
        /// The sound given to the initializer; used when no other sound is loaded.
        let ownSound: Sound
        let makePrivateServer: () throws -> any SoundServer
        /// True if calls into libasound have time limits (``CallLimits``). A call that exceeds its limit ends the
        /// process.
        let limited: Bool
        /// The reason not to try the machine's default device; `nil` to try it.
        let defaultFailure: String?
    }

    /// The state of lowering other programs' sound.
    struct Others {
        /// Lowers other programs' sound; created when it is first needed.
        var ducking: ServerDucking?
        /// True while other programs' sound is to be lowered.
        var areDucked = false
        /// True after the note that the device has no mixer that could lower other programs' sound.
        var hasNotedNoMixer = false
    }

    package var onEvent: ((AudioOutputEvent) -> Void)?
    package internal(set) var description: AudioOutputDescription

    let loop: EventLoop
    let setup: Setup
    /// The loaded sound, which is looped while this output plays.
    private(set) var sound: Sound

    /// The private sound server in use; `nil` if there is none.
    var server: (any SoundServer)?
    /// Plays the sound on the device, while a device is open.
    let playback: PCMPlayback
    /// True once a device has been looked for, by ``prepare()`` or by the first start.
    package internal(set) var isPrepared = false
    /// True while a new private server is starting; the server calls back when it is ready.
    var isAwaitingServer = false
    /// The scheduled attempt to recover; `nil` if none is scheduled.
    private var timer: ScheduledAction?
    var others = Others()
    /// The `media.role` with which the PCM was opened; `nil` for no role.
    var pcmRole: String?
    /// The traits of the device that was used last.
    var deviceTraits: DeviceTraits?

    /// Creates an output; no device is opened before ``prepare()`` or ``start()``.
    ///
    /// - Parameters:
    ///   - loop: the loop of the calling thread.
    ///   - choice: the device to use.
    ///   - sound: the sound to loop.
    ///   - limited: whether a libasound call that exceeds its time limit ends this process. Must be true where nothing
    ///     else can end such a call.
    ///   - defaultFailure: the reason not to try the machine's default device, or `nil` to try it.
    ///   - privateServer: starts the sound server for a machine without a device.
    package init(
        loop: EventLoop, choice: AudioDeviceChoice, sound: Sound = .silence, limited: Bool = false,
        defaultFailure: String? = nil, privateServer: @escaping () throws -> any SoundServer
    ) {
        self.loop = loop
        self.sound = sound
        playback = PCMPlayback(loop: loop, isSilent: sound.isSilent)
        setup = Setup(
            choice: choice, ownSound: sound, makePrivateServer: privateServer, limited: limited,
            defaultFailure: defaultFailure)
        switch choice {
        case .automatic: description = AudioOutputDescription(device: "auto", reason: "not opened yet")
        case .named(let name): description = AudioOutputDescription(device: name, reason: "named by the user")
        }
        playback.onNews = { [unowned self] in took($0) }
    }

    deinit { close() }

    package func load(_ sound: Sound?) {
        let next = sound ?? setup.ownSound
        // Ignore the call while a sound plays, because this output plays one sound at a time.
        guard !playback.isPlaying, next != self.sound else { return }
        self.sound = next
        playback.load(isSilent: next.isSilent)
    }

    package func length(of sound: Sound, _ completion: @escaping (Result<Double?, any Error>) -> Void) {
        guard case .file(let path) = sound else { return completion(.success(nil)) }
        completion(Result { try SoundFile(path: path).seconds })
    }

    package func start() { start(after: 0, interrupted: nil) }

    /// Starts to loop the sound, for a process that plays on where another one has played.
    ///
    /// - Parameters:
    ///   - frames: the frames that were played before; the count of frames continues there.
    ///   - interrupted: the time since which no sound flows; `nil` without an interruption. A known interruption is not
    ///     reported again.
    func start(after frames: Int64, interrupted: MonotonicInstant?) {
        guard !playback.isPlaying else { return }
        playback.start(after: frames, interrupted: interrupted)
        // Another sound server may have started while nothing played, so ask it again to lower other apps' sound.
        applyDucking()
        if playback.pcm == nil { reopen() } else { beginWhenReady() }
    }

    package func stop() {
        cancelTimer()
        playback.stop()
        leaveToOthers()
    }

    /// Closes a sound card's device that is not in use, so that other programs can open it.
    func leaveToOthers() {
        if playback.pcm?.isServer == false { playback.closeDevice() }
    }

    package func close() {
        stop()
        closeDucking()
        playback.closeDevice()
        server?.leave(self)
        server = nil
    }

    package func sample() { playback.check() }

    private func took(_ news: PCMPlayback.News) {
        switch news {
        case .foundMode(let mode): description.mode = mode.rawValue
        case .advanced(let frames, let rate): onEvent?(.advanced(frames: frames, sampleRate: rate))
        case .flowsAgain(let duration):
            onEvent?(.note("audio flows again on '\(description.device)' after \(duration.inWords)"))
        case .swallowed(let taken):
            let null = playback.pcm?.isNull == true ? "ALSA 'null'" : "'\(description.device)'"
            onEvent?(.note("\(null) took \(taken.inWords) of sound at once: it is no evidence of playing"))
        case .failed(let error): failed(error)
        }
    }

    /// Starts to play on the open device.
    func begin() {
        cancelTimer()
        playback.begin()
    }

    /// Schedules an action, and cancels the pending attempt to recover.
    func after(_ duration: Duration, _ action: @escaping () -> Void) {
        cancelTimer()
        timer = loop.schedule(after: duration) { [unowned self] in
            timer = nil
            action()
        }
    }

    func cancelTimer() {
        if let timer { loop.cancel(timer) }
        timer = nil
    }
}

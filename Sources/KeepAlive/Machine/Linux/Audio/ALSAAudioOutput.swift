import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveSound

/// Plays sound through libasound. A device that can loop silence does so by itself; others are refilled in few, large
/// writes.
///
/// It opens the device, and another when that is lost; ``PCMPlayback`` keeps it playing.
package final class ALSAAudioOutput: AudioOutput {
    /// The properties that tell one device from another.
    struct DeviceTraits: Equatable {
        var isServer: Bool
        var card: Int?
        var configuration: ALSAPCM.Configuration?
    }

    struct Setup {
        let choice: AudioDeviceChoice
        /// The sound given at the beginning.
        let ownSound: Sound
        let makePrivateServer: () throws -> any SoundServer
        /// True when a call that hangs ends the process.
        let limited: Bool
        /// The reason not to try the machine's default device; `nil` to try it.
        let defaultFailure: String?
    }

    /// The way back to a device that was lost.
    struct Recovery {
        var pauses = Backoff.ofSound
        /// True while a new private server is starting, which calls back.
        var isAwaitingServer = false
    }

    /// The other programs that play.
    struct Others {
        /// Lowers them; made when it is first needed.
        var ducking: ServerDucking?
        /// True when they are to be lowered.
        var areDucked = false
        /// True after the note that nothing here can lower them.
        var hasNotedNoMixer = false
    }

    package var onEvent: ((AudioOutputEvent) -> Void)?
    package internal(set) var description: AudioOutputDescription

    let loop: EventLoop
    let setup: Setup
    /// The sound that is looped now.
    private(set) var sound: Sound

    var server: (any SoundServer)?
    /// Plays the sound on the device, while one is open.
    let playback: PCMPlayback
    /// True when a device has been looked for, by ``prepare()`` or by the first start.
    package internal(set) var isPrepared = false
    var recovery = Recovery()
    /// The pending attempt to recover.
    private var timer: ScheduledAction?
    var others = Others()
    /// The role with which the PCM was opened.
    var pcmRole: String?
    /// The traits of the device that was used last.
    var deviceTraits: DeviceTraits?

    /// Creates an output; nothing is opened before ``prepare()``.
    ///
    /// - Parameters:
    ///   - loop: the loop of the calling thread.
    ///   - choice: the device to use.
    ///   - sound: the sound to loop.
    ///   - limited: whether a call that hangs ends this process. It must where nothing else could end the call.
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
        // A sound that plays is not replaced: the device has only one.
        guard !playback.isPlaying, next != self.sound else { return }
        self.sound = next
        playback.load(isSilent: next.isSilent)
    }

    package func length(of sound: Sound, _ completion: @escaping (Result<Double?, any Error>) -> Void) {
        guard case .file(let path) = sound else { return completion(.success(nil)) }
        completion(Result { try SoundFile(path: path).seconds })
    }

    package func start() {
        guard !playback.isPlaying else { return }
        playback.start()
        recovery.pauses.reset()
        // Another server may have come while nothing played.
        applyDucking()
        if playback.pcm == nil { reopen() } else { beginWhenReady() }
    }

    package func stop() {
        cancelTimer()
        playback.stop()
        leaveToOthers()
    }

    /// Closes a device of the kernel that is not in use, so that others may use it.
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
            recovery.pauses.reset()
            onEvent?(.flowsAgain(on: description.device, after: duration))
        case .swallowed(let taken):
            let null = playback.pcm?.isNull == true ? "ALSA 'null'" : "'\(description.device)'"
            onEvent?(.note("\(null) took \(taken.inWords) of sound at once: it is no evidence of playing"))
        case .failed(let error): failed(error)
        }
    }

    /// Starts the device.
    func begin() {
        cancelTimer()
        playback.begin()
    }

    /// Sets the timer, in place of the pending attempt.
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

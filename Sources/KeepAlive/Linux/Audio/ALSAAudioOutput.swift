import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveSound

/// Plays sound through libasound. A device that can loop silence does so by itself; others are refilled in few, large
/// writes.
///
/// The output finds the mode by trying: a device that is started without data either runs on or does not. If it runs
/// on, no code of the runner runs while it plays. Progress comes from the device's pointer, and counts only as long as
/// the pointer keeps to real time: a device that takes a minute of sound at once proves nothing.
package final class ALSAAudioOutput: AudioOutput {
    /// The way in which sound is kept flowing; it depends on the device.
    enum Mode: String {
        case freeRunning = "free-running"
        case refilled
    }

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
        /// The time since which sound does not flow, while it should.
        var stalledSince: MonotonicInstant?
        /// The number of failed attempts in a row.
        var attempts = 0
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

    /// The time since the PCM was started; an interruption begins a new one.
    struct Run {
        var startedAt = MonotonicInstant.zero
        var framesBefore: Int64 = 0
        var frames: Int64 = 0
        /// True when the device took more sound than real time allows: its pointer is not believed from then on.
        var swallows = false
        /// The time at which the pointer was last seen to have advanced.
        var advancedAt = MonotonicInstant.zero
        var proofAttempts = 0
    }

    package var onEvent: ((AudioOutputEvent) -> Void)?
    package internal(set) var description: AudioOutputDescription

    let loop: EventLoop
    let setup: Setup
    /// The sound that is looped now.
    private(set) var sound: Sound

    var server: (any SoundServer)?
    var pcm: ALSAPCM?
    var mode: Mode?
    /// Feeds the device with the frames of the sound.
    var feed = SoundFeed()
    /// True when a device has been looked for, by ``prepare()`` or by the first start.
    package internal(set) var isPrepared = false
    /// True between ``start()`` and ``stop()``.
    var isPlaying = false
    var recovery = Recovery()
    /// The only pending call: probe, proof, refill or recovery.
    var timer: ScheduledAction?
    private var watch: PCMWatch?
    var others = Others()
    /// The role with which the PCM was opened.
    var pcmRole: String?
    /// The traits of the device with which ``mode`` was found.
    var deviceTraits: DeviceTraits?

    var run = Run()

    /// The time that a device has to show that it runs without data. Our choice: six periods of a usual 1,024 frames at
    /// 48 kHz. With ``proofDelay`` it stays within the policy's second.
    static let probeDelay = Duration.milliseconds(120)
    /// The time from a start to the first look at the pointer. It is doubled four times while the pointer stands still:
    /// 60 to 960 ms.
    static let proofDelay = Duration.milliseconds(60)
    private static let proofAttemptsMax = 5

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
        setup = Setup(
            choice: choice, ownSound: sound, makePrivateServer: privateServer, limited: limited,
            defaultFailure: defaultFailure)
        switch choice {
        case .automatic: description = AudioOutputDescription(device: "auto", reason: "not opened yet")
        case .named(let name): description = AudioOutputDescription(device: name, reason: "named by the user")
        }
    }

    deinit { close() }

    package func load(_ sound: Sound?) {
        let next = sound ?? setup.ownSound
        // A sound that plays is not replaced: the device has only one.
        guard !isPlaying, next != self.sound else { return }
        self.sound = next
        feed = SoundFeed()
        mode = nil
        // The new sound may need another rate.
        pcm?.close()
        pcm = nil
    }

    package func length(of sound: Sound) throws -> Double? {
        guard case .file(let path) = sound else { return nil }
        return try SoundFile(path: path).seconds
    }

    package func start() {
        guard !isPlaying else { return }
        isPlaying = true
        run.framesBefore = 0
        forgetRun()
        recovery.attempts = 0
        recovery.stalledSince = nil
        // Another server may have come while nothing played.
        applyDucking()
        if let pcm { beginWhenReady(pcm) } else { reopen() }
    }

    package func stop() {
        noteWhereItStops()
        isPlaying = false
        cancelTimer()
        unwatch()
        pcm?.drop()
        leaveToOthers()
    }

    /// Closes a device of the kernel that is not in use, so that others may use it.
    func leaveToOthers() {
        guard let pcm, !pcm.isServer else { return }
        pcm.close()
        self.pcm = nil
    }

    package func close() {
        stop()
        closeDucking()
        pcm?.close()
        pcm = nil
        server?.leave(self)
        server = nil
    }

    package func sample() {
        // Before the mode is known, the pointer is no evidence.
        guard isPlaying, recovery.stalledSince == nil, pcm != nil, mode != nil, !run.swallows else { return }
        do {
            guard try !reportProgress(), run.frames > 0, loop.now - run.advancedAt > Self.standstill else { return }
            throw ALSAError(code: -EIO, description: "the device's pointer stands still")
        } catch {
            failed(error)
        }
    }

    /// Reads the pointer a last time before the sound stops. No event reports it.
    func noteWhereItStops() {
        guard isPlaying, recovery.stalledSince == nil, mode != nil, !run.swallows, let delay = try? pcm?.delay() else {
            return
        }
        let played = feed.framesWritten - Int64(delay)
        if played > run.frames, isCredible(played) { run.frames = played }
    }

    /// Ends the run. The next one goes on where the sound was last heard, as a paused player does.
    private func forgetRun() {
        feed.begin(after: run.frames)
        run.frames = 0
    }

    // MARK: Starting

    /// Starts the PCM from any state.
    func begin(_ pcm: ALSAPCM) {
        cancelTimer()
        unwatch()
        run.framesBefore += run.frames
        forgetRun()
        run.swallows = false
        run.proofAttempts = 0
        run.startedAt = loop.now
        do {
            // An audible sound must be written; a device has only silence by itself.
            if !sound.isSilent { setMode(.refilled) }
            // The order matters: some devices (`multi`) refuse settings after they have run out of data.
            try pcm.rewind()
            try pcm.set(mode == .refilled ? .stops : .runsOn)
            guard mode != .refilled else { return try beginRefilled(pcm) }
            // dmix does not start without a first frame.
            _ = try feed.fill(pcm, frames: 1)
            try pcm.start()
            watch(pcm)
            after(mode == nil ? Self.probeDelay : Self.proofDelay) { [unowned self] in probe() }
        } catch {
            failed(error)
        }
    }

    /// Checks whether the device runs on without data.
    private func probe() {
        guard let pcm else { return }
        do {
            let ahead = -Int64(try pcm.delay())
            if ahead > 0, isCredible(ahead) {
                setMode(.freeRunning)
                try reportProgress()
                return
            }
        } catch let error where mode == .freeRunning {
            return failed(error)
        } catch {
            // Some devices report an underrun after a start without data: they need to be refilled.
        }
        unwatch()
        setMode(.refilled)
        begin(pcm)
    }

    private func setMode(_ new: Mode) {
        mode = new
        description.mode = new.rawValue
    }

    private func beginRefilled(_ pcm: ALSAPCM) throws {
        let whole = pcm.configuration?.bufferFrames ?? 0
        // An audible sound is not made all at once, so that the device plays soon. A second is more than
        // ``isCredible(_:)`` allows, so a device that takes it at once is detected. A server begins when it has the
        // whole buffer. A plug-in that converts the rate passes on whole periods.
        let piece = max(pcm.configuration?.sampleRate ?? 0, pcm.configuration?.periodFrames ?? 0)
        let first = sound.isSilent || pcm.isServer ? whole : min(whole, piece)
        _ = try feed.fill(pcm, frames: first)
        try pcm.start()
        run.startedAt = loop.now
        watch(pcm)
        after(Self.proofDelay) { [unowned self] in prove() }
    }

    // MARK: Playing

    /// Looks at the pointer soon after a start, until it has moved.
    private func prove() {
        guard let pcm, let configuration = pcm.configuration else { return }
        run.proofAttempts += 1
        do {
            if isSwallowed(try pcm.delay()) { return reportNoEvidence(pcm) }
            if try reportProgress() {
                // The handler may have stopped this output.
                guard isPlaying, self.pcm === pcm else { return }
                return try scheduleRefill(pcm, configuration)
            }
            guard run.proofAttempts < Self.proofAttemptsMax else {
                throw ALSAError(code: -EIO, description: "the device's pointer stands still")
            }
            after(Self.proofDelay * (1 << run.proofAttempts)) { [unowned self] in prove() }
        } catch {
            failed(error)
        }
    }

    private func refill() {
        guard let pcm, let configuration = pcm.configuration else { return }
        do {
            let before = try pcm.delay()
            let room = configuration.bufferFrames - max(0, before)
            // A server may interpolate its pointer, but this shows when it takes no more data.
            guard try feed.fill(pcm, frames: room) > 0 || room < configuration.bufferFrames / 2 else {
                throw ALSAError(code: -EIO, description: "the device takes no more data")
            }
            try reportProgress()
            guard isPlaying, self.pcm === pcm else { return }
            try scheduleRefill(pcm, configuration)
        } catch {
            failed(error)
        }
    }

    /// The seconds of sound that are left at a refill, where the buffer is large enough, for a busy machine.
    private static let reserve = 0.15

    /// Plans the next refill for when a quarter of the buffer is left, or half of a small one. A server asks for data
    /// earlier, and so proves that it is alive.
    private func scheduleRefill(_ pcm: ALSAPCM, _ configuration: ALSAPCM.Configuration) throws(ALSAError) {
        let reserve = min(Int(Self.reserve * Double(configuration.sampleRate)), configuration.bufferFrames / 2)
        let spare = try pcm.delay() - max(configuration.bufferFrames / 4, reserve)
        let wait = Duration.seconds(Double(max(0, spare)) / Double(configuration.sampleRate))
        after(max(wait, .milliseconds(10))) { [unowned self] in refill() }
    }

    // MARK: Timers and descriptors

    /// Sets the timer, in place of the pending call.
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

    /// Watches the descriptors and the card of the device.
    private func watch(_ pcm: ALSAPCM) {
        watch = PCMWatch(pcm, loop: loop) { [unowned self] news in
            switch news {
            case .reported: descriptorReported()
            case .cardGone where isPlaying: failed(ALSAError(code: -ENODEV, description: "the card is gone"))
            case .cardGone: break
            }
        }
    }

    func unwatch() {
        watch = nil
    }

    private func descriptorReported() {
        guard isPlaying, recovery.stalledSince == nil, mode != nil, let pcm, let configuration = pcm.configuration
        else {
            return
        }
        do {
            guard pcm.isServer else {
                _ = try pcm.delay()
                throw ALSAError(code: -EIO, description: "the device reports an error")
            }
            // A server's request is served when the first sound is proved; before that the proof is pending.
            if try pcm.available() >= configuration.periodFrames, run.frames > 0 { refill() }
        } catch {
            failed(error)
        }
    }
}

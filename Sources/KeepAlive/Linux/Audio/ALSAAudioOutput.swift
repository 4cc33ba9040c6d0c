import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveSound

/// Sound through libasound: silence that the device loops by itself where it can, else refilled in few, large writes.
///
/// Which of the two is found by behaviour: a device that is started without data either runs on or does not. In the
/// first case nothing of us runs while it plays. What it reports comes from the device's pointer, and only as long as
/// the pointer keeps to real time: a device that swallows a minute of sound at once proves nothing.
package final class ALSAAudioOutput: AudioOutput {
    /// How sound is kept flowing; the device decides.
    enum Mode: String {
        case freeRunning = "free-running"
        case refilled
    }

    /// What tells one device from another.
    struct DeviceTraits: Equatable {
        var isServer: Bool
        var card: Int?
        var configuration: ALSAPCM.Configuration?
    }

    package var onEvent: ((AudioOutputEvent) -> Void)?
    package internal(set) var description: AudioOutputDescription

    let loop: EventLoop
    let choice: AudioDeviceChoice
    /// What is looped, and what was to be from the beginning.
    private(set) var sound: Sound
    private let ownSound: Sound
    let makePrivateServer: () throws -> any SoundServer
    /// Whether a call that hangs ends the process.
    let limited: Bool
    /// Why the machine's default device is not tried; `nil` when it is.
    let defaultFailure: String?

    var server: (any SoundServer)?
    var pcm: ALSAPCM?
    var mode: Mode?
    /// What the device gets of the sound.
    var feed = SoundFeed()
    /// Whether ``prepare()`` has looked for a device; without it, the first start does.
    package internal(set) var isPrepared = false
    /// Between ``start()`` and ``stop()``.
    var isPlaying = false
    /// Since when sound does not flow, while it should.
    var stalledSince: MonotonicInstant?
    /// Failed attempts to recover in a row.
    var attempts = 0
    /// A new private server is starting; it calls back.
    var isAwaitingServer = false
    /// The one pending call: probe, proof, refill or recovery.
    var timer: ScheduledAction?
    private var watch: PCMWatch?
    /// Lowers others; made when it is first asked for.
    var ducking: ServerDucking?
    /// Whether others are to be lowered.
    var ducks = false
    /// It was told that nothing here can lower others.
    var hasNotedNoMixer = false
    /// The role with which the PCM was opened.
    var pcmRole: String?
    /// What ``mode`` was found with.
    var deviceTraits: DeviceTraits?

    // The run is the time since the PCM was last started; an interruption begins a new one.
    var runStartedAt = MonotonicInstant.zero
    var framesBeforeRun: Int64 = 0
    var framesOfRun: Int64 = 0
    /// The device took more than time can have played: nothing it says from then on is believed.
    var swallows = false
    /// When the pointer was last seen to have advanced.
    var advancedAt = MonotonicInstant.zero
    private var proofAttempts = 0

    /// How long a device may take to show that it runs without data; our choice: six periods of a usual 1,024 frames at
    /// 48 kHz. With ``proofDelay`` it stays within the policy's second.
    static let probeDelay = Duration.milliseconds(120)
    /// When the pointer is looked at first after a start, doubled four times where it stands still: 60 to 960 ms.
    static let proofDelay = Duration.milliseconds(60)
    private static let proofAttemptsMax = 5

    /// Creates an output; nothing is opened before ``prepare()``.
    ///
    /// - Parameters:
    ///   - loop: the loop of the calling thread.
    ///   - choice: which device.
    ///   - sound: what to loop.
    ///   - limited: whether a call that hangs ends this process, as it must where nobody else could.
    ///   - defaultFailure: why the machine's default device is not to be tried, or `nil` to try it.
    ///   - privateServer: starts the sound server for a machine without a device.
    package init(
        loop: EventLoop, choice: AudioDeviceChoice, sound: Sound = .silence, limited: Bool = false,
        defaultFailure: String? = nil, privateServer: @escaping () throws -> any SoundServer
    ) {
        self.limited = limited
        self.defaultFailure = defaultFailure
        self.loop = loop
        self.choice = choice
        self.sound = sound
        ownSound = sound
        makePrivateServer = privateServer
        switch choice {
        case .automatic: description = AudioOutputDescription(device: "auto", reason: "not opened yet")
        case .named(let name): description = AudioOutputDescription(device: name, reason: "named by the user")
        }
    }

    deinit { close() }

    package func load(_ sound: Sound?) {
        let next = sound ?? ownSound
        // What plays, plays on: the device has one sound.
        guard !isPlaying, next != self.sound else { return }
        self.sound = next
        feed = SoundFeed()
        mode = nil
        // It may want another rate.
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
        framesBeforeRun = 0
        forgetRun()
        attempts = 0
        stalledSince = nil
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

    /// Closes a device of the kernel that is not used: others may want it for themselves.
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
        // What one frame does is a question, no evidence.
        guard isPlaying, stalledSince == nil, pcm != nil, mode != nil, !swallows else { return }
        do {
            guard try !reportProgress(), framesOfRun > 0, loop.now - advancedAt > Self.standstill else { return }
            throw ALSAError(code: -EIO, description: "the device's pointer stands still")
        } catch {
            failed(error)
        }
    }

    /// The pointer is at its last when the sound stops; nobody is told of it any more.
    func noteWhereItStops() {
        guard isPlaying, stalledSince == nil, mode != nil, !swallows, let delay = try? pcm?.delay() else { return }
        let played = feed.framesWritten - Int64(delay)
        if played > framesOfRun, isCredible(played) { framesOfRun = played }
    }

    /// The next run goes on where the sound was last heard, as a player does that was paused.
    private func forgetRun() {
        feed.begin(after: framesOfRun)
        framesOfRun = 0
    }

    // MARK: Starting

    /// Starts the PCM from whatever state it is in.
    func begin(_ pcm: ALSAPCM) {
        cancelTimer()
        unwatch()
        framesBeforeRun += framesOfRun
        forgetRun()
        swallows = false
        proofAttempts = 0
        runStartedAt = loop.now
        do {
            // What is heard must be written; only silence is what a device has by itself.
            if !sound.isSilent { setMode(.refilled) }
            // In this order: what is set while a device has run dry is refused by some (`multi`).
            try pcm.rewind()
            try pcm.set(mode == .refilled ? .stops : .runsOn)
            guard mode != .refilled else { return try beginRefilled(pcm) }
            // dmix waits with its start for a first frame.
            _ = try feed.fill(pcm, frames: 1)
            try pcm.start()
            watch(pcm)
            after(mode == nil ? Self.probeDelay : Self.proofDelay) { [unowned self] in probe() }
        } catch {
            failed(error)
        }
    }

    /// Looks whether the device runs on without data.
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
            // Some devices answer a start without data with an underrun: they want to be fed.
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
        // What is heard is not made all at once: the device shall play soon. A second is more than ``isCredible(_:)`` lets
        // pass, so that a device which swallows it is found out. A server begins when it has all.
        // A plug-in that converts the rate passes on whole periods.
        let piece = max(pcm.configuration?.sampleRate ?? 0, pcm.configuration?.periodFrames ?? 0)
        let first = sound.isSilent || pcm.isServer ? whole : min(whole, piece)
        _ = try feed.fill(pcm, frames: first)
        try pcm.start()
        runStartedAt = loop.now
        watch(pcm)
        after(Self.proofDelay) { [unowned self] in prove() }
    }

    // MARK: Playing

    /// Looks at the pointer soon after a start, until it has moved.
    private func prove() {
        guard let pcm, let configuration = pcm.configuration else { return }
        proofAttempts += 1
        do {
            if isSwallowed(try pcm.delay()) { return reportNoEvidence(pcm) }
            if try reportProgress() {
                // Whoever is told may have stopped us.
                guard isPlaying, self.pcm === pcm else { return }
                return try scheduleRefill(pcm, configuration)
            }
            guard proofAttempts < Self.proofAttemptsMax else {
                throw ALSAError(code: -EIO, description: "the device's pointer stands still")
            }
            after(Self.proofDelay * (1 << proofAttempts)) { [unowned self] in prove() }
        } catch {
            failed(error)
        }
    }

    private func refill() {
        guard let pcm, let configuration = pcm.configuration else { return }
        do {
            let before = try pcm.delay()
            let room = configuration.bufferFrames - max(0, before)
            // A server that interpolates its pointer cannot hide that it takes nothing any more.
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

    /// How much is left at a refill at least, where the buffer is large enough: for a machine that is busy.
    private static let reserve = 0.15

    /// Plans the next refill for when a quarter of the buffer is left, half of a small one; a server asks for it earlier,
    /// and so proves that it is alive.
    private func scheduleRefill(_ pcm: ALSAPCM, _ configuration: ALSAPCM.Configuration) throws(ALSAError) {
        let reserve = min(Int(Self.reserve * Double(configuration.sampleRate)), configuration.bufferFrames / 2)
        let spare = try pcm.delay() - max(configuration.bufferFrames / 4, reserve)
        let wait = Duration.seconds(Double(max(0, spare)) / Double(configuration.sampleRate))
        after(max(wait, .milliseconds(10))) { [unowned self] in refill() }
    }

    // MARK: Timers and descriptors

    /// Sets the one timer.
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

    /// Waits for news of the device.
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
        guard isPlaying, stalledSince == nil, mode != nil, let pcm, let configuration = pcm.configuration else {
            return
        }
        do {
            guard pcm.isServer else {
                _ = try pcm.delay()
                throw ALSAError(code: -EIO, description: "the device reports an error")
            }
            // A server's request, once the first sound is proved; before it the proof is on its way.
            if try pcm.available() >= configuration.periodFrames, framesOfRun > 0 { refill() }
        } catch {
            failed(error)
        }
    }
}

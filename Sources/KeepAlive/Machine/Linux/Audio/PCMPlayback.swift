import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Keeps a PCM playing a sound, and proves that it does.
///
/// It finds the mode by trying: a device that is started without data either runs on or does not. If it runs on, no
/// code of the runner runs while it plays. Progress comes from the device's pointer, and counts only as long as the
/// pointer keeps to real time: a device that takes a minute of sound at once proves nothing.
final class PCMPlayback {
    /// The way in which sound is kept flowing; it depends on the device.
    enum Mode: String {
        case freeRunning = "free-running"
        case refilled
    }

    enum News {
        case foundMode(Mode)
        /// The pointer has advanced, to so many frames since the start of the player.
        case advanced(frames: Int64, sampleRate: Int)
        /// The first progress after an interruption.
        case flowsAgain(after: Duration)
        /// The device took so much sound at once that it cannot have played it.
        case swallowed(Duration)
        case failed(any Error)
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
        /// True when the PCM was started once more, because its pointer stood still.
        var isSecondStart = false
        /// The time since which it has taken no data.
        var refusedSince: MonotonicInstant?
    }

    let loop: EventLoop
    var onNews: (News) -> Void = { _ in }
    /// The device, while it is open.
    private(set) var pcm: ALSAPCM?
    private(set) var mode: Mode?
    /// Feeds the device with the frames of the sound.
    var feed = SoundFeed()
    private var isSilent: Bool
    /// True between ``start()`` and ``stop()``.
    private(set) var isPlaying = false
    /// True from the start of the device until ``rest()``.
    var isRunning: Bool { watch != nil }
    /// The time since which sound does not flow, while it should.
    var stalledSince: MonotonicInstant?
    /// The only pending call: probe, proof or refill.
    private var timer: ScheduledAction?
    private var watch: PCMWatch?
    var run = Run()

    /// The time that a device has to show that it runs without data. Our choice: six periods of a usual 1,024 frames at
    /// 48 kHz. With ``proofDelay`` it stays within the policy's second.
    private static let probeDelay = Duration.milliseconds(120)
    /// The time from a start to the first look at the pointer. It is doubled while the pointer stands still.
    private static let proofDelay = Duration.milliseconds(60)
    /// The look after which silence is started a second time, 0.9 s after its start.
    private static let attemptsBeforeSecondStart = 4

    /// Returns whether silence is to be started a second time, because its pointer stands still.
    ///
    /// PipeWire 0.3.65 may take a stream and never play it: on a busy machine 2 of 125 stood still, and all played when
    /// they were started again. A sound that is heard is not begun anew, since the pointer alone may be late.
    static func needsSecondStart(_ run: Run, isSilent: Bool, server: SilenceOnServer?) -> Bool {
        isSilent && server?.missingIsSilent == false && !run.isSecondStart
            && run.proofAttempts == attemptsBeforeSecondStart
    }

    /// The last look at a device is 1.9 s after its start. One at a server is 3.8 s after it: libpulse asks for the position
    /// every 1.5 s at most, and a busy server's answer may be from before it played.
    private var proofAttemptsMax: Int { pcm?.isServer == true ? 6 : 5 }

    init(loop: EventLoop, isSilent: Bool) {
        self.loop = loop
        self.isSilent = isSilent
    }

    // MARK: The device and the sound

    /// Uses a device from now on.
    ///
    /// - Parameter isOther: whether it differs from the last one. The mode that was found by trying holds for one device.
    func use(_ pcm: ALSAPCM, isOther: Bool) {
        self.pcm = pcm
        run.isSecondStart = false
        if isOther { mode = nil }
    }

    /// Closes the device.
    func closeDevice() {
        pcm?.close()
        pcm = nil
    }

    /// Takes another sound, from its beginning. It may need another rate, so the device is closed.
    func load(isSilent: Bool) {
        self.isSilent = isSilent
        feed = SoundFeed()
        mode = nil
        closeDevice()
    }

    // MARK: Playing and not

    /// Begins to play; ``begin()`` starts a device as soon as one is open.
    func start() {
        isPlaying = true
        run.framesBefore = 0
        run.isSecondStart = false
        forgetRun()
        stalledSince = nil
    }

    func stop() {
        noteWhereItStops()
        isPlaying = false
        rest()
        pcm?.drop()
    }

    /// Looks at the device no more, until it is started again.
    func rest() {
        if let timer { loop.cancel(timer) }
        timer = nil
        watch = nil
    }

    /// Notes that sound does not flow.
    ///
    /// - Returns: whether this is new.
    func stall() -> Bool {
        defer { stalledSince = stalledSince ?? loop.now }
        return stalledSince == nil
    }

    /// Ends the run. The next one goes on where the sound was last heard, as a paused player does.
    private func forgetRun() {
        feed.begin(after: run.frames)
        run.frames = 0
    }

    // MARK: Starting

    /// Starts the PCM from any state.
    func begin() {
        guard let pcm else { return }
        rest()
        run.framesBefore += run.frames
        forgetRun()
        run.swallows = false
        run.proofAttempts = 0
        run.refusedSince = nil
        run.startedAt = loop.now
        do {
            // An audible sound must be written; a device has only silence by itself.
            if !isSilent { setMode(.refilled) }
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
            onNews(.failed(error))
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
            return onNews(.failed(error))
        } catch {
            // Some devices report an underrun after a start without data: they need to be refilled.
        }
        setMode(.refilled)
        begin()
    }

    private func setMode(_ new: Mode) {
        mode = new
        onNews(.foundMode(new))
    }

    private func beginRefilled(_ pcm: ALSAPCM) throws {
        let whole = pcm.configuration?.bufferFrames ?? 0
        // An audible sound is not made all at once, so that the device plays soon. A second is more than
        // ``isCredible(_:)`` allows, so a device that takes it at once is detected. A server begins when it has the
        // whole buffer. A plug-in that converts the rate passes on whole periods.
        let piece = max(pcm.configuration?.sampleRate ?? 0, pcm.configuration?.periodFrames ?? 0)
        let first = isSilent || pcm.isServer ? whole : min(whole, piece)
        _ = try feed.fill(pcm, frames: first)
        try pcm.start()
        // A server plays before it has answered, which takes its time on a busy machine. Its whole buffer is more than that
        // time allows, should it be taken at once.
        if !pcm.isServer { run.startedAt = loop.now }
        watch(pcm)
        after(Self.proofDelay) { [unowned self] in prove() }
    }

    // MARK: Playing

    /// Looks at the pointer soon after a start, until it has moved.
    private func prove() {
        guard let pcm, let configuration = pcm.configuration else { return }
        run.proofAttempts += 1
        do {
            if isSwallowed(try pcm.delay()) {
                // libpulse asks its server for the position every 1.5 s at most. Until then it may not know of what has
                // been written, and answers as if all were played.
                guard pcm.isServer, run.proofAttempts < proofAttemptsMax else { return reportNoEvidence(pcm) }
                return after(Self.proofDelay * (1 << run.proofAttempts)) { [unowned self] in prove() }
            }
            if try reportProgress() {
                // The handler may have stopped this output.
                guard isPlaying, self.pcm === pcm else { return }
                return try scheduleRefill(pcm, configuration)
            }
            guard run.proofAttempts < proofAttemptsMax else {
                throw ALSAError(code: -EIO, description: "the device's pointer stands still")
            }
            if Self.needsSecondStart(run, isSilent: isSilent, server: pcm.silence) {
                run.isSecondStart = true
                return pcm.withPatience { begin() }
            }
            after(Self.proofDelay * (1 << run.proofAttempts)) { [unowned self] in prove() }
        } catch {
            onNews(.failed(error))
        }
    }

    private func refill() {
        guard let pcm, let configuration = pcm.configuration else { return }
        do {
            let before = try pcm.delay()
            let room = configuration.bufferFrames - max(0, before)
            // libpulse guesses the pointer of a server that is late, but this shows when it takes no more data.
            guard try feed.fill(pcm, frames: room) > 0 || room < configuration.bufferFrames / 2 else {
                return try refused(pcm)
            }
            run.refusedSince = nil
            try reportProgress()
            guard isPlaying, self.pcm === pcm else { return }
            try scheduleRefill(pcm, configuration)
        } catch {
            onNews(.failed(error))
        }
    }

    /// Deals with a device that takes no data. A server that has too little of a busy machine is only late: it gets the
    /// time for which a pointer may stand still.
    private func refused(_ pcm: ALSAPCM) throws(ALSAError) {
        let since = run.refusedSince ?? loop.now
        run.refusedSince = since
        guard pcm.isServer, loop.now - since < Self.standstill else {
            throw ALSAError(code: -EIO, description: "the device takes no more data")
        }
        after(Self.betweenOffers) { [unowned self] in refill() }
    }

    private static let betweenOffers = Duration.milliseconds(250)

    /// The seconds of sound that are left at a refill, where the buffer is large enough, for a busy machine.
    private static let reserve = 0.15

    /// Plans the next refill for when a quarter of the buffer is left, or half of a small one. A server asks for data
    /// earlier, and so proves that it is alive.
    private func scheduleRefill(_ pcm: ALSAPCM, _ configuration: ALSAPCM.Configuration) throws(ALSAError) {
        let reserve = min(
            Int(clamping: Self.reserve * Double(configuration.sampleRate)), configuration.bufferFrames / 2)
        let spare = try pcm.delay() - max(configuration.bufferFrames / 4, reserve)
        let wait = Duration.seconds(clamping: Double(max(0, spare)) / Double(configuration.sampleRate))
        after(max(wait, .milliseconds(10))) { [unowned self] in refill() }
    }

    // MARK: The timer and the descriptors

    /// Sets the timer, in place of the pending call.
    private func after(_ duration: Duration, _ action: @escaping () -> Void) {
        if let timer { loop.cancel(timer) }
        timer = loop.schedule(after: duration) { [unowned self] in
            timer = nil
            action()
        }
    }

    /// Watches the descriptors and the card of the device.
    private func watch(_ pcm: ALSAPCM) {
        watch = PCMWatch(pcm, loop: loop) { [unowned self] news in
            switch news {
            case .reported: descriptorReported()
            case .cardGone where isPlaying:
                onNews(.failed(ALSAError(code: -ENODEV, description: "the card is gone")))
            case .cardGone: break
            }
        }
    }

    private func descriptorReported() {
        guard isPlaying, stalledSince == nil, mode != nil, let pcm, let configuration = pcm.configuration
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
            onNews(.failed(error))
        }
    }
}

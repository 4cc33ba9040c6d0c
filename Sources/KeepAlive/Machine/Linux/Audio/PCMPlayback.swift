import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Keeps a PCM playing a sound, and proves that sound is played.
///
/// The mode is found by trial: a device that is started without data either continues or stops. If the device
/// continues, no code of the runner runs while sound plays. Progress is read from the device's pointer, and counts only
/// as long as the pointer keeps to real time: a device that takes a minute of sound at once proves nothing.
final class PCMPlayback {
    /// The way in which sound is kept flowing; it depends on the device.
    enum Mode: String {
        case freeRunning = "free-running"
        case refilled
    }

    enum News {
        case foundMode(Mode)
        /// The device's pointer has advanced, to this number of frames since `start()`.
        case advanced(frames: Int64, sampleRate: Int)
        /// The first progress after an interruption.
        case flowsAgain(after: Duration)
        /// The device took this much sound at once, and cannot have played it.
        case swallowed(Duration)
        case failed(any Error)
    }

    /// The state since the PCM was last started; a new run begins after an interruption.
    struct Run {
        var startedAt = MonotonicInstant.zero
        /// The frames that were heard in earlier runs since `start()`.
        var framesBefore: Int64 = 0
        /// The frames that were heard in this run.
        var frames: Int64 = 0
        /// True if the device took more sound than real time allows; from then on its pointer is ignored.
        var swallows = false
        /// The time at which the pointer was last seen to have advanced.
        var advancedAt = MonotonicInstant.zero
        /// The number of checks of the pointer in this run.
        var proofAttempts = 0
        /// True after the PCM was started a second time because its pointer stood still.
        var isSecondStart = false
        /// The time since which the device has taken no data; `nil` if the device takes data.
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
    var interruption = SoundInterruption()
    /// The scheduled call of `probe()`, `prove()` or `refill()`; at most one is scheduled at a time.
    private var timer: ScheduledAction?
    private var watch: PCMWatch?
    var run = Run()

    /// The time that a device has to show that it runs without data. The time is this project's choice: six periods of
    /// the usual 1,024 frames at 48 kHz. Together with ``proofDelay``, it stays within the policy's evidence window of
    /// one second.
    private static let probeDelay = Duration.milliseconds(120)
    /// The time from a start to the first check of the pointer. The time doubles with each further check while the
    /// pointer stands still.
    private static let proofDelay = Duration.milliseconds(60)
    /// The number of the check after which silence is started a second time, 0.9 s after its first start.
    private static let attemptsBeforeSecondStart = 4

    /// Returns whether silence is to be started a second time, because its pointer stands still.
    ///
    /// PipeWire 0.3.65 may take a stream and never play it: on a busy machine 2 of 125 streams stood still, and all of
    /// them played after a second start. An audible sound is not started again, because it may already be heard while
    /// only its pointer is late.
    static func needsSecondStart(_ run: Run, isSilent: Bool, server: SilenceOnServer?) -> Bool {
        isSilent && server?.missingIsSilent == false && !run.isSecondStart
            && run.proofAttempts == attemptsBeforeSecondStart
    }

    /// The number of checks of the pointer after a start. The last check is 1.9 s after the start for a sound card's
    /// device, and 3.8 s for a server: libpulse asks for the position only every 1.5 s, and a busy server's answer may
    /// date from before the server played.
    private var proofAttemptsMax: Int { pcm?.isServer == true ? 6 : 5 }

    init(loop: EventLoop, isSilent: Bool) {
        self.loop = loop
        self.isSilent = isSilent
    }

    // MARK: The device and the sound

    /// Uses a newly opened device from now on.
    ///
    /// - Parameter isOther: whether the device differs from the last one. A mode is valid for one device only, so the
    ///   mode of another device is determined again.
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

    /// Prepares for another sound, from its beginning. The device is closed because the new sound may need another
    /// sample rate.
    func load(isSilent: Bool) {
        self.isSilent = isSilent
        feed = SoundFeed()
        mode = nil
        closeDevice()
    }

    // MARK: Playing and not

    /// Begins to play; ``begin()`` starts a device as soon as one is open.
    ///
    /// - Parameters:
    ///   - frames: the frames that were played before.
    ///   - interrupted: the time since which no sound flows; `nil` without an interruption.
    func start(after frames: Int64, interrupted: MonotonicInstant?) {
        isPlaying = true
        forgetRun()
        run.framesBefore = frames
        run.isSecondStart = false
        interruption.restart(since: interrupted)
    }

    func stop() {
        noteWhereItStops()
        isPlaying = false
        rest()
        pcm?.drop()
    }

    /// Cancels the scheduled call, and stops watching the device until it is started again.
    func rest() {
        if let timer { loop.cancel(timer) }
        timer = nil
        watch = nil
    }

    /// Ends the run. The next run continues where the sound was last heard, as a paused player does.
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
            // An audible sound must be written; a device can loop only silence by itself.
            if !isSilent { setMode(.refilled) }
            // Rewind first, because some devices (`multi`) refuse new settings after they have run out of data.
            try pcm.rewind()
            try pcm.set(mode == .refilled ? .stops : .runsOn)
            guard mode != .refilled else { return try beginRefilled(pcm) }
            // dmix does not start without data, so write one frame.
            _ = try feed.fill(pcm, frames: 1)
            try pcm.start()
            watch(pcm)
            after(mode == nil ? Self.probeDelay : Self.proofDelay) { [unowned self] in probe() }
        } catch {
            onNews(.failed(error))
        }
    }

    /// Checks whether the device runs on without data, and sets the mode.
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
            // Some devices report an underrun after a start without data; they need refills.
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
        // On a sound card's device, write only a second of an audible sound first, so that the device plays soon. A
        // second is more than ``isCredible(_:)`` allows, so a device that takes all of it at once is detected. A server
        // begins only when it has the whole buffer. A plug-in that converts the sample rate passes on only whole
        // periods.
        let piece = max(pcm.configuration?.sampleRate ?? 0, pcm.configuration?.periodFrames ?? 0)
        let first = isSilent || pcm.isServer ? whole : min(whole, piece)
        _ = try feed.fill(pcm, frames: first)
        try pcm.start()
        // A server may play before its answers to the calls arrive, which takes time on a busy machine. So a server's
        // run keeps the earlier start time, from before the calls. The whole buffer holds more sound than the calls
        // take, so a server that takes it at once is still detected.
        if !pcm.isServer { run.startedAt = loop.now }
        watch(pcm)
        after(Self.proofDelay) { [unowned self] in prove() }
    }

    // MARK: Playing

    /// Checks the pointer soon after a start, and again until the pointer has moved.
    private func prove() {
        guard let pcm, let configuration = pcm.configuration else { return }
        run.proofAttempts += 1
        do {
            if isSwallowed(try pcm.delay()) {
                // libpulse asks its server for the position only every 1.5 s. Until then libpulse may not count the
                // written data, and answers as if all data had been played. So check again later.
                guard pcm.isServer, run.proofAttempts < proofAttemptsMax else { return reportNoEvidence(pcm) }
                return after(Self.proofDelay * (1 << run.proofAttempts)) { [unowned self] in prove() }
            }
            if try reportProgress() {
                // The event handler may have stopped this output.
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
            // libpulse extrapolates the pointer of a late server, so the pointer does not show that a server hangs. A
            // server that takes no data although half of the buffer is free may hang.
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

    /// Handles a device that takes no data. A server may only be late because the machine is busy, so a server gets the
    /// time for which a pointer may stand still (``standstill``).
    private func refused(_ pcm: ALSAPCM) throws(ALSAError) {
        let since = run.refusedSince ?? loop.now
        run.refusedSince = since
        guard pcm.isServer, loop.now - since < Self.standstill else {
            throw ALSAError(code: -EIO, description: "the device takes no more data")
        }
        after(Self.betweenOffers) { [unowned self] in refill() }
    }

    private static let betweenOffers = Duration.milliseconds(250)

    /// The seconds of sound that are left in the buffer at a refill, as a reserve for a busy machine; less in a small
    /// buffer.
    private static let reserve = 0.15

    /// Schedules the next refill for the time when a quarter of the buffer is left, or half of a small buffer. A server
    /// requests data earlier, and thereby proves that it works.
    private func scheduleRefill(_ pcm: ALSAPCM, _ configuration: ALSAPCM.Configuration) throws(ALSAError) {
        let reserve = min(
            Int(clamping: Self.reserve * Double(configuration.sampleRate)), configuration.bufferFrames / 2)
        let spare = try pcm.delay() - max(configuration.bufferFrames / 4, reserve)
        let wait = Duration.seconds(clamping: Double(max(0, spare)) / Double(configuration.sampleRate))
        after(max(wait, .milliseconds(10))) { [unowned self] in refill() }
    }

    // MARK: The timer and the descriptors

    /// Schedules an action, and cancels the call that was scheduled before.
    private func after(_ duration: Duration, _ action: @escaping () -> Void) {
        if let timer { loop.cancel(timer) }
        timer = loop.schedule(after: duration) { [unowned self] in
            timer = nil
            action()
        }
    }

    /// Watches the device's file descriptors and its card.
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
        guard isPlaying, !interruption.isOn, mode != nil, let pcm, let configuration = pcm.configuration else { return }
        do {
            guard pcm.isServer else {
                _ = try pcm.delay()
                throw ALSAError(code: -EIO, description: "the device reports an error")
            }
            // A server's request is served only once the first sound is proved; before, the pending proof schedules the
            // refill.
            if try pcm.available() >= configuration.periodFrames, run.frames > 0 { refill() }
        } catch {
            onNews(.failed(error))
        }
    }
}

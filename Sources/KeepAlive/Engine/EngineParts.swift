import KeepAlivePolicy
import KeepAlivePorts

/// The parts of the machine that a run uses: the sound device, the receiver and the sound of other apps. Their reports
/// are written down and told to the policy.
final class EngineParts {
    let audio: (any AudioOutput)?
    let location: (any LocationSource)?
    private let otherApps: (any OtherAppsSound)?
    private let recorder: RunRecorder
    /// Takes the facts that the policy is to know.
    var onFact: (PolicyEvent) -> Void = { _ in }
    /// The parts that the timeline has named already.
    private var announced: Set<Grant> = []
    private var otherAppsHeard: [String] = []
    private var receiverFailed = false
    private var soundDeviceFailed = false

    init(
        audio: (any AudioOutput)?, location: (any LocationSource)?, otherApps: (any OtherAppsSound)?,
        recorder: RunRecorder
    ) {
        self.audio = audio
        self.location = location
        self.otherApps = otherApps
        self.recorder = recorder
        audio?.onEvent = { [unowned self] in if !soundDeviceFailed { report($0) } }
        location?.onEvent = { [unowned self] in locationChanged($0) }
        otherApps?.onNote = { [recorder] in recorder.note($0) }
    }

    /// Writes the sound device and the receiver into the timeline, once each, as soon as they are there.
    func announce() {
        announceAudio()
        announceLocation()
    }

    private func announceAudio() {
        guard !announced.contains(.audio), let audio, audio.isPrepared else { return }
        announced.insert(.audio)
        let device = audio.description
        let server = device.server.map { " at \($0)" } ?? ""
        recorder.write(.environment) { $0.message = "audio: \(device.device)\(server): \(device.reason)" }
    }

    private func announceLocation() {
        guard !announced.contains(.location), let location, location.isPrepared else { return }
        announced.insert(.location)
        let receiver = location.description
        let feed = receiver.feed.map { ", playing \($0)" } ?? ""
        recorder.write(.environment) { $0.message = "gpsd: \(receiver.address)\(feed): \(receiver.reason)" }
    }

    // MARK: Orders

    func startAudio(_ reason: Reason) {
        recorder.write(.audioStarted, reason)
        if let audio { audio.start() } else { onFact(.audioStalled(cause: "no audio device was prepared")) }
    }

    func stopAudio(_ reason: Reason) {
        recorder.write(.audioStopped, reason)
        recorder.figures.stalled()
        audio?.stop()
    }

    func receiver(isOn: Bool) {
        recorder.figures.receiver(isOn: isOn, at: recorder.scheduler.now)
        if isOn { location?.start() } else { location?.stop() }
    }

    /// Stops the parts because the process has gone.
    func stop() {
        audio?.stop()
        recorder.figures.stalled()
        location?.stop()
    }

    /// Plays the other apps that sound by the policy: the app may have interrupted them, or let them resume.
    func play(_ apps: [String]) {
        guard let otherApps, apps != otherAppsHeard else { return }
        otherAppsHeard = apps
        otherApps.play(apps)
    }

    // MARK: Failures that a scenario plays

    /// Starts or ends a failure of the receiver. Its reports are ignored meanwhile.
    func receiverFails(_ fails: Bool) {
        guard fails != receiverFailed else { return }
        receiverFailed = fails
        report(fails ? .lost(cause: "the scenario says so") : .opened(source: "the receiver"))
    }

    /// The same for the sound device.
    func soundDeviceFails(_ fails: Bool) {
        guard fails != soundDeviceFailed else { return }
        soundDeviceFailed = fails
        if fails { report(.stalled(cause: "the scenario says so")) } else { audio?.sample() }
    }

    // MARK: Reports

    private func locationChanged(_ event: LocationSourceEvent) {
        if !receiverFailed {
            report(event)
        } else if case .opened = event {
            report(.lost(cause: "the scenario says so"))
        }
    }

    private func report(_ event: AudioOutputEvent) {
        switch event {
        case .advanced(let frames, let rate):
            if recorder.figures.playing(frames: frames, sampleRate: rate) {
                announceAudio()
                otherApps?.deviceReturned()
                recorder.write(.audioAdvanced) { $0.evidence = Evidence(framesPlayed: frames, sampleRate: rate) }
            }
            onFact(.audioAdvanced(frames: frames, sampleRate: rate))
        case .stalled(let cause):
            recorder.figures.stalled()
            recorder.write(.audioStalled) { $0.message = cause }
            onFact(.audioStalled(cause: cause))
        case .note(let text): recorder.note(text)
        }
    }

    private func report(_ event: LocationSourceEvent) {
        switch event {
        case .opened(let source):
            announceLocation()
            recorder.write(.locationOpened) { $0.message = source }
            onFact(.locationSessionOpened(source: source))
        case .lost(let cause):
            recorder.write(.locationLost) { $0.message = cause }
            onFact(.locationSessionLost(cause: cause))
        case .fix(let fix):
            let count = recorder.figures.fixed(at: recorder.scheduler.now)
            recorder.write(.fix) {
                $0.location = fix
                $0.evidence = Evidence(fixes: count)
            }
            onFact(.locationFixArrived(fix))
        case .noFix(let cause, let repeats):
            recorder.figures.evidence.reportsWithoutFix += 1 + repeats
            recorder.write(.noFix) {
                $0.message = repeats == 0 ? cause : "\(cause), and \(repeats) reports more before it"
            }
            onFact(.locationFixMissing(cause: cause))
        case .note(let text): recorder.note(text)
        }
    }
}

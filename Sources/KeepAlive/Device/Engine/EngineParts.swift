import KeepAlivePolicy
import KeepAlivePorts

/// The parts of the machine that a run uses, such as the sound device, the location receiver and the transfer agent.
/// Each report of a part is written into the timeline and passed on to the policy as an event.
final class EngineParts {
    let audio: (any AudioOutput)?
    let location: (any LocationSource)?
    let transfers: (any TransferAgent)?
    let sockets: (any TaggedSockets)?
    let pushTokens: any PushTokens
    let keychain: (any KeychainStore)?
    private let otherApps: (any OtherAppsSound)?
    private let recorder: RunRecorder
    /// Called with each event that must be reported to the policy.
    var onFact: (PolicyEvent) -> Void = { _ in }
    /// The grants whose part has been described in the timeline: `audio` for the sound device, `location` for the
    /// receiver.
    private var announced: Set<Grant> = []
    private var otherAppsHeard: [String] = []
    private var receiverFailed = false
    private var soundDeviceFailed = false

    init(
        audio: (any AudioOutput)?, location: (any LocationSource)?, otherApps: (any OtherAppsSound)?,
        transfers: (any TransferAgent)?, sockets: (any TaggedSockets)?, pushTokens: any PushTokens,
        keychain: (any KeychainStore)?, recorder: RunRecorder
    ) {
        self.audio = audio
        self.location = location
        self.otherApps = otherApps
        self.transfers = transfers
        self.sockets = sockets
        self.pushTokens = pushTokens
        self.keychain = keychain
        self.recorder = recorder
        audio?.onEvent = { [unowned self] in if !soundDeviceFailed { report($0) } }
        location?.onEvent = { [unowned self] in locationChanged($0) }
        transfers?.onReport = { [unowned self] in report($1, about: $0) }
        transfers?.onNote = { [recorder] in recorder.note($0) }
        sockets?.onReport = { [unowned self] in report($0) }
        otherApps?.onNote = { [recorder] in recorder.note($0) }
        pushTokens.onNote = { [recorder] in recorder.note($0) }
        pushTokens.onToken = { [unowned self] registration, token in
            onFact(.push(.tokenReceived(registration.type, token: token, activity: registration.activity)))
        }
    }

    /// Writes a description of the sound device and of the receiver into the timeline, each once. A part that is not
    /// prepared yet is left for a later call.
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

    /// True if the sound of other apps is played.
    var playsOtherApps: Bool { otherApps != nil }

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

    /// Carries out a transfer order. Without a transfer agent, a task that is begun fails as if its host could not be
    /// found.
    func transfer(_ order: TransferOrder, _ key: TransferKey, _ request: TransferRequest?, _ reason: Reason) {
        if order != .discard {
            recorder.write(.transfer, reason) { $0.message = "\(key.session) \(key.task): \(order.inWords)" }
        }
        switch order {
        case .begin:
            guard let request else { return }
            guard let transfers else {
                return onFact(Self.fact(.brokeOff(code: URLErrorCode.cannotFindHost), about: key))
            }
            transfers.begin(key, request)
        case .pause: transfers?.pause(key)
        case .cancel: transfers?.cancel(key)
        case .yield:
            transfers?.yield(key)
            guard let kept = transfers?.result(of: key)?.resumption else { return }
            recorder.write(.transfer, Reason("UR-20", "what has come is kept for resume data")) {
                $0.message = "\(key.session) \(key.task): \(kept.bytes) bytes"
            }
        case .discard: transfers?.discard(key)
        }
    }

    /// Stops the parts when the app's process has ended.
    func stop() {
        audio?.stop()
        recorder.figures.stalled()
        location?.stop()
        sockets?.forget()
    }

    /// Plays the sound of exactly the given other apps. The set changes when the app interrupts others or lets them
    /// resume.
    func play(_ apps: [String]) {
        guard let otherApps, apps != otherAppsHeard else { return }
        otherAppsHeard = apps
        otherApps.play(apps)
    }

    // MARK: Failures that a scenario plays

    /// Begins or ends a simulated failure of the receiver. Reports of the receiver are ignored during the failure.
    func receiverFails(_ fails: Bool) {
        guard fails != receiverFailed else { return }
        receiverFailed = fails
        report(fails ? .lost(cause: "the scenario says so") : .opened(source: "the receiver"))
    }

    /// Begins or ends a simulated failure of the sound device. Reports of the sound device are ignored during the
    /// failure.
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

    private func report(_ report: TaggedSocketReport) {
        switch report {
        case .data(let bytes):
            recorder.note("the tagged socket has \(bytes) bytes for the app")
            onFact(.voip(.socketDataArrived))
        case .closed:
            recorder.note("the other side has closed the tagged socket")
            onFact(.voip(.socketDataArrived))
            onFact(.voip(.socketTagged(false)))
        case .gone:
            recorder.note("the app has closed its tagged socket: nothing wakes it")
            onFact(.voip(.socketTagged(false)))
        case .lost:
            recorder.note("the app's tagged socket is not found among its many descriptors: nothing wakes it")
            onFact(.voip(.socketTagged(false)))
        }
    }

    private func report(_ report: TransferReport, about key: TransferKey) {
        if case .completed(let code) = report {
            recorder.write(.transfer) {
                let result = transfers?.result(of: key)
                let bytes = result.map { ", \($0.bytes) bytes" } ?? ""
                let status = result?.status.map { "status \($0)" } ?? "done"
                let end = code.map { "NSURLErrorDomain \($0)" } ?? status
                $0.message = "\(key.session) \(key.task): ended: \(end)\(bytes)"
            }
        }
        onFact(Self.fact(report, about: key))
    }

    private static func fact(_ report: TransferReport, about key: TransferKey) -> PolicyEvent {
        let (session, task) = (key.session, key.task)
        let event: TransferEvent =
            switch report {
            case .sent(let bytes, let total): .sent(identifier: session, task: task, bytes: bytes, of: total)
            case .received(let bytes, let total): .wrote(identifier: session, task: task, bytes: bytes, of: total)
            case .resumed(let offset): .resumedAtOffset(identifier: session, task: task, offset: offset)
            case .brokeOff(let code): .taskBrokeOff(identifier: session, task: task, code: code)
            case .challenged(let challenge): .challenged(identifier: session, task: task, challenge)
            case .completed(let code): .taskCompleted(identifier: session, task: task, code: code)
            case .fileTaken: .fileTaken(identifier: session, task: task)
            }
        return .transfer(event)
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
            if recorder.plan.tellsEveryFix || count == 1 {
                recorder.write(.fix) {
                    $0.location = fix
                    $0.evidence = Evidence(fixes: count)
                }
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

import KeepAlivePolicy
import KeepAlivePorts

/// What the sound device and the receiver report, told to the policy and written down.
extension Engine {
    /// Tells of the sound device once, as soon as there is one.
    func announceAudio() {
        guard !announced.contains(.audio), let audio, audio.isPrepared else { return }
        announced.insert(.audio)
        let device = audio.description
        let server = device.server.map { " at \($0)" } ?? ""
        emit(.environment) { $0.message = "audio: \(device.device)\(server): \(device.reason)" }
    }

    /// The same for the receiver.
    func announceLocation() {
        guard !announced.contains(.location), let location, location.isPrepared else { return }
        announced.insert(.location)
        let receiver = location.description
        let feed = receiver.feed.map { ", playing \($0)" } ?? ""
        emit(.environment) { $0.message = "gpsd: \(receiver.address)\(feed): \(receiver.reason)" }
    }

    /// A failure of the machine's parts that a scenario plays: what they report meanwhile is not heard.
    package func receiverFails(_ fails: Bool) {
        guard fails != receiverFailed else { return }
        receiverFailed = fails
        reportLocation(fails ? .lost(cause: "the scenario says so") : .opened(source: "the receiver"))
    }

    /// The same for the sound device.
    package func soundDeviceFails(_ fails: Bool) {
        guard fails != soundDeviceFailed else { return }
        soundDeviceFailed = fails
        if fails { reportAudio(.stalled(cause: "the scenario says so")) } else { audio?.sample() }
    }

    func audioChanged(_ event: AudioOutputEvent) {
        if !soundDeviceFailed { reportAudio(event) }
    }

    func locationChanged(_ event: LocationSourceEvent) {
        if !receiverFailed {
            reportLocation(event)
        } else if case .opened = event {
            reportLocation(.lost(cause: "the scenario says so"))
        }
    }

    func reportAudio(_ event: AudioOutputEvent) {
        switch event {
        case .advanced(let frames, let rate):
            let first = figures.playing(frames: frames, sampleRate: rate)
            if first {
                announceAudio()
                otherApps?.deviceReturned()
                emit(.audioAdvanced) { $0.evidence = Evidence(framesPlayed: frames, sampleRate: rate) }
            }
            happened(.audioAdvanced(frames: frames, sampleRate: rate))
        case .stalled(let cause):
            figures.stalled()
            emit(.audioStalled) { $0.message = cause }
            happened(.audioStalled(cause: cause))
        case .note(let text): note(text)
        }
    }

    func reportLocation(_ event: LocationSourceEvent) {
        switch event {
        case .opened(let source):
            announceLocation()
            emit(.locationOpened) { $0.message = source }
            happened(.locationSessionOpened(source: source))
        case .lost(let cause):
            emit(.locationLost) { $0.message = cause }
            happened(.locationSessionLost(cause: cause))
        case .fix(let fix):
            let count = figures.fixed(at: scheduler.now)
            emit(.fix) {
                $0.location = fix
                $0.evidence = Evidence(fixes: count)
            }
            happened(.locationFixArrived(fix))
        case .noFix(let cause, let repeats):
            figures.evidence.reportsWithoutFix += 1 + repeats
            emit(.noFix) { $0.message = repeats == 0 ? cause : "\(cause), and \(repeats) reports more before it" }
            happened(.locationFixMissing(cause: cause))
        case .note(let text): note(text)
        }
    }
}

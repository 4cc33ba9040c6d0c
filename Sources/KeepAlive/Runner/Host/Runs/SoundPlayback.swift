import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts

/// Plays a sound on a device until the time limit or until a signal, and reports the result.
package final class SoundPlayback {
    /// The evidence of a playback, and the signal that ended it.
    package struct Result: Sendable {
        /// The device that played the sound.
        package var device: AudioOutputDescription
        /// The number of frames that the device has proved to have played.
        package var frames: Int64
        /// The signal that ended the playback; `nil` if there was none.
        package var signal: Int32?
    }

    /// Called with each message about the progress of the playback.
    package var onLine: ((String) -> Void)?
    /// Called with the message of each problem, and again when the problem ends.
    package var onTrouble: ((String) -> Void)?

    private let loop: EventLoop
    private let signals: SignalWatcher
    private let output: SoundProcess
    private var result: Result
    /// The requested playing time; `nil` once the first sound has been heard and the time runs, or if there is no
    /// limit.
    private var pending: Duration?
    private var ending: ScheduledAction?

    /// The time limit for a device's first sound, if the playing time is limited. The limit is this project's choice:
    /// the private sound server may need 5 s to restart, and twice that on a busy machine.
    private static let firstSound = Duration.seconds(10)

    /// Prepares the playback; the device is not opened yet.
    ///
    /// - Throws: ``KeepAliveError`` with code `supervision` if the event loop cannot be set up.
    package init(_ sound: Sound, on choice: AudioDeviceChoice) throws {
        let loop: EventLoop
        do {
            loop = try EventLoop()
            signals = try SignalWatcher(loop: loop)
        } catch {
            throw KeepAliveError(.supervision, "cannot set up the event loop: \(error)")
        }
        self.loop = loop
        output = SoundProcess(loop: loop, choice: choice, sound: sound) {
            try PrivateSoundServer(loop: loop)
        }
        result = Result(device: output.description, frames: 0)
    }

    /// Plays the sound until the time limit or a signal.
    ///
    /// - Parameter duration: the playing time, from the first sound that the device proves; `nil` to play until a
    ///   signal. If the device plays nothing within 10 s, the playback ends without a frame.
    /// - Throws: ``KeepAliveError`` with code `audio` or `usage`, as ``AudioOutput/prepare()`` does.
    package func run(for duration: Duration?) throws -> Result {
        defer { output.close() }
        signals.onSignal = { [unowned self] arrival in
            guard arrival.signal != SignalNumber.cont else { return }
            result.signal = arrival.signal
            loop.stop()
        }
        output.onEvent = { [unowned self] in happened($0) }
        do {
            try output.prepare()
        } catch  where result.signal != nil {
            // The signal ended the wait for a private sound server.
            return result
        }
        let server = output.description.server.map { " at \($0)" } ?? ""
        onLine?("playing on \(output.description.device)\(server): \(output.description.reason)")
        output.start()
        if let duration {
            pending = duration
            end(after: Self.firstSound)
        }
        if result.signal == nil { loop.run() }
        output.sample()
        result.device = output.description
        return result
    }

    private func end(after duration: Duration) {
        if let ending { loop.cancel(ending) }
        ending = loop.schedule(after: duration) { [loop] in loop.stop() }
    }

    private func happened(_ event: AudioOutputEvent) {
        switch event {
        case .advanced(let frames, let rate):
            if result.frames == 0 {
                let device = output.description
                let kind = [device.format, device.channels.map { "\($0) channel\($0 == 1 ? "" : "s")" }, device.mode]
                let words = (["\(rate) Hz"] + kind.compactMap { $0 }).joined(separator: ", ")
                onLine?("the device's pointer advances: \(words)")
            }
            result.frames = max(result.frames, frames)
            if let duration = pending {
                pending = nil
                end(after: duration)
            }
        case .stalled(let cause):
            onTrouble?("sound does not flow: \(cause)")
        case .note(let text): onTrouble?(text)
        }
    }
}

import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts

/// Plays a sound on a device until its time is over or the user ends it, and reports the result.
package final class SoundPlayback {
    /// The result of a playback.
    package struct Result: Sendable {
        /// The device that it played on.
        package var device: AudioOutputDescription
        /// Frames that the device has proved to have played.
        package var frames: Int64
        /// The signal that ended it, or `nil`.
        package var signal: Int32?
    }

    /// Called with the progress, in words.
    package var onLine: ((String) -> Void)?
    /// Called with each problem and its end, in words.
    package var onTrouble: ((String) -> Void)?

    private let loop: EventLoop
    private let signals: SignalWatcher
    private let output: SoundProcess
    private var result: Result
    /// The time to play, until the sound is heard and the time begins.
    private var pending: Duration?
    private var ending: ScheduledAction?

    /// The time that a device has for its first sound, where the time to play is limited. Our choice: the runner's default
    /// server may need 5 s to start anew, and as long again on a busy machine.
    private static let firstSound = Duration.seconds(10)

    /// Prepares the playback; nothing is opened.
    ///
    /// - Throws: ``KeepAliveError`` with code `supervision`.
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

    /// Plays the sound.
    ///
    /// - Parameter duration: the time to play, from the first sound that the device proves; `nil` until a signal comes. A
    ///   device that plays nothing for 10 s ends the playback without a frame.
    /// - Throws: ``KeepAliveError`` with code `audio` or `usage`, as of ``AudioOutput/prepare()``.
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
            // The signal has ended the wait for a private server.
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

import CALSA
import Glibc
import KeepAlivePolicy

/// An error of libasound: a negative errno and a message.
struct ALSAError: Error, CustomStringConvertible {
    /// A negative errno.
    let code: CInt
    /// libasound's message, or the text of the errno.
    let description: String

    /// The error of a device that was unplugged, or whose driver was unloaded.
    static let deviceGone = ALSAError(code: -ENODEV, description: "the device is gone")

    /// True after an underrun or a suspend, from which the open device recovers. Other errors need a new device.
    var isRecoverableInPlace: Bool { code == -EPIPE || code == -ESTRPIPE }
}

/// An open playback PCM in non-blocking mode.
///
/// Use it only on the thread of its event loop. Closing it twice has no effect.
final class ALSAPCM {
    /// The configuration that the device granted.
    struct Configuration: Equatable {
        /// The encoding of a sample.
        var format: SampleFormat
        /// The number of channels, that is, of samples in a frame.
        var channels: Int
        /// The sample rate in Hz.
        var sampleRate: Int
        /// The number of frames in the device's buffer.
        var bufferFrames: Int
        /// The number of frames between two interrupts of the device, or between two requests of a server.
        var periodFrames: Int = 0
    }

    /// The stream parameters if this PCM plays silence on a sound server; otherwise `nil`.
    var silence: SilenceOnServer?
    /// The configuration that ``configure(for:server:)`` negotiated; `nil` before.
    var configuration: Configuration?
    /// libasound's handle of the open PCM; `nil` after ``close()``.
    private(set) var handle: OpaquePointer?
    /// The time limits for calls that wait for a sound server; `nil` for no limits.
    var limits: CallLimits?

    /// The timer slack for the threads of libasound and its plug-ins: one hour, which is this project's choice.
    ///
    /// A thread of libpulse asks the server for the time every 1.5 s, to interpolate the delay more precisely than
    /// KeepAlive needs; 1.33 wakeups/s were measured. With this slack, the kernel may delay the thread's timers by an
    /// hour. A thread inherits the slack of the thread that creates it, so the opening thread has this slack during the
    /// call. Data on a file descriptor still wakes libasound's threads at once.
    private static let helperTimerSlackNanoseconds: UInt = 3_600_000_000_000

    /// Opens a PCM.
    ///
    /// - Parameters:
    ///   - name: the name of the PCM.
    ///   - definition: the ALSA configuration that defines the PCM, or `nil` to read the machine's configuration.
    ///   - limits: the time limits for a sound server's answers, or `nil` for no limits.
    init(_ name: String, definition: String? = nil, limits: CallLimits?) throws(ALSAError) {
        self.limits = limits
        CALSA_captureMessages()
        CALSA_clearMessage()
        let slack = CALSA_exchangeTimerSlack(Self.helperTimerSlackNanoseconds)
        defer { _ = CALSA_exchangeTimerSlack(slack) }
        handle = try CallLimits.limiting(limits?.opening) { () throws(ALSAError) in try Self.open(name, definition) }
    }

    private static func open(_ name: String, _ definition: String?) throws(ALSAError) -> OpaquePointer? {
        var handle: OpaquePointer?
        guard let definition else {
            // Read the configuration files again: a sound server that has started since may have become the default.
            snd_config_update_free_global()
            try check(snd_pcm_open(&handle, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK))
            return handle
        }
        var tree: OpaquePointer?
        try check(snd_config_top(&tree))
        defer { snd_config_delete(tree) }
        var input: OpaquePointer?
        try check(snd_input_buffer_open(&input, definition, definition.utf8.count))
        defer { snd_input_close(input) }
        try check(snd_config_load(tree, input))
        try check(snd_pcm_open_lconf(&handle, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK, tree))
        return handle
    }

    deinit { close() }

    /// Closes the PCM, even if its device is disconnected.
    func close() {
        guard let handle else { return }
        self.handle = nil
        limited { _ = snd_pcm_close(handle) }
    }

    /// Runs a call that a sound server has to answer, within the time limit for answers.
    @discardableResult
    func limited<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try CallLimits.limiting(limits?.answer, body)
    }

    /// Returns the result of a libasound call. If the result is negative, throws an error with libasound's message.
    @discardableResult
    static func check<Result: BinaryInteger>(_ result: Result) throws(ALSAError) -> Result {
        guard result < 0 else { return result }
        let code = CInt(result)
        var text = String(cString: CALSA_lastMessage())
        CALSA_clearMessage()
        while text.last?.isWhitespace == true { text.removeLast() }
        let reason = String(cString: snd_strerror(code))
        throw ALSAError(code: code, description: text.isEmpty || text == reason ? reason : "\(text) (\(reason))")
    }

    /// Returns the result of a call on an open PCM, or throws its error. On an open PCM, ENODEV means that the device
    /// is disconnected.
    ///
    /// An unplugged card answers every request with ENODEV before its PCMs are marked as disconnected
    /// (`snd_card_disconnect` in sound/core/init.c). libasound's message then names only the request, so the message is
    /// dropped.
    @discardableResult
    func check<Result: BinaryInteger>(_ result: Result) throws(ALSAError) -> Result {
        guard result != ALSAError.deviceGone.code else {
            CALSA_clearMessage()
            throw ALSAError.deviceGone
        }
        return try Self.check(result)
    }

    /// True if the PCM leads to ALSA's `null` plug-in, which is no device.
    var isNull: Bool { snd_pcm_type(handle) == SND_PCM_TYPE_NULL || dump.contains("Null PCM") }

    /// The sound server whose plug-in the PCM uses; `nil` for a sound card's device and for any other plug-in.
    var soundServer: SoundServerProgram? {
        guard isServer else { return nil }
        let dump = dump
        return SoundServerProgram.allCases.first { dump.contains("ALSA <-> \($0.name) ") }
    }

    /// libasound's description of the PCM and of its slave PCMs: snd_pcm_dump().
    private var dump: String {
        var output: OpaquePointer?
        guard snd_output_buffer_open(&output) == 0 else { return "" }
        defer { snd_output_close(output) }
        snd_pcm_dump(handle, output)
        var text: UnsafeMutablePointer<CChar>?
        let length = snd_output_buffer_string(output, &text)
        guard let text, length > 0 else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: text, count: Int(length)), as: UTF8.self)
    }

    /// Runs a body with the longer time limits of ``CallLimits/starting``. A PCM without limits stays without limits.
    func withPatience<Result>(_ body: () throws -> Result) rethrows -> Result {
        let usual = limits
        if usual != nil { limits = .starting }
        defer { limits = usual }
        return try body()
    }

    // MARK: Running

    /// Resets the PCM from any state to a state in which it can be started, with nothing written.
    func rewind() throws(ALSAError) {
        try limited { () throws(ALSAError) in
            snd_pcm_drop(handle)
            try check(snd_pcm_prepare(handle))
        }
    }

    /// Starts the PCM.
    func start() throws(ALSAError) {
        try limited { () throws(ALSAError) in try check(snd_pcm_start(handle)) }
    }

    /// Discards the queued frames, and stops the PCM.
    func drop() { limited { _ = snd_pcm_drop(handle) } }

    /// The number of frames that are written but not yet heard; negative if the device ran ahead of the data.
    func delay() throws(ALSAError) -> Int {
        switch snd_pcm_state(handle) {
        case SND_PCM_STATE_XRUN: throw ALSAError(code: -EPIPE, description: "the device ran out of data")
        case SND_PCM_STATE_SUSPENDED: throw ALSAError(code: -ESTRPIPE, description: "the device is suspended")
        case SND_PCM_STATE_DISCONNECTED: throw ALSAError.deviceGone
        default: break
        }
        // Plug-ins update their pointer only in snd_pcm_avail().
        let available = snd_pcm_avail(handle)
        if available < 0 && available != -EAGAIN { try check(available) }
        var frames: snd_pcm_sframes_t = 0
        try check(snd_pcm_delay(handle, &frames))
        return frames
    }

    /// Writes interleaved frames.
    ///
    /// - Returns: the number of frames that the device took; 0 if the device has no room.
    func write(_ frames: UnsafeRawPointer, count: Int) throws(ALSAError) -> Int {
        let result = snd_pcm_writei(handle, frames, snd_pcm_uframes_t(count))
        return result == -EAGAIN ? 0 : try check(result)
    }

    /// The number of frames that can be written now; for a server, the number of frames that it has requested.
    func available() throws(ALSAError) -> Int {
        let frames = snd_pcm_avail(handle)
        return frames == -EAGAIN ? 0 : try check(frames)
    }

    // MARK: Descriptors

    /// The PCM's file descriptors, which report events of its device, its server or its timer.
    var descriptors: [CInt] {
        let count = snd_pcm_poll_descriptors_count(handle)
        guard count > 0 else { return [] }
        var descriptors = [pollfd](repeating: pollfd(), count: Int(count))
        let filled = snd_pcm_poll_descriptors(handle, &descriptors, CUnsignedInt(count))
        return descriptors.prefix(max(0, Int(filled))).map(\.fd)
    }

    /// The number of the kernel's sound card behind the PCM; `nil` if there is none or libasound does not know the
    /// number.
    var card: Int? {
        var information: OpaquePointer?
        guard snd_pcm_info_malloc(&information) == 0 else { return nil }
        defer { snd_pcm_info_free(information) }
        guard snd_pcm_info(handle, information) == 0 else { return nil }
        let card = snd_pcm_info_get_card(information)
        return card < 0 ? nil : Int(card)
    }
}

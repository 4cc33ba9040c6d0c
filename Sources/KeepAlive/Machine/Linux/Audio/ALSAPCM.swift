import CALSA
import Glibc
import KeepAlivePolicy

/// An error of libasound: a negative errno and a message.
struct ALSAError: Error, CustomStringConvertible {
    /// A negative errno.
    let code: CInt
    /// libasound's message, or that of the errno.
    let description: String

    /// The error of a device that was unplugged, or whose driver was unloaded.
    static let deviceGone = ALSAError(code: -ENODEV, description: "the device is gone")

    /// True after an underrun or a suspend, from which the open device recovers. Other errors need a new device.
    var isRecoverableInPlace: Bool { code == -EPIPE || code == -ESTRPIPE }
}

/// One open playback PCM, never blocking.
///
/// It belongs to the thread of its loop. Closing it twice is harmless.
final class ALSAPCM {
    /// The configuration that the device granted.
    struct Configuration: Equatable {
        /// The encoding of a sample.
        var format: SampleFormat
        /// The number of samples in a frame.
        var channels: Int
        /// The frames in a second.
        var sampleRate: Int
        /// The frames in the device's buffer.
        var bufferFrames: Int
        /// The frames between two interrupts of the device, or between two requests of a server.
        var periodFrames: Int = 0
    }

    /// The stream of silence that it is, on a sound server.
    var silence: SilenceOnServer?
    /// The result of ``configure(for:)``.
    var configuration: Configuration?
    private(set) var handle: OpaquePointer?
    /// The limits on calls that wait for a sound server; `nil` where something else ends such calls.
    var limits: CallLimits?

    /// The timer slack of the threads of libasound and its plug-ins: an hour, our choice.
    ///
    /// libpulse asks its server for the time every 1.5 s, from a thread of its own, to interpolate the delay better
    /// than is needed here: 1.33 wakeups/s measured. A thread inherits the slack of the thread that makes it. Data on a
    /// descriptor still wakes them at once.
    private static let helperTimerSlackNanoseconds: UInt = 3_600_000_000_000

    /// Opens a PCM.
    ///
    /// - Parameters:
    ///   - name: the name of the PCM.
    ///   - definition: a configuration that defines it, or `nil` to read the machine's.
    ///   - limits: the longest times that a sound server may take to answer.
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
            // The files are read again: a sound server that has started since may have become the default.
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

    /// Closes the PCM; the device may have gone.
    func close() {
        guard let handle else { return }
        self.handle = nil
        limited { _ = snd_pcm_close(handle) }
    }

    /// Runs a call that a sound server has to answer, within the limit.
    @discardableResult
    func limited<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try CallLimits.limiting(limits?.answer, body)
    }

    /// Returns the result of a call, or throws the error that it is, with libasound's message.
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

    /// Checks the result of a call on an open PCM, where ENODEV means that the device has gone.
    ///
    /// An unplugged card answers every request with ENODEV before its PCMs are marked as disconnected
    /// (`snd_card_disconnect` in sound/core/init.c); libasound's message then only names the request.
    @discardableResult
    func check<Result: BinaryInteger>(_ result: Result) throws(ALSAError) -> Result {
        guard result != ALSAError.deviceGone.code else {
            CALSA_clearMessage()
            throw ALSAError.deviceGone
        }
        return try Self.check(result)
    }

    /// True when ALSA's `null` plug-in is behind it, which is no device.
    var isNull: Bool { snd_pcm_type(handle) == SND_PCM_TYPE_NULL || dump.contains("Null PCM") }

    /// The sound server whose plug-in is behind it; `nil` for a device, and for another plug-in.
    var soundServer: SoundServerProgram? {
        guard isServer else { return nil }
        let dump = dump
        return SoundServerProgram.allCases.first { dump.contains("ALSA <-> \($0.name) ") }
    }

    /// libasound's description of the PCM and of what is behind it: snd_pcm_dump().
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

    /// Runs a body whose calls have the time of a server that has just started, where they have limits.
    func withPatience<Result>(_ body: () throws -> Result) rethrows -> Result {
        let usual = limits
        if usual != nil { limits = .starting }
        defer { limits = usual }
        return try body()
    }

    // MARK: Running

    /// Brings the PCM from any state to one in which it can be started, with nothing written.
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

    /// Discards the queued frames, and stops.
    func drop() { limited { _ = snd_pcm_drop(handle) } }

    /// The frames between the last one written and the one that is heard; negative when the device ran ahead of the
    /// data.
    func delay() throws(ALSAError) -> Int {
        switch snd_pcm_state(handle) {
        case SND_PCM_STATE_XRUN: throw ALSAError(code: -EPIPE, description: "the device ran out of data")
        case SND_PCM_STATE_SUSPENDED: throw ALSAError(code: -ESTRPIPE, description: "the device is suspended")
        case SND_PCM_STATE_DISCONNECTED: throw ALSAError.deviceGone
        default: break
        }
        // Plug-ins update their pointer only in avail().
        let available = snd_pcm_avail(handle)
        if available < 0 && available != -EAGAIN { try check(available) }
        var frames: snd_pcm_sframes_t = 0
        try check(snd_pcm_delay(handle, &frames))
        return frames
    }

    /// Writes interleaved frames.
    ///
    /// - Returns: the number of frames that it took; 0 when it has no room.
    func write(_ frames: UnsafeRawPointer, count: Int) throws(ALSAError) -> Int {
        let result = snd_pcm_writei(handle, frames, snd_pcm_uframes_t(count))
        return result == -EAGAIN ? 0 : try check(result)
    }

    /// The frames that can be written now; for a server, those that it has asked for.
    func available() throws(ALSAError) -> Int {
        let frames = snd_pcm_avail(handle)
        return frames == -EAGAIN ? 0 : try check(frames)
    }

    // MARK: Descriptors

    /// The descriptors that report events of a device, a server or a timer.
    var descriptors: [CInt] {
        let count = snd_pcm_poll_descriptors_count(handle)
        guard count > 0 else { return [] }
        var descriptors = [pollfd](repeating: pollfd(), count: Int(count))
        let filled = snd_pcm_poll_descriptors(handle, &descriptors, CUnsignedInt(count))
        return descriptors.prefix(max(0, Int(filled))).map(\.fd)
    }

    /// The number of the kernel's card behind it, or `nil` when there is none or libasound does not know.
    var card: Int? {
        var information: OpaquePointer?
        guard snd_pcm_info_malloc(&information) == 0 else { return nil }
        defer { snd_pcm_info_free(information) }
        guard snd_pcm_info(handle, information) == 0 else { return nil }
        let card = snd_pcm_info_get_card(information)
        return card < 0 ? nil : Int(card)
    }
}

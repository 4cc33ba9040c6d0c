import CALSA
import Glibc

/// What libasound answered: a negative errno and its own words.
struct ALSAError: Error, CustomStringConvertible {
    /// A negative errno.
    let code: CInt
    /// libasound's message, or that of the errno.
    let description: String

    /// An underrun or a suspended machine, from which the open device recovers; the rest needs a new one.
    var isRecoverableInPlace: Bool { code == -EPIPE || code == -ESTRPIPE }
}

/// One open playback PCM, never blocking.
///
/// It belongs to the thread of its loop. Closing it twice is harmless.
final class ALSAPCM {
    /// What the device granted.
    struct Configuration: Equatable {
        /// One sample's encoding.
        var format: SampleFormat
        /// Samples in a frame.
        var channels: Int
        /// Frames a second.
        var sampleRate: Int
        /// Frames in the device's buffer.
        var bufferFrames: Int
    }

    /// What was granted by ``configure(audible:)``.
    private(set) var configuration: Configuration?
    private var handle: OpaquePointer?

    /// How late the timers of libasound's and its plug-ins' own threads may fire: 20 s, our choice.
    ///
    /// libpulse asks its server for the time every 1.5 s, from a thread of its own, to interpolate the delay better than
    /// we need: 1.33 wakeups/s measured. Threads inherit the slack of the one that makes them; with this, 0.2.
    /// What arrives on a descriptor still wakes them at once.
    private static let helperTimerSlackNanoseconds: UInt = 20_000_000_000

    /// Frames that are asked for at most: 32 s at 8 kHz. More saves little, and delays the proof that a server still
    /// takes data: between refills its pointer is interpolated.
    private static let bufferFramesMax: snd_pcm_uframes_t = 262_144

    /// Opens a PCM.
    ///
    /// - Parameters:
    ///   - name: the name of the PCM.
    ///   - definition: a configuration that defines it, or `nil` to read the machine's.
    init(_ name: String, definition: String? = nil) throws(ALSAError) {
        CALSA_captureMessages()
        CALSA_clearMessage()
        let slack = CALSA_exchangeTimerSlack(Self.helperTimerSlackNanoseconds)
        defer { _ = CALSA_exchangeTimerSlack(slack) }
        guard let definition else {
            // Read the files again: a sound server that started since may have become the default.
            snd_config_update_free_global()
            try Self.check(snd_pcm_open(&handle, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK))
            return
        }
        var tree: OpaquePointer?
        try Self.check(snd_config_top(&tree))
        defer { snd_config_delete(tree) }
        var input: OpaquePointer?
        try Self.check(snd_input_buffer_open(&input, definition, definition.utf8.count))
        defer { snd_input_close(input) }
        try Self.check(snd_config_load(tree, input))
        try Self.check(snd_pcm_open_lconf(&handle, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK, tree))
    }

    deinit { close() }

    /// Closes it; the device may have gone.
    func close() {
        guard let handle else { return }
        self.handle = nil
        snd_pcm_close(handle)
    }

    /// The text of the last result, and the error itself if it is one.
    @discardableResult
    private static func check<Result: BinaryInteger>(_ result: Result) throws(ALSAError) -> Result {
        guard result < 0 else { return result }
        let code = CInt(result)
        var text = String(cString: CALSA_lastMessage())
        CALSA_clearMessage()
        while text.last?.isWhitespace == true { text.removeLast() }
        let reason = String(cString: snd_strerror(code))
        throw ALSAError(code: code, description: text.isEmpty || text == reason ? reason : "\(text) (\(reason))")
    }

    // MARK: Set-up

    /// Negotiates a format and the largest buffer.
    ///
    /// - Parameter audible: whether the samples must carry a quiet tone, for which 8 bits are too few.
    func configure(audible: Bool) throws(ALSAError) {
        var parameters: OpaquePointer?
        try Self.check(snd_pcm_hw_params_malloc(&parameters))
        defer { snd_pcm_hw_params_free(parameters) }
        try Self.check(snd_pcm_hw_params_any(handle, parameters))
        try Self.check(snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
        // An external plug-in (a sound server) is fed with data all the time: little data costs little. A device is
        // asked for what devices have, so that no conversion stands between its pointer and us.
        let isServer = snd_pcm_type(handle) == SND_PCM_TYPE_IOPLUG
        let formats = isServer && !audible ? SampleFormat.smallestFirst : SampleFormat.commonFirst
        guard let format = formats.first(where: { snd_pcm_hw_params_set_format(handle, parameters, $0.alsa) == 0 })
        else {
            throw ALSAError(code: -EINVAL, description: "it takes none of the formats U8, S16, S24, S32 and float")
        }
        var channels: CUnsignedInt = isServer ? 1 : 2
        try Self.check(snd_pcm_hw_params_set_channels_near(handle, parameters, &channels))
        var rate: CUnsignedInt = isServer ? 8_000 : 48_000
        try Self.check(snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil))
        var size = Self.bufferFramesMax
        try Self.check(snd_pcm_hw_params_set_buffer_size_near(handle, parameters, &size))
        // Long periods: a period's end is an interrupt, or a request from the server. Of no effect where it is fixed.
        var period = size / 2
        _ = snd_pcm_hw_params_set_period_size_near(handle, parameters, &period, nil)
        try Self.check(snd_pcm_hw_params(handle, parameters))
        try Self.check(snd_pcm_hw_params_get_buffer_size(parameters, &size))
        try setSoftware(bufferFrames: size)
        configuration = Configuration(
            format: format, channels: Int(channels), sampleRate: Int(rate), bufferFrames: Int(size))
    }

    /// Lets the device run on, over silence, when there is no data: it then needs nobody.
    private func setSoftware(bufferFrames: snd_pcm_uframes_t) throws(ALSAError) {
        var parameters: OpaquePointer?
        try Self.check(snd_pcm_sw_params_malloc(&parameters))
        defer { snd_pcm_sw_params_free(parameters) }
        try Self.check(snd_pcm_sw_params_current(handle, parameters))
        var boundary: snd_pcm_uframes_t = 0
        try Self.check(snd_pcm_sw_params_get_boundary(parameters, &boundary))
        try Self.check(snd_pcm_sw_params_set_stop_threshold(handle, parameters, boundary))
        try Self.check(snd_pcm_sw_params_set_silence_threshold(handle, parameters, 0))
        try Self.check(snd_pcm_sw_params_set_silence_size(handle, parameters, boundary))
        try Self.check(snd_pcm_sw_params_set_start_threshold(handle, parameters, 1))
        try Self.check(snd_pcm_sw_params_set_avail_min(handle, parameters, bufferFrames))
        try Self.check(snd_pcm_sw_params(handle, parameters))
    }

    /// Whether ALSA's `null` plug-in is behind it, which is no device.
    var isNull: Bool {
        if snd_pcm_type(handle) == SND_PCM_TYPE_NULL { return true }
        var output: OpaquePointer?
        guard snd_output_buffer_open(&output) == 0 else { return false }
        defer { snd_output_close(output) }
        snd_pcm_dump(handle, output)
        var text: UnsafeMutablePointer<CChar>?
        let length = snd_output_buffer_string(output, &text)
        guard let text, length > 0 else { return false }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
        return String(decoding: bytes, as: UTF8.self).contains("Null PCM")
    }

    // MARK: Running

    /// Takes it from any state to one in which it can be started, with nothing written.
    func rewind() throws(ALSAError) {
        snd_pcm_drop(handle)
        try Self.check(snd_pcm_prepare(handle))
    }

    /// Starts it unless the first write has done so.
    func start() throws(ALSAError) {
        guard snd_pcm_state(handle) != SND_PCM_STATE_RUNNING else { return }
        try Self.check(snd_pcm_start(handle))
    }

    /// Discards what is queued and stops.
    func drop() { snd_pcm_drop(handle) }

    /// Frames between what was written and what is heard; negative when the device ran ahead of the data.
    func delay() throws(ALSAError) -> Int {
        switch snd_pcm_state(handle) {
        case SND_PCM_STATE_XRUN: throw ALSAError(code: -EPIPE, description: "the device ran out of data")
        case SND_PCM_STATE_SUSPENDED: throw ALSAError(code: -ESTRPIPE, description: "the device is suspended")
        case SND_PCM_STATE_DISCONNECTED: throw ALSAError(code: -ENODEV, description: "the device is gone")
        default: break
        }
        // Plug-ins update their pointer in avail() only.
        let available = snd_pcm_avail(handle)
        if available < 0 && available != -EAGAIN { try Self.check(available) }
        var frames: snd_pcm_sframes_t = 0
        try Self.check(snd_pcm_delay(handle, &frames))
        return frames
    }

    /// Writes interleaved frames.
    ///
    /// - Returns: how many frames it took; 0 when it has no room.
    func write(_ frames: UnsafeRawPointer, count: Int) throws(ALSAError) -> Int {
        let result = snd_pcm_writei(handle, frames, snd_pcm_uframes_t(count))
        return result == -EAGAIN ? 0 : try Self.check(result)
    }

    /// The descriptors that tell of trouble.
    var descriptors: [CInt] {
        let count = snd_pcm_poll_descriptors_count(handle)
        guard count > 0 else { return [] }
        var descriptors = [pollfd](repeating: pollfd(), count: Int(count))
        let filled = snd_pcm_poll_descriptors(handle, &descriptors, CUnsignedInt(count))
        return descriptors.prefix(max(0, Int(filled))).map(\.fd)
    }
}

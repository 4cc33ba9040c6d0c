import CALSA
import Glibc
import KeepAlivePolicy

/// The stream of silence that costs a sound server least.
struct SilenceOnServer {
    /// The rate in Hz at which the server converts nothing.
    let rate: Int
    /// Whether the server plays silence where data is missing, as at the start of a stream. PipeWire does not.
    let missingIsSilent: Bool
    /// The formats, the best first: the smallest, because less data costs less. Where data is missing PipeWire plays zeros,
    /// so it gets a format whose zeros are silence: in 8 bits they are the lowest sample, which is heard as a bang.
    var formats: [SampleFormat] { missingIsSilent ? SampleFormat.smallestFirst : SampleFormat.commonFirst }
}

/// Negotiates the configuration of a device.
extension ALSAPCM {
    /// The most frames that are asked for: at 48 kHz 5 s, at 1 kHz four minutes.
    private static let bufferFramesMax: snd_pcm_uframes_t = 262_144
    /// The most frames of silence at a server's own rate: 87 s at 48 kHz in 8 bits. The `pulse` plug-in grants 4 MiB, so it
    /// is 44 s in 16 bits.
    /// Measured on PulseAudio, both sides: 290 us/s and 3.6 wakeups/s; with a quarter of it 580 us/s and 6.6.
    private static let silenceFramesMax: snd_pcm_uframes_t = 1 << 22
    /// The rate of any other sound that has none of its own.
    private static let usualRate: CUnsignedInt = 48_000

    /// True when an external plug-in is behind it: a sound server, which needs data all the time.
    var isServer: Bool { snd_pcm_type(handle) == SND_PCM_TYPE_IOPLUG }

    /// Negotiates a format and the largest buffer, with as few interrupts as the device allows.
    ///
    /// A sound that must be played at a rate gets exactly that rate; silence and tones take the device's.
    ///
    /// - Parameter server: the cheapest stream of silence for a sound server; called for silence on one.
    /// - Throws: ``ALSAError`` with `-EINVAL` when the device does not support what the sound needs.
    func configure(for sound: any SoundSource, server: () -> SilenceOnServer) throws(ALSAError) {
        var parameters: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&parameters))
        defer { snd_pcm_hw_params_free(parameters) }
        try check(snd_pcm_hw_params_any(handle, parameters))
        // A device that takes interleaved frames in mapped memory also takes them written:
        // snd_pcm_hw_constraints_complete in sound/core/pcm_native.c.
        guard snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED) == 0 else {
            throw ALSAError(code: -EINVAL, description: "it takes no interleaved frames")
        }
        let server = isServer && sound is Silence ? server() : nil
        silence = server
        let format = try setFormat(parameters, server?.formats ?? SampleFormat.commonFirst)
        let channels = try setChannels(parameters, sound)
        let rate = try setRate(parameters, sound, server?.rate)
        var size = server != nil && rate > SoundServerProgram.silenceRate ? Self.silenceFramesMax : Self.bufferFramesMax
        try check(snd_pcm_hw_params_set_buffer_size_near(handle, parameters, &size))
        // Long periods: each end of a period is an interrupt, or a request from the server. A fixed period stays as it
        // is.
        var period = size / 2
        _ = snd_pcm_hw_params_set_period_size_near(handle, parameters, &period, nil)
        // No interrupts at all where the hardware can do without them. Where it claims that and cannot, it keeps them.
        if snd_pcm_hw_params_can_disable_period_wakeup(parameters) == 1 {
            _ = snd_pcm_hw_params_set_period_wakeup(handle, parameters, 0)
        }
        try limited { () throws(ALSAError) in try check(snd_pcm_hw_params(handle, parameters)) }
        try check(snd_pcm_hw_params_get_buffer_size(parameters, &size))
        try check(snd_pcm_hw_params_get_period_size(parameters, &period, nil))
        configuration = Configuration(
            format: format, channels: channels, sampleRate: rate, bufferFrames: Int(size), periodFrames: Int(period))
    }

    private func setFormat(
        _ parameters: OpaquePointer?, _ formats: [SampleFormat]
    ) throws(ALSAError) -> SampleFormat {
        for format in formats where snd_pcm_hw_params_set_format(handle, parameters, format.alsa) == 0 { return format }
        throw ALSAError(code: -EINVAL, description: "it takes no linear format of whole bytes")
    }

    private func setChannels(_ parameters: OpaquePointer?, _ sound: any SoundSource) throws(ALSAError) -> Int {
        if let channels = sound.channels {
            guard snd_pcm_hw_params_set_channels(handle, parameters, CUnsignedInt(channels)) == 0 else {
                throw ALSAError(code: -EINVAL, description: "it does not play \(channels) channels")
            }
            return channels
        }
        var channels: CUnsignedInt = isServer ? 1 : 2
        try check(snd_pcm_hw_params_set_channels_near(handle, parameters, &channels))
        return Int(channels)
    }

    private func setRate(
        _ parameters: OpaquePointer?, _ sound: any SoundSource, _ serverRate: Int?
    ) throws(ALSAError) -> Int {
        if let wanted = sound.sampleRate {
            guard snd_pcm_hw_params_set_rate(handle, parameters, CUnsignedInt(wanted), 0) == 0 else {
                throw ALSAError(code: -EINVAL, description: "it does not play at \(wanted) Hz")
            }
            return wanted
        }
        var rate = serverRate.map { CUnsignedInt($0) } ?? Self.usualRate
        try check(snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil))
        return Int(rate)
    }

    /// The behaviour of the device when it has no more data.
    enum OutOfData {
        /// It runs on over silence, and needs no refill.
        case runsOn
        /// It stops, so that late data is not heard at a wrong time.
        case stops
    }

    /// Sets the behaviour of the device when it has no more data.
    ///
    /// A server ignores the choice, and catches up by itself.
    func set(_ outOfData: OutOfData) throws(ALSAError) {
        var parameters: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&parameters))
        defer { snd_pcm_sw_params_free(parameters) }
        try check(snd_pcm_sw_params_current(handle, parameters))
        var boundary: snd_pcm_uframes_t = 0
        try check(snd_pcm_sw_params_get_boundary(parameters, &boundary))
        let runsOn = isServer || outOfData == .runsOn
        let buffer = snd_pcm_uframes_t(configuration?.bufferFrames ?? 0)
        try check(snd_pcm_sw_params_set_stop_threshold(handle, parameters, runsOn ? boundary : buffer))
        try check(snd_pcm_sw_params_set_silence_threshold(handle, parameters, 0))
        try check(snd_pcm_sw_params_set_silence_size(handle, parameters, runsOn ? boundary : 0))
        // The device is started explicitly, when it has enough data: a server that starts with a first piece runs dry
        // at once.
        try check(snd_pcm_sw_params_set_start_threshold(handle, parameters, boundary))
        // The kernel wakes a waiter when there is this much room, which never happens. A device then reports only
        // errors.
        if !isServer { try check(snd_pcm_sw_params_set_avail_min(handle, parameters, boundary)) }
        try check(snd_pcm_sw_params(handle, parameters))
    }
}

import CALSA
import Glibc
import KeepAlivePolicy

/// The stream parameters with which a sound server needs the least CPU time to play silence.
struct SilenceOnServer {
    /// The sample rate in Hz that the server does not convert.
    let rate: Int
    /// True if the server plays silence where data is missing, as at the start of a stream. PipeWire plays zero bytes
    /// instead.
    let missingIsSilent: Bool
    /// The sample formats in order of preference. If the server plays silence where data is missing, the format with
    /// the fewest bytes comes first, because less data costs less CPU time. PipeWire plays zero bytes where data is
    /// missing; in 8 bits a zero is the lowest sample, which is heard as a bang. So PipeWire gets a format whose zeros
    /// are silence.
    var formats: [SampleFormat] { missingIsSilent ? SampleFormat.smallestFirst : SampleFormat.commonFirst }
}

/// Negotiates the configuration of a device.
extension ALSAPCM {
    /// The most frames to request for the buffer: 5 s at 48 kHz, or four minutes at 1 kHz.
    private static let bufferFramesMax: snd_pcm_uframes_t = 262_144
    /// The most frames of silence to request at a server's own sample rate: 87 s at 48 kHz in 8 bits. The `pulse`
    /// plug-in grants at most 4 MiB, which is 44 s in 16 bits. Measured on PulseAudio, player and server together: 290
    /// us/s of CPU time and 3.6 wakeups/s; with a quarter of the frames 580 us/s and 6.6 wakeups/s.
    private static let silenceFramesMax: snd_pcm_uframes_t = 1 << 22
    /// The sample rate in Hz for a sound that requires no rate, where no server's rate is known.
    private static let usualRate: CUnsignedInt = 48_000

    /// True if the PCM belongs to an external I/O plug-in of ALSA, behind which is a sound server. Such a server needs
    /// new data all the time.
    var isServer: Bool { snd_pcm_type(handle) == SND_PCM_TYPE_IOPLUG }

    /// Negotiates a format and the largest buffer, with as few interrupts as the device allows.
    ///
    /// A sound that requires a sample rate gets exactly that rate; silence and tones accept the device's rate.
    ///
    /// - Parameter server: returns the cheapest stream parameters of silence; called only for silence on a sound
    ///   server.
    /// - Throws: ``ALSAError`` with `-EINVAL` when the device does not support the sound's rate or channels, or no
    ///   usable format.
    func configure(for sound: any SoundSource, server: () -> SilenceOnServer) throws(ALSAError) {
        var parameters: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&parameters))
        defer { snd_pcm_hw_params_free(parameters) }
        try check(snd_pcm_hw_params_any(handle, parameters))
        // A device that supports interleaved frames in mapped memory also supports writing them:
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
        // Request long periods, because each end of a period causes an interrupt or a request from the server. The call
        // changes nothing on a device with a fixed period.
        var period = size / 2
        _ = snd_pcm_hw_params_set_period_size_near(handle, parameters, &period, nil)
        // Switch period interrupts off where the hardware can work without them. If the call fails, the interrupts stay
        // on.
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
        /// The device continues with silence, and needs no refill.
        case runsOn
        /// The device stops, so that late data is not heard at a wrong time.
        case stops
    }

    /// Sets the behaviour of the device when it has no more data.
    ///
    /// A sound server ignores the choice, and handles missing data by itself.
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
        // Switch the automatic start off. Only ``start()`` starts the device, once enough data is written: a server
        // that starts with the first piece of data has an underrun at once.
        try check(snd_pcm_sw_params_set_start_threshold(handle, parameters, boundary))
        // The kernel wakes a waiter once this number of frames is free. The number is never reached, so a sound card's
        // device reports only errors.
        if !isServer { try check(snd_pcm_sw_params_set_avail_min(handle, parameters, boundary)) }
        try check(snd_pcm_sw_params(handle, parameters))
    }
}

import CALSA
import Glibc
import KeepAlivePolicy

/// What is asked of a device, and what it grants.
extension ALSAPCM {
    /// Frames that are asked for at most, and that the `pulse` plug-in grants. At 1 kHz the server then asks for more every
    /// 88 s, and each 64 KB that it gives back, another message, last a minute: 0.05 wakeups/s measured, 0.33 with a
    /// quarter of the buffer, and 0.5 at 8 kHz.
    private static let bufferFramesMax: snd_pcm_uframes_t = 262_144
    /// The rate at which silence is sent to a server: less data, fewer messages about it.
    private static let silenceRateOnServer: CUnsignedInt = 1_000
    /// The rate that anything else is played at, where it has none of its own.
    private static let usualRate: CUnsignedInt = 48_000

    /// Whether an external plug-in is behind it: a sound server, which is fed with data all the time.
    var isServer: Bool { snd_pcm_type(handle) == SND_PCM_TYPE_IOPLUG }

    /// Negotiates a format and the largest buffer, with as few interrupts as the device allows.
    ///
    /// A sound that must be played at a rate gets exactly that; silence and tones take what the device has.
    ///
    /// - Throws: ``ALSAError`` with `-EINVAL` when the device does not take what the sound needs.
    func configure(for sound: any SoundSource) throws(ALSAError) {
        var parameters: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&parameters))
        defer { snd_pcm_hw_params_free(parameters) }
        try check(snd_pcm_hw_params_any(handle, parameters))
        // Whoever takes interleaved frames in mapped memory takes them written, too: snd_pcm_hw_constraints_complete in
        // sound/core/pcm_native.c.
        guard snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED) == 0 else {
            throw ALSAError(code: -EINVAL, description: "it takes no interleaved frames")
        }
        let format = try setFormat(parameters, silent: sound is Silence)
        let channels = try setChannels(parameters, sound)
        let rate = try setRate(parameters, sound)
        var size = Self.bufferFramesMax
        try check(snd_pcm_hw_params_set_buffer_size_near(handle, parameters, &size))
        // Long periods: a period's end is an interrupt, or a request from the server. Of no effect where it is fixed.
        var period = size / 2
        _ = snd_pcm_hw_params_set_period_size_near(handle, parameters, &period, nil)
        // No interrupts at all where the hardware can do without; where it says so and cannot, it keeps them.
        if snd_pcm_hw_params_can_disable_period_wakeup(parameters) == 1 {
            _ = snd_pcm_hw_params_set_period_wakeup(handle, parameters, 0)
        }
        try limited { () throws(ALSAError) in try check(snd_pcm_hw_params(handle, parameters)) }
        try check(snd_pcm_hw_params_get_buffer_size(parameters, &size))
        try check(snd_pcm_hw_params_get_period_size(parameters, &period, nil))
        configuration = Configuration(
            format: format, channels: channels, sampleRate: rate, bufferFrames: Int(size), periodFrames: Int(period))
    }

    private func setFormat(_ parameters: OpaquePointer?, silent: Bool) throws(ALSAError) -> SampleFormat {
        // Little data costs little, where data flows; 8 bits are too few for a tone. A device is asked for what devices
        // have, so that no conversion stands between its pointer and us.
        let formats = isServer && silent ? SampleFormat.smallestFirst : SampleFormat.commonFirst
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

    private func setRate(_ parameters: OpaquePointer?, _ sound: any SoundSource) throws(ALSAError) -> Int {
        if let wanted = sound.sampleRate {
            guard snd_pcm_hw_params_set_rate(handle, parameters, CUnsignedInt(wanted), 0) == 0 else {
                throw ALSAError(code: -EINVAL, description: "it does not play at \(wanted) Hz")
            }
            return wanted
        }
        var rate: CUnsignedInt = isServer && sound is Silence ? Self.silenceRateOnServer : Self.usualRate
        try check(snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil))
        return Int(rate)
    }

    /// What the device does when it has no more data.
    enum OutOfData {
        /// It runs on, over silence: it then needs nobody.
        case runsOn
        /// It stops, so that what comes too late is not heard at a wrong time.
        case stops
    }

    /// Settles what the device does when it has no more data.
    ///
    /// A server does as it likes, and catches up by itself.
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
        // Started by us, when enough is there: a server that starts with a first piece runs dry at once.
        try check(snd_pcm_sw_params_set_start_threshold(handle, parameters, boundary))
        // The kernel wakes who waits for so much room: nobody, ever. Only trouble is news of a device.
        if !isServer { try check(snd_pcm_sw_params_set_avail_min(handle, parameters, boundary)) }
        try check(snd_pcm_sw_params(handle, parameters))
    }
}

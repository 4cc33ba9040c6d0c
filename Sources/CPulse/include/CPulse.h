// libpulse, loaded when a stream is opened on a sound server. ALSA's plug-in plays; this asks what the plug-in cannot.
#ifndef KEEPALIVE_CPULSE_H
#define KEEPALIVE_CPULSE_H

/// What a sound server says of itself.
struct CPulse_server {
    /// The rate of its default sink in Hz; 0 when it is not known.
    int rate;
    /// 1 when PulseAudio itself answers, 0 when it is not known.
    int is_pulseaudio;
    /// 1 when PipeWire answers in PulseAudio's place.
    int is_pipewire;
};

/// Asks the user's PulseAudio server, or PipeWire in its place. No server is started. All is 0 without the library,
/// without a server, or when it has not answered in time. For one thread at a time.
struct CPulse_server CPulse_ask(int milliseconds);

#endif

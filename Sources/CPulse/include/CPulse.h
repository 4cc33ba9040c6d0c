// libpulse, loaded when a stream is opened on a sound server. ALSA's plug-in plays; this asks what it cannot ask.
#ifndef KEEPALIVE_CPULSE_H
#define KEEPALIVE_CPULSE_H

/// Asks the user's PulseAudio server, or PipeWire in its place, for the rate of its default sink in Hz.
/// No server is started. Returns 0 without the library, without a server, or when it has not answered in time.
int CPulse_rate_of_default_sink(int milliseconds);

#endif

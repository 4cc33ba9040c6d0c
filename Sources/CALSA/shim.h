// The part of libasound that Swift cannot import by itself.
#ifndef KEEPALIVE_CALSA_SHIM_H
#define KEEPALIVE_CALSA_SHIM_H

#include <alsa/asoundlib.h>
#include <stdarg.h>
#include <stdio.h>

#if !defined(SND_LIB_VERSION) || SND_LIB_VERSION < 0x010206
#error "KeepAlive needs alsa-lib 1.2.6 or later: apt-get install libasound2-dev (Debian 12 or later has it)"
#endif

// Why: libasound reports through a variadic callback, which Swift cannot write. Without a handler it prints to stderr,
// which belongs to the workload. The last message is kept, one buffer a thread, to go into our own error.
static _Thread_local char CALSA_message[256];

static inline void CALSA_keepMessage(const char *file, int line, const char *function, int err, const char *fmt, ...) {
    (void)file; (void)line; (void)function; (void)err;
    va_list arguments;
    va_start(arguments, fmt);
    vsnprintf(CALSA_message, sizeof CALSA_message, fmt, arguments);
    va_end(arguments);
}

/// Sends libasound's own messages into a per-thread buffer instead of stderr.
static inline void CALSA_captureMessages(void) { snd_lib_error_set_handler(CALSA_keepMessage); }

/// The last captured message of this thread, or an empty string; valid until the next libasound call.
static inline const char *CALSA_lastMessage(void) { return CALSA_message; }

/// Forgets the captured message of this thread.
static inline void CALSA_clearMessage(void) { CALSA_message[0] = 0; }

#endif

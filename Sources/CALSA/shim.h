// The part of libasound that Swift cannot import by itself.
#ifndef KEEPALIVE_CALSA_SHIM_H
#define KEEPALIVE_CALSA_SHIM_H

#include <alsa/asoundlib.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/prctl.h>

#if !defined(SND_LIB_VERSION) || SND_LIB_VERSION < 0x010206
#error "KeepAlive needs alsa-lib 1.2.6 or later: apt-get install libasound2-dev (Debian 12 or later has it)"
#endif

// Why: libasound reports through a variadic callback, which Swift cannot write. Without a handler it prints to stderr,
// which belongs to the workload. Each thread keeps its last message in a buffer, for the error that KeepAlive throws.
// The buffer is static in a function, because Swift's importer emits no static variable of a header.
static inline char *CALSA_message(void) {
    static _Thread_local char message[256];
    return message;
}

static inline void CALSA_keepMessage(const char *file, int line, const char *function, int err, const char *fmt, ...) {
    (void)file; (void)line; (void)function; (void)err;
    va_list arguments;
    va_start(arguments, fmt);
    vsnprintf(CALSA_message(), 256, fmt, arguments);
    va_end(arguments);
}

/// Sends libasound's own messages into a per-thread buffer instead of stderr.
static inline void CALSA_captureMessages(void) { snd_lib_error_set_handler(CALSA_keepMessage); }

/// The last captured message of this thread, or an empty string; valid until the next libasound call.
static inline const char *CALSA_lastMessage(void) { return CALSA_message(); }

/// Forgets the captured message of this thread.
static inline void CALSA_clearMessage(void) { CALSA_message()[0] = 0; }

// Why: prctl(2) is variadic, which Swift cannot call. Threads made while a large slack is set inherit it as their own.
/// Sets the timer slack of the calling thread in nanoseconds and returns the previous one.
static inline unsigned long CALSA_exchangeTimerSlack(unsigned long nanoseconds) {
    int previous = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0);
    return previous > 0 ? (unsigned long)previous : 50000;
}

#endif

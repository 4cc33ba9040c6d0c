#include "CPulse.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

// Why it is not linked: only machines with a sound server have it, and there ALSA's plug-in loads it.

#ifdef __APPLE__
#define LIBRARY "libpulse.0.dylib"
#else
#define LIBRARY "libpulse.so.0"
#endif

// From pulse/def.h and pulse/sample.h; the library's ABI has been the same since 0.9.11.
enum { CONTEXT_NOAUTOSPAWN = 1, CONTEXT_READY = 4, CONTEXT_FAILED = 5 };

struct sample_spec {
    int format;
    uint32_t rate;
    uint8_t channels;
};

// The start of pulse/introspect.h's pa_sink_info.
struct sink_info {
    const char *name;
    uint32_t index;
    const char *description;
    struct sample_spec sample_spec;
};

typedef void (*sink_callback)(void *context, const struct sink_info *sink, int end, void *result);

static struct {
    void *(*mainloop_new)(void);
    void (*mainloop_free)(void *);
    void *(*mainloop_get_api)(void *);
    int (*mainloop_prepare)(void *, int microseconds);
    int (*mainloop_poll)(void *);
    int (*mainloop_dispatch)(void *);
    void *(*context_new)(void *api, const char *name);
    int (*context_connect)(void *, const char *server, int flags, const void *spawn);
    int (*context_get_state)(void *);
    void (*context_disconnect)(void *);
    void (*context_unref)(void *);
    void *(*context_get_sink_info_by_name)(void *, const char *name, sink_callback, void *);
    void (*operation_unref)(void *);
} pulse;

static int load(void) {
    static int loaded;
    if (loaded) return loaded;
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    loaded = library ? 1 : -1;
    const struct {
        const char *name;
        void *place;
    } functions[] = {
        {"pa_mainloop_new", &pulse.mainloop_new},
        {"pa_mainloop_free", &pulse.mainloop_free},
        {"pa_mainloop_get_api", &pulse.mainloop_get_api},
        {"pa_mainloop_prepare", &pulse.mainloop_prepare},
        {"pa_mainloop_poll", &pulse.mainloop_poll},
        {"pa_mainloop_dispatch", &pulse.mainloop_dispatch},
        {"pa_context_new", &pulse.context_new},
        {"pa_context_connect", &pulse.context_connect},
        {"pa_context_get_state", &pulse.context_get_state},
        {"pa_context_disconnect", &pulse.context_disconnect},
        {"pa_context_unref", &pulse.context_unref},
        {"pa_context_get_sink_info_by_name", &pulse.context_get_sink_info_by_name},
        {"pa_operation_unref", &pulse.operation_unref},
    };
    for (size_t i = 0; library && i < sizeof functions / sizeof *functions; i++) {
        *(void **)functions[i].place = dlsym(library, functions[i].name);
        if (!*(void **)functions[i].place) loaded = -1;
    }
    return loaded;
}

static int64_t microseconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000;
}

struct answer {
    int is_there, rate;
};

static void take(void *context, const struct sink_info *sink, int end, void *result) {
    (void)context;
    struct answer *answer = result;
    if (sink) answer->rate = (int)sink->sample_spec.rate;
    if (end) answer->is_there = 1;
}

// Serves the connection until it is ready, and then until the answer is there.
static void ask(void *loop, void *context, int64_t deadline, struct answer *answer) {
    int is_asked = 0;
    for (;;) {
        int state = pulse.context_get_state(context);
        if (state >= CONTEXT_FAILED || answer->is_there) return;
        if (state == CONTEXT_READY && !is_asked) {
            void *operation = pulse.context_get_sink_info_by_name(context, "@DEFAULT_SINK@", take, answer);
            if (!operation) return;
            pulse.operation_unref(operation);
            is_asked = 1;
        }
        int64_t left = deadline - microseconds_now();
        if (left <= 0 || pulse.mainloop_prepare(loop, (int)left) < 0 || pulse.mainloop_poll(loop) < 0 ||
            pulse.mainloop_dispatch(loop) < 0)
            return;
    }
}

int CPulse_rate_of_default_sink(int milliseconds) {
    if (load() < 0) return 0;
    void *loop = pulse.mainloop_new();
    if (!loop) return 0;
    struct answer answer = {0, 0};
    void *context = pulse.context_new(pulse.mainloop_get_api(loop), "keepalive-run");
    if (context) {
        if (pulse.context_connect(context, NULL, CONTEXT_NOAUTOSPAWN, NULL) >= 0)
            ask(loop, context, microseconds_now() + milliseconds * INT64_C(1000), &answer);
        pulse.context_disconnect(context);
        pulse.context_unref(context);
    }
    pulse.mainloop_free(loop);
    return answer.rate;
}

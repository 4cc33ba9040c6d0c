#include "CPulse.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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

// The start of pulse/introspect.h's pa_server_info.
struct server_info {
    const char *user_name, *host_name, *server_version, *server_name;
};

typedef void (*server_callback)(void *context, const struct server_info *server, void *result);
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
    void *(*context_get_server_info)(void *, server_callback, void *);
    void *(*context_get_sink_info_by_name)(void *, const char *name, sink_callback, void *);
    void (*operation_unref)(void *);
} pulse;

static int load(void) {
    // 1 when all functions are there, -1 when they cannot be.
    static int loaded;
    if (loaded) return loaded;
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    int is_whole = library != NULL;
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
        {"pa_context_get_server_info", &pulse.context_get_server_info},
        {"pa_context_get_sink_info_by_name", &pulse.context_get_sink_info_by_name},
        {"pa_operation_unref", &pulse.operation_unref},
    };
    for (size_t i = 0; library && i < sizeof functions / sizeof *functions; i++) {
        *(void **)functions[i].place = dlsym(library, functions[i].name);
        if (!*(void **)functions[i].place) is_whole = 0;
    }
    return loaded = is_whole ? 1 : -1;
}

static int64_t microseconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000) + time.tv_nsec / 1000;
}

struct answer {
    int answers;
    struct CPulse_server server;
};

static void take_server(void *context, const struct server_info *server, void *result) {
    (void)context;
    struct answer *answer = result;
    // "PulseAudio (on PipeWire 0.3.65)"
    if (server && server->server_name) {
        answer->server.is_pipewire = strstr(server->server_name, "PipeWire") != NULL;
        answer->server.is_pulseaudio = !answer->server.is_pipewire;
    }
    answer->answers++;
}

static void take_sink(void *context, const struct sink_info *sink, int end, void *result) {
    (void)context;
    struct answer *answer = result;
    if (sink) answer->server.rate = (int)sink->sample_spec.rate;
    if (end) answer->answers++;
}

static int begin(void *operation) {
    if (!operation) return 0;
    pulse.operation_unref(operation);
    return 1;
}

// Serves the connection until it is ready, and then until both answers are there.
static void ask(void *loop, void *context, int64_t deadline, struct answer *answer) {
    int is_asked = 0;
    for (;;) {
        int state = pulse.context_get_state(context);
        if (state >= CONTEXT_FAILED || answer->answers == 2) return;
        if (state == CONTEXT_READY && !is_asked) {
            is_asked = 1;
            if (!begin(pulse.context_get_server_info(context, take_server, answer)) ||
                !begin(pulse.context_get_sink_info_by_name(context, "@DEFAULT_SINK@", take_sink, answer)))
                return;
        }
        int64_t left = deadline - microseconds_now();
        if (left <= 0 || pulse.mainloop_prepare(loop, (int)left) < 0 || pulse.mainloop_poll(loop) < 0 ||
            pulse.mainloop_dispatch(loop) < 0)
            return;
    }
}

struct CPulse_server CPulse_ask(int milliseconds) {
    struct answer answer = {0};
    if (load() < 0) return answer.server;
    void *loop = pulse.mainloop_new();
    if (!loop) return answer.server;
    void *context = pulse.context_new(pulse.mainloop_get_api(loop), "keepalive-run");
    if (context) {
        if (pulse.context_connect(context, NULL, CONTEXT_NOAUTOSPAWN, NULL) >= 0)
            ask(loop, context, microseconds_now() + milliseconds * INT64_C(1000), &answer);
        pulse.context_disconnect(context);
        pulse.context_unref(context);
    }
    pulse.mainloop_free(loop);
    return answer.server;
}

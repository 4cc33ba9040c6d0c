// Notifications of a desktop, over the session bus (org.freedesktop.Notifications, Desktop Notifications Specification).
//
// libsystemd is loaded when it is needed: few machines without a desktop have a session bus, and the runner must start
// where the library is missing.
#include "CLinux.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SERVICE "org.freedesktop.Notifications"
#define PATH "/org/freedesktop/Notifications"
// A server that does not answer in this time is of no use to anybody.
#define PATIENCE_USEC (5 * 1000000ull)

// sd-bus.h, of which only this is needed.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;
typedef struct {
    const char *name;
    const char *message;
    int _need_free;
} sd_bus_error;
typedef int (*sd_bus_message_handler_t)(sd_bus_message *, void *, sd_bus_error *);

static struct {
    int (*open_user)(sd_bus **);
    int (*get_fd)(sd_bus *);
    int (*process)(sd_bus *, sd_bus_message **);
    int (*flush)(sd_bus *);
    sd_bus *(*flush_close_unref)(sd_bus *);
    int (*match_signal)(sd_bus *, sd_bus_slot **, const char *, const char *, const char *, const char *,
                        sd_bus_message_handler_t, void *);
    int (*new_method_call)(sd_bus *, sd_bus_message **, const char *, const char *, const char *, const char *);
    int (*append)(sd_bus_message *, const char *, ...);
    int (*append_strv)(sd_bus_message *, char **);
    int (*call)(sd_bus *, sd_bus_message *, uint64_t, sd_bus_error *, sd_bus_message **);
    int (*read)(sd_bus_message *, const char *, ...);
    int (*read_strv)(sd_bus_message *, char ***);
    sd_bus_message *(*unref)(sd_bus_message *);
    void (*error_free)(sd_bus_error *);
} lib;

struct clinux_bus {
    sd_bus *bus;
    clinux_bus_answered answered;
    clinux_bus_closed closed;
    void *context;
};

static int load(char *failure, size_t size) {
    if (lib.open_user) return 0;
    void *handle = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(failure, size, "%s", dlerror());
        return -1;
    }
    struct {
        void *place;
        const char *name;
    } symbols[] = {
        {&lib.get_fd, "sd_bus_get_fd"},
        {&lib.process, "sd_bus_process"},
        {&lib.flush, "sd_bus_flush"},
        {&lib.flush_close_unref, "sd_bus_flush_close_unref"},
        {&lib.match_signal, "sd_bus_match_signal"},
        {&lib.new_method_call, "sd_bus_message_new_method_call"},
        {&lib.append, "sd_bus_message_append"},
        {&lib.append_strv, "sd_bus_message_append_strv"},
        {&lib.call, "sd_bus_call"},
        {&lib.read, "sd_bus_message_read"},
        {&lib.read_strv, "sd_bus_message_read_strv"},
        {&lib.unref, "sd_bus_message_unref"},
        {&lib.error_free, "sd_bus_error_free"},
        {&lib.open_user, "sd_bus_open_user"},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *symbol = dlsym(handle, symbols[i].name);
        if (!symbol) {
            snprintf(failure, size, "libsystemd.so.0 has no %s", symbols[i].name);
            lib.open_user = NULL;
            return -1;
        }
        memcpy(symbols[i].place, &symbol, sizeof symbol);
    }
    return 0;
}

static int on_action(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    struct clinux_bus *bus = context;
    uint32_t id = 0;
    const char *key = NULL;
    if (lib.read(message, "us", &id, &key) > 0) bus->answered(bus->context, id, key);
    return 0;
}

static int on_closed(sd_bus_message *message, void *context, sd_bus_error *error) {
    (void)error;
    struct clinux_bus *bus = context;
    uint32_t id = 0, reason = 0;
    if (lib.read(message, "uu", &id, &reason) > 0) bus->closed(bus->context, id, reason);
    return 0;
}

static int failed(int result, sd_bus_error *error, const char *what, char *failure, size_t size) {
    snprintf(failure, size, "%s: %s", what, error && error->message ? error->message : strerror(-result));
    if (error) lib.error_free(error);
    return -1;
}

static int capabilities(struct clinux_bus *bus, char *failure, size_t size) {
    sd_bus_message *message = NULL, *reply = NULL;
    sd_bus_error error = {0};
    int result = lib.new_method_call(bus->bus, &message, SERVICE, PATH, SERVICE, "GetCapabilities");
    if (result >= 0) result = lib.call(bus->bus, message, PATIENCE_USEC, &error, &reply);
    if (message) lib.unref(message);
    if (result < 0) return failed(result, &error, "no notification server", failure, size);
    char **names = NULL;
    int found = 0;
    if (lib.read_strv(reply, &names) >= 0) {
        for (char **name = names; name && *name; name++) {
            if (!strcmp(*name, "actions")) found |= CLINUX_BUS_ACTIONS;
            if (!strcmp(*name, "body-markup")) found |= CLINUX_BUS_MARKUP;
            free(*name);
        }
        free(names);
    }
    lib.unref(reply);
    return found;
}

struct clinux_bus *clinux_bus_open(clinux_bus_answered answered, clinux_bus_closed closed, void *context,
                                   int *found, char *failure, size_t size) {
    if (load(failure, size)) return NULL;
    struct clinux_bus *bus = calloc(1, sizeof *bus);
    if (!bus) return NULL;
    bus->answered = answered;
    bus->closed = closed;
    bus->context = context;
    int result = lib.open_user(&bus->bus);
    if (result < 0) {
        failed(result, NULL, "no session bus", failure, size);
        free(bus);
        return NULL;
    }
    result = lib.match_signal(bus->bus, NULL, NULL, PATH, SERVICE, "ActionInvoked", on_action, bus);
    if (result >= 0) result = lib.match_signal(bus->bus, NULL, NULL, PATH, SERVICE, "NotificationClosed", on_closed, bus);
    if (result < 0) failed(result, NULL, "the session bus", failure, size);
    *found = result < 0 ? -1 : capabilities(bus, failure, size);
    if (*found < 0) {
        clinux_bus_close(bus);
        return NULL;
    }
    return bus;
}

int clinux_bus_fd(struct clinux_bus *bus) { return lib.get_fd(bus->bus); }

int clinux_bus_process(struct clinux_bus *bus) {
    int result;
    while ((result = lib.process(bus->bus, NULL)) > 0) continue;
    return result < 0 ? -1 : 0;
}

uint32_t clinux_bus_notify(struct clinux_bus *bus, const char *app, uint32_t replaces, const char *summary,
                           const char *body, char **actions, const char *sound, int milliseconds, char *failure,
                           size_t size) {
    sd_bus_message *message = NULL, *reply = NULL;
    sd_bus_error error = {0};
    uint32_t id = 0;
    int result = lib.new_method_call(bus->bus, &message, SERVICE, PATH, SERVICE, "Notify");
    if (result >= 0) result = lib.append(message, "susss", app, replaces, "", summary, body);
    if (result >= 0) result = lib.append_strv(message, actions);
    if (result >= 0 && sound) result = lib.append(message, "a{sv}", 1, "sound-name", "s", sound);
    if (result >= 0 && !sound) result = lib.append(message, "a{sv}", 1, "suppress-sound", "b", 1);
    if (result >= 0) result = lib.append(message, "i", milliseconds);
    if (result >= 0) result = lib.call(bus->bus, message, PATIENCE_USEC, &error, &reply);
    if (message) lib.unref(message);
    if (result >= 0) result = lib.read(reply, "u", &id);
    if (reply) lib.unref(reply);
    if (result < 0) {
        failed(result, &error, "the notification is not shown", failure, size);
        return 0;
    }
    return id;
}

void clinux_bus_withdraw(struct clinux_bus *bus, uint32_t id) {
    sd_bus_message *message = NULL, *reply = NULL;
    sd_bus_error error = {0};
    // One that is gone is an error of the server, and none of ours.
    if (lib.new_method_call(bus->bus, &message, SERVICE, PATH, SERVICE, "CloseNotification") >= 0
        && lib.append(message, "u", id) >= 0 && lib.call(bus->bus, message, PATIENCE_USEC, &error, &reply) >= 0)
        lib.unref(reply);
    if (message) lib.unref(message);
    lib.error_free(&error);
}

void clinux_bus_close(struct clinux_bus *bus) {
    lib.flush_close_unref(bus->bus);
    free(bus);
}

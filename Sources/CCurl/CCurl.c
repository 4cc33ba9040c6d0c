#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// Why it is not linked: every start would load twenty libraries, for a service that few apps use. The numbers below are
// those of libcurl's binary interface, which its documentation promises to keep.

enum {
    OPT_NOBODY = 44, OPT_UPLOAD = 46, OPT_POST = 47, OPT_FOLLOWLOCATION = 52, OPT_MAXREDIRS = 68, OPT_NOSIGNAL = 99, OPT_LOW_SPEED_LIMIT = 19,
    OPT_LOW_SPEED_TIME = 20, OPT_CONNECTTIMEOUT = 78, OPT_QUICK_EXIT = 322,
    OPT_WRITEDATA = 10001, OPT_URL = 10002, OPT_READDATA = 10009, OPT_HTTPHEADER = 10023, OPT_HEADERDATA = 10029,
    OPT_CUSTOMREQUEST = 10036, OPT_PRIVATE = 10103, OPT_SEEKDATA = 10168, OPT_PROTOCOLS_STR = 10318,
    OPT_REDIR_PROTOCOLS_STR = 10319, OPT_HTTPAUTH = 107, OPT_USERNAME = 10173, OPT_PASSWORD = 10174,
    OPT_WRITEFUNCTION = 20011, OPT_READFUNCTION = 20012, OPT_HEADERFUNCTION = 20079, OPT_OPENSOCKETFUNCTION = 20163,
    OPT_SEEKFUNCTION = 20167, OPT_INFILESIZE_LARGE = 30115, OPT_POSTFIELDSIZE_LARGE = 30120, OPT_POSTFIELDS = 10015,
    MULTI_SOCKETDATA = 10002, MULTI_TIMERDATA = 10005, MULTI_SOCKETFUNCTION = 20001,
    MULTI_TIMERFUNCTION = 20004,
    INFO_EFFECTIVE_URL = 0x100001, INFO_PRIVATE = 0x100015,
    AUTH_BASIC = 1, AUTH_DIGEST = 2, POLL_REMOVE = 4, SOCKET_TIMEOUT = -1, MESSAGE_DONE = 1, GLOBAL_DEFAULT = 3, REDIRECTS_MAX = 20,
};

struct message {
    int message;
    void *easy;
    union {
        void *pointer;
        int result;
    } data;
};

struct address {
    int family, type, protocol;
    unsigned int length;
    struct sockaddr address;
};

static int (*global_init)(long);
static void *(*easy_init)(void);
static int (*easy_setopt)(void *, int, ...);
static int (*easy_getinfo)(void *, int, ...);
static void (*easy_cleanup)(void *);
static void *(*multi_init)(void);
static int (*multi_setopt)(void *, int, ...);
static int (*multi_add_handle)(void *, void *);
static int (*multi_remove_handle)(void *, void *);
static int (*multi_socket_action)(void *, int, int, int *);
static struct message *(*multi_info_read)(void *, int *);
static int (*multi_cleanup)(void *);
static void *(*slist_append)(void *, const char *);
static void (*slist_free_all)(void *);

struct CCurl {
    void *multi;
    CCurl_Loop loop;
};

/// A request that runs: the easy handle, and what it needs as long.
struct running {
    void *easy;
    void *headers;
    CCurl_Request request;
};

static int symbol(void *library, const char *name, void *function) {
    *(void **)function = dlsym(library, name);
    return *(void **)function != NULL;
}

int CCurl_load(void) {
    static int loaded;
    if (loaded) return 0;
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return -1;
    if (!symbol(library, "curl_global_init", &global_init) || !symbol(library, "curl_easy_init", &easy_init) ||
        !symbol(library, "curl_easy_setopt", &easy_setopt) ||
        !symbol(library, "curl_easy_getinfo", &easy_getinfo) || !symbol(library, "curl_easy_cleanup", &easy_cleanup) ||
        !symbol(library, "curl_multi_init", &multi_init) || !symbol(library, "curl_multi_setopt", &multi_setopt) ||
        !symbol(library, "curl_multi_add_handle", &multi_add_handle) ||
        !symbol(library, "curl_multi_remove_handle", &multi_remove_handle) ||
        !symbol(library, "curl_multi_socket_action", &multi_socket_action) ||
        !symbol(library, "curl_multi_info_read", &multi_info_read) ||
        !symbol(library, "curl_multi_cleanup", &multi_cleanup) ||
        !symbol(library, "curl_slist_append", &slist_append) ||
        !symbol(library, "curl_slist_free_all", &slist_free_all) || global_init(GLOBAL_DEFAULT) != 0)
        return -1;
    loaded = 1;
    return 0;
}

// An app that is started meanwhile does not get the connection.
static int open_socket(void *unused, int purpose, struct address *address) {
    (void)unused;
    (void)purpose;
    return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

static int on_socket(void *easy, int socket, int what, void *context, void *unused) {
    (void)easy;
    (void)unused;
    struct CCurl *curl = context;
    curl->loop.watch(curl->loop.loop, socket, what == POLL_REMOVE ? CCURL_NONE : what);
    return 0;
}

static int on_timer(void *multi, long milliseconds, void *context) {
    (void)multi;
    struct CCurl *curl = context;
    curl->loop.timer(curl->loop.loop, milliseconds);
    return 0;
}

static size_t on_header(char *bytes, size_t size, size_t count, void *context) {
    struct running *running = context;
    return running->request.header(running->request.transfer, bytes, size * count);
}

static size_t on_write(char *bytes, size_t size, size_t count, void *context) {
    struct running *running = context;
    return running->request.write(running->request.transfer, bytes, size * count);
}

static size_t on_read(char *bytes, size_t size, size_t count, void *context) {
    struct running *running = context;
    return running->request.read(running->request.transfer, bytes, size * count);
}

static int on_seek(void *context, int64_t offset, int origin) {
    struct running *running = context;
    return origin == 0 ? running->request.seek(running->request.transfer, offset) : 1;
}

CCurl *CCurl_new(const CCurl_Loop *loop) {
    struct CCurl *curl = calloc(1, sizeof *curl);
    if (!curl) return NULL;
    curl->loop = *loop;
    curl->multi = multi_init();
    if (!curl->multi) {
        free(curl);
        return NULL;
    }
    multi_setopt(curl->multi, MULTI_SOCKETFUNCTION, on_socket);
    multi_setopt(curl->multi, MULTI_SOCKETDATA, curl);
    multi_setopt(curl->multi, MULTI_TIMERFUNCTION, on_timer);
    multi_setopt(curl->multi, MULTI_TIMERDATA, curl);
    return curl;
}

static void clear(struct running *running) {
    easy_cleanup(running->easy);
    slist_free_all(running->headers);
    free(running);
}

void *CCurl_add(CCurl *curl, const CCurl_Request *request) {
    struct running *running = calloc(1, sizeof *running);
    if (!running) return NULL;
    running->request = *request;
    running->easy = easy_init();
    if (!running->easy) {
        free(running);
        return NULL;
    }
    for (const char *const *field = request->headers; *field; field++)
        running->headers = slist_append(running->headers, *field);
    void *easy = running->easy;
    easy_setopt(easy, OPT_URL, request->url);
    easy_setopt(easy, OPT_PRIVATE, running);
    easy_setopt(easy, OPT_HTTPHEADER, running->headers);
    easy_setopt(easy, OPT_HEADERFUNCTION, on_header);
    easy_setopt(easy, OPT_HEADERDATA, running);
    easy_setopt(easy, OPT_WRITEFUNCTION, on_write);
    easy_setopt(easy, OPT_WRITEDATA, running);
    const char *method = request->method;
    // A redirect may turn POST into GET, as it does on iOS: no other way of saying POST lets it.
    int posts = strcmp(method, "POST") == 0;
    if (posts) {
        easy_setopt(easy, OPT_POST, 1L);
        easy_setopt(easy, OPT_POSTFIELDSIZE_LARGE, request->upload >= 0 ? request->upload : (int64_t)0);
        if (request->upload < 0) easy_setopt(easy, OPT_POSTFIELDS, "");
    } else if (request->upload >= 0) {
        easy_setopt(easy, OPT_UPLOAD, 1L);
        easy_setopt(easy, OPT_INFILESIZE_LARGE, request->upload);
    }
    if (request->upload >= 0) {
        easy_setopt(easy, OPT_READFUNCTION, on_read);
        easy_setopt(easy, OPT_READDATA, running);
        easy_setopt(easy, OPT_SEEKFUNCTION, on_seek);
        easy_setopt(easy, OPT_SEEKDATA, running);
    }
    if (strcmp(method, "HEAD") == 0)
        easy_setopt(easy, OPT_NOBODY, 1L);
    else if (!posts && strcmp(method, request->upload >= 0 ? "PUT" : "GET") != 0)
        easy_setopt(easy, OPT_CUSTOMREQUEST, method);
    easy_setopt(easy, OPT_OPENSOCKETFUNCTION, open_socket);
    easy_setopt(easy, OPT_FOLLOWLOCATION, 1L);
    easy_setopt(easy, OPT_MAXREDIRS, (long)REDIRECTS_MAX);
    easy_setopt(easy, OPT_NOSIGNAL, 1L);
    // Without it, the end of a handle waits for the name service.
    easy_setopt(easy, OPT_QUICK_EXIT, 1L);
    easy_setopt(easy, OPT_LOW_SPEED_LIMIT, 1L);
    easy_setopt(easy, OPT_LOW_SPEED_TIME, request->idle);
    easy_setopt(easy, OPT_CONNECTTIMEOUT, request->idle);
    easy_setopt(easy, OPT_PROTOCOLS_STR, "http,https");
    easy_setopt(easy, OPT_REDIR_PROTOCOLS_STR, "http,https");
    if (request->user && request->password) {
        easy_setopt(easy, OPT_HTTPAUTH, (long)(request->digest ? AUTH_DIGEST : AUTH_BASIC));
        easy_setopt(easy, OPT_USERNAME, request->user);
        easy_setopt(easy, OPT_PASSWORD, request->password);
    }
    if (multi_add_handle(curl->multi, easy) != 0) {
        clear(running);
        return NULL;
    }
    return running;
}

void CCurl_remove(CCurl *curl, void *request) {
    struct running *running = request;
    multi_remove_handle(curl->multi, running->easy);
    clear(running);
}

static void act(CCurl *curl, int socket, int events) {
    int count = 0;
    multi_socket_action(curl->multi, socket, events, &count);
    for (struct message *message; (message = multi_info_read(curl->multi, &count));) {
        if (message->message != MESSAGE_DONE) continue;
        struct running *running = NULL;
        void *easy = message->easy;
        int code = message->data.result;
        char *url = NULL;
        easy_getinfo(easy, INFO_PRIVATE, &running);
        easy_getinfo(easy, INFO_EFFECTIVE_URL, &url);
        char *copy = url ? strdup(url) : NULL;
        void *transfer = running->request.transfer;
        multi_remove_handle(curl->multi, easy);
        clear(running);
        curl->loop.done(curl->loop.loop, transfer, code, copy ? copy : "");
        free(copy);
    }
}

void CCurl_socket(CCurl *curl, int socket, int events) { act(curl, socket, events); }

void CCurl_timeout(CCurl *curl) { act(curl, SOCKET_TIMEOUT, 0); }

void CCurl_free(CCurl *curl) {
    multi_cleanup(curl->multi);
    free(curl);
}

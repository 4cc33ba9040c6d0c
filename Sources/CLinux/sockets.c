// A limit for calls of libraries that wait for a sound server and know none.

#define _GNU_SOURCE
#include "CLinux.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { PULSE_PORT = 4713 };

// A connection to a sound server, told by the address at its other end.
static int is_to_server(int fd) {
    union {
        struct sockaddr any;
        struct sockaddr_un local;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } peer;
    memset(&peer, 0, sizeof peer);
    socklen_t length = sizeof peer;
    if (getpeername(fd, &peer.any, &length) == -1) return 0;
    switch (peer.any.sa_family) {
    case AF_INET: return ntohs(peer.v4.sin_port) == PULSE_PORT;
    case AF_INET6: return ntohs(peer.v6.sin6_port) == PULSE_PORT;
    case AF_UNIX: {
        size_t size = strnlen(peer.local.sun_path, sizeof peer.local.sun_path);
        static const char name[] = "/native";
        return size >= sizeof name - 1
            && memcmp(peer.local.sun_path + size - (sizeof name - 1), name, sizeof name - 1) == 0;
    }
    default: return 0;
    }
}

static int is_listed(uint64_t inode, const uint64_t *inodes, int count) {
    for (int i = 0; i < count; i++)
        if (inodes[i] == inode) return 1;
    return 0;
}

// The body of a loop over all of them: descriptor and inode, which no other socket has.
typedef void (*visitor)(int fd, uint64_t inode, void *context);

static void visit_server_sockets(visitor visit, void *context) {
    DIR *directory = opendir("/proc/self/fd");
    if (!directory) return;
    struct dirent *entry;
    while ((entry = readdir(directory))) {
        int fd = atoi(entry->d_name);
        struct stat status;
        if (entry->d_name[0] == '.' || fstat(fd, &status) == -1 || !S_ISSOCK(status.st_mode)) continue;
        if (is_to_server(fd)) visit(fd, status.st_ino, context);
    }
    closedir(directory);
}

struct list {
    uint64_t *inodes;
    int count, capacity;
};

static void append(int fd, uint64_t inode, void *context) {
    (void)fd;
    struct list *list = context;
    if (list->count < list->capacity) list->inodes[list->count++] = inode;
}

int clinux_server_sockets(uint64_t *inodes, int capacity) {
    struct list list = {inodes, 0, capacity};
    visit_server_sockets(append, &list);
    return list.count;
}

struct choice {
    const uint64_t *inodes;
    int count, others;
};

static void shut_down(int fd, uint64_t inode, void *context) {
    const struct choice *choice = context;
    if (is_listed(inode, choice->inodes, choice->count) != choice->others) shutdown(fd, SHUT_RDWR);
}

void clinux_shut_down_server_sockets(const uint64_t *inodes, int count, int others) {
    struct choice choice = {inodes, count, others};
    visit_server_sockets(shut_down, &choice);
}

struct limited_call {
    pthread_t thread;
    sem_t ended;
    struct timespec deadline;
    uint64_t *spared;
    int count, was_cut_off;
};

static void add_milliseconds(struct timespec *time, int milliseconds) {
    time->tv_sec += milliseconds / 1000;
    time->tv_nsec += milliseconds % 1000 * 1000000L;
    if (time->tv_nsec >= 1000000000L) {
        time->tv_sec++;
        time->tv_nsec -= 1000000000L;
    }
}

static void *watch(void *context) {
    struct limited_call *call = context;
    // Its maker's timers may be allowed to be late by far.
    enum { usual_slack_nanoseconds = 50000 };
    prctl(PR_SET_TIMERSLACK, usual_slack_nanoseconds, 0, 0, 0);
    // A signal would end the wait early; signals are blocked here, as they were when the thread was made.
    while (sem_clockwait(&call->ended, CLOCK_MONOTONIC, &call->deadline) == -1) {
        call->was_cut_off = 1;
        clinux_shut_down_server_sockets(call->spared, call->count, 1);
        // It may try another address.
        add_milliseconds(&call->deadline, 100);
    }
    return NULL;
}

void *clinux_begin_limited_call(const uint64_t *spared, int count, int milliseconds) {
    struct limited_call *call = calloc(1, sizeof *call);
    if (!call) return NULL;
    call->spared = malloc((size_t)(count ? count : 1) * sizeof *spared);
    if (!call->spared) {
        free(call);
        return NULL;
    }
    if (count) memcpy(call->spared, spared, (size_t)count * sizeof *spared);
    call->count = count;
    sem_init(&call->ended, 0, 0);
    clock_gettime(CLOCK_MONOTONIC, &call->deadline);
    add_milliseconds(&call->deadline, milliseconds);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&call->thread, NULL, watch, call);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error) {
        sem_destroy(&call->ended);
        free(call->spared);
        free(call);
        return NULL;
    }
    return call;
}

int clinux_end_limited_call(void *context) {
    struct limited_call *call = context;
    if (!call) return 0;
    sem_post(&call->ended);
    pthread_join(call->thread, NULL);
    int was_cut_off = call->was_cut_off;
    sem_destroy(&call->ended);
    free(call->spared);
    free(call);
    return was_cut_off;
}

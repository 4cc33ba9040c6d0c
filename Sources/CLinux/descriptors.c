#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

int clinux_pidfd_getfd(int pidfd, int descriptor) {
    // From Linux 5.12 on the new descriptor is close-on-exec.
    return (int)syscall(SYS_pidfd_getfd, pidfd, descriptor, 0);
}

// The most descriptors that the kernel passes with one message (SCM_MAX_FD).
#define PASSED_MAX 253

int clinux_ask_for_senders(int socket) {
    int on = 1;
    return setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

ssize_t clinux_receive(
    int socket, void *buffer, size_t size, int *descriptors, int room, int *count, struct clinux_sender *sender) {
    *count = 0;
    struct iovec part = {buffer, size};
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(PASSED_MAX * sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))];
    } ancillary;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &ancillary, .msg_controllen = sizeof ancillary};
    ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (got == -1) return -1;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_CREDENTIALS) {
            struct ucred who;
            memcpy(&who, CMSG_DATA(header), sizeof who);
            *sender = (struct clinux_sender){who.pid, who.uid, who.gid};
        }
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        int passed[PASSED_MAX];
        size_t bytes = header->cmsg_len - CMSG_LEN(0);
        memcpy(passed, CMSG_DATA(header), bytes);
        for (size_t i = 0; i < bytes / sizeof(int); i++) {
            if (*count < room) descriptors[(*count)++] = passed[i];
            else clinux_close_foreign(passed[i]);
        }
    }
    return got;
}

int clinux_peek_state(int socket) {
    struct pollfd state = {.fd = socket, .events = POLLIN | POLLRDHUP};
    if (poll(&state, 1, 0) != 1) return 0;
    return (state.revents & POLLIN ? CLINUX_HAS_BYTES : 0) | (state.revents & (POLLRDHUP | POLLHUP) ? CLINUX_HAS_ENDED : 0)
        | (state.revents & POLLERR ? CLINUX_HAS_ERROR : 0);
}

// The threads that wait for the end of a socket, and the most that there may be.
static atomic_int closing;
#define CLOSING_MAX 16

static void *close_it(void *descriptor) {
    close((int)(intptr_t)descriptor);
    atomic_fetch_sub(&closing, 1);
    return NULL;
}

void clinux_close_foreign(int descriptor) {
    struct linger linger;
    socklen_t size = sizeof linger;
    pthread_t thread;
    if (getsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, &size) == 0 && linger.l_onoff && linger.l_linger > 0) {
        int others = atomic_fetch_add(&closing, 1);
        if (others < CLOSING_MAX && pthread_create(&thread, NULL, close_it, (void *)(intptr_t)descriptor) == 0) {
            pthread_detach(thread);
            return;
        }
        atomic_fetch_sub(&closing, 1);
        // Nobody waits for so many: the kernel sends what is left by itself.
        linger.l_onoff = 0;
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    }
    close(descriptor);
}

int clinux_unread_bytes(int socket) {
    int bytes = 0;
    return ioctl(socket, FIONREAD, &bytes) == -1 ? -1 : bytes;
}

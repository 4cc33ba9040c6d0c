// Functions that glibc declares only with _GNU_SOURCE, which Swift's Glibc module does not define.

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int clinux_open_terminal(char *name, size_t size) {
    int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (fd == -1) return -1;
    int error = 0;
    if (grantpt(fd) == -1 || unlockpt(fd) == -1) error = errno;
    else error = ptsname_r(fd, name, size);
    if (error) {
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

int clinux_scratch_file(const char *name) {
    int fd = memfd_create(name, MFD_CLOEXEC);
    // The child shares this file position. O_APPEND keeps reads here from moving the child's writes.
    if (fd != -1 && fcntl(fd, F_SETFL, O_APPEND) == -1) {
        close(fd);
        return -1;
    }
    return fd;
}

int clinux_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

uid_t clinux_peer_user(int fd) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.uid : (uid_t)-1;
}

pid_t clinux_peer_process(int fd) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : -1;
}

int clinux_stay_on_this_processor(void) {
    int number = sched_getcpu();
    if (number < 0) return -1;
    cpu_set_t *set = CPU_ALLOC(number + 1);
    if (!set) return -1;
    CPU_ZERO_S(CPU_ALLOC_SIZE(number + 1), set);
    CPU_SET_S(number, CPU_ALLOC_SIZE(number + 1), set);
    int result = sched_setaffinity(0, CPU_ALLOC_SIZE(number + 1), set);
    CPU_FREE(set);
    return result;
}

int clinux_processors(int *numbers, int capacity) {
    // The kernel returns EINVAL for a set that is too small for the processors that it could have.
    for (int size = 1024; size <= 1 << 20; size *= 2) {
        cpu_set_t *set = CPU_ALLOC(size);
        if (!set) return -1;
        int result = sched_getaffinity(0, CPU_ALLOC_SIZE(size), set);
        int count = result == 0 ? CPU_COUNT_S(CPU_ALLOC_SIZE(size), set) : -1;
        for (int number = 0, found = 0; result == 0 && number < size && found < capacity; number++)
            if (CPU_ISSET_S(number, CPU_ALLOC_SIZE(size), set)) numbers[found++] = number;
        int error = errno;
        CPU_FREE(set);
        errno = error;
        if (result == 0 || error != EINVAL) return count;
    }
    return -1;
}

int clinux_contains(const void *hay, size_t size, const void *needle, size_t length) {
    return memmem(hay, size, needle, length) != NULL;
}

int clinux_rename_as_new(const char *path, const char *name) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, name, RENAME_NOREPLACE);
}

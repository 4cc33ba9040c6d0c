// Functions that glibc declares only with _GNU_SOURCE, which Swift's Glibc module does not define.

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

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

int clinux_peer(int fd, struct clinux_sender *sender) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == -1) return -1;
    *sender = (struct clinux_sender){peer.pid, peer.uid, peer.gid};
    return 0;
}

uid_t clinux_peer_user(int fd) {
    struct clinux_sender sender;
    return clinux_peer(fd, &sender) == 0 ? sender.user : (uid_t)-1;
}

pid_t clinux_peer_process(int fd) {
    struct clinux_sender sender;
    return clinux_peer(fd, &sender) == 0 ? sender.pid : -1;
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


// openat2(2) for kernels and sandboxes without it: each component is opened by itself, and may be no link.
static int walk_beneath(int directory, const char *path, int flags, mode_t mode) {
    int at = fcntl(directory, F_DUPFD_CLOEXEC, 3);
    while (at >= 0) {
        while (*path == '/') path++;
        char name[NAME_MAX + 1];
        size_t length = strcspn(path, "/");
        if (length == 0 || length > NAME_MAX || (length == 2 && strncmp(path, "..", 2) == 0)) {
            close(at);
            errno = length > NAME_MAX ? ENAMETOOLONG : length == 0 ? ENOENT : EXDEV;
            return -1;
        }
        memcpy(name, path, length);
        name[length] = 0;
        path += length;
        int is_last = path[strspn(path, "/")] == 0;
        int next = is_last ? openat(at, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
                           : openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int error = errno;
        close(at);
        errno = error;
        if (is_last || next == -1) return next;
        at = next;
    }
    return -1;
}

int clinux_open_beneath(int directory, const char *path, int flags, mode_t mode) {
    struct open_how how = {
        .flags = (uint64_t)(flags | O_CLOEXEC),
        .mode = flags & (O_CREAT | __O_TMPFILE) ? mode : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    for (int attempt = 0;; attempt++) {
        int fd = (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
        // EAGAIN: something was renamed meanwhile.
        if (fd >= 0 || (errno != ENOSYS && errno != EPERM && (errno != EAGAIN || attempt == 20))) return fd;
        if (errno != EAGAIN) return walk_beneath(directory, path, flags, mode);
    }
}

int clinux_act_as(uid_t user, gid_t group, const gid_t *groups, int count) {
    // The wrappers of glibc would do it for all threads, and those have work of their own.
    if (syscall(SYS_setgroups, (size_t)count, groups) == -1) return -1;
    syscall(SYS_setfsgid, group);
    syscall(SYS_setfsuid, user);
    // They return the former number, whether it worked or not.
    if ((gid_t)syscall(SYS_setfsgid, (gid_t)-1) == group && (uid_t)syscall(SYS_setfsuid, (uid_t)-1) == user) return 0;
    errno = EPERM;
    return -1;
}

_Static_assert(CLINUX_O_PATH == O_PATH && CLINUX_O_TMPFILE == O_TMPFILE, "the flags are those of this architecture");

int clinux_name_file(int file, int directory, const char *name) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW);
}

int clinux_rename_as_new_in(int directory, const char *old, const char *name) {
    return renameat2(directory, old, directory, name, RENAME_NOREPLACE);
}

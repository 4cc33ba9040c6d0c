// A file system that hangs, as one on a server that is gone: every name in it is a file of 100,000 bytes, and after so many
// requests none is answered. Who has asked then waits in the kernel, and cannot be killed (state D).
#define _GNU_SOURCE
#include "attacker.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOT = 1, FILE_NODE = 2, SIZE = 100000 };

static int mount_at(const char *directory) {
    int fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    if (fuse == -1) return -1;
    char options[100];
    snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=%d,group_id=%d,allow_other", fuse, getuid(), getgid());
    if (mount("hung", directory, "fuse", MS_NOSUID | MS_NODEV, options) == 0) return fuse;
    close(fuse);
    return -1;
}

static void put_attributes(struct fuse_attr *attributes, uint64_t node) {
    attributes->ino = node;
    attributes->mode = node == ROOT ? S_IFDIR | 0755 : S_IFREG | 0755;
    attributes->nlink = 1;
    attributes->size = node == ROOT ? 0 : SIZE;
}

// Answers a request, if it is of a kind that has an answer here.
static void answer(int fuse, const struct fuse_in_header *request) {
    struct {
        struct fuse_out_header header;
        union {
            struct fuse_init_out start;
            struct fuse_entry_out entry;
            struct fuse_attr_out attributes;
            struct fuse_open_out opened;
            char data[4096];
        } value;
    } reply;
    memset(&reply, 0, sizeof reply);
    size_t size = 0;
    switch (request->opcode) {
    case FUSE_INIT:
        reply.value.start = (struct fuse_init_out){.major = 7, .minor = 31, .max_readahead = 4096, .max_write = 4096};
        size = sizeof reply.value.start;
        break;
    case FUSE_LOOKUP:
        reply.value.entry.nodeid = FILE_NODE;
        put_attributes(&reply.value.entry.attr, FILE_NODE);
        size = sizeof reply.value.entry;
        break;
    case FUSE_GETATTR:
        put_attributes(&reply.value.attributes.attr, request->nodeid);
        size = sizeof reply.value.attributes;
        break;
    case FUSE_OPEN:
    case FUSE_OPENDIR: size = sizeof reply.value.opened; break;
    case FUSE_READ: size = sizeof reply.value.data; break;
    case FUSE_FLUSH:
    case FUSE_RELEASE:
    case FUSE_ACCESS: break;
    case FUSE_FORGET:
    case FUSE_BATCH_FORGET: return;
    default: reply.header.error = -ENOSYS;
    }
    reply.header.unique = request->unique;
    reply.header.len = (uint32_t)(sizeof reply.header + size);
    (void)!write(fuse, &reply, reply.header.len);
}

static int next(int fuse, char *buffer, size_t size) {
    ssize_t got;
    do got = read(fuse, buffer, size);
    while (got == -1 && (errno == EINTR || errno == EAGAIN || errno == ENOENT));
    return got > 0;
}

static char buffer[200000] __attribute__((aligned(8)));

int serve_hung_files(const char *directory, int answers) {
    int fuse = mount_at(directory);
    if (fuse == -1) {
        perror(directory);
        return UNAVAILABLE;
    }
    const struct fuse_in_header *request = (const struct fuse_in_header *)buffer;
    while (next(fuse, buffer, sizeof buffer)) {
        if (request->opcode == FUSE_INIT) { answer(fuse, request); continue; }
        count();
        if (answers-- > 0) answer(fuse, request);
    }
    return 0;
}

int wait_for_hung_file(const char *directory, int is_held) {
    if (unshare(CLONE_NEWNS) == -1 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == -1) return UNAVAILABLE;
    int fuse = mount_at(directory);
    if (fuse == -1 || !next(fuse, buffer, sizeof buffer)) return UNAVAILABLE;
    answer(fuse, (const struct fuse_in_header *)buffer);
    if (fork() == 0) {
        // As long as it holds the server's end, the wait is not over when the server is killed.
        if (!is_held) close(fuse);
        char path[4200];
        snprintf(path, sizeof path, "%s/file", directory);
        for (;;) {
            close(open(path, O_RDONLY | O_CLOEXEC));
            usleep(1000);
        }
    }
    if (fork() == 0) {
        // A request that the server has taken is waited for without end.
        next(fuse, buffer, sizeof buffer);
        count_for_ever();
    }
    if (!is_held) close(fuse);
    count_for_ever();
    return 0;
}

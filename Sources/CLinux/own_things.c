// What a runner has made and no guardian was told of: cgroups of apps that were not launched yet. Guardians are forks of the
// runner, so they know their names from the runner's memory.
// All calls are async-signal-safe.

#define _GNU_SOURCE
#include "guardian.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char group_prefix[PATH_MAX];
static pid_t runner;
static unsigned long long runner_start;

// Returns the start time of a process in ticks since boot, or 0 when it has ended.
static unsigned long long start_of(pid_t pid) {
    char text[GUARDIAN_STAT_MAX];
    const char *state = guardian_stat(pid, 3, text);
    if (!state || *state == 'Z' || *state == 'X') return 0;
    const char *start = guardian_stat(pid, 22, text);
    return start ? strtoull(start, NULL, 10) : 0;
}

void clinux_own_groups(const char *prefix) {
    runner = getpid();
    runner_start = start_of(runner);
    snprintf(group_prefix, sizeof group_prefix, "%s", prefix);
}

// Removes the first group in a directory whose name begins with `name`, or returns 0.
static int remove_one(const char *directory, const char *name) {
    char buffer[4096] __attribute__((aligned(8))), path[PATH_MAX];
    size_t length = strlen(name);
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC), removed = 0;
    if (fd == -1) return 0;
    long n;
    while (!removed && (n = syscall(SYS_getdents64, fd, buffer, sizeof buffer)) > 0)
        for (long at = 0; at < n && !removed;) {
            struct dirent64 *entry = (struct dirent64 *)(buffer + at);
            at += entry->d_reclen;
            char after = strncmp(entry->d_name, name, length) == 0 ? entry->d_name[length] : 'x';
            if (after != 0 && after != '.') continue;
            int written = snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
            removed = written > 0 && (size_t)written < sizeof path && clinux_remove_cgroup(path, CGROUP_PATIENCE) == 0;
        }
    close(fd);
    return removed;
}

void guardian_remove_own_groups(void) {
    // The groups of a runner that lives are in use, also when it has ended one of its trees.
    if (group_prefix[0] == 0 || runner_start == 0 || start_of(runner) == runner_start) return;
    char directory[PATH_MAX];
    snprintf(directory, sizeof directory, "%s", group_prefix);
    char *end = strrchr(directory, '/');
    if (!end) return;
    *end = 0;
    // The list changes with every group that is removed.
    while (remove_one(directory, end + 1)) {}
}

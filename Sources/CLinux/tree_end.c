// The end of a tree: its processes are killed, also those that fork all the time; then its cgroup and its directory go. All
// calls are async-signal-safe.

#define _GNU_SOURCE
#include "guardian.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t parent_of(const char *pid) {
    char text[GUARDIAN_STAT_MAX];
    const char *parent = guardian_stat((pid_t)strtol(pid, NULL, 10), 4, text);
    return parent ? (pid_t)strtol(parent, NULL, 10) : -1;
}

static int is_listed(pid_t pid, const pid_t *list, int count) {
    for (int i = 0; i < count; i++)
        if (list[i] == pid) return 1;
    return 0;
}

// The children that have been killed and must be reaped.
struct killed {
    pid_t pids[256];
    int errors[256];  // the errno of kill(2), or 0
    int count;
    // Groups that have been killed in this look: a group may have thousands of processes, most of which have ended.
    pid_t groups[16];
    int group_count;
};

// A process that forks and exits all the time is gone before it can be killed by its pid, and its child has not been
// seen yet. So the whole process group gets the signal at once, which also makes a fork under way fail (kernel/fork.c,
// copy_process). In a session other than the caller's, the group holds only descendants of the caller: setsid(2) made
// the session, and no process can join one.
static int kill_with_group(pid_t pid, struct killed *killed) {
    pid_t session = getsid(pid);
    if (session > 0 && session != getsid(0)) {
        pid_t group = getpgid(pid);
        if (group > 1 && !(killed && is_listed(group, killed->groups, killed->group_count))) {
            kill(-group, SIGKILL);
            if (killed && killed->group_count < (int)(sizeof killed->groups / sizeof *killed->groups))
                killed->groups[killed->group_count++] = group;
        }
    }
    return kill(pid, SIGKILL) == -1 ? errno : 0;
}

void clinux_kill_with_group(pid_t pid) { kill_with_group(pid, NULL); }

static void kill_child(pid_t pid, const pid_t *keep, int keep_count, struct killed *killed) {
    if (pid <= 1 || is_listed(pid, keep, keep_count)) return;
    int error = kill_with_group(pid, killed);
    // The next round reaps the others.
    if (killed->count == (int)(sizeof killed->pids / sizeof *killed->pids)) return;
    killed->errors[killed->count] = error;
    killed->pids[killed->count++] = pid;
}

// Calls back with each number of a file that lists pids.
static void visit_pids(int fd, void (*visit)(pid_t pid, void *context), void *context) {
    char buffer[4096];
    long pid = 0;
    ssize_t n;
    while ((n = read(fd, buffer, sizeof buffer)) > 0)
        for (ssize_t i = 0; i < n; i++) {
            if (buffer[i] >= '0' && buffer[i] <= '9') { pid = pid * 10 + (buffer[i] - '0'); continue; }
            if (pid > 1) visit((pid_t)pid, context);
            pid = 0;
        }
}

int guardian_visit_children(void (*visit)(pid_t pid, void *context), void *context) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd == -1) return 0;
    visit_pids(fd, visit, context);
    close(fd);
    return 1;
}

struct killing {
    const pid_t *keep;
    int keep_count;
    struct killed *killed;
};

static void kill_listed_child(pid_t pid, void *context) {
    const struct killing *killing = context;
    kill_child(pid, killing->keep, killing->keep_count, killing->killed);
}

static void kill_children(const pid_t *keep, int keep_count, struct killed *killed) {
    killed->count = killed->group_count = 0;
    struct killing killing = {keep, keep_count, killed};
    guardian_visit_children(kill_listed_child, &killing);
    // The list is of one thread; another thread of the caller may have children, too.
    if (killed->count > 0) return;
    pid_t self = getpid();
    int directory = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory == -1) return;
    char buffer[4096] __attribute__((aligned(8)));
    long n;
    while ((n = syscall(SYS_getdents64, directory, buffer, sizeof buffer)) > 0) {
        for (long at = 0; at < n;) {
            struct dirent64 *entry = (struct dirent64 *)(buffer + at);
            at += entry->d_reclen;
            if (entry->d_name[0] < '0' || entry->d_name[0] > '9' || parent_of(entry->d_name) != self) continue;
            kill_child((pid_t)strtol(entry->d_name, NULL, 10), keep, keep_count, killed);
        }
    }
    close(directory);
}

int clinux_proc_is_ours(void) {
    char target[32];
    ssize_t n = readlink("/proc/self", target, sizeof target - 1);
    if (n <= 0) return 0;
    target[n] = 0;
    return (pid_t)strtol(target, NULL, 10) == getpid();
}

int64_t guardian_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void pause_for(long microseconds) {
    struct timespec pause = {microseconds / 1000000, microseconds % 1000000 * 1000};
    nanosleep(&pause, NULL);
}

// Reaps a child that has been killed. Returns 0 if it has not ended by the deadline.
static int reap_until(pid_t pid, int64_t deadline) {
    for (long pause = 50;; pause = pause < 5000 ? pause * 2 : pause) {
        if (wait4(pid, NULL, WNOHANG, NULL) != 0) return 1;
        if (guardian_milliseconds() >= deadline) return 0;
        pause_for(pause);
    }
}

int clinux_kill_descendants(
    const pid_t *keep, int keep_count, int limit, struct clinux_unended *unended, int room) {
    // When a child is killed, its children come to this process. So this goes on until the kernel reports that there is
    // no child. A look may miss a process that forks and exits all the time, so an empty look is no proof. With
    // children to keep, the kernel's report cannot be used; then twenty empty looks in a row are enough.
    // A child that does not end within a round is not waited for again: each look kills it once more, and reaps it if
    // it has ended.
    enum { EMPTY_LOOKS = 20, LOOKS_WITHOUT_PAUSE = 1000, ROUND = 100, SLOW_MAX = 256 };
    // In the /proc of another pid namespace, the pids would name unrelated processes.
    if (!clinux_proc_is_ours()) return 0;
    int64_t begin = guardian_milliseconds();
    struct killed killed;
    pid_t slow[SLOW_MAX];
    int slow_count = 0;
    for (int looks = 0, empty = 0; keep_count == 0 || empty < EMPTY_LOOKS; looks++) {
        siginfo_t any;
        // Usually everything has been reaped by now, and /proc need not be read.
        if (waitid(P_ALL, 0, &any, WEXITED | WNOHANG | WNOWAIT) == -1 && errno == ECHILD) return 0;
        kill_children(keep, keep_count, &killed);
        int64_t round = guardian_milliseconds() + ROUND;
        if (limit >= 0 && round > begin + limit) round = begin + limit;
        int still = 0, is_news = 0;
        for (int i = 0; i < killed.count; i++) {
            int was_slow = is_listed(killed.pids[i], slow, slow_count);
            if (reap_until(killed.pids[i], was_slow ? 0 : round)) { is_news = 1; continue; }
            is_news |= !was_slow;
            if (!was_slow && slow_count < SLOW_MAX) slow[slow_count++] = killed.pids[i];
            if (unended && still < room) unended[still] = (struct clinux_unended){killed.pids[i], killed.errors[i]};
            still++;
        }
        if (limit >= 0 && still > 0 && guardian_milliseconds() >= begin + limit) return still < room ? still : room;
        empty = killed.count == 0 ? empty + 1 : 0;
        if (killed.count > 0 && !is_news) {
            // Only those are left that nothing ends; a limit is soon over, and without one it may take days.
            pause_for(limit >= 0 ? 10000 : 1000000);
        } else if (looks > LOOKS_WITHOUT_PAUSE) {
            pause_for(1000);
        }
    }
    return 0;
}

void guardian_end_tree(int control) {
    enum { TOLD_MAX = 8 };
    struct clinux_unended unended[TOLD_MAX];
    int count = clinux_kill_descendants(NULL, 0, GUARDIAN_PATIENCE, unended, TOLD_MAX);
    if (count == 0) return;
    for (int i = 0; i < count && control >= 0; i++) guardian_tell_unended(control, unended[i]);
    clinux_kill_descendants(NULL, 0, -1, NULL, 0);
}

void guardian_tell_unended(int control, struct clinux_unended unended) {
    struct clinux_record record;
    memset(&record, 0, sizeof record);
    record.kind = CLINUX_UNENDED;
    record.pid = unended.pid;
    record.guardian = getpid();
    record.value = unended.error;
    (void)!send(control, &record, sizeof record, MSG_NOSIGNAL | MSG_DONTWAIT);
}

int guardian_read_file(const char *path, char *text, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd == -1 ? -1 : read(fd, text, size - 1);
    if (fd != -1) close(fd);
    if (n <= 0) return -1;
    text[n] = 0;
    return 0;
}

const char *guardian_stat(pid_t pid, int number, char text[GUARDIAN_STAT_MAX]) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    if (guardian_read_file(path, text, GUARDIAN_STAT_MAX) == -1) return NULL;
    // The name, the second field, may contain spaces and parentheses: the last ')' ends it.
    const char *at = strrchr(text, ')');
    for (int field = 2; field < number && at; field++) at = strchr(at + 1, ' ');
    return at ? at + 1 : NULL;
}

int guardian_write_file(const char *directory, const char *name, const char *text) {
    char path[4200];
    size_t length = strlen(directory);
    if (length + strlen(name) + 2 > sizeof path) { errno = ENAMETOOLONG; return -1; }
    memcpy(path, directory, length);
    path[length] = '/';
    strcpy(path + length + 1, name);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd == -1) return -1;
    ssize_t n = write(fd, text, strlen(text));
    int error = errno;
    close(fd);
    errno = error;
    return n == (ssize_t)strlen(text) ? 0 : -1;
}

void guardian_visit_members(const char *directory, void (*visit)(pid_t pid, void *context), void *context) {
    char path[4200];
    size_t length = strlen(directory);
    if (length + 14 > sizeof path) return;
    memcpy(path, directory, length);
    strcpy(path + length, "/cgroup.procs");
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd == -1) return;
    visit_pids(fd, visit, context);
    close(fd);
}

static void kill_member(pid_t pid, void *context) {
    (void)context;
    if (pid != getpid()) kill(pid, SIGKILL);
}

void guardian_kill_members(const char *directory) {
    // Before Linux 5.14 there is no cgroup.kill: thaw, then SIGKILL each member.
    guardian_write_file(directory, "cgroup.freeze", "0");
    guardian_visit_members(directory, kill_member, NULL);
}

// Opens the first directory in a directory, or returns -1. Its name is written to `name`.
static int open_first_below(int directory, char name[NAME_MAX + 1]) {
    char buffer[4096] __attribute__((aligned(8)));
    long n;
    lseek(directory, 0, SEEK_SET);
    while ((n = syscall(SYS_getdents64, directory, buffer, sizeof buffer)) > 0) {
        for (long at = 0; at < n;) {
            struct dirent64 *entry = (struct dirent64 *)(buffer + at);
            at += entry->d_reclen;
            if (entry->d_type != DT_DIR || entry->d_name[0] == '.') continue;
            strncpy(name, entry->d_name, NAME_MAX);
            name[NAME_MAX] = 0;
            int below = openat(directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            if (below >= 0 || errno != ENOENT) return below;
        }
    }
    return -1;
}

int guardian_remove_cgroups(const char *path) {
    // It goes down to a leaf, and removes groups on the way up. That takes one descriptor and no stack, however deep
    // the app has nested them.
    int at = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (at == -1) return errno == ENOENT ? 0 : -1;
    char name[NAME_MAX + 1];
    long depth = 0;
    for (;;) {
        int below = open_first_below(at, name);
        if (below >= 0) {
            close(at);
            at = below;
            depth++;
            continue;
        }
        if (depth == 0) break;
        int above = openat(at, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        close(at);
        if (above == -1) return -1;
        at = above;
        depth--;
        // The first group there is the one that it came from, or another that can be tried just as well.
        below = open_first_below(at, name);
        if (below >= 0) close(below);
        if (below >= 0 && unlinkat(at, name, AT_REMOVEDIR) == -1 && errno != ENOENT) {
            int error = errno;
            // If a group was made below it meanwhile, it is no leaf any more. Otherwise a busy group has a process in
            // it.
            int again = openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            char ignored[NAME_MAX + 1];
            int inner = again >= 0 ? open_first_below(again, ignored) : -1;
            if (again >= 0) close(again);
            if (inner >= 0) { close(inner); continue; }
            close(at);
            errno = error;
            return -1;
        }
    }
    close(at);
    return rmdir(path) == 0 || errno == ENOENT ? 0 : -1;
}

int clinux_remove_cgroup(const char *path, int limit) {
    if (guardian_write_file(path, "cgroup.kill", "1") == -1) {
        if (errno == ENOENT && access(path, F_OK) == -1) return 0;
        guardian_kill_members(path);
    }
    // A killed process leaves the group a moment later, when its exit is complete.
    int64_t end = guardian_milliseconds() + limit;
    for (int attempt = 0;; attempt++) {
        if (guardian_remove_cgroups(path) == 0) return 0;
        if (errno != EBUSY || guardian_milliseconds() >= end) return -1;
        struct timespec pause = {0, attempt < 20 ? 500000 : 10000000};
        nanosleep(&pause, NULL);
        if (attempt % 20 == 19 && guardian_write_file(path, "cgroup.kill", "1") == -1) guardian_kill_members(path);
    }
}

static void remove_directory(const char *path) {
    pid_t child = fork();
    if (child == 0) {
        char *const argv[] = {"rm", "-rf", "--", (char *)path, NULL};
        char *const envp[] = {NULL};
        execve("/bin/rm", argv, envp);
        _exit(127);
    }
    int status;
    if (child > 0) waitpid(child, &status, 0);
}

// Removes the directory above, if it is the one that all runners share and this was the last of them.
static void remove_base(const char *path) {
    char base[PATH_MAX];
    int length = snprintf(base, sizeof base, "%s", path);
    if (length < 0 || (size_t)length >= sizeof base) return;
    char *end = strrchr(base, '/');
    if (!end || end == base) return;
    *end = 0;
    char *name = strrchr(base, '/');
    // This fails while the base holds others.
    if (name && strncmp(name + 1, "keepalive-run", strlen("keepalive-run")) == 0) rmdir(base);
}

void guardian_remove_directory(const char *path) {
    remove_directory(path);
    remove_base(path);
    guardian_remove_own_groups();
}

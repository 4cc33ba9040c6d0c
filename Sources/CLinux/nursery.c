// One guardian for the trees of many apps, each in a cgroup of its own.
//
// A guardian for each app would cost a copy of all memory that the runner writes to after the fork, some megabytes. The
// nursery is forked once. An order to start an app comes as a file in memory, together with descriptors. Each app has a
// control socket of its own, like that of a guardian: it delivers records, and when it closes, the app's cgroup is
// killed and removed. When the runner dies, all cgroups are. The nursery works only with cgroups: the orphans of all
// apps come to it, and only the cgroup shows their app.

#define _GNU_SOURCE
#include "guardian.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WARDS_MAX = 16384, DESCRIPTORS = 6 };

// An app, from its start until none of its processes is left.
struct ward {
    int control;      // -1: this place is free
    pid_t child;
    int leaving;      // the number of failed removals of its cgroup, plus one; 0 while it lives
    int64_t since;    // the time when leaving began, in milliseconds
    int is_told;      // the runner knows of processes that do not end
    char cgroup[CLINUX_NURSERY_PATH_MAX];
};

// The wards are shared with the watcher, which takes them down if the nursery is killed.
static struct wards {
    int count;
    struct ward list[WARDS_MAX];
} *wards;
static struct pollfd polled[WARDS_MAX + 2];

// The fixed part of an order. The file has the strings: path, directory, cgroup, the files of standard output and error, argv,
// envp, each with its 0.
struct order {
    uint32_t argument_count, variable_count;
    uint32_t has_directory;
    uint64_t size;
    uint64_t ignored_signals, blocked_signals;
};

// MARK: the runner's side

static int append(int file, const char *text) {
    size_t left = strlen(text) + 1;
    while (left > 0) {
        ssize_t written = write(file, text, left);
        if (written == -1 && errno == EINTR) continue;
        if (written <= 0) return -1;
        text += written;
        left -= (size_t)written;
    }
    return 0;
}

static int write_order(const struct clinux_spawn_request *request, struct order *order) {
    int file = memfd_create("keepalive-order", MFD_CLOEXEC);
    if (file == -1) return -1;
    memset(order, 0, sizeof *order);
    order->has_directory = request->directory != NULL;
    order->ignored_signals = request->ignored_signals;
    order->blocked_signals = request->blocked_signals;
    int failed = append(file, request->path) | append(file, request->directory ? request->directory : "") |
                 append(file, request->cgroup_path) | append(file, request->stdout_path ? request->stdout_path : "") |
                 append(file, request->stderr_path ? request->stderr_path : "");
    for (char **next = request->argv; *next; next++, order->argument_count++) failed |= append(file, *next);
    for (char **next = request->envp; *next; next++, order->variable_count++) failed |= append(file, *next);
    struct stat status;
    if (failed || fstat(file, &status) == -1) {
        close(file);
        return -1;
    }
    order->size = (uint64_t)status.st_size;
    return file;
}

int clinux_nursery_start(int nursery, const struct clinux_spawn_request *request, int *control) {
    if (!request->cgroup_path || request->cgroup_fd < 0 || strlen(request->cgroup_path) >= CLINUX_NURSERY_PATH_MAX) {
        errno = EINVAL;
        return -1;
    }
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == -1) return -1;
    struct order order;
    int file = write_order(request, &order);
    int result = -1;
    if (file >= 0) {
        int descriptors[DESCRIPTORS] = {
            file, ends[1], request->cgroup_fd, request->stdin_fd, request->stdout_fd, request->stderr_fd};
        struct iovec part = {&order, sizeof order};
        union { struct cmsghdr header; char space[CMSG_SPACE(sizeof descriptors)]; } ancillary;
        memset(&ancillary, 0, sizeof ancillary);
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = &ancillary, .msg_controllen = sizeof ancillary};
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptors);
        memcpy(CMSG_DATA(header), descriptors, sizeof descriptors);
        ssize_t sent;
        do sent = sendmsg(nursery, &message, MSG_NOSIGNAL);
        while (sent == -1 && errno == EINTR);
        if (sent == (ssize_t)sizeof order) result = 0;
    }
    int error = errno;
    if (file >= 0) close(file);
    close(ends[1]);
    if (result == -1) close(ends[0]); else *control = ends[0];
    errno = error;
    return result;
}

// MARK: the nursery

static struct ward *free_place(void) {
    for (int i = 0; i < wards->count; i++)
        if (wards->list[i].control == -1) return &wards->list[i];
    if (wards->count == WARDS_MAX) return NULL;
    wards->list[wards->count].control = -1;
    return &wards->list[wards->count++];
}

static void refuse(int control, int error) {
    guardian_refuse(control, error);
    close(control);
}

static void carry_out(const struct order *order, const int descriptors[DESCRIPTORS]) {
    int control = descriptors[1];
    struct ward *ward = free_place();
    if (!ward) return refuse(control, EAGAIN);
    size_t pointers = (order->argument_count * 2 + order->variable_count + 8) * sizeof(char *);
    char *text = mmap(NULL, order->size, PROT_READ, MAP_PRIVATE, descriptors[0], 0);
    char **list = mmap(NULL, pointers, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (text == MAP_FAILED || list == MAP_FAILED) {
        ward->control = -1;
        return refuse(control, ENOMEM);
    }
    char *next = text;
    char *path = next;
    next += strlen(next) + 1;
    char *directory = next;
    next += strlen(next) + 1;
    char *cgroup = next;
    next += strlen(next) + 1;
    char *out = next;
    next += strlen(next) + 1;
    char *err = next;
    next += strlen(next) + 1;
    char **argv = list, **script = argv + order->argument_count + 1, **envp = script + order->argument_count + 3;
    script[0] = "/bin/sh";
    script[1] = path;
    for (uint32_t i = 0; i < order->argument_count; i++, next += strlen(next) + 1) {
        argv[i] = next;
        if (i > 0) script[i + 1] = next;
    }
    for (uint32_t i = 0; i < order->variable_count; i++, next += strlen(next) + 1) envp[i] = next;

    struct clinux_spawn_request request;
    memset(&request, 0, sizeof request);
    request.path = path;
    request.argv = argv;
    request.script_argv = script;
    request.envp = envp;
    request.directory = order->has_directory ? directory : NULL;
    request.cgroup_path = cgroup;
    request.cgroup_fd = descriptors[2];
    request.stdin_fd = descriptors[3];
    request.stdout_fd = descriptors[4];
    request.stderr_fd = descriptors[5];
    request.stdout_path = *out ? out : NULL;
    request.stderr_path = *err ? err : NULL;
    request.terminal_fd = -1;
    request.ignored_signals = order->ignored_signals;
    request.blocked_signals = order->blocked_signals;
    ward->control = control;
    ward->leaving = 0;
    ward->is_told = 0;
    strncpy(ward->cgroup, cgroup, sizeof ward->cgroup - 1);
    ward->cgroup[sizeof ward->cgroup - 1] = 0;
    ward->child = guardian_start(&request, control);
    munmap(text, order->size);
    munmap(list, pointers);
}

// Returns 0 when the runner is gone.
static int take_order(int commands) {
    struct order order;
    int descriptors[DESCRIPTORS];
    struct iovec part = {&order, sizeof order};
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof descriptors)]; } ancillary;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &ancillary, .msg_controllen = sizeof ancillary};
    ssize_t got = recvmsg(commands, &message, MSG_CMSG_CLOEXEC);
    if (got == -1) return errno == EINTR || errno == EAGAIN;
    if (got == 0) return 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof descriptors)) return 1;
    memcpy(descriptors, CMSG_DATA(header), sizeof descriptors);
    if (got == (ssize_t)sizeof order) carry_out(&order, descriptors); else close(descriptors[1]);
    for (int i = 0; i < DESCRIPTORS; i++)
        if (i != 1) close(descriptors[i]);
    return 1;
}

static void begin_leaving(struct ward *ward) {
    ward->leaving = 1;
    ward->since = guardian_milliseconds();
    if (guardian_write_file(ward->cgroup, "cgroup.kill", "1") == -1) guardian_kill_members(ward->cgroup);
}

static void tell_of_member(pid_t pid, void *context) {
    struct ward *ward = context;
    ward->is_told = 1;
    // The nursery may not end a process that has become another user's.
    int error = kill(pid, SIGKILL) == -1 ? errno : 0;
    guardian_tell_unended(ward->control, (struct clinux_unended){pid, error});
}

// Returns whether no process is left. A killed process leaves the group a moment later, when its exit is complete; the runner is
// told of one that does not.
static int has_left(struct ward *ward) {
    if (guardian_remove_cgroups(ward->cgroup) == 0 || errno == ENOENT) return 1;
    if (!ward->is_told && guardian_milliseconds() - ward->since > GUARDIAN_PATIENCE) {
        guardian_visit_members(ward->cgroup, tell_of_member, ward);
        // What is left is in a group that the app has made below its own.
        if (!ward->is_told) guardian_tell_unended(ward->control, (struct clinux_unended){0, 0});
        ward->is_told = 1;
    }
    if (ward->leaving++ % 20 == 19 && guardian_write_file(ward->cgroup, "cgroup.kill", "1") == -1)
        guardian_kill_members(ward->cgroup);
    return 0;
}

// Returns whether there may be more to reap.
static int reap(void) {
    int status, reaped = 0;
    struct rusage usage;
    pid_t pid;
    // Stops and continuations matter only with a terminal. Without them an app causes at most two records, which its
    // socket can hold. So the nursery never waits for a runner, which may be waiting for another app's record.
    while (reaped < REAPS_MAX && (pid = wait4(-1, &status, WNOHANG, &usage)) > 0) {
        reaped++;
        struct ward *ward = NULL;
        for (int i = 0; i < wards->count; i++)
            if (wards->list[i].control != -1 && wards->list[i].child == pid) ward = &wards->list[i];
        if (!ward) continue;
        struct clinux_record record;
        memset(&record, 0, sizeof record);
        record.pid = pid;
        record.kind = CLINUX_EXITED;
        record.value = status;
        ward->child = -1;
        guardian_put_usage(&record, &usage);
        guardian_send(ward->control, &record, -1);
    }
    return reaped == REAPS_MAX;
}

// Returns whether a process is in the cgroup of a ward. One that has moved itself out of its cgroup outlives the
// cgroup, and becomes a child of the nursery when its parent has ended.
static int is_in_a_ward(pid_t pid) {
    char path[64], text[4200];
    snprintf(path, sizeof path, "/proc/%d/cgroup", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd == -1 ? -1 : read(fd, text, sizeof text - 1);
    if (fd != -1) close(fd);
    // A process whose file cannot be read has ended.
    if (n <= 0) return 1;
    text[n] = 0;
    for (int i = 0; i < wards->count; i++) {
        if (wards->list[i].control == -1) continue;
        // The names of groups are unique; the path before the name depends on the reader.
        const char *name = strrchr(wards->list[i].cgroup, '/');
        const char *found = name ? strstr(text, name) : NULL;
        char after = found ? found[strlen(name)] : 0;
        if (after == '/' || after == '\n') return 1;
    }
    return 0;
}

// Returns whether a process is the main process of a ward that stays. There are many of them, and a look at the cgroup of
// each, whenever one app ends, would take seconds.
static int is_a_main_process(pid_t pid) {
    for (int i = 0; i < wards->count; i++)
        if (wards->list[i].child == pid && wards->list[i].control != -1 && !wards->list[i].leaving) return 1;
    return 0;
}

struct children {
    pid_t pids[WARDS_MAX];
    int count;
};

static void remember_child(pid_t pid, void *context) {
    struct children *children = context;
    if (children->count < WARDS_MAX) children->pids[children->count++] = pid;
}

// Kills what has left the cgroup of an app that has ended. What the kernel holds up is reaped when it ends.
static void kill_strays(void) {
    enum { LOOKS = 100 };
    if (!clinux_proc_is_ours()) return;
    static struct children children;
    for (int found = 1, look = 0; found > 0 && look < LOOKS; look++) {
        found = 0;
        children.count = 0;
        // The whole list is read first: it changes with every child that is killed.
        if (!guardian_visit_children(remember_child, &children)) return;
        for (int i = 0; i < children.count; i++) {
            if (is_a_main_process(children.pids[i]) || is_in_a_ward(children.pids[i])) continue;
            kill(children.pids[i], SIGKILL);
            struct timespec moment = {0, 50000};
            for (int wait = 0; wait < 20; wait++) {
                if (wait4(children.pids[i], NULL, WNOHANG, NULL) != 0) { found++; break; }
                nanosleep(&moment, NULL);
            }
        }
    }
}

// The context is the directory that is removed at the runner's end, or NULL.
static void take_down(const void *context, int runner_is_gone) {
    for (int i = 0; i < wards->count; i++)
        if (wards->list[i].control != -1 && guardian_write_file(wards->list[i].cgroup, "cgroup.kill", "1") == -1)
            guardian_kill_members(wards->list[i].cgroup);
    guardian_end_tree(-1);
    for (int i = 0; i < wards->count; i++)
        if (wards->list[i].control != -1) clinux_remove_cgroup(wards->list[i].cgroup, CGROUP_PATIENCE);
    if (context && runner_is_gone) guardian_remove_directory(context);
}

static void nurse(int commands, const char *cleanup_directory) {
    guardian_let_go(commands);
    guardian_leave_sound_devices();
    sigset_t only_child;
    sigemptyset(&only_child);
    sigaddset(&only_child, SIGCHLD);
    int signals = signalfd(-1, &only_child, SFD_CLOEXEC | SFD_NONBLOCK);

    int has_runner = 1;
    for (;;) {
        int has_more = reap();
        int living = 0, leaving = 0, patient = 1;
        polled[0] = (struct pollfd){.fd = has_runner ? commands : -1, .events = POLLIN};
        polled[1] = (struct pollfd){.fd = signals, .events = POLLIN};
        for (int i = 0; i < wards->count; i++) {
            struct ward *ward = &wards->list[i];
            if (ward->control != -1 && ward->leaving && has_left(ward)) {
                // The closed socket shows the runner that no process is left.
                close(ward->control);
                ward->control = -1;
                kill_strays();
            }
            living += ward->control != -1;
            leaving += ward->control != -1 && ward->leaving;
            patient &= ward->control == -1 || !ward->leaving || ward->is_told;
            polled[i + 2] = (struct pollfd){
                .fd = ward->control != -1 && !ward->leaving ? ward->control : -1, .events = POLLIN};
        }
        if (!has_runner && living == 0) break;
        // Those that do not end may take days.
        struct timespec moment = {0, has_more ? 0 : patient ? 500000000 : 2000000};
        if (ppoll(polled, (nfds_t)wards->count + 2, leaving || has_more ? &moment : NULL, NULL) == -1) {
            if (errno == EINTR) continue;
            break;
        }
        struct signalfd_siginfo information;
        while (read(signals, &information, sizeof information) > 0) {}
        for (int i = 0; i < wards->count; i++)
            if (polled[i + 2].fd >= 0 && polled[i + 2].revents) begin_leaving(&wards->list[i]);
        if (polled[0].fd >= 0 && polled[0].revents && !take_order(commands)) {
            has_runner = 0;
            for (int i = 0; i < wards->count; i++)
                if (wards->list[i].control != -1 && !wards->list[i].leaving) begin_leaving(&wards->list[i]);
        }
    }
    take_down(cleanup_directory, 1);
    _exit(0);
}

pid_t clinux_spawn_nursery(const char *name, const char *cleanup_directory, int *commands) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == -1) return -1;
    struct wards *mine =
        mmap(NULL, sizeof *mine, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    pid_t watcher = -1;
    if (mine != MAP_FAILED) {
        wards = mine;
        watcher = guardian_fork(name, -1, take_down, cleanup_directory);
        if (watcher == 0) {
            nurse(ends[1], cleanup_directory);
            _exit(1);
        }
    }
    int error = errno;
    if (mine != MAP_FAILED) munmap(mine, sizeof *mine);
    wards = NULL;
    close(ends[1]);
    if (watcher == -1) {
        close(ends[0]);
        errno = error;
        return -1;
    }
    *commands = ends[0];
    return watcher;
}

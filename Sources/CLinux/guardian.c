// The guardian: a process between the runner and the tree that it supervises.
//
// PR_SET_PDEATHSIG reaches only a direct child, and is lost when a daemon drops its privileges. The guardian is the
// parent and the subreaper of the tree, so no descendant can leave it. It outlives a runner that is killed with
// SIGKILL: the runner's end of the control socket closes, and the guardian takes the tree down. The guardian's parent
// is the watcher, which does the same when the guardian is killed. If any two of the three are killed at once, the
// third takes the tree down. All calls here are async-signal-safe: the runner may have threads (libpulse) when it
// forks.

#define _GNU_SOURCE
#include "guardian.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef CLONE_INTO_CGROUP
#define CLONE_INTO_CGROUP 0x200000000ULL
#endif
#ifndef CLONE_PIDFD
#define CLONE_PIDFD 0x00001000
#endif
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

struct clone3_arguments {
    uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size, cgroup;
};

#define KEPT_MAX 512

int clinux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_pidfd_send_signal(int pidfd, int signal_number) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal_number, NULL, 0);
}

int clinux_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int clinux_has_clone3(void) {
    // A size below the first published one gives EINVAL where the call exists, and ENOSYS where it does not.
    return syscall(SYS_clone3, NULL, 0) == -1 && errno != ENOSYS;
}

int clinux_forbid_core(pid_t pid) {
    struct rlimit none = {0, 0};
    return prlimit(pid, RLIMIT_CORE, &none, NULL);
}

void guardian_close_all_but(const int *keep, int count) {
    // `keep` is sorted here, then the gaps are closed.
    int sorted[KEPT_MAX];
    int n = 0;
    for (int i = 0; i < count && n < KEPT_MAX; i++) {
        if (keep[i] < 0) continue;
        int j = n++;
        while (j > 0 && sorted[j - 1] > keep[i]) { sorted[j] = sorted[j - 1]; j--; }
        sorted[j] = keep[i];
    }
    unsigned from = 0;
    for (int i = 0; i <= n; i++) {
        unsigned to = i < n ? (unsigned)sorted[i] : ~0U;
        if (i == n || to > from) {
            unsigned last = i < n ? to - 1 : ~0U;
            if (syscall(SYS_close_range, from, last, 0) == -1) {
                // Before Linux 5.9. The limit bounds the loop; the runner itself holds far fewer.
                if (last > 4096) last = 4096;
                for (unsigned fd = from; fd <= last; fd++) close((int)fd);
            }
        }
        if (i < n) from = to + 1;
    }
}

// A mapped device counts as open. If a guardian kept a sound device that libasound has mapped, the device would stay
// busy for all processes, and its driver could not be unloaded, as long as the guardian lives. The same holds for the
// shared memory by which the clients of dmix count each other.
void guardian_leave_sound_devices(void) {
    enum { FOUND_MAX = 64 };
    struct { uintptr_t start, end; int is_shared_memory; } found[FOUND_MAX];
    int count = 0;
    int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (maps == -1) return;
    char buffer[4096], line[256];
    size_t length = 0;
    ssize_t got;
    while ((got = read(maps, buffer, sizeof buffer)) > 0) {
        for (ssize_t i = 0; i < got; i++) {
            if (buffer[i] != '\n') {
                if (length < sizeof line - 1) line[length++] = buffer[i];
                continue;
            }
            line[length] = 0;
            length = 0;
            int is_shared_memory = strstr(line, " /SYSV") != NULL;
            if (count == FOUND_MAX || (!is_shared_memory && !strstr(line, " /dev/snd/"))) continue;
            char *dash;
            found[count].start = strtoul(line, &dash, 16);
            found[count].end = strtoul(dash + 1, NULL, 16);
            found[count++].is_shared_memory = is_shared_memory;
        }
    }
    close(maps);
    for (int i = 0; i < count; i++) {
        if (found[i].is_shared_memory) {
            shmdt((const void *)found[i].start);
        } else {
            munmap((void *)found[i].start, found[i].end - found[i].start);
        }
    }
}

// The limit of descriptors that the runner was started with, if it has raised it. Children get that limit back.
static rlim_t raised_limit;

int clinux_raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == -1) return -1;
    if (limit.rlim_cur == limit.rlim_max) return 0;
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) == -1) return -1;
    raised_limit = before;
    return 0;
}

// MARK: the child, between clone and exec

static void restore_signals(const struct clinux_spawn_request *request) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    for (int number = 1; number < NSIG; number++) {
        if (number == SIGKILL || number == SIGSTOP) continue;
        int ignored = number <= 64 && (request->ignored_signals >> (number - 1) & 1);
        action.sa_handler = ignored ? SIG_IGN : SIG_DFL;
        sigaction(number, &action, NULL);
    }
    sigset_t mask;
    sigemptyset(&mask);
    for (int number = 1; number <= 64; number++)
        if (request->blocked_signals >> (number - 1) & 1) sigaddset(&mask, number);
    sigprocmask(SIG_SETMASK, &mask, NULL);
}

// The step that failed in the child, and the errno.
struct failure {
    int error, step;
};

static void become(const struct clinux_spawn_request *request, int write_cgroup, int error_fd) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    struct failure failure = {0, CLINUX_STEP_CGROUP};
    // A guardian may have 0…2 free, and its pipe there: the streams would take its place, and the app's get the failure.
    error_fd = fcntl(error_fd, F_DUPFD_CLOEXEC, 3);
    if (error_fd == -1) _exit(127);
    if (write_cgroup) {
        int fd = openat(request->cgroup_fd, "cgroup.procs", O_WRONLY | O_CLOEXEC);
        if (fd == -1 || write(fd, "0", 1) != 1) goto failed;
        close(fd);
    }
    // The guardian has left the caller's group, so this is also needed to join that group again.
    setpgid(0, request->process_group);
    if (request->terminal_fd >= 0) {
        // SIGTTOU is still blocked (guardian), so this works from a background process group.
        pid_t group = getpgrp();
        ioctl(request->terminal_fd, TIOCSPGRP, &group);
    }
    failure.step = CLINUX_STEP_STREAMS;
    int stdio[3] = {request->stdin_fd, request->stdout_fd, request->stderr_fd};
    // They are first moved out of the way of 0…2, then into place, so that no copy overwrites a source.
    for (int i = 0; i < 3; i++) {
        stdio[i] = fcntl(stdio[i], F_DUPFD_CLOEXEC, 3);
        if (stdio[i] == -1) goto failed;
    }
    for (int i = 0; i < 3; i++)
        if (dup2(stdio[i], i) == -1) goto failed;
    // What comes now may be held up for ever. It would hold the guardian's sockets open, those of other apps too, and the runner
    // would not see that they are closed.
    int keep[KEPT_MAX] = {0, 1, 2, error_fd};
    int kept = 4;
    for (int i = 0; i < request->inherited_count && kept < KEPT_MAX; i++) keep[kept++] = request->inherited_fds[i];
    guardian_close_all_but(keep, kept);
    const char *paths[3] = {NULL, request->stdout_path, request->stderr_path};
    for (int i = 1; i < 3; i++) {
        if (!paths[i]) continue;
        failure.step = i == 1 ? CLINUX_STEP_STDOUT : CLINUX_STEP_STDERR;
        // A pipe that nobody reads is an error (ENXIO), and nothing to wait for.
        int fd = open(paths[i], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0644);
        if (fd == -1 || fcntl(fd, F_SETFL, O_APPEND) == -1 || dup2(fd, i) == -1) goto failed;
        close(fd);
    }
    failure.step = CLINUX_STEP_DIRECTORY;
    if (request->directory && chdir(request->directory) == -1) goto failed;
    restore_signals(request);
    if (raised_limit) {
        struct rlimit limit;
        if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
            limit.rlim_cur = raised_limit;
            setrlimit(RLIMIT_NOFILE, &limit);
        }
    }
    failure.step = CLINUX_STEP_EXEC;
    execve(request->path, request->argv, request->envp);
    if (errno == ENOEXEC) execve("/bin/sh", request->script_argv, request->envp);
failed:
    failure.error = errno;
    (void)!write(error_fd, &failure, sizeof failure);
    _exit(127);
}

// MARK: reporting

void guardian_put_usage(struct clinux_record *record, const struct rusage *usage) {
    record->cpu_microseconds = (int64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 +
                               usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
    record->voluntary_switches = usage->ru_nvcsw;
    record->involuntary_switches = usage->ru_nivcsw;
    record->minor_faults = usage->ru_minflt;
    record->major_faults = usage->ru_majflt;
    // The kernel counts bytes, and shows blocks of 512 bytes, although getrusage(2) speaks of the file system.
    record->disk_read_bytes = (int64_t)usage->ru_inblock * 512;
    record->disk_written_bytes = (int64_t)usage->ru_oublock * 512;
    record->memory_peak_bytes = (int64_t)usage->ru_maxrss * 1024;
}

int guardian_send(int control, const struct clinux_record *record, int pidfd) {
    struct iovec part = {(void *)record, sizeof *record};
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } ancillary;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (pidfd >= 0) {
        memset(&ancillary, 0, sizeof ancillary);
        message.msg_control = &ancillary;
        message.msg_controllen = sizeof ancillary;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &pidfd, sizeof(int));
    }
    ssize_t sent;
    do sent = sendmsg(control, &message, MSG_NOSIGNAL);
    while (sent == -1 && errno == EINTR);
    return sent == (ssize_t)sizeof *record;
}

// All reaped processes belong to the tree, because a guardian has only one.
static void put_reaped(struct clinux_record *record) {
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage) == 0) guardian_put_usage(record, &usage);
}

static int send_record(int control, struct clinux_record *record, int pidfd) {
    put_reaped(record);
    return guardian_send(control, record, pidfd);
}

// Sends the usage of all reaped processes, unless the runner has too much to read.
static void send_usage(int control, int kind) {
    struct clinux_record record;
    memset(&record, 0, sizeof record);
    record.kind = kind;
    put_reaped(&record);
    (void)!send(control, &record, sizeof record, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void guardian_refuse(int control, int error) {
    struct clinux_record record;
    memset(&record, 0, sizeof record);
    record.kind = CLINUX_SPAWN_FAILED;
    record.value = error;
    guardian_send(control, &record, -1);
}

int clinux_read_record(int control, struct clinux_record *record, int *pidfd) {
    *pidfd = -1;
    struct iovec part = {record, sizeof *record};
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } ancillary;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &ancillary, .msg_controllen = sizeof ancillary};
    ssize_t got;
    do got = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
    while (got == -1 && errno == EINTR);
    if (got == -1) return -1;
    if (got != (ssize_t)sizeof *record) return 0;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(pidfd, CMSG_DATA(header), sizeof(int));
    return 1;
}

// MARK: the guardian

// Starts the request as a child of the caller, and sends a record of the result. Returns the child, or -1.
pid_t guardian_start(const struct clinux_spawn_request *request, int control) {
    struct clinux_record record;
    memset(&record, 0, sizeof record);
    int error_pipe[2], pidfd = -1;
    if (pipe2(error_pipe, O_CLOEXEC) == -1) {
        guardian_refuse(control, errno);
        return -1;
    }

    struct clone3_arguments arguments;
    memset(&arguments, 0, sizeof arguments);
    arguments.flags = CLONE_PIDFD | (request->cgroup_fd >= 0 ? CLONE_INTO_CGROUP : 0);
    arguments.pidfd = (uint64_t)(uintptr_t)&pidfd;
    arguments.exit_signal = SIGCHLD;
    arguments.cgroup = request->cgroup_fd >= 0 ? (uint64_t)request->cgroup_fd : 0;
    record.into_cgroup = request->cgroup_fd >= 0 ? 1 : 0;
    pid_t child = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
    if (child == 0) become(request, 0, error_pipe[1]);
    if (child == -1) {
        // There is no clone3 (before Linux 5.3, or seccomp) or no CLONE_INTO_CGROUP (before 5.7). So the child moves
        // itself.
        pidfd = -1;
        record.into_cgroup = request->cgroup_fd >= 0 ? 2 : 0;
        child = fork();
        if (child == 0) become(request, request->cgroup_fd >= 0, error_pipe[1]);
        if (child > 0) pidfd = clinux_pidfd_open(child);
    }
    int error = errno;
    close(error_pipe[1]);
    if (child == -1) {
        guardian_refuse(control, error);
    } else {
        // Parent and child both call setpgid, so that the group exists before any process signals it.
        setpgid(child, request->process_group ? request->process_group : child);
        record.pid = child;
        record.guardian = getpid();
        struct failure failure = {0, 0};
        ssize_t got;
        // The program, its directory and its streams may lie where nothing answers.
        struct pollfd end = {.fd = error_pipe[0], .events = POLLIN};
        struct timespec patience = {START_PATIENCE, 0};
        if (ppoll(&end, 1, &patience, NULL) == 0) {
            kill(child, SIGKILL);
            failure.error = ETIMEDOUT;
            got = sizeof failure;
        } else {
            do got = read(error_pipe[0], &failure, sizeof failure);
            while (got == -1 && errno == EINTR);
        }
        record.kind = got == (ssize_t)sizeof failure ? CLINUX_EXEC_FAILED : CLINUX_STARTED;
        record.value = failure.error;
        record.step = failure.step;
        send_record(control, &record, pidfd);
    }
    close(error_pipe[0]);
    if (pidfd >= 0) close(pidfd);
    return child;
}

// Sets up a guardian or its watcher.
static void begin(const char *name) {
    // It leaves the caller's process group, because a signal to that group must not end it. It stays in the session,
    // because the child needs the controlling terminal.
    setpgid(0, 0);
    guardian_take_name(name);
    prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
    clinux_become_subreaper();
    // If SIGCHLD stayed ignored, the kernel would reap the children, and their end would never be reported.
    signal(SIGCHLD, SIG_DFL);
}

void guardian_let_go(int keep) {
    guardian_close_all_but(&keep, 1);
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; null >= 0 && fd < 3; fd++)
        if (fd != null && fd != keep) dup2(null, fd);
    if (null > 2) close(null);
    (void)!chdir("/");
}

// Whether a process has got SIGKILL, or is exiting: it will not do anything any more, and is still its children's parent.
static int is_dying(pid_t pid) {
    char path[64], text[GUARDIAN_STAT_MAX], status[4096];
    const char *flags = guardian_stat(pid, 9, text);
    if (!flags) return 0;
    const unsigned long exiting = 0x4;  // PF_EXITING of include/linux/sched.h
    if (strtoul(flags, NULL, 10) & exiting) return 1;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    const char *pending = guardian_read_file(path, status, sizeof status) == 0 ? strstr(status, "SigPnd:") : NULL;
    return pending && (strtoull(pending + strlen("SigPnd:"), NULL, 16) >> (SIGKILL - 1) & 1);
}

// Whether the runner has been killed, also a moment ago: a process with many pages takes some time to exit.
static int is_gone(pid_t runner) {
    const struct timespec moment = {0, 5000000};
    int looks = 0;
    while (getppid() == runner) {
        // Between the signal and its exit a process is neither killed nor exiting for an instant.
        if (!is_dying(runner) && ++looks == 3) return 0;
        nanosleep(&moment, NULL);
    }
    return 1;
}

// Runs the watcher, the guardian's parent and the next subreaper. If the guardian is killed, with the runner or without
// it, the tree comes to the watcher.
static void watch(pid_t guardian, pid_t runner, void (*take_down)(const void *, int), const void *context) {
    guardian_leave_sound_devices();
    guardian_let_go(-1);
    for (;;) {
        int status;
        pid_t pid = wait4(-1, &status, WUNTRACED, NULL);
        if (pid == -1 && errno == EINTR) continue;
        if (pid != -1 && pid != guardian) continue;
        if (pid == guardian && WIFSTOPPED(status)) {
            // A stopped guardian must go on with its work.
            kill(guardian, SIGCONT);
            continue;
        }
        if (pid == guardian && WIFEXITED(status) && WEXITSTATUS(status) == 0) _exit(0);
        break;
    }
    take_down(context, 0);
    // The runner may have been killed, too. It cleans up after itself as long as it lives.
    if (is_gone(runner)) take_down(context, 1);
    _exit(1);
}

pid_t guardian_fork(const char *name, int control, void (*take_down)(const void *, int), const void *context) {
    sigset_t all, previous;
    sigfillset(&all);
    // No handler of the caller may run in a guardian.
    sigprocmask(SIG_SETMASK, &all, &previous);
    pid_t runner = getpid();
    pid_t watcher = fork();
    if (watcher == 0) {
        begin(name);
        pid_t guardian = fork();
        if (guardian == 0) {
            begin(name);
            return 0;
        }
        if (guardian > 0) watch(guardian, runner, take_down, context);
        if (control >= 0) guardian_refuse(control, errno);
        _exit(1);
    }
    int error = errno;
    sigprocmask(SIG_SETMASK, &previous, NULL);
    errno = error;
    return watcher;
}

// Kills the processes in the cgroup first, so that a fork bomb there dies at once; then those that left it; then
// removes it.
static void end_tree(const struct clinux_spawn_request *request, int control) {
    if (request->cgroup_path && guardian_write_file(request->cgroup_path, "cgroup.kill", "1") == -1)
        guardian_kill_members(request->cgroup_path);
    guardian_end_tree(control);
    if (request->cgroup_path) clinux_remove_cgroup(request->cgroup_path, CGROUP_PATIENCE);
}

// The work of the watcher, when the guardian was killed.
static void take_down(const void *context, int runner_is_gone) {
    const struct clinux_spawn_request *request = context;
    end_tree(request, -1);
    if (request->cleanup_directory && runner_is_gone) guardian_remove_directory(request->cleanup_directory);
}

static void guard(const struct clinux_spawn_request *request, int control) {
    int keep[KEPT_MAX] = {control, request->cgroup_fd, request->stdin_fd, request->stdout_fd, request->stderr_fd,
                          request->terminal_fd};
    int kept = 6;
    for (int i = 0; i < request->inherited_count && kept < KEPT_MAX; i++) keep[kept++] = request->inherited_fds[i];
    guardian_close_all_but(keep, kept);
    guardian_leave_sound_devices();

    pid_t child = guardian_start(request, control);

    // From here on the guardian holds nothing of the caller: its pipes end with it, and its directory can be unmounted.
    guardian_let_go(control);

    sigset_t only_child;
    sigemptyset(&only_child);
    sigaddset(&only_child, SIGCHLD);
    int signals = signalfd(-1, &only_child, SFD_CLOEXEC | SFD_NONBLOCK);

    int runner_is_gone = 0;
    struct clinux_record record;
    // Until the child is reaped, no other process has its pid.
    int child_is_reaped = 0;
    for (;;) {
        // It reaps first, because a child may have ended before the signalfd existed.
        int status, reaped = 0;
        pid_t pid;
        int orphans = 0;
        while (reaped < REAPS_MAX && (pid = wait4(-1, &status, WNOHANG | WUNTRACED | WCONTINUED, NULL)) > 0) {
            reaped++;
            if (pid != child || child_is_reaped) {
                orphans += !WIFSTOPPED(status) && !WIFCONTINUED(status);
                continue;
            }
            memset(&record, 0, sizeof record);
            record.pid = pid;
            if (WIFSTOPPED(status) || WIFCONTINUED(status)) {
                record.kind = WIFSTOPPED(status) ? CLINUX_STOPPED : CLINUX_CONTINUED;
                record.value = WIFSTOPPED(status) ? WSTOPSIG(status) : 0;
            } else {
                record.kind = CLINUX_EXITED;
                record.value = status;
                child_is_reaped = 1;
            }
            send_record(control, &record, -1);
        }
        if (orphans) {
            // One record is for all of them, and none is sent while the runner has not read the last ones: the next has
            // the same figures. An app that makes orphans all the time must keep only itself busy.
            send_usage(control, CLINUX_ORPHANS_REAPED);
        }
        struct pollfd wait_for[2] = {{.fd = control, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
        struct timespec no_time = {0};
        if (ppoll(wait_for, 2, reaped == REAPS_MAX ? &no_time : NULL, NULL) == -1 && errno != EINTR) break;
        if (wait_for[0].revents) {
            // The directory is removed if the runner died or ordered the end of everything. It stays if the runner only
            // shut the socket down.
            char word;
            runner_is_gone = (wait_for[0].revents & POLLHUP) || recv(control, &word, 1, MSG_DONTWAIT) == 1;
            break;
        }
        struct signalfd_siginfo information;
        while (read(signals, &information, sizeof information) > 0) {}
    }

    if (child > 0 && !clinux_proc_is_ours()) {
        // Without /proc only the child's own group can be reached. The rest is killed through the cgroup.
        if (!request->process_group) kill(-child, SIGKILL);
        if (!child_is_reaped) kill(child, SIGKILL);
    }
    end_tree(request, control);
    // Only now have all been reaped, also those that the app did not wait for. A runner that has many reports to read
    // gets the time for it.
    struct pollfd room = {.fd = control, .events = POLLOUT};
    struct timespec patience = {2, 0};
    ppoll(&room, 1, &patience, NULL);
    send_usage(control, CLINUX_TREE_ENDED);
    if (request->cleanup_directory && runner_is_gone) guardian_remove_directory(request->cleanup_directory);
    _exit(0);
}

pid_t clinux_spawn_guarded(const struct clinux_spawn_request *request, int *control) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == -1) return -1;
    pid_t watcher = guardian_fork(request->guardian_name, ends[1], take_down, request);
    if (watcher == 0) {
        guard(request, ends[1]);
        _exit(1);
    }
    int error = errno;
    close(ends[1]);
    if (watcher == -1) {
        close(ends[0]);
        errno = error;
        return -1;
    }
    *control = ends[0];
    return watcher;
}

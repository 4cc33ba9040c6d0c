// Kernel calls that Swift cannot make: between clone and exec only async-signal-safe C may run.
#ifndef KEEPALIVE_CLINUX_H
#define KEEPALIVE_CLINUX_H

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/statfs.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/wait.h>

/// What a guardian must start. Every pointer must stay valid until clinux_spawn_guarded returns.
struct clinux_spawn_request {
    const char *path;              ///< executable, already resolved
    char **argv;                   ///< NULL-terminated
    char **script_argv;            ///< argv for /bin/sh when exec says ENOEXEC, NULL-terminated
    char **envp;                   ///< NULL-terminated
    const char *directory;         ///< where the child starts, or NULL for where the caller is
    const char *guardian_name;     ///< comm of the guardian, at most 15 bytes
    const char *cleanup_directory; ///< removed with all its content when the guardian ends, or NULL; and the directory
                                   ///< above it, if that is called keepalive-run… and is empty then
    const char *cgroup_path;       ///< absolute path of the process tree's own cgroup, removed at the end, or NULL
    int cgroup_fd;                 ///< directory descriptor of cgroup_path, or -1
    int stdin_fd, stdout_fd, stderr_fd; ///< given to the child as 0, 1, 2
    int terminal_fd;               ///< the child takes this terminal's foreground before it execs, or -1
    pid_t process_group;           ///< the process group that the child joins; 0: one of its own
    const int *inherited_fds;      ///< further descriptors that the child keeps
    int inherited_count;           ///< how many
    uint64_t ignored_signals;      ///< bit n-1: signal n stays ignored in the child, as the caller inherited it
    uint64_t blocked_signals;      ///< bit n-1: signal n stays blocked in the child, as the caller inherited it
};

enum clinux_record_kind {
    CLINUX_STARTED = 1,     ///< the child has exec'ed; the message carries its pidfd where the kernel has one
    CLINUX_SPAWN_FAILED,    ///< clone failed; value = errno
    CLINUX_EXEC_FAILED,     ///< exec failed; value = errno
    CLINUX_STOPPED,         ///< the child stopped; value = signal
    CLINUX_CONTINUED,       ///< the child runs again
    CLINUX_EXITED,          ///< the child ended; value = wait status
    CLINUX_ORPHANS_REAPED,  ///< daemonised descendants have ended
};

/// One message of a guardian, with the resource use of everything that it has reaped so far.
enum clinux_step { CLINUX_STEP_EXEC, CLINUX_STEP_CGROUP, CLINUX_STEP_STREAMS, CLINUX_STEP_DIRECTORY };

struct clinux_record {
    int32_t kind;
    int32_t pid;
    int32_t value;
    int32_t into_cgroup;              ///< started inside the cgroup: 1 by clone3, 2 by writing cgroup.procs, 0 not
    int32_t step;                     ///< what a failed child could not do, of clinux_step
    int32_t guardian;                 ///< the pid of the guardian: the parent of a child that has been started
    int64_t cpu_microseconds;
    int64_t voluntary_switches;
    int64_t involuntary_switches;
    int64_t minor_faults;
    int64_t major_faults;
    int64_t disk_read_bytes;
    int64_t disk_written_bytes;
    int64_t memory_peak_bytes;        ///< of the largest process
};

/// Forks a guardian that starts the request as its child and adopts every orphan below it.
/// Returns the pid of the guardian's watcher, which ends with it or, should the guardian be killed, does its work, and sets
/// *control to a SOCK_SEQPACKET descriptor; or returns -1 with errno.
/// When *control is closed, by us or by our death, the guardian kills the whole tree, reaps it, removes the cgroup and
/// the directory, and exits with status 0; when we shut it down for writing only (shutdown(2)), it does the same but
/// leaves the directory alone. While nothing happens it sleeps in ppoll(2) and never wakes.
pid_t clinux_spawn_guarded(const struct clinux_spawn_request *request, int *control);

/// Reads one record; *pidfd is set to the descriptor that came with it, or -1. Returns 1, 0 at the end, -1 with errno.
int clinux_read_record(int control, struct clinux_record *record, int *pidfd);

enum {
    CLINUX_NURSERY_PATH_MAX = 256, ///< the longest path of a cgroup that a nursery takes, with its 0
};

/// Forks a nursery: one guardian for many trees, each in a cgroup of its own. Returns the pid of its watcher and
/// sets *commands to the socket by which it is told what to start, or returns -1 with errno. When that socket closes, by us or by our death, it
/// kills all trees, removes their cgroups and the directory (NULL for none), and exits.
pid_t clinux_spawn_nursery(const char *name, const char *cleanup_directory, int *commands);

/// Has a nursery start a request, which must have a cgroup, and sets *control as clinux_spawn_guarded does: when *control
/// is closed or shut down, the nursery kills the tree and removes its cgroup, and then closes its own end. The terminal,
/// the process group, inherited descriptors and the directory of the request are not used; the usage in its records is
/// that of the main process and what it has waited for. Returns 0, or -1 with errno.
int clinux_nursery_start(int nursery, const struct clinux_spawn_request *request, int *control);

/// Raises the soft limit of descriptors to the hard one; what is started gets the former one. Returns 0 or -1 with errno.
/// setrlimit(2).
int clinux_raise_descriptor_limit(void);

/// CLOCK_MONOTONIC as the kernel has it, whatever a preloaded library makes of clock_gettime(2).
void clinux_monotonic_time(struct timespec *time);

/// Sets a timerfd to an instant of that clock, past such a library, too; NULL disarms it. timerfd_settime(2).
int clinux_set_timer(int timer, const struct timespec *instant);

/// pidfd_open(2).
int clinux_pidfd_open(pid_t pid);

/// pidfd_send_signal(2).
int clinux_pidfd_send_signal(int pidfd, int signal_number);

/// 1 when clone3(2) exists here (asked without creating a process).
int clinux_has_clone3(void);

/// Has the kernel end this process by SIGALRM in so much real time, unless it is called again before; 0 takes that back.
/// setitimer(2).
void clinux_limit_process(int milliseconds);

/// The arguments of this process as main gets them, and how many; also where there is no /proc.
char **clinux_arguments(int *count);

/// Puts another environment in the place of this process's, and returns the one that was there (environ(7)).
char **clinux_exchange_environment(char **entries);

/// Whether /proc shows the caller's own pid namespace: getpid() and /proc/self agree.
int clinux_proc_is_ours(void);

/// Kills and reaps every child of the calling process but those in `keep`, and their orphans, until none is left.
/// For a process that is a subreaper (PR_SET_CHILD_SUBREAPER).
void clinux_kill_descendants(const pid_t *keep, int keep_count);

/// Kills a process that descends from the caller, and its process group where nobody else can be in it.
void clinux_kill_with_group(pid_t pid);

/// Marks the caller as the one who adopts orphans among its descendants. Returns 0 or -1 with errno.
int clinux_become_subreaper(void);

/// Removes a cgroup and the cgroups below it, killing what is inside. Returns 0 or -1 with errno of the last try.
int clinux_remove_cgroup(const char *path);

/// Sets the soft and hard core limit of a process to 0, so that a deliberate abort leaves no file. prlimit(2).
int clinux_forbid_core(pid_t pid);

/// Opens our end of a new pseudo-terminal, non-blocking and close-on-exec, and writes the path of the other end to
/// `name`. Returns the descriptor, or -1 with errno. posix_openpt(3), grantpt(3), unlockpt(3), ptsname_r(3).
int clinux_open_terminal(char *name, size_t size);

/// A file in memory for a child to append to, close-on-exec here. Returns it, or -1 with errno. memfd_create(2).
int clinux_scratch_file(const char *name);

/// Whether some bytes hold others. memmem(3).
int clinux_contains(const void *hay, size_t size, const void *needle, size_t length);

/// Accepts a connection, non-blocking and close-on-exec. Returns it, or -1 with errno. accept4(2).
int clinux_accept(int fd);

/// The user at the other end of a Unix socket, or (uid_t)-1 with errno. SO_PEERCRED in unix(7).
uid_t clinux_peer_user(int fd);

/// The process at the other end of a Unix socket when it connected, or -1 with errno. SO_PEERCRED in unix(7).
pid_t clinux_peer_process(int fd);

/// How many processors the calling thread may run on, or -1 with errno; the numbers of the first of them are written.
/// sched_getaffinity(2).
int clinux_processors(int *numbers, int capacity);

/// Keeps the calling thread, and those that it starts, on the processor that it runs on; 0, or -1 with errno.
int clinux_stay_on_this_processor(void);

/// Wait-status macros, which Swift cannot import.
static inline int clinux_exit_code(int status) { return WEXITSTATUS(status); }
static inline int clinux_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

/// How many descriptors a probe holds at most.
#define CLINUX_PROBE_DESCRIPTORS 8

/// A program in the kernel that counts for one cgroup and those below it, until it is closed.
struct clinux_probe {
    int descriptors[CLINUX_PROBE_DESCRIPTORS];
};

/// What a probe has counted since it was opened.
struct clinux_probe_counts {
    /// How often a task left the CPU to wait: the voluntary context switches of all tasks, also of those that have ended.
    uint64_t waits;
    /// How often a task was switched to from the idle task, and has left the CPU again.
    uint64_t idle_wakeups;
    /// How often a task ran because a timer's function had made it runnable, and has left the CPU again.
    uint64_t timer_wakeups;
    /// What arrived at and left the sockets that were made in the cgroup, with IP headers.
    uint64_t received_bytes, received_packets, sent_bytes, sent_packets;
};

/// Counts wakeups; cgroup is a descriptor of the directory. Returns 0, or -1 with errno: EPERM without CAP_BPF and
/// CAP_PERFMON, ENOSYS, ENOENT or ENODEV where the kernel has no tracepoints.
int clinux_open_wakeup_probe(struct clinux_probe *probe, int cgroup);

/// Counts packets. Returns 0, or -1 with errno: EPERM without CAP_BPF and CAP_NET_ADMIN, EINVAL before Linux 5.7.
int clinux_open_packet_probe(struct clinux_probe *probe, int cgroup);

/// cpu: what was counted on one CPU; -1 on all. Returns 0, or -1 with errno. Wakes nobody.
int clinux_read_probe(const struct clinux_probe *probe, int cpu, struct clinux_probe_counts *counts);

/// Ends the counting.
void clinux_close_probe(struct clinux_probe *probe);

/// Starts a child in a cgroup and on one CPU that sleeps so often and so long, and ends with status 0. Returns its pid, or
/// -1 with errno; to be reaped by the caller.
int clinux_wake_often(int cgroup, int cpu, int count, long nanoseconds);

#endif

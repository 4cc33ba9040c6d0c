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

/// The process that a guardian must start. Every pointer must stay valid until clinux_spawn_guarded returns.
struct clinux_spawn_request {
    const char *path;              ///< executable, already resolved
    char **argv;                   ///< NULL-terminated
    char **script_argv;            ///< argv for /bin/sh when exec fails with ENOEXEC, NULL-terminated
    char **envp;                   ///< NULL-terminated
    const char *directory;         ///< the child's working directory, or NULL for the caller's
    const char *guardian_name;     ///< comm of the guardian, at most 15 bytes
    const char *cleanup_directory; ///< removed with all its content when the guardian ends, or NULL; and the directory
                                   ///< above it, if that is called keepalive-run… and is empty then
    const char *cgroup_path;       ///< absolute path of the process tree's own cgroup, removed at the end, or NULL
    int cgroup_fd;                 ///< directory descriptor of cgroup_path, or -1
    int stdin_fd, stdout_fd, stderr_fd; ///< given to the child as 0, 1, 2
    const char *stdout_path, *stderr_path; ///< files that the child opens in place of stdout_fd and stderr_fd, and appends to,
                                           ///< or NULL
    int terminal_fd;               ///< the child takes this terminal's foreground before it execs, or -1
    pid_t process_group;           ///< the process group that the child joins; 0: one of its own
    const int *inherited_fds;      ///< further descriptors that the child keeps
    int inherited_count;           ///< the number of inherited_fds
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
    CLINUX_UNENDED,         ///< a process of the tree was killed and does not end; value = errno of kill(2), or 0
    CLINUX_TREE_ENDED,      ///< nothing of the tree is left; the guardian's last record
};

/// The step at which a child failed.
enum clinux_step {
    CLINUX_STEP_EXEC, CLINUX_STEP_CGROUP, CLINUX_STEP_STREAMS, CLINUX_STEP_DIRECTORY, CLINUX_STEP_STDOUT,
    CLINUX_STEP_STDERR,
};

/// One message of a guardian, with the resource use of everything that it has reaped so far.
struct clinux_record {
    int32_t kind;
    int32_t pid;
    int32_t value;
    int32_t into_cgroup;              ///< the way into the cgroup: 1 clone3, 2 cgroup.procs, 0 none
    int32_t step;                     ///< the step that failed in the child, of clinux_step
    int32_t guardian;                 ///< the pid of the guardian: the parent of a child that has been started
    int64_t cpu_microseconds;
    int64_t voluntary_switches;
    int64_t involuntary_switches;
    int64_t minor_faults;
    int64_t major_faults;
    int64_t disk_read_bytes;
    int64_t disk_written_bytes;
    int64_t memory_peak_bytes;        ///< the peak of the largest process
};

/// Forks a guardian that starts the request as its child, and adopts every orphan below it. Returns the pid of the
/// guardian's watcher and sets *control to a SOCK_SEQPACKET descriptor, or returns -1 with errno. The watcher ends with
/// the guardian, or does its work if the guardian is killed. When *control is closed, by the caller or by its death,
/// the guardian kills and reaps the whole tree, removes the cgroup and the directory, and exits with status 0. When the
/// caller only shuts it down for writing (shutdown(2)), the guardian does the same but leaves the directory. While
/// nothing happens it sleeps in ppoll(2) and never wakes.
pid_t clinux_spawn_guarded(const struct clinux_spawn_request *request, int *control);

/// Reads one record; *pidfd is set to the descriptor that came with it, or -1. Returns 1, 0 at the end, -1 with errno.
int clinux_read_record(int control, struct clinux_record *record, int *pidfd);

enum {
    CLINUX_NURSERY_PATH_MAX = 256, ///< the longest path of a cgroup that a nursery takes, with its 0
};

/// Forks a nursery: one guardian for many trees, each in a cgroup of its own. Returns the pid of its watcher and sets
/// *commands to the socket for its orders, or returns -1 with errno. When that socket closes, by the caller or by its
/// death, the nursery kills all trees, removes their cgroups and the directory (NULL for none), and exits.
pid_t clinux_spawn_nursery(const char *name, const char *cleanup_directory, int *commands);

/// Orders a nursery to start a request, which must have a cgroup, and sets *control as clinux_spawn_guarded does. When
/// *control is closed or shut down, the nursery kills the tree, removes its cgroup, and then closes its own end. It
/// does not use the terminal, the process group, inherited descriptors and the cleanup directory of the request. The
/// usage in its records is that of the main process and of the children that it has waited for. Returns 0, or -1 with
/// errno.
int clinux_nursery_start(int nursery, const struct clinux_spawn_request *request, int *control);

/// Names the cgroups of the calling process, by the path that each begins with; the prefix or a '.' after it. A guardian or
/// nursery that is forked afterwards removes them with its directory, when the caller has ended.
void clinux_own_groups(const char *prefix);

/// Raises the soft limit of descriptors to the hard one; processes that are started get the former limit. Returns 0 or
/// -1 with errno. setrlimit(2).
int clinux_raise_descriptor_limit(void);

/// Reads CLOCK_MONOTONIC from the kernel, past a preloaded library that replaces clock_gettime(2).
void clinux_monotonic_time(struct timespec *time);

/// Sets a timerfd to an instant of CLOCK_MONOTONIC, past a preloaded library, too; NULL disarms it. timerfd_settime(2).
int clinux_set_timer(int timer, const struct timespec *instant);

/// Drops the resident pages of all loaded objects that cannot be written; they come again when they are needed.
void clinux_give_back_code(void);

/// pidfd_open(2).
int clinux_pidfd_open(pid_t pid);

/// pidfd_send_signal(2).
int clinux_pidfd_send_signal(int pidfd, int signal_number);

/// Duplicates a descriptor of another process, close-on-exec; -1 with errno, EPERM among others where a sandbox forbids
/// it. pidfd_getfd(2), from Linux 5.6 on.
int clinux_pidfd_getfd(int pidfd, int descriptor);

/// A process that has sent something, with its real user and group then.
struct clinux_sender {
    int32_t pid;
    uint32_t user, group;
};

/// Sets *sender to the process at the other end of a Unix socket as it was when it connected. Returns 0, or -1 with errno.
/// SO_PEERCRED, unix(7).
int clinux_peer(int socket, struct clinux_sender *sender);

/// Makes the kernel name the sender of all that a socket receives from now on: SO_PASSCRED, unix(7). Bytes of two senders are not
/// read together then. Returns 0, or -1 with errno.
int clinux_ask_for_senders(int socket);

/// Reads from a socket, and the descriptors that came with the bytes, close-on-exec. At most `room` of them are taken, and
/// any others are closed. Where the kernel names the sender, it is put into *sender, which stays as it is otherwise. Returns
/// the number of bytes, 0 at the end, or -1 with errno. recvmsg(2), unix(7).
ssize_t clinux_receive(
    int socket, void *buffer, size_t size, int *descriptors, int room, int *count, struct clinux_sender *sender);

/// What a socket tells of itself without being read: a read would take its pending error away from its owner.
#define CLINUX_HAS_BYTES 1
#define CLINUX_HAS_ENDED 2
#define CLINUX_HAS_ERROR 4

/// Returns what a socket tells of itself, as a sum of the bits above. poll(2).
int clinux_peek_state(int socket);

/// Renames a file of a directory to a name that is free; EEXIST where it is not (renameat2(2), RENAME_NOREPLACE).
int clinux_rename_as_new_in(int directory, const char *old, const char *name);

/// Opens a path beneath a directory, close-on-exec. No component of it may be a symbolic link, or lead out of the directory.
/// Returns the descriptor, or -1 with errno: ELOOP for a link, EXDEV for a way out. openat2(2), or openat(2) where it is missing.
int clinux_open_beneath(int directory, const char *path, int flags, mode_t mode);

/// Gives the calling thread the rights of a user in files, for a process of root. Returns 0, or -1 with errno. setfsuid(2),
/// setfsgid(2), setgroups(2).
int clinux_act_as(uid_t user, gid_t group, const gid_t *groups, int count);

/// O_PATH and O_TMPFILE of open(2), which glibc declares only with _GNU_SOURCE.
enum { CLINUX_O_PATH = 010000000, CLINUX_O_TMPFILE = 020000000 | O_DIRECTORY };

/// Gives a file without a name (O_TMPFILE) one in a directory. Returns 0, or -1 with errno. linkat(2).
int clinux_name_file(int file, int directory, const char *name);

/// Closes a descriptor that others may have, too. A socket that its owner has told to linger is closed by a thread of its
/// own: the last close(2) of it waits for the other end. SO_LINGER, socket(7).
void clinux_close_foreign(int descriptor);

/// Returns the bytes that a socket has received and nobody has read, or -1 with errno. SIOCINQ, tcp(7).
int clinux_unread_bytes(int socket);

/// Returns 1 when clone3(2) exists here. It creates no process to find out.
int clinux_has_clone3(void);

/// Makes the kernel end this process by SIGALRM after a real time, unless it is called again before; 0 cancels that.
/// setitimer(2).
void clinux_limit_process(int milliseconds);

/// Returns the arguments of this process as main gets them, with their count, also where there is no /proc.
char **clinux_arguments(int *count);

/// Sets the name that ps shows of the calling thread (PR_SET_NAME(2const)); of the main thread it is that of the process.
void clinux_set_name(const char *name);

/// Replaces the environment of this process, and returns the former one (environ(7)).
char **clinux_exchange_environment(char **entries);

/// Returns whether /proc shows the caller's own pid namespace: getpid() and /proc/self agree.
int clinux_proc_is_ours(void);

/// Returns 1 if a system call of this number makes a process: fork, vfork, clone, clone3 (syscalls(2)).
int clinux_makes_process(long number);

/// A process that was killed and does not end: the kernel holds it up (state D in ps(1)), or it is another user's.
struct clinux_unended {
    int32_t pid;   ///< 0 where it cannot be told
    int32_t error; ///< the errno of kill(2), EPERM for another user's; 0 for one that the kernel holds up
};

/// Kills and reaps every child of the calling process except those in `keep`, and their orphans, until none is left, or for
/// `limit` milliseconds; -1 is for no limit. For a process that is a subreaper (PR_SET_CHILD_SUBREAPER). Returns the number of
/// processes that are left at the limit, at most `room`, and lists them.
int clinux_kill_descendants(
    const pid_t *keep, int keep_count, int limit, struct clinux_unended *unended, int room);

/// Kills a process that descends from the caller, and its process group, if that can hold only descendants of the
/// caller.
void clinux_kill_with_group(pid_t pid);

/// Makes the caller adopt the orphans among its descendants. Returns 0 or -1 with errno.
int clinux_become_subreaper(void);

/// Kills all processes in a cgroup and removes it, with the cgroups below it. Tries for `limit` milliseconds. Returns 0, or
/// -1 with errno of the last try.
int clinux_remove_cgroup(const char *path, int limit);

/// Sets the soft and hard core limit of a process to 0, so that a deliberate abort leaves no file. prlimit(2).
int clinux_forbid_core(pid_t pid);

/// Opens the near end of a new pseudo-terminal, non-blocking and close-on-exec, and writes the path of the other end to
/// `name`. Returns the descriptor, or -1 with errno. posix_openpt(3), grantpt(3), unlockpt(3), ptsname_r(3).
int clinux_open_terminal(char *name, size_t size);

/// Makes a file in memory for a child to append to, close-on-exec here. Returns it, or -1 with errno. memfd_create(2).
int clinux_scratch_file(const char *name);

/// Returns whether some bytes contain others. memmem(3).
int clinux_contains(const void *hay, size_t size, const void *needle, size_t length);

/// Accepts a connection, non-blocking and close-on-exec. Returns it, or -1 with errno. accept4(2).
int clinux_accept(int fd);

/// Returns the user at the other end of a Unix socket, or (uid_t)-1 with errno. SO_PEERCRED in unix(7).
uid_t clinux_peer_user(int fd);

/// Returns the process that was at the other end of a Unix socket when it connected, or -1 with errno. SO_PEERCRED in
/// unix(7).
pid_t clinux_peer_process(int fd);

/// Returns the number of processors that the calling thread may run on, or -1 with errno. Writes the numbers of the
/// first `capacity` of them. sched_getaffinity(2).
int clinux_processors(int *numbers, int capacity);

/// Keeps the calling thread, and those that it starts, on its present processor. Returns 0, or -1 with errno.
int clinux_stay_on_this_processor(void);

/// Wait-status macros, which Swift cannot import.
static inline int clinux_exit_code(int status) { return WEXITSTATUS(status); }
static inline int clinux_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

/// The most descriptors that a probe holds.
#define CLINUX_PROBE_DESCRIPTORS 8

/// Programs in the kernel that count for one cgroup and those below it, until the probe is closed.
struct clinux_probe {
    int descriptors[CLINUX_PROBE_DESCRIPTORS];
};

/// The counts of a probe since it was opened.
struct clinux_probe_counts {
    /// The times that a task left the CPU to wait: the voluntary context switches of all tasks, also of those that have
    /// ended.
    uint64_t waits;
    /// The times that a task was switched to from the idle task, and has left the CPU again.
    uint64_t idle_wakeups;
    /// The times that a task ran because a timer's function had made it runnable, and has left the CPU again.
    uint64_t timer_wakeups;
    /// The traffic of the sockets that were made in the cgroup, with IP headers.
    uint64_t received_bytes, received_packets, sent_bytes, sent_packets;
};

/// Counts wakeups; cgroup is a descriptor of the directory. Returns 0, or -1 with errno: EPERM without CAP_BPF and
/// CAP_PERFMON, ENOSYS, ENOENT or ENODEV where the kernel has no tracepoints.
int clinux_open_wakeup_probe(struct clinux_probe *probe, int cgroup);

/// Counts packets. Returns 0, or -1 with errno: EPERM without CAP_BPF and CAP_NET_ADMIN, EINVAL before Linux 5.7.
int clinux_open_packet_probe(struct clinux_probe *probe, int cgroup);

/// Reads the counts on one CPU, or with -1 on all. Returns 0, or -1 with errno. It wakes no process.
int clinux_read_probe(const struct clinux_probe *probe, int cpu, struct clinux_probe_counts *counts);

/// Ends the counting.
void clinux_close_probe(struct clinux_probe *probe);

/// Starts a child in a cgroup and on one CPU. It sleeps `count` times for `nanoseconds`, and ends.
/// Returns its pid, or -1 with errno. clinux_await_wakes reaps it.
int clinux_wake_often(int cgroup, int cpu, int count, long nanoseconds);

/// Waits for the end of such a child.
/// Returns in how many of its sleeps it has left the CPU: fewer than all, where the machine is busy; -1 if it failed.
int clinux_await_wakes(int child);

// Notifications of a desktop (desktop_bus.c)

/// A connection with the session bus.
struct clinux_bus;

enum clinux_bus_capability {
    CLINUX_BUS_ACTIONS = 1, ///< the server shows actions
    CLINUX_BUS_MARKUP = 2,  ///< the server takes the text for markup
};

/// The user has chosen an action of a notification; `default` is a click on it.
typedef void (*clinux_bus_answered)(void *context, uint32_t id, const char *action);
/// A notification has gone; by reason 2 the user has dismissed it.
typedef void (*clinux_bus_closed)(void *context, uint32_t id, uint32_t reason);

/// Connects with the notification server of the session bus. Returns NULL with a text in `failure` where there is none;
/// `found` gets the server's clinux_bus_capability bits.
struct clinux_bus *clinux_bus_open(clinux_bus_answered answered, clinux_bus_closed closed, void *context, int *found,
                                   char *failure, size_t size);
/// Returns the descriptor to watch for reading.
int clinux_bus_fd(struct clinux_bus *bus);
/// Takes what has come; calls back for answers. Returns -1 when the connection is gone.
int clinux_bus_process(struct clinux_bus *bus);
/// Shows a notification. `actions` are keys and words by turns, NULL-terminated; `sound` is NULL for none. It goes
/// after `milliseconds`; with 0 it stays until the user answers. Returns its number, or 0 with a text in `failure`.
uint32_t clinux_bus_notify(struct clinux_bus *bus, const char *app, uint32_t replaces, const char *summary,
                           const char *body, char **actions, const char *sound, int milliseconds, char *failure,
                           size_t size);
/// Withdraws a notification; one that is gone is none of its errors.
void clinux_bus_withdraw(struct clinux_bus *bus, uint32_t id);
void clinux_bus_close(struct clinux_bus *bus);

#endif

// Functions for both the guardian of one tree and the nursery of many. All calls are async-signal-safe.
#ifndef KEEPALIVE_GUARDIAN_H
#define KEEPALIVE_GUARDIAN_H

#include "CLinux.h"

// The most processes that are reaped before the runner's orders are looked at: an app can make them faster than they go.
enum { REAPS_MAX = 256 };

// The longest time that a child may take until it executes its program, in seconds.
enum { START_PATIENCE = 2 };

// In milliseconds: the time after which the runner is told of a process that does not end, and the longest time until a cgroup
// without processes can be removed.
enum { GUARDIAN_PATIENCE = 1000, CGROUP_PATIENCE = 2000 };

// Starts the request as a child of the caller, and sends a record of the result. Returns the child, or -1.
pid_t guardian_start(const struct clinux_spawn_request *request, int control);

// Forks a guardian, and a watcher between it and the caller. The watcher calls `take_down` if the guardian is killed,
// and passes whether the runner is gone, too. Returns 0 in the guardian, with all signals blocked. Returns the pid of
// the watcher in the caller, or -1 with errno. The watcher ends when no process is left, with status 0 if it had
// nothing to do. When no guardian can be forked, `control` gets a record of that, unless it is -1.
pid_t guardian_fork(const char *name, int control, void (*take_down)(const void *, int), const void *context);

// Closes every descriptor but one, or all with -1, and leaves the caller's directory, so that nothing of the caller is
// held.
void guardian_let_go(int keep);

// Sends a record that nothing can be started, with the errno.
void guardian_refuse(int control, int error);

// Sends a record, with a pidfd or -1. Returns whether it was sent.
int guardian_send(int control, const struct clinux_record *record, int pidfd);

// Puts resource usage into a record.
void guardian_put_usage(struct clinux_record *record, const struct rusage *usage);

// Closes every descriptor that is not listed.
void guardian_close_all_but(const int *keep, int count);

// Unmaps sound devices and shared memory that the caller had mapped.
void guardian_leave_sound_devices(void);

// Reads the beginning of a file, at most size - 1 bytes, as a string. Returns 0, or -1.
int guardian_read_file(const char *path, char *text, size_t size);

enum { GUARDIAN_STAT_MAX = 1024 };
// Returns a field of /proc/PID/stat in `text`, by its number in proc(5), from 3 on; NULL when the process is gone.
const char *guardian_stat(pid_t pid, int number, char text[GUARDIAN_STAT_MAX]);

// Writes a file of a cgroup. Returns 0 or -1 with errno.
int guardian_write_file(const char *directory, const char *name, const char *text);

// Kills the members of a cgroup one by one, for kernels without cgroup.kill.
void guardian_kill_members(const char *directory);

// Removes a cgroup and those below it, however deep, which must be empty. Returns 0 or -1 with errno.
int guardian_remove_cgroups(const char *path);

// Gives the calling process a name, also in place of its command line. The process is a fork of the runner, and must
// not end when somebody ends "keepalive-run" by name: it has to clean up.
void guardian_take_name(const char *name);

// Calls back with each child that the kernel lists for the main thread. Returns whether the kernel has such a list
// (CONFIG_PROC_CHILDREN).
int guardian_visit_children(void (*visit)(pid_t pid, void *context), void *context);

// Calls back with each process of a cgroup, without those below it.
void guardian_visit_members(const char *directory, void (*visit)(pid_t pid, void *context), void *context);

// Kills and reaps every descendant of the caller. The runner is told of those that do not end, unless `control` is -1, and they
// are waited for as long as it takes.
void guardian_end_tree(int control);

// Sends a record of a process that does not end, unless the runner has too much to read.
void guardian_tell_unended(int control, struct clinux_unended unended);

// Reads CLOCK_MONOTONIC.
int64_t guardian_milliseconds(void);

// Removes a directory with its content, and the directory above it, if all runners share that and it is empty. When the runner has
// ended, its cgroups go as well.
void guardian_remove_directory(const char *path);

// Removes the cgroups that clinux_own_groups has named, unless the runner lives.
void guardian_remove_own_groups(void);

#endif

// What the guardian of one tree and the nursery of many have in common. Only async-signal-safe calls.
#ifndef KEEPALIVE_GUARDIAN_H
#define KEEPALIVE_GUARDIAN_H

#include "CLinux.h"

// Starts the request as a child of the caller, and sends the record of how that went. Returns the child, or -1.
pid_t guardian_start(const struct clinux_spawn_request *request, int control);

// Sends a record, with a pidfd or -1. Returns whether it went.
int guardian_send(int control, const struct clinux_record *record, int pidfd);

// Puts what was used into a record.
void guardian_put_usage(struct clinux_record *record, const struct rusage *usage);

// Closes every descriptor that is not listed.
void guardian_close_all_but(const int *keep, int count);

// Unmaps sound devices and shared memory that the caller had mapped.
void guardian_leave_sound_devices(void);

// Writes a file of a cgroup. Returns 0 or -1 with errno.
int guardian_write_file(const char *directory, const char *name, const char *text);

// Kills the members of a cgroup one by one, for kernels without cgroup.kill.
void guardian_kill_members(const char *directory);

// Removes a cgroup and those below it, which must be empty. Returns 0 or -1 with errno.
int guardian_remove_cgroups(const char *path, int depth);

// Removes a directory with its content, and the one above it if all runners share that and it is empty.
void guardian_remove_directory(const char *path);

#endif

#ifndef ATTACKER_H
#define ATTACKER_H

// The status of a mode that this machine does not have what it takes for.
enum { UNAVAILABLE = 77 };

void count(void);
void count_for_ever(void);

// Serves a file system that stops answering, until it is killed.
int serve_hung_files(const char *directory, int answers);

// Leaves a process waiting in the kernel for such a file system, whose server is in the same tree; then counts.
int wait_for_hung_file(const char *directory, int is_held);

#endif

// A program that does not want to be frozen, supervised or ended. It counts in a file as long as any of its processes
// runs: what is said to be frozen must not count.
//
//   test-attacker COUNTER chains N      N daemons that fork and exit all the time
//   test-attacker COUNTER leavers N     chains, each process of which makes a session of its own
//   test-attacker COUNTER mates N       a chain, with N processes in its process group that have stopped themselves
//   test-attacker COUNTER vforks N      N processes that call vfork all the time
//   test-attacker COUNTER nested N      N processes one below the other, the innermost of which ends, and so on upwards
//   test-attacker COUNTER threads N     N threads, without the main one
//   test-attacker COUNTER escape FILE   writes itself into FILE, a cgroup.procs, then counts
//   test-attacker COUNTER escapes FILE  the same with a chain that does it at each step
//   test-attacker COUNTER stop          stops its parent and its parent's parent all the time
//   test-attacker COUNTER reuse         ends, and leaves a process that makes others until one has its pid; counts once then
//   test-attacker COUNTER deep N        makes N cgroups, one in the other, below its own
//   test-attacker COUNTER hung DIR N    serves a file system at DIR that answers N requests, and counts them; needs FUSE
//   test-attacker COUNTER waits DIR     a process of it waits for such a file system, in state D, until the server is killed
//   test-attacker COUNTER held DIR      the same, and the wait ends when somebody aborts the connection
#define _GNU_SOURCE
#include "attacker.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static _Atomic unsigned long *counter;

void count(void) { atomic_fetch_add(counter, 1); }

void count_for_ever(void) {
    for (;;) {
        count();
        usleep(1000);
    }
}

static void enter(const char *file) {
    int fd = open(file, O_WRONLY | O_CLOEXEC);
    if (fd == -1) return;
    (void)!write(fd, "0", 1);
    close(fd);
}

static int makes_sessions;

static void chain(const char *leaves_for) {
    for (;;) {
        if (makes_sessions) setsid();
        if (leaves_for) enter(leaves_for);
        count();
        pid_t child = fork();
        if (child > 0) _exit(0);
    }
}

// Makes processes until one has a pid that is free by now. The kernel gives the next free one after the last.
static void reuse(pid_t wanted) {
    // A group with its number would keep it.
    setsid();
    while (getppid() == wanted) usleep(1000);
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        char text[16];
        int length = snprintf(text, sizeof text, "%d", wanted - 1), file = open("/proc/sys/kernel/ns_last_pid", O_WRONLY);
        if (file == -1 || write(file, text, (size_t)length) != length) _exit(1);
        close(file);
        pid_t child = fork();
        if (child == 0) {
            // Its parent must be gone, so that whoever adopts it reaps it.
            usleep(20000);
            _exit(0);
        }
        if (child == wanted) break;
        usleep(1000);
    }
    count();
    _exit(0);
}

static void *thread(void *ignored) {
    (void)ignored;
    count_for_ever();
    return NULL;
}

static void mates(int number) {
    for (int i = 0; i < number; i++) {
        if (fork() > 0) continue;
        raise(SIGSTOP);
        count_for_ever();
    }
    chain(NULL);
}

static void vforks(void) {
    for (;;) {
        pid_t child = vfork();
        if (child == 0) {
            count();
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
}

static void nested(int depth) {
    count();
    if (depth == 0) chain(NULL);
    pid_t child = fork();
    if (child == 0) nested(depth - 1);
    // Ends while those below it run, from the outermost inwards.
    usleep(1000 * (unsigned)(200 - depth));
    _exit(0);
}

static pid_t parent_of(pid_t pid) {
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    int fd = open(path, O_RDONLY);
    ssize_t n = fd == -1 ? -1 : read(fd, text, sizeof text - 1);
    if (fd != -1) close(fd);
    if (n <= 0) return -1;
    text[n] = 0;
    char *end = strrchr(text, ')');
    return end ? (pid_t)strtol(end + 4, NULL, 10) : -1;
}

static void stop_parents(void) {
    for (;;) {
        count();
        pid_t parent = getppid();
        if (parent > 1) kill(parent, SIGSTOP);
        pid_t above = parent_of(parent);
        if (above > 1) kill(above, SIGSTOP);
    }
}

// Below the cgroup that the process is in, wherever the hierarchy is mounted.
static void deep(int depth) {
    char own[4096] = "", path[8300], line[4096];
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "0::", 3) == 0) sscanf(line + 3, "%4095s", own);
    if (file) fclose(file);
    const char *mounts[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s%s", mounts[i], own);
        if (chdir(path) == 0) break;
    }
    for (int i = 0; i < depth; i++)
        if (mkdir("d", 0755) == -1 || chdir("d") == -1) break;
    enter("cgroup.procs");
    count_for_ever();
}

int main(int argc, char **argv) {
    if (argc < 3) return 64;
    int fd = open(argv[1], O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd == -1 || ftruncate(fd, 4096) == -1) return 1;
    counter = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (counter == MAP_FAILED) return 1;
    const char *what = argv[2];
    const char *more = argc > 3 ? argv[3] : "1";
    int number = atoi(more);
    if (strcmp(what, "escape") == 0) {
        enter(more);
        count_for_ever();
    } else if (strcmp(what, "hung") == 0) {
        return serve_hung_files(more, argc > 4 ? atoi(argv[4]) : 0);
    } else if (strcmp(what, "waits") == 0 || strcmp(what, "held") == 0) {
        return wait_for_hung_file(more, strcmp(what, "held") == 0);
    } else if (strcmp(what, "stop") == 0) {
        // One that goes on when the main process has gone.
        if (fork() == 0) stop_parents();
        if (fork() == 0) {
            setsid();
            stop_parents();
        }
        stop_parents();
    } else if (strcmp(what, "reuse") == 0) {
        pid_t wanted = getpid();
        if (fork() > 0) return 0;
        reuse(wanted);
    } else if (strcmp(what, "deep") == 0) {
        deep(number);
    } else if (strcmp(what, "threads") == 0) {
        for (int i = 0; i < number; i++) {
            pthread_t made;
            pthread_create(&made, NULL, thread, NULL);
        }
        pthread_exit(NULL);
    }
    int is_escaping = strcmp(what, "escapes") == 0, is_nested = strcmp(what, "nested") == 0;
    int has_mates = strcmp(what, "mates") == 0;
    makes_sessions = strcmp(what, "leavers") == 0;
    for (int i = 0; i < (is_escaping || is_nested || has_mates ? 1 : number); i++) {
        if (fork() > 0) continue;
        setsid();
        if (strcmp(what, "chains") == 0 || makes_sessions || is_escaping) chain(is_escaping ? more : NULL);
        if (strcmp(what, "vforks") == 0) vforks();
        if (has_mates) mates(number);
        if (is_nested) nested(number);
        _exit(64);
    }
    // Whatever it has started, it does not wait for.
    signal(SIGCHLD, SIG_IGN);
    for (;;) pause();
}

// Direct access to the arguments of a process and to the kernel's clock, timers and numbers of system calls. Swift reads
// arguments from /proc, which may be missing.

#define _GNU_SOURCE
#include "guardian.h"

#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int argument_count;
static char **arguments;

// glibc calls constructors with the arguments of main.
__attribute__((constructor)) static void remember(int count, char **values, char **environment) {
    (void)environment;
    argument_count = count;
    arguments = values;
}

char **clinux_arguments(int *count) {
    *count = argument_count;
    return arguments;
}

void clinux_monotonic_time(struct timespec *time) { syscall(SYS_clock_gettime, CLOCK_MONOTONIC, time); }

int clinux_set_timer(int timer, const struct timespec *instant) {
    struct itimerspec setting;
    memset(&setting, 0, sizeof setting);
    if (instant) setting.it_value = *instant;
    return (int)syscall(SYS_timerfd_settime, timer, TFD_TIMER_ABSTIME, &setting, NULL);
}

// The pages of an object that cannot be written are those of its file, from which they come again when they are needed.
// A debugger's breakpoints are not: they stand in copies of pages.
static int is_traced(void) {
    char text[4096];
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t count = file == -1 ? 0 : read(file, text, sizeof text - 1);
    if (file != -1) close(file);
    text[count > 0 ? count : 0] = 0;
    const char *tracer = strstr(text, "TracerPid:");
    return !tracer || atoi(tracer + strlen("TracerPid:")) != 0;
}

static int give_back(struct dl_phdr_info *object, size_t size, void *page) {
    (void)size;
    uintptr_t mask = ~(*(uintptr_t *)page - 1);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
        uintptr_t start = (object->dlpi_addr + part->p_vaddr + ~mask) & mask;
        uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_filesz) & mask;
        if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void clinux_give_back_code(void) {
    if (is_traced()) return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    dl_iterate_phdr(give_back, &page);
}

int clinux_makes_process(long number) {
#ifdef SYS_fork
    if (number == SYS_fork || number == SYS_vfork) return 1;
#endif
    return number == SYS_clone || number == SYS_clone3;
}

void clinux_limit_process(int milliseconds) {
    struct itimerval setting;
    memset(&setting, 0, sizeof setting);
    setting.it_value.tv_sec = milliseconds / 1000;
    setting.it_value.tv_usec = milliseconds % 1000 * 1000L;
    syscall(SYS_setitimer, ITIMER_REAL, &setting, NULL);
}

void guardian_take_name(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
    if (argument_count < 1 || !arguments || !arguments[0]) return;
    // The strings are contiguous in memory, up to the first one that was moved elsewhere.
    char *start = arguments[0], *end = start + strlen(start);
    for (int i = 1; i < argument_count && arguments[i] == end + 1; i++) end = arguments[i] + strlen(arguments[i]);
    size_t room = (size_t)(end - start), length = strlen(name);
    memset(start, 0, room);
    memcpy(start, name, length < room ? length : room);
}

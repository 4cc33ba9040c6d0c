// Counters that only the kernel can keep: small BPF programs that count for one cgroup (bpf(2)).
//
// Why BPF: sampled sched_switch events are lost or missing on some CPUs. /proc shows how often a task waited, not
// whether it woke a CPU that slept. Nothing here copies kernel code or calls functions that are reserved for GPL
// programs.

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// MARK: instructions

#define INSTRUCTION(c, d, s, o, i) ((struct bpf_insn){.code = (c), .dst_reg = (d), .src_reg = (s), .off = (o), .imm = (i)})
#define MOVE(to, from) INSTRUCTION(BPF_ALU64 | BPF_MOV | BPF_X, to, from, 0, 0)
#define SET(to, value) INSTRUCTION(BPF_ALU64 | BPF_MOV | BPF_K, to, 0, 0, value)
#define ADD(to, value) INSTRUCTION(BPF_ALU64 | BPF_ADD | BPF_K, to, 0, 0, value)
#define ADD_REGISTER(to, from) INSTRUCTION(BPF_ALU64 | BPF_ADD | BPF_X, to, from, 0, 0)
#define LOAD32(to, from, offset) INSTRUCTION(BPF_LDX | BPF_MEM | BPF_W, to, from, offset, 0)
#define LOAD64(to, from, offset) INSTRUCTION(BPF_LDX | BPF_MEM | BPF_DW, to, from, offset, 0)
#define STORE32(to, offset, from) INSTRUCTION(BPF_STX | BPF_MEM | BPF_W, to, from, offset, 0)
#define STORE64(to, offset, from) INSTRUCTION(BPF_STX | BPF_MEM | BPF_DW, to, from, offset, 0)
#define STORE32_VALUE(to, offset, value) INSTRUCTION(BPF_ST | BPF_MEM | BPF_W, to, 0, offset, value)
#define STORE64_VALUE(to, offset, value) INSTRUCTION(BPF_ST | BPF_MEM | BPF_DW, to, 0, offset, value)
#define LOAD_MAP(to, map) INSTRUCTION(BPF_LD | BPF_DW | BPF_IMM, to, BPF_PSEUDO_MAP_FD, 0, map), INSTRUCTION(0, 0, 0, 0, 0)
#define CALL(function) INSTRUCTION(BPF_JMP | BPF_CALL, 0, 0, 0, function)
// `count` is the number of instructions that a jump skips; LOAD_MAP counts as two.
#define SKIP_IF_EQUAL(what, value, count) INSTRUCTION(BPF_JMP | BPF_JEQ | BPF_K, what, 0, count, value)
#define SKIP_UNLESS_EQUAL(what, value, count) INSTRUCTION(BPF_JMP | BPF_JNE | BPF_K, what, 0, count, value)
#define RETURN INSTRUCTION(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

static int bpf(enum bpf_cmd command, union bpf_attr *attributes) {
    return (int)syscall(SYS_bpf, command, attributes, sizeof *attributes);
}

static int make_map(enum bpf_map_type type, unsigned value_size, unsigned entries) {
    union bpf_attr attributes = {.map_type = type, .key_size = 4, .value_size = value_size, .max_entries = entries};
    return bpf(BPF_MAP_CREATE, &attributes);
}

static int load(enum bpf_prog_type type, const struct bpf_insn *code, size_t count) {
    union bpf_attr attributes = {
        .prog_type = type, .insns = (uint64_t)(uintptr_t)code, .insn_cnt = (unsigned)count,
        .license = (uint64_t)(uintptr_t)"Apache-2.0"};
    return bpf(BPF_PROG_LOAD, &attributes);
}
#define LOAD(type, code) load(type, code, sizeof(code) / sizeof *(code))

// MARK: counters

// The data that the programs keep for each CPU.
struct per_cpu {
    uint64_t from_idle;     // 1 if the running task was switched to from the idle task
    uint64_t in_timer;      // 1 while a timer's function runs
    uint64_t waits, idle_wakeups, timer_wakeups;
    uint64_t received_bytes, received_packets, sent_bytes, sent_packets;
};
#define AT(field) ((int)offsetof(struct per_cpu, field))

// r0 = this CPU's record. It ends the program with `result` where there is none. Nine instructions: LOAD_MAP is two.
#define FIND_RECORD(map, result) \
    STORE32_VALUE(BPF_REG_10, -4, 0), LOAD_MAP(BPF_REG_1, map), MOVE(BPF_REG_2, BPF_REG_10), ADD(BPF_REG_2, -4), \
        CALL(BPF_FUNC_map_lookup_elem), SKIP_UNLESS_EQUAL(BPF_REG_0, 0, 2), SET(BPF_REG_0, result), RETURN
#define INCREMENT(record, field, scratch) \
    LOAD64(scratch, record, AT(field)), ADD(scratch, 1), STORE64(record, AT(field), scratch)

/// Reads a tracepoint's number and a field's offset from its format file. It makes its own mount of tracefs, which need
/// not be mounted here.
static int tracepoint(const char *name, int *id, const char *field, int *offset) {
    int context = (int)syscall(SYS_fsopen, "tracefs", 1 /* FSOPEN_CLOEXEC */);
    if (context == -1) return -1;
    int mount = -1;
    if (syscall(SYS_fsconfig, context, 6 /* FSCONFIG_CMD_CREATE */, NULL, NULL, 0) == 0)
        mount = (int)syscall(SYS_fsmount, context, 1 /* FSMOUNT_CLOEXEC */, 0);
    int error = errno;
    close(context);
    errno = error;
    if (mount == -1) return -1;
    char path[128], text[8192];
    snprintf(path, sizeof path, "events/%s/format", name);
    int file = openat(mount, path, O_RDONLY | O_CLOEXEC);
    error = errno;
    close(mount);
    errno = error;
    if (file == -1) return -1;
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    text[size > 0 ? size : 0] = 0;
    const char *number = strstr(text, "ID:");
    char wanted[64];
    snprintf(wanted, sizeof wanted, " %s;", field ? field : "");
    const char *line = field ? strstr(text, wanted) : NULL;
    const char *place = line ? strstr(line, "offset:") : NULL;
    if (!number || (field && !place)) {
        errno = ENOTSUP;
        return -1;
    }
    *id = atoi(number + strlen("ID:"));
    if (place) *offset = atoi(place + strlen("offset:"));
    return 0;
}

/// Runs a program at every hit of a tracepoint, on all CPUs, as long as the descriptor is open.
static int attach(int id, int program) {
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_TRACEPOINT, .size = sizeof attributes, .config = (unsigned)id, .sample_period = 1,
        .wakeup_events = 1};
    // The program belongs to the tracepoint, not to the CPU of this event.
    int event = (int)syscall(SYS_perf_event_open, &attributes, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
    if (event == -1) return -1;
    if (ioctl(event, PERF_EVENT_IOC_SET_BPF, program) == 0 && ioctl(event, PERF_EVENT_IOC_ENABLE, 0) == 0) return event;
    int error = errno;
    close(event);
    errno = error;
    return -1;
}

/// Loads the program that marks the beginning or the end of a timer's function.
static int load_timer_mark(int records, int begins) {
    const struct bpf_insn code[] = {
        FIND_RECORD(records, 0),
        STORE64_VALUE(BPF_REG_0, AT(in_timer), begins),
        SET(BPF_REG_0, 0),
        RETURN,
    };
    return LOAD(BPF_PROG_TYPE_TRACEPOINT, code);
}

/// Loads the program that remembers a task when a timer's function makes it runnable.
static int load_waking(int records, int woken, int pid_offset) {
    const struct bpf_insn code[] = {
        MOVE(BPF_REG_6, BPF_REG_1),
        FIND_RECORD(records, 0),
        LOAD64(BPF_REG_1, BPF_REG_0, AT(in_timer)),
        SKIP_UNLESS_EQUAL(BPF_REG_1, 0, 2),
        SET(BPF_REG_0, 0),
        RETURN,
        LOAD32(BPF_REG_1, BPF_REG_6, pid_offset),
        STORE32(BPF_REG_10, -8, BPF_REG_1),
        STORE32_VALUE(BPF_REG_10, -4, 1),
        LOAD_MAP(BPF_REG_1, woken),
        MOVE(BPF_REG_2, BPF_REG_10), ADD(BPF_REG_2, -8),
        MOVE(BPF_REG_3, BPF_REG_10), ADD(BPF_REG_3, -4),
        SET(BPF_REG_4, BPF_ANY),
        CALL(BPF_FUNC_map_update_elem),
        SET(BPF_REG_0, 0),
        RETURN,
    };
    return LOAD(BPF_PROG_TYPE_TRACEPOINT, code);
}

/// Loads the program for a task that leaves the CPU, or ends. The current task is still the one that leaves, so the
/// program can check its cgroup. It counts how the task had come to run, and whether it leaves to wait. state_offset is
/// the offset of the state in which the task leaves; -1 for the end of a task.
static int load_leaving(int records, int groups, int woken, int state_offset) {
    const struct bpf_insn code[] = {
        // The lower bits of the state are 0 while it could run on.
        state_offset >= 0 ? LOAD64(BPF_REG_6, BPF_REG_1, state_offset) : SET(BPF_REG_6, 0),
        INSTRUCTION(BPF_ALU64 | BPF_AND | BPF_K, BPF_REG_6, 0, 0, 0xff),
        FIND_RECORD(records, 0),
        MOVE(BPF_REG_7, BPF_REG_0),
        LOAD64(BPF_REG_8, BPF_REG_7, AT(from_idle)),
        STORE64_VALUE(BPF_REG_7, AT(from_idle), 0),
        CALL(BPF_FUNC_get_current_pid_tgid),
        // The thread's own id is the lower half.
        STORE64(BPF_REG_10, -8, BPF_REG_0),
        LOAD32(BPF_REG_9, BPF_REG_10, -8),
        // The idle task leaves: only remember that for the next task.
        SKIP_UNLESS_EQUAL(BPF_REG_9, 0, 3),
        STORE64_VALUE(BPF_REG_7, AT(from_idle), 1),
        SET(BPF_REG_0, 0),
        RETURN,
        // A task outside the cgroup and those below it is not counted.
        LOAD_MAP(BPF_REG_1, groups),
        SET(BPF_REG_2, 0),
        CALL(BPF_FUNC_current_task_under_cgroup),
        SKIP_IF_EQUAL(BPF_REG_0, 1, 2),
        SET(BPF_REG_0, 0),
        RETURN,
        SKIP_IF_EQUAL(BPF_REG_6, 0, 3),
        INCREMENT(BPF_REG_7, waits, BPF_REG_1),
        SKIP_IF_EQUAL(BPF_REG_8, 0, 3),
        INCREMENT(BPF_REG_7, idle_wakeups, BPF_REG_1),
        LOAD_MAP(BPF_REG_1, woken),
        MOVE(BPF_REG_2, BPF_REG_10), ADD(BPF_REG_2, -8),
        CALL(BPF_FUNC_map_delete_elem),
        // 0: the task was remembered.
        SKIP_UNLESS_EQUAL(BPF_REG_0, 0, 3),
        INCREMENT(BPF_REG_7, timer_wakeups, BPF_REG_1),
        SET(BPF_REG_0, 0),
        RETURN,
    };
    return LOAD(BPF_PROG_TYPE_TRACEPOINT, code);
}

static void close_all(int *descriptors, int count) {
    int error = errno;
    for (int i = 0; i < count; i++) {
        if (descriptors[i] >= 0) close(descriptors[i]);
        descriptors[i] = -1;
    }
    errno = error;
}

// The programs, and the tracepoints at which they run.
enum { TIMER_BEGINS, TIMER_ENDS, WAKING, LEAVING, ENDING, PROGRAMS };
enum { POINTS = 7 };
static const struct { const char *name; int program; const char *field; } points[POINTS] = {
    {"timer/hrtimer_expire_entry", TIMER_BEGINS, NULL}, {"timer/hrtimer_expire_exit", TIMER_ENDS, NULL},
    {"timer/timer_expire_entry", TIMER_BEGINS, NULL},   {"timer/timer_expire_exit", TIMER_ENDS, NULL},
    {"sched/sched_waking", WAKING, "pid"},              {"sched/sched_switch", LEAVING, "prev_state"},
    {"sched/sched_process_exit", ENDING, NULL},
};

int clinux_open_wakeup_probe(struct clinux_probe *probe, int cgroup) {
    for (int i = 0; i < CLINUX_PROBE_DESCRIPTORS; i++) probe->descriptors[i] = -1;
    int ids[POINTS], offsets[PROGRAMS] = {0};
    for (int i = 0; i < POINTS; i++)
        if (tracepoint(points[i].name, &ids[i], points[i].field, &offsets[points[i].program]) == -1) return -1;

    int records = make_map(BPF_MAP_TYPE_PERCPU_ARRAY, sizeof(struct per_cpu), 1);
    int groups = make_map(BPF_MAP_TYPE_CGROUP_ARRAY, 4, 1);
    // The tasks that a timer has made runnable and that have not left the CPU since. The oldest are forgotten.
    int woken = make_map(BPF_MAP_TYPE_LRU_HASH, 4, 4096);
    uint32_t first = 0;
    union bpf_attr entry = {
        .map_fd = (unsigned)groups, .key = (uint64_t)(uintptr_t)&first, .value = (uint64_t)(uintptr_t)&cgroup};
    int programs[PROGRAMS] = {-1, -1, -1, -1, -1};
    probe->descriptors[POINTS] = records;
    int done = records != -1 && groups != -1 && woken != -1 && bpf(BPF_MAP_UPDATE_ELEM, &entry) == 0 &&
               (programs[TIMER_BEGINS] = load_timer_mark(records, 1)) != -1 &&
               (programs[TIMER_ENDS] = load_timer_mark(records, 0)) != -1 &&
               (programs[WAKING] = load_waking(records, woken, offsets[WAKING])) != -1 &&
               (programs[LEAVING] = load_leaving(records, groups, woken, offsets[LEAVING])) != -1 &&
               (programs[ENDING] = load_leaving(records, groups, woken, -1)) != -1;
    for (int i = 0; i < POINTS && done; i++)
        done = (probe->descriptors[i] = attach(ids[i], programs[points[i].program])) != -1;
    // The events keep the programs alive, and the programs keep the maps.
    int rest[] = {groups, woken};
    close_all(rest, 2);
    close_all(programs, PROGRAMS);
    if (!done) clinux_close_probe(probe);
    return done ? 0 : -1;
}

/// Loads the program that counts packets that arrive at, or leave, a socket of the cgroup. Every packet may pass.
static int load_packet(int records, int sent) {
    int bytes = sent ? AT(sent_bytes) : AT(received_bytes);
    int packets = sent ? AT(sent_packets) : AT(received_packets);
    const struct bpf_insn code[] = {
        LOAD32(BPF_REG_6, BPF_REG_1, (int)offsetof(struct __sk_buff, len)),
        FIND_RECORD(records, 1),
        LOAD64(BPF_REG_1, BPF_REG_0, bytes), ADD_REGISTER(BPF_REG_1, BPF_REG_6), STORE64(BPF_REG_0, bytes, BPF_REG_1),
        LOAD64(BPF_REG_1, BPF_REG_0, packets), ADD(BPF_REG_1, 1), STORE64(BPF_REG_0, packets, BPF_REG_1),
        SET(BPF_REG_0, 1),
        RETURN,
    };
    return LOAD(BPF_PROG_TYPE_CGROUP_SKB, code);
}

int clinux_open_packet_probe(struct clinux_probe *probe, int cgroup) {
    for (int i = 0; i < CLINUX_PROBE_DESCRIPTORS; i++) probe->descriptors[i] = -1;
    int records = make_map(BPF_MAP_TYPE_PERCPU_ARRAY, sizeof(struct per_cpu), 1);
    probe->descriptors[POINTS] = records;
    if (records == -1) return -1;
    static const enum bpf_attach_type types[] = {BPF_CGROUP_INET_INGRESS, BPF_CGROUP_INET_EGRESS};
    for (int sent = 0; sent < 2; sent++) {
        int program = load_packet(records, sent);
        probe->descriptors[sent] = program;
        // A link ends with its descriptor; a plain attachment would stay as long as the cgroup.
        union bpf_attr link = {
            .link_create = {.prog_fd = (unsigned)program, .target_fd = (unsigned)cgroup, .attach_type = types[sent]}};
        if (program == -1 || (probe->descriptors[2 + sent] = bpf(BPF_LINK_CREATE, &link)) == -1) {
            clinux_close_probe(probe);
            return -1;
        }
    }
    return 0;
}

/// Reads the records of all CPUs that the kernel may have; NULL with errno when it cannot.
static struct per_cpu *read_records(const struct clinux_probe *probe, long *count) {
    *count = sysconf(_SC_NPROCESSORS_CONF);
    char possible[64] = "";
    int file = open("/sys/devices/system/cpu/possible", O_RDONLY | O_CLOEXEC);
    if (file != -1) {
        if (read(file, possible, sizeof possible - 1) > 0) {
            const char *last = strrchr(possible, '-');
            long highest = atol(last ? last + 1 : possible);
            if (highest + 1 > *count) *count = highest + 1;
        }
        close(file);
    }
    struct per_cpu *records = calloc((size_t)*count, sizeof *records);
    if (!records) return NULL;
    uint32_t first = 0;
    union bpf_attr entry = {
        .map_fd = (unsigned)probe->descriptors[POINTS], .key = (uint64_t)(uintptr_t)&first,
        .value = (uint64_t)(uintptr_t)records};
    if (bpf(BPF_MAP_LOOKUP_ELEM, &entry) == 0) return records;
    int error = errno;
    free(records);
    errno = error;
    return NULL;
}

int clinux_read_probe(const struct clinux_probe *probe, int cpu, struct clinux_probe_counts *counts) {
    long count;
    struct per_cpu *records = read_records(probe, &count);
    if (!records) return -1;
    memset(counts, 0, sizeof *counts);
    for (long i = cpu < 0 ? 0 : cpu; i < (cpu < 0 || cpu >= count ? count : cpu + 1); i++) {
        counts->waits += records[i].waits;
        counts->idle_wakeups += records[i].idle_wakeups;
        counts->timer_wakeups += records[i].timer_wakeups;
        counts->received_bytes += records[i].received_bytes;
        counts->received_packets += records[i].received_packets;
        counts->sent_bytes += records[i].sent_bytes;
        counts->sent_packets += records[i].sent_packets;
    }
    free(records);
    return 0;
}

// The status of a child that could not sleep as it should; otherwise its status is the number of its waits.
enum { WAKES_FAILED = 255 };

int clinux_wake_often(int cgroup, int cpu, int count, long nanoseconds) {
    pid_t child = fork();
    if (child == -1) return -1;
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        // The default slack would make each sleep longer by as much as half.
        prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(cpu, &set);
        int file = openat(cgroup, "cgroup.procs", O_WRONLY | O_CLOEXEC);
        if (file == -1 || write(file, "0", 1) != 1 || sched_setaffinity(0, sizeof set, &set) == -1)
            _exit(WAKES_FAILED);
        struct timespec pause = {.tv_nsec = nanoseconds};
        // A sleep whose time is over before the task has left the CPU is no wait, and nothing wakes it.
        struct rusage before, after;
        getrusage(RUSAGE_SELF, &before);
        for (int i = 0; i < count; i++) nanosleep(&pause, NULL);
        getrusage(RUSAGE_SELF, &after);
        long waits = after.ru_nvcsw - before.ru_nvcsw;
        _exit(waits < WAKES_FAILED ? (int)waits : WAKES_FAILED - 1);
    }
    return child;
}

int clinux_await_wakes(int child) {
    int status;
    pid_t reaped;
    do reaped = waitpid(child, &status, 0);
    while (reaped == -1 && errno == EINTR);
    return reaped == child && WIFEXITED(status) && WEXITSTATUS(status) != WAKES_FAILED ? WEXITSTATUS(status) : -1;
}

void clinux_close_probe(struct clinux_probe *probe) { close_all(probe->descriptors, CLINUX_PROBE_DESCRIPTORS); }

// A program that uses what it is told to, no more and no less: what counters are checked against.
//
//   test-workload busy SECONDS            CPU time, in one thread
//   test-workload timer HZ COUNT          waits for a timer so often
//   test-workload duty PERCENT HZ COUNT   so much of each period on the CPU, then waits for the timer
//   test-workload tree                    threads, a child that is reaped, a zombie, and an orphan: 1.2 s of CPU time,
//                                         1,200 waits
//   test-workload zombie SECONDS COUNT    CPU time and sleeps of a child that nobody has waited for when it ends itself
//   test-workload sleeps COUNT            so many sleeps of a millisecond
//   test-workload storm COUNT             so many children, one after the other, with 1 ms of CPU time each; prints the
//                                         CPU seconds of all, itself included
//   test-workload copies COUNT HZ COUNT aligned|staggered   so many processes that wait for a timer, on one CPU
//   test-workload work COUNT              so many million steps of a generator, which take what the CPU takes for them
//   test-workload pages COUNT             touches so many new pages
//   test-workload udp COUNT BYTES         sends so many datagrams of this payload to itself
//   test-workload idle                    waits until it is killed
//
// Ends with status 2 for anything else.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void use_cpu(double amount) {
    double end = seconds(CLOCK_THREAD_CPUTIME_ID) + amount;
    while (seconds(CLOCK_THREAD_CPUTIME_ID) < end) {}
}

static void sleep_often(int count) {
    struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0; i < count; i++) nanosleep(&pause, NULL);
}

/// Waits for so many expirations, those included that were missed.
static void wait_for_timer(double hertz, uint64_t count, double busy, double first) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    double period = 1 / hertz;
    double start = seconds(CLOCK_MONOTONIC) + period;
    if (first > 0) start = first;
    struct itimerspec setting = {
        .it_value = {.tv_sec = (time_t)start, .tv_nsec = (long)((start - (double)(time_t)start) * 1e9)},
        .it_interval = {.tv_sec = (time_t)period, .tv_nsec = (long)((period - (double)(time_t)period) * 1e9)}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
    for (uint64_t done = 0; done < count;) {
        uint64_t expirations = 0;
        if (read(timer, &expirations, sizeof expirations) != sizeof expirations) break;
        done += expirations;
        if (busy > 0) use_cpu(busy * period);
    }
    close(timer);
}

static void *thread(void *nothing) {
    use_cpu(0.1);
    sleep_often(100);
    return nothing;
}

static void work(double cpu, int sleeps) {
    use_cpu(cpu);
    sleep_often(sleeps);
    _exit(0);
}

/// Returns when a child has used what it is told to, and has ended. Nobody waits for it.
static void make_zombie(double cpu, int sleeps) {
    pid_t zombie = fork();
    if (zombie == 0) work(cpu, sleeps);
    siginfo_t info;
    waitid(P_PID, (id_t)zombie, &info, WEXITED | WNOWAIT);
}

static int tree(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, thread, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    pid_t reaped = fork();
    if (reaped == 0) work(0.2, 200);
    waitpid(reaped, NULL, 0);
    make_zombie(0.3, 300);
    // Its parent ends at once, and the end of the pipe tells when it has ended itself.
    int ends[2];
    if (pipe(ends) == -1) return 1;
    pid_t parent = fork();
    if (parent == 0) {
        if (fork() == 0) {
            close(ends[0]);
            work(0.4, 400);
        }
        _exit(0);
    }
    waitpid(parent, NULL, 0);
    close(ends[1]);
    char byte;
    return read(ends[0], &byte, 1) == 0 ? 0 : 1;
}

static int storm(int count) {
    for (int i = 0; i < count; i++) {
        pid_t child = fork();
        if (child == -1) return 1;
        if (child == 0) work(0.001, 0);
        waitpid(child, NULL, 0);
    }
    double sum = 0;
    for (int who = RUSAGE_CHILDREN; who <= RUSAGE_SELF; who++) {
        struct rusage used;
        getrusage(who, &used);
        sum += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    }
    printf("%.6f\n", sum);
    return 0;
}

static int copies(int copies, double hertz, uint64_t count, int staggered) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
    double start = seconds(CLOCK_MONOTONIC) + 0.1;
    for (int i = 0; i < copies; i++) {
        double first = start + (staggered ? i / hertz / copies : 0);
        if (fork() == 0) {
            wait_for_timer(hertz, count, 0, first);
            _exit(0);
        }
    }
    while (wait(NULL) > 0) {}
    return 0;
}

static int work_steps(double millions) {
    uint64_t state = 1;
    for (double done = 0; done < millions; done++)
        for (int i = 0; i < 1000000; i++) state = state * 6364136223846793005u + 1442695040888963407u;
    return state == 0;
}

static int touch(long count) {
    long size = sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, (size_t)(count * size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return 1;
    madvise(pages, (size_t)(count * size), MADV_NOHUGEPAGE);
    for (long i = 0; i < count; i++) pages[i * size] = 1;
    return 0;
}

static int send_datagrams(int count, size_t bytes) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    int end = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(end, (struct sockaddr *)&address, size) == -1) return 1;
    getsockname(end, (struct sockaddr *)&address, &size);
    char *data = calloc(1, bytes);
    for (int i = 0; i < count; i++) {
        if (sendto(end, data, bytes, 0, (struct sockaddr *)&address, size) != (ssize_t)bytes) return 1;
        if (recv(end, data, bytes, 0) != (ssize_t)bytes) return 1;
    }
    return 0;
}

int main(int count, char **words) {
    // Timers to the microsecond: the default slack would merge those that come close together.
    prctl(PR_SET_TIMERSLACK, 1000, 0, 0, 0);
    const char *what = count > 1 ? words[1] : "";
    double numbers[4] = {0};
    for (int i = 2; i < count && i < 6; i++) numbers[i - 2] = atof(words[i]);
    if (!strcmp(what, "busy") && count == 3) return use_cpu(numbers[0]), 0;
    if (!strcmp(what, "timer") && count == 4) return wait_for_timer(numbers[0], (uint64_t)numbers[1], 0, 0), 0;
    if (!strcmp(what, "duty") && count == 5)
        return wait_for_timer(numbers[1], (uint64_t)numbers[2], numbers[0] / 100, 0), 0;
    if (!strcmp(what, "tree") && count == 2) return tree();
    if (!strcmp(what, "zombie") && count == 4) return make_zombie(numbers[0], (int)numbers[1]), 0;
    if (!strcmp(what, "sleeps") && count == 3) return sleep_often((int)numbers[0]), 0;
    if (!strcmp(what, "storm") && count == 3) return storm((int)numbers[0]);
    if (!strcmp(what, "copies") && count == 6)
        return copies((int)numbers[0], numbers[1], (uint64_t)numbers[2], !strcmp(words[5], "staggered"));
    if (!strcmp(what, "work") && count == 3) return work_steps(numbers[0]);
    if (!strcmp(what, "pages") && count == 3) return touch((long)numbers[0]);
    if (!strcmp(what, "udp") && count == 4) return send_datagrams((int)numbers[0], (size_t)numbers[1]);
    if (!strcmp(what, "idle") && count == 2)
        for (;;) pause();
    fprintf(stderr, "test-workload: what? The source says\n");
    return 2;
}

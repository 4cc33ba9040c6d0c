import CLinux
import Glibc
import KeepAlivePolicy

/// The processes of the machine, as proc(5) shows them.
enum ProcessTable {
    /// The identity of a process. A pid may be used again later; a pid with a start time is unique.
    struct Identity: Hashable {
        var pid: pid_t
        /// The start time in clock ticks since boot.
        var startTime: UInt64
    }

    /// One process, as it was when its entry was read.
    struct Entry {
        var identity: Identity
        /// The name of the executable or of the thread, at most 15 bytes.
        var name: String
        var parent: pid_t
        var group: pid_t
        /// The letter of proc(5): R, S, D, T, t, Z, X, I.
        var state: Character
        /// The number of threads. The main thread counts even if it has ended before others.
        var threadCount: Int

        /// True if the main thread has ended while others may still run, as after pthread_exit(3) in main.
        var isHeadless: Bool { "ZX".contains(state) && threadCount > 1 }

        /// True if all threads have ended and the process waits to be reaped.
        var isZombie: Bool {
            guard "ZX".contains(state) else { return false }
            return threadCount <= 1 || ProcessTable.threads(identity.pid).allSatisfy { "ZX".contains($0.state) }
        }
    }

    /// Reads the entry of a process; `nil` if the process does not exist.
    static func entry(_ pid: pid_t) -> Entry? {
        guard let text = try? SmallFile.read("/proc/\(pid)/stat"), let parts = parts(of: text) else { return nil }
        let fields = parts.fields
        guard fields.count > 19, let parent = pid_t(fields[1]), let group = pid_t(fields[2]),
            let threadCount = Int(fields[17]), let startTime = UInt64(fields[19]), let state = fields[0].first
        else { return nil }
        return Entry(
            identity: Identity(pid: pid, startTime: startTime), name: parts.name, parent: parent, group: group,
            state: state, threadCount: threadCount)
    }

    /// Returns whether a process counts its start time from the same boot time as this process (time_namespaces(7)).
    /// True if the kernel has no time namespaces, or does not show them.
    static func sharesBootTime(_ pid: pid_t) -> Bool {
        guard let own = SmallFile.link("/proc/self/ns/time"), let other = SmallFile.link("/proc/\(pid)/ns/time") else {
            return true
        }
        return own == other
    }

    /// Splits the text of /proc/PID/stat into the name and the fields after it. The name may contain spaces and
    /// parentheses, so it ends at the last ')'.
    private static func parts(of text: String) -> (name: String, fields: [Substring])? {
        guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end else { return nil }
        let name = String(text[text.index(after: start)..<end])
        return (name, text[text.index(after: end)...].split(separator: " "))
    }

    /// The page faults and the CPU time of a process, including those of the children that it has waited for.
    struct Statistics {
        var minorFaults: Int64
        var majorFaults: Int64
        var cpuSeconds: Double
    }

    /// Reads the statistics of a process; `nil` if the process does not exist.
    static func statistics(_ pid: pid_t) -> Statistics? {
        guard let text = try? SmallFile.read("/proc/\(pid)/stat"), let parts = parts(of: text) else { return nil }
        let numbers = parts.fields.map { Int64($0) ?? 0 }
        guard numbers.count > 14 else { return nil }
        // The clock ticks are coarse, but include the threads that have ended. The nanoseconds are fine, but cover only
        // the live threads. The larger value is used.
        let own = max(Double(numbers[11] + numbers[12]) / ticksPerSecond, liveThreadsSeconds(pid))
        return Statistics(
            minorFaults: numbers[7] + numbers[8], majorFaults: numbers[9] + numbers[10],
            cpuSeconds: own + Double(numbers[13] + numbers[14]) / ticksPerSecond)
    }

    /// Returns the CPU time of the live threads of a process in seconds; 0 if the process does not exist.
    ///
    /// Source: the first number of `schedstat`, the time on a CPU in nanoseconds
    /// (Documentation/scheduler/sched-stats.rst).
    static func liveThreadsSeconds(_ pid: pid_t) -> Double {
        let threads = (try? SmallFile.list("/proc/\(pid)/task")) ?? []
        return threads.reduce(0) { sum, thread in
            sum + Double(SmallFile.number("", at: "/proc/\(pid)/task/\(thread)/schedstat") ?? 0) / 1e9
        }
    }

    /// Returns every descendant of a process, parents before children.
    ///
    /// Only the processes of the tree are read: a machine may have many others, and reading a process in /proc makes
    /// its end more expensive for the kernel. If the tree changes meanwhile, processes may be missed; see ``TreeLook``.
    ///
    /// - Parameter limit: the largest number of processes that are read. The oldest children of the ancestor come
    ///   first, each with its descendants.
    static func descendants(of ancestor: pid_t, atMost limit: Int = .max) -> [Entry] {
        var found: [Entry] = []
        var seen: Set<pid_t> = [ancestor]
        var next = Array(children(of: ancestor).reversed())
        while found.count < limit, let pid = next.popLast() {
            guard seen.insert(pid).inserted, let entry = entry(pid) else { continue }
            found.append(entry)
            if !"ZX".contains(entry.state) || entry.threadCount > 1 { next += children(of: pid) }
        }
        return found
    }

    /// Returns whether a process is a descendant of another one.
    static func isDescendant(_ pid: pid_t, of ancestor: pid_t) -> Bool {
        // A process on the way up may end meanwhile. Its child then has another parent, so the search is repeated.
        for _ in 0..<3 {
            var next = pid
            while let parent = entry(next)?.parent, parent != ancestor, parent > 1 { next = parent }
            if let parent = entry(next)?.parent { return parent == ancestor }
        }
        return false
    }

    /// Returns the children of a process, which any of its threads may have started; empty if the process does not
    /// exist.
    ///
    /// The kernel lists the children (proc_pid_children(5)). On a kernel without this list (CONFIG_PROC_CHILDREN), the
    /// parent of every process on the machine is read.
    static func children(of parent: pid_t) -> [pid_t] {
        guard listsChildren else {
            return ((try? SmallFile.list("/proc")) ?? []).compactMap { pid_t($0) }
                .filter { entry($0)?.parent == parent }
        }
        return ((try? SmallFile.list("/proc/\(parent)/task")) ?? []).flatMap { thread in
            ((try? SmallFile.read("/proc/\(parent)/task/\(thread)/children")) ?? "").split(separator: " ")
                .compactMap { pid_t($0) }
        }
    }

    private static let listsChildren = access("/proc/thread-self/children", R_OK) == 0

    /// Returns whether a process has a pending SIGSTOP. Until the process takes the signal, it runs none of its own
    /// instructions (signal(7)). A system call that is under way may still complete; see ``mayBeForking(_:)``.
    static func hasPendingStop(_ pid: pid_t) -> Bool {
        guard let text = try? SmallFile.read("/proc/\(pid)/status") else { return false }
        return text.split(separator: "\n").contains { line in
            guard line.hasPrefix("ShdPnd:\t") || line.hasPrefix("SigPnd:\t"),
                let mask = UInt64(line.dropFirst("ShdPnd:\t".count), radix: 16)
            else { return false }
            return mask >> UInt64(SIGSTOP - 1) & 1 == 1
        }
    }

    /// Returns whether a thread that waits in the kernel (state D) may be about to create a process.
    ///
    /// copy_process in kernel/fork.c checks for pending signals only at its beginning. A SIGSTOP that arrives later,
    /// while copy_process waits for a lock or for memory, does not prevent the new process, which then runs. A vfork(2)
    /// whose child already exists waits in kernel_clone, or in a function that kernel_clone calls (proc_pid_syscall(5),
    /// proc_pid_wchan(5)). If the kernel does not show this, a thread of a process with children is assumed to wait for
    /// them.
    static func mayBeForking(_ thread: Thread) -> Bool {
        guard let call = try? SmallFile.read("\(thread.path)/syscall") else {
            return children(of: thread.process).isEmpty
        }
        // A thread that does not wait any more has the text "running", which is not a number; such a thread may be
        // forking.
        guard let number = call.split(whereSeparator: \.isWhitespace).first.flatMap({ Int($0) }) else { return true }
        guard clinux_makes_process(number) != 0 else { return false }
        return switch try? SmallFile.read("\(thread.path)/wchan") {
        case "kernel_clone", "_do_fork", "do_fork", "wait_for_vfork_done": false
        case nil, "", "0": children(of: thread.process).isEmpty
        default: true
        }
    }

    /// True if /proc shows the pid namespace of this process. In a container, /proc may show another namespace.
    static var isOurs: Bool { clinux_proc_is_ours() != 0 }

    /// A live thread of a process.
    struct Thread {
        var process: pid_t
        /// The path of the thread's directory in /proc.
        var path: String
        /// The letter of proc(5): R, S, D, T, t, Z, X, I.
        var state: Character
    }

    /// Returns all live threads of a process. The main thread is included even if it has ended.
    static func threads(_ pid: pid_t) -> [Thread] {
        ((try? SmallFile.list("/proc/\(pid)/task")) ?? []).compactMap { thread in
            let path = "/proc/\(pid)/task/\(thread)"
            guard let text = try? SmallFile.read("\(path)/stat"), let end = text.lastIndex(of: ")"),
                let state = text[text.index(after: end)...].first(where: { $0 != " " })
            else { return nil }
            return Thread(process: pid, path: path, state: state)
        }
    }

    /// Returns the sums of the voluntary and involuntary context switches of all live threads of a process.
    static func switches(_ pid: pid_t) -> (voluntary: Int64, involuntary: Int64) {
        var sum: (voluntary: Int64, involuntary: Int64) = (0, 0)
        for thread in (try? SmallFile.list("/proc/\(pid)/task")) ?? [] {
            let keys: [StaticString] = ["voluntary_ctxt_switches:\t", "nonvoluntary_ctxt_switches:\t"]
            let counts = SmallFile.numbers(keys, at: "/proc/\(pid)/task/\(thread)/status")
            sum.voluntary += counts[0] ?? 0
            sum.involuntary += counts[1] ?? 0
        }
        return sum
    }

    /// The number of clock ticks per second.
    static let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
}

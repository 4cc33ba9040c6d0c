import CLinux
import Glibc

/// The processes of the machine, as proc(5) shows them.
enum ProcessTable {
    /// A process: its pid alone may be given to another one, with its start time it is unique.
    struct Identity: Hashable {
        var pid: pid_t
        /// Clock ticks since boot.
        var startTime: UInt64
    }

    /// One process at the moment of reading.
    struct Entry {
        var identity: Identity
        /// The name of the executable or of the thread, at most 15 bytes.
        var name: String
        var parent: pid_t
        /// Its process group.
        var group: pid_t
        /// The letter of proc(5): R, S, D, T, t, Z, X, I.
        var state: Character
        /// User and system time in clock ticks.
        var cpuTicks: UInt64
    }

    /// Reads one process, or `nil` when it is gone.
    static func entry(_ pid: pid_t) -> Entry? {
        guard let text = try? SmallFile.read("/proc/\(pid)/stat") else { return nil }
        // The name may hold spaces and parentheses: the last ')' ends it.
        guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end else { return nil }
        let name = String(text[text.index(after: start)..<end])
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 19, let parent = pid_t(fields[1]), let group = pid_t(fields[2]),
            let user = UInt64(fields[11]),
            let system = UInt64(fields[12]), let startTime = UInt64(fields[19]), let state = fields[0].first
        else { return nil }
        return Entry(
            identity: Identity(pid: pid, startTime: startTime), name: name, parent: parent, group: group, state: state,
            cpuTicks: user + system)
    }

    /// Every process below an ancestor, without the ancestor, parents before children.
    static func descendants(of ancestor: pid_t) -> [Entry] {
        var children: [pid_t: [Entry]] = [:]
        for name in (try? SmallFile.list("/proc")) ?? [] {
            guard let pid = pid_t(name), let entry = entry(pid) else { continue }
            children[entry.parent, default: []].append(entry)
        }
        var found: [Entry] = []
        var next = [ancestor]
        while let parent = next.popLast() {
            for child in children[parent] ?? [] {
                found.append(child)
                next.append(child.identity.pid)
            }
        }
        return found
    }

    /// Whether /proc shows the pid namespace of this process; in a container it may be another one's.
    static var isOurs: Bool { clinux_proc_is_ours() != 0 }

    /// The state letters of all live threads of a process, the main one included even when it has ended.
    static func threadStates(_ pid: pid_t) -> [Character] {
        ((try? SmallFile.list("/proc/\(pid)/task")) ?? []).compactMap { thread in
            guard let text = try? SmallFile.read("/proc/\(pid)/task/\(thread)/stat"),
                let end = text.lastIndex(of: ")")
            else { return nil }
            return text[text.index(after: end)...].first { $0 != " " }
        }
    }

    /// Voluntary context switches of all live threads of a process.
    static func voluntarySwitches(_ pid: pid_t) -> Int64 {
        ((try? SmallFile.list("/proc/\(pid)/task")) ?? []).reduce(0) { sum, thread in
            let count = SmallFile.number("voluntary_ctxt_switches:\t", at: "/proc/\(pid)/task/\(thread)/status")
            return sum + Int64(clamping: count ?? 0)
        }
    }

    /// Clock ticks a second.
    static let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
}

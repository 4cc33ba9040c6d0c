import Foundation
import KeepAliveHost

extension FreezerPlugIn {
    /// `--freezer stopper`
    static let stopper = FreezerPlugIn("stopper") { Stopper($0) }
}

/// Stops every process of the tree with SIGSTOP, and looks again until none is left that runs.
///
/// The freezer `signal`, which ships with KeepAlive, does the same and much more: this one is short enough to copy.
final class Stopper: Freezer {
    let description = FreezerDescription(kind: "stopper", reason: "asked for")
    var root: TreeRoot?
    var onNote: ((String) -> Void)?
    private let scheduler: any Scheduler
    private var look: ScheduledAction?

    init(_ scheduler: any Scheduler) { self.scheduler = scheduler }

    func freeze(_ completion: @escaping (FreezeResult) -> Void) {
        stop(since: scheduler.now, completion)
    }

    private func stop(since start: MonotonicInstant, _ completion: @escaping (FreezeResult) -> Void) {
        look = nil
        let running = tree().filter { !$0.isStopped }
        for process in running { kill(process.pid, SIGSTOP) }
        let spent = scheduler.now - start
        if running.isEmpty { return completion(.confirmed(latency: spent)) }
        if spent > .milliseconds(500) {
            return completion(.failed("\(running.count) processes run after \(spent)"))
        }
        look = scheduler.schedule(at: scheduler.now + .milliseconds(1)) { [self] in stop(since: start, completion) }
    }

    func thaw(_ completion: @escaping (FreezeResult) -> Void) {
        let start = scheduler.now
        if let look { scheduler.cancel(look) }
        look = nil
        for process in tree() { kill(process.pid, SIGCONT) }
        completion(.confirmed(latency: scheduler.now - start))
    }

    /// The processes below the root; those that have ended and wait for their parent do not count.
    private func tree() -> [(pid: pid_t, isStopped: Bool)] {
        guard let root else { return [] }
        var children: [pid_t: [(pid: pid_t, state: Substring)]] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            // pid (name) state parent …: the name may hold spaces and parentheses.
            guard let pid = pid_t(name),
                let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .isoLatin1),
                let end = stat.lastIndex(of: ")")
            else { continue }
            let fields = stat[end...].dropFirst(2).split(separator: " ")
            guard fields.count > 1, let parent = pid_t(fields[1]) else { continue }
            children[parent, default: []].append((pid, fields[0]))
        }
        var found = children[root.guardian] ?? []
        if let main = root.mainProcess { found = found.filter { $0.pid == main } }
        var index = 0
        while index < found.count {
            found += children[found[index].pid] ?? []
            index += 1
        }
        return found.filter { $0.state != "Z" }.map { ($0.pid, $0.state == "T") }
    }
}

import Glibc
import KeepAlivePolicy
import SystemPackage

/// Finds processes of a tree that have moved themselves out of its cgroup, as a superuser may, or who is allowed to write
/// to a cgroup above, and brings them back into it.
struct CgroupStrays {
    /// What a search came to.
    enum Outcome {
        /// Every process of the tree is in the group.
        case allInside
        /// Some were not, and are now.
        case broughtBack
        /// The tree changes too fast, or one cannot be brought back and has been killed.
        case unsettled
    }

    private let group: String
    /// The path of the group behind its mount point as a process names it, by its end: the whole of it depends on who asks.
    private let name: String
    /// Children of a guardian of many trees that have been found inside this group: orphans of ours.
    private var orphans: Set<pid_t> = []
    /// Children of such a guardian that have been found inside another tree's group.
    private var others: Set<pid_t> = []
    private var notes: [String] = []
    /// What keeps the tree from being all in the group.
    private(set) var obstacle = ""

    init(group: String) {
        self.group = group
        name = "/" + (group.split(separator: "/").last.map(String.init) ?? "")
    }

    /// What is to be told, once.
    mutating func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    /// Looks at the tree, whose group is frozen, and brings back who has left.
    mutating func gather(_ root: TreeRoot, until limit: MonotonicInstant) -> Outcome {
        var look = TreeLook(roots: roots(of: root))
        var hasMoved = false
        repeat {
            look.look { entry in
                guard let isInside = isInside(entry.identity.pid) else { return .gone }
                if isInside { return .settled }
                hasMoved = true
                return bringBack(entry.identity.pid)
            }
            if look.isProven { return hasMoved ? .broughtBack : .allInside }
            look.roots = roots(of: root)
        } while EventLoop.monotonicNow < limit
        return .unsettled
    }

    /// Whose descendants are the tree.
    private mutating func roots(of root: TreeRoot) -> [pid_t] {
        guard let mainProcess = root.mainProcess else { return [root.guardian] }
        // The guardian's children are all apps' orphans. Who is in no app's group belongs to nobody who could be named.
        let children = ProcessTable.children(of: root.guardian)
        orphans.formIntersection(children)
        others.formIntersection(children)
        for child in children where child != mainProcess && !orphans.contains(child) && !others.contains(child) {
            guard let path = Self.cgroup(of: child) else { continue }
            if Self.contains(path, name) {
                orphans.insert(child)
            } else if path.contains("/\(CgroupDirectory.prefix)") {
                others.insert(child)
            } else {
                kill(child, SIGKILL)
                notes.append("process \(child) had left its app's cgroup, for \(path): ended")
            }
        }
        for orphan in orphans where isInside(orphan) == false { _ = bringBack(orphan) }
        if isInside(mainProcess) == false { _ = bringBack(mainProcess) }
        return [mainProcess] + orphans
    }

    /// Whether a process is in the group or below it; `nil` when it is gone.
    private func isInside(_ pid: pid_t) -> Bool? { Self.cgroup(of: pid).map { Self.contains($0, name) } }

    private static func contains(_ path: String, _ name: String) -> Bool {
        path.hasSuffix(name) || path.contains("\(name)/")
    }

    /// The path of a process's cgroup v2, as we see it; `nil` when it is gone.
    private static func cgroup(of pid: pid_t) -> String? {
        guard let text = try? SmallFile.read("/proc/\(pid)/cgroup") else { return nil }
        // "(deleted)" behind it, when the group has been removed.
        return text.split(separator: "\n").first { $0.hasPrefix("0::") }.map { String($0.dropFirst(3)) }
    }

    private mutating func bringBack(_ pid: pid_t) -> TreeLook.Finding {
        guard let entry = ProcessTable.entry(pid), let path = Self.cgroup(of: pid) else { return .gone }
        let process = "process \(pid) (\(entry.name))"
        // First of all it must not go on: what it forks would be outside, too.
        kill(pid, SIGSTOP)
        do {
            try SmallFile.write("\(group)/cgroup.procs", "\(pid)")
            // The group's freeze holds it now.
            kill(pid, SIGCONT)
            notes.append("\(process) had left the app's cgroup, for \(path): brought back")
        } catch {
            guard ProcessTable.entry(pid)?.identity == entry.identity else { return .gone }
            kill(pid, SIGKILL)
            obstacle = "\(process) has left the app's cgroup and cannot be brought back: \(error)"
            notes.append("\(obstacle): ended")
        }
        return .unsettled
    }
}

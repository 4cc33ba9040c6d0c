import Glibc
import KeepAlivePolicy
import SystemPackage

/// Finds processes of a tree that have left the tree's cgroup, and moves them back into it. A process may leave if it
/// runs as superuser, or as a user who can write to a cgroup above.
struct CgroupStrays {
    /// The result of a search.
    enum Outcome {
        /// Every process of the tree is in the group.
        case allInside
        /// Some processes had left the group, and have been moved back into it.
        case broughtBack
        /// The tree changes too fast, or a process could not be moved back and was killed.
        case unsettled
    }

    private let group: String
    /// The last part of the group's path. It is compared instead of the whole path, because the path in
    /// /proc/PID/cgroup depends on the process that reads it.
    private let name: String
    private var notes: [String] = []
    /// True if a note reports each process that is moved back.
    private var tellsReturns = true
    /// The processes that the last look has found in the group.
    private(set) var members: Set<ProcessTable.Identity> = []
    /// The ``members`` whose main thread has ended.
    private(set) var headless: Set<ProcessTable.Identity> = []
    /// The unfinished search; `nil` if there is none.
    private var begun: TreeLook?
    /// True if the present search has moved a process back.
    private var hasMoved = false
    /// The reason why not every process of the tree is in the group.
    private(set) var obstacle = FreezeLimit.restless

    init(group: String) {
        self.group = group
        name = Self.name(of: group)
    }

    /// The last part of a group's path.
    static func name(of group: String) -> String { group.split(separator: "/").last.map(String.init) ?? "" }

    /// Returns the notes to report, and forgets them.
    mutating func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    /// Prepares for a new search, and forgets an unfinished one.
    ///
    /// - Parameter tellsReturns: whether a note reports each process that is moved back.
    mutating func begin(tellsReturns: Bool) {
        (begun, hasMoved, obstacle) = (nil, false, FreezeLimit.restless)
        self.tellsReturns = tellsReturns
    }

    /// Looks at the tree, whose group is frozen, and moves processes that have left back into the group. After
    /// ``Outcome/unsettled``, the next call continues the same search.
    mutating func gather(_ root: TreeRoot, until limit: MonotonicInstant) -> Outcome {
        var look = begun ?? TreeLook(roots: [])
        begun = nil
        repeat {
            if look.isBetweenLooks {
                members = []
                headless = []
                look.roots = roots(of: root)
            }
            look.look(until: limit) { entry in
                guard let isInside = isInside(entry) else { return .gone }
                if isInside {
                    add(entry)
                    return .settled
                }
                hasMoved = true
                return bringBack(entry.identity.pid)
            }
            if look.isProven {
                defer { hasMoved = false }
                return hasMoved ? .broughtBack : .allInside
            }
        } while EventLoop.monotonicNow < limit
        begun = look
        return .unsettled
    }

    /// Returns the processes at whose children the search begins. If the guardian has other trees, too, also kills its
    /// children that are in no app's group, and moves roots that have left the group back into it.
    private mutating func roots(of root: TreeRoot) -> [pid_t] {
        guard let mainProcess = root.mainProcess, let siblings = root.siblings else { return [root.guardian] }
        // The guardian's children include the orphans of all apps. A child that is in no app's group cannot be assigned
        // to an app, so kill it.
        let children = ProcessTable.children(of: root.guardian)
        // If no children can be read, keep the children that were found before.
        if !children.isEmpty {
            siblings.update(children, cgroup: Self.cgroup) { child, path in
                kill(child, SIGKILL)
                notes.append("process \(child) had left its app's cgroup, for \(path): ended")
            }
        }
        let orphans = siblings.members(of: name).subtracting([mainProcess])
        let roots = [mainProcess] + orphans
        for entry in roots.compactMap({ ProcessTable.entry($0) }) {
            if isInside(entry) == false { _ = bringBack(entry.identity.pid) }
            add(entry)
        }
        return roots
    }

    private mutating func add(_ entry: ProcessTable.Entry) {
        members.insert(entry.identity)
        if entry.isHeadless { headless.insert(entry.identity) }
    }

    /// Returns whether a process is in the group or below it; `nil` when the process has ended.
    private func isInside(_ entry: ProcessTable.Entry) -> Bool? {
        Self.cgroup(of: entry).map { Self.contains($0, name) }
    }

    /// Returns whether the path of a process's cgroup is the path of the named group or of a group below it.
    static func contains(_ path: String, _ name: String) -> Bool {
        path.hasSuffix("/\(name)") || path.contains("/\(name)/")
    }

    /// Returns the path of a process's cgroup v2, as the runner sees the path; `nil` when the process has ended. If the
    /// main thread has ended, the path is that of another thread, because a move leaves the ended thread where it was.
    static func cgroup(of entry: ProcessTable.Entry) -> String? {
        guard entry.isHeadless else { return cgroup(of: entry.identity.pid) }
        return ProcessTable.threads(entry.identity.pid).first { !"ZX".contains($0.state) }
            .flatMap { path(in: "\($0.path)/cgroup") }
    }

    /// Returns the path of the cgroup v2 of a process's main thread; `nil` when the process has ended.
    static func cgroup(of pid: pid_t) -> String? { path(in: "/proc/\(pid)/cgroup") }

    private static func path(in file: String) -> String? {
        guard let text = try? SmallFile.read(file) else { return nil }
        // The result ends in "(deleted)" if the group has been removed.
        return text.split(separator: "\n").first { $0.hasPrefix("0::") }.map { String($0.dropFirst(3)) }
    }

    private mutating func bringBack(_ pid: pid_t) -> TreeLook.Finding {
        guard let entry = ProcessTable.entry(pid), let path = Self.cgroup(of: entry) else { return .gone }
        let process = "process \(pid) (\(entry.name))"
        // Stop the process first: a process that it forks would be outside of the group, too.
        kill(pid, SIGSTOP)
        do {
            try SmallFile.write("\(group)/cgroup.procs", "\(pid)")
            // The group's freeze now keeps the process from running, so undo the stop.
            kill(pid, SIGCONT)
            if tellsReturns { notes.append("\(process) had left the app's cgroup, for \(path): brought back") }
        } catch {
            guard ProcessTable.entry(pid)?.identity == entry.identity else { return .gone }
            kill(pid, SIGKILL)
            obstacle = "\(process) has left the app's cgroup and cannot be brought back: \(error)"
            notes.append("\(obstacle): ended")
        }
        return .unsettled
    }
}

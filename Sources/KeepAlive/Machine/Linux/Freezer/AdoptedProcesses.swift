import Glibc
import Synchronization

/// The children of a guardian that has many trees, by the cgroups in which they were first seen. The children are the
/// main processes of all trees, and the orphans that the guardian has adopted.
///
/// All trees of the guardian share one object, so a new child is examined only once, not once for each tree.
package final class AdoptedProcesses: Sendable {
    /// The children found so far.
    private struct Table: ~Copyable {
        /// For each child, the names of the runs' cgroups on its path, outermost first.
        var groups: [pid_t: [String]] = [:]
        var members: [String: Set<pid_t>] = [:]

        mutating func add(_ child: pid_t, to names: [String]) {
            groups[child] = names
            for name in names { members[name, default: []].insert(child) }
        }

        mutating func forget(_ child: pid_t) {
            for name in groups.removeValue(forKey: child) ?? [] {
                members[name]?.remove(child)
                if members[name]?.isEmpty == true { members[name] = nil }
            }
        }
    }

    private let table = Mutex(Table())

    init() {}

    /// Adds the main process of a tree. The process belongs to this tree even if it moves to another cgroup.
    ///
    /// - Parameter group: the path of the tree's cgroup.
    func add(_ main: pid_t, of group: String) { table.withLock { $0.add(main, to: Self.names(in: group)) } }

    /// Returns the names of the runs' cgroups on a path, outermost first.
    private static func names(in path: String) -> [String] {
        path.split(separator: "/").filter { $0.hasPrefix(CgroupDirectory.prefix) }.map(String.init)
    }

    /// Examines the new children, and forgets the children that have ended.
    ///
    /// - Parameters:
    ///   - children: all children of the guardian.
    ///   - cgroup: returns the path of a process's cgroup; `nil` when the process has ended.
    ///   - stray: called with a child that is in no run's cgroup, and with the path of its cgroup. Such a child is
    ///     examined again in the next update.
    func update(_ children: [pid_t], cgroup: (pid_t) -> String?, stray: (pid_t, String) -> Void) {
        table.withLock { table in
            if table.groups.count > 0 {
                let present = Set(children)
                for gone in table.groups.keys.filter({ !present.contains($0) }) { table.forget(gone) }
            }
            for child in children where table.groups[child] == nil {
                guard let path = cgroup(child) else { continue }
                let names = Self.names(in: path)
                if names.isEmpty { stray(child, path) } else { table.add(child, to: names) }
            }
        }
    }

    /// Returns the children that were first seen in a cgroup or below it.
    ///
    /// - Parameter name: the last part of the cgroup's path.
    func members(of name: String) -> Set<pid_t> { table.withLock { $0.members[name] ?? [] } }
}

import Glibc
import Synchronization

/// The child processes that this process has started itself.
///
/// This process is a subreaper, so it also gets children that it has not started: the tree of a guardian that was
/// killed. Such a tree is killed by ``GuardedProcess/killOrphans()``, which must spare the others. A guardian has its
/// process name only some time after its fork, so the name does not tell them apart.
enum OwnChildren {
    private struct Registry {
        var children: Set<ProcessTable.Identity> = []
        /// The number of entries at which those of ended processes are removed.
        var pruneAt = 64
    }

    private static let registry = Mutex(Registry())

    /// Starts a child process and registers it, with no ``sparing(_:)`` in between.
    ///
    /// - Parameter fork: starts the process, and returns its pid; -1 with errno if it cannot be started.
    static func start(_ fork: () -> pid_t) -> pid_t {
        registry.withLock { registry in
            let pid = fork()
            let error = errno
            if pid > 0, let identity = ProcessTable.entry(pid)?.identity { registry.children.insert(identity) }
            if registry.children.count >= registry.pruneAt {
                registry.children = registry.children.filter { ProcessTable.entry($0.pid)?.identity == $0 }
                registry.pruneAt = max(64, registry.children.count * 2)
            }
            errno = error
            return pid
        }
    }

    /// Calls a closure with the pids of the registered children that have not been reaped. No child is started
    /// meanwhile.
    static func sparing<Result>(_ body: ([pid_t]) -> Result) -> Result {
        registry.withLock { registry in
            body(registry.children.filter { ProcessTable.entry($0.pid)?.identity == $0 }.map(\.pid))
        }
    }
}

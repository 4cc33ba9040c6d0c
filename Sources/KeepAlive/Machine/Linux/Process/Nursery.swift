import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// One guardian for all apps of a device, each app in its own cgroup. Separate guardians for the apps would need
/// megabytes of memory.
///
/// `Sources/CLinux/nursery.c` describes how the nursery works. When the nursery is closed, or the runner dies, every
/// tree is killed.
package final class Nursery {
    /// The pid of the nursery's watcher, which ends together with the nursery.
    let pid: pid_t
    /// The children of the nursery by their cgroups: the main processes of all trees, and orphans.
    let adopted = AdoptedProcesses()
    /// Called from the loop when the nursery has been killed.
    package var onLost: (() -> Void)?
    private let commands: CInt
    /// True once the nursery waits for a killed process that does not end.
    var holdsUnended = false
    private let loop: EventLoop
    private var watch: EventLoop.Watch?
    private var isReaped = false
    private var isClosed = false

    /// Forks the nursery.
    ///
    /// - Parameters:
    ///   - cleanupDirectory: a directory that is removed with all its content at the end; `nil` for none.
    ///   - loop: the event loop on which the end of the nursery is reported.
    /// - Throws: ``KeepAliveError`` with code `supervision`.
    package init(cleanupDirectory: String?, loop: EventLoop) throws {
        self.loop = loop
        // As a subreaper, this process and not init becomes the parent of the nursery if the watcher is killed.
        _ = clinux_become_subreaper()
        try? CgroupDirectory.find().claim()
        var commands: CInt = -1
        let pid = OwnChildren.start {
            guard let cleanupDirectory else {
                return clinux_spawn_nursery(GuardedProcess.guardianName, nil, &commands)
            }
            return cleanupDirectory.withCString {
                clinux_spawn_nursery(GuardedProcess.guardianName, $0, &commands)
            }
        }
        guard pid > 0 else {
            throw KeepAliveError(.supervision, "cannot start a process: \(Errno(rawValue: errno))")
        }
        self.pid = pid
        self.commands = commands
        // The nursery never sends anything on this socket: it is readable only when the nursery has ended.
        watch = try? loop.watch(commands, for: .readable) { [unowned self] _ in
            stopWatching()
            onLost?()
        }
    }

    private func stopWatching() {
        if let watch { loop.unwatch(watch) }
        watch = nil
    }

    deinit { close() }

    /// Returns whether the nursery can start a process in a cgroup.
    ///
    /// - Parameter path: the path of the cgroup. In a deep hierarchy the path may be too long.
    static func takes(_ path: String) -> Bool { path.utf8.count < Int(CLINUX_NURSERY_PATH_MAX) }

    /// True until the nursery is closed or killed.
    package var isAlive: Bool {
        guard !isReaped, !isClosed else { return false }
        isReaped = waitpid(pid, nil, WNOHANG) != 0
        // If the nursery was killed, its watcher may still be killing the trees, but the socket is closed already, so
        // check the socket, too.
        var end = pollfd(fd: commands, events: 0, revents: 0)
        return !isReaped && poll(&end, 1, 0) == 0
    }

    /// Orders the start of a process in a cgroup.
    ///
    /// - Returns: the control socket of the tree, or `nil` with errno.
    func start(_ request: inout clinux_spawn_request) -> CInt? {
        var control: CInt = -1
        return clinux_nursery_start(commands, &request, &control) == 0 ? control : nil
    }

    /// Kills every tree, and waits until no process is left except those that do not end.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        stopWatching()
        Glibc.close(commands)
        // A nursery that waits for a process that does not end outlives this process, so do not wait for the nursery.
        guard !isReaped, !holdsUnended else { return }
        isReaped = true
        _ = GuardedProcess.awaitChild(pid, until: EventLoop.monotonicNow + GuardedProcess.patience) {
            kill(pid, SIGKILL)
        }
    }
}

import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// One guardian for all apps of a device, each in its own cgroup. A guardian for each app would cost megabytes.
///
/// `Sources/CLinux/nursery.c` describes how it works. When this is closed, or the runner dies, every tree is killed.
package final class Nursery {
    /// The pid of its watcher, which ends with it.
    let pid: pid_t
    /// The trees that it guards, as they are seen in their cgroups.
    let adopted = AdoptedProcesses()
    /// Called from the loop when it was killed.
    package var onLost: (() -> Void)?
    private let commands: CInt
    /// True once it waits for a process that does not end.
    var holdsUnended = false
    private let loop: EventLoop
    private var watch: EventLoop.Watch?
    private var isReaped = false
    private var isClosed = false

    /// Forks the nursery.
    ///
    /// - Parameters:
    ///   - cleanupDirectory: a directory that is removed with all its content at the end.
    ///   - loop: the loop on which its end is seen.
    /// - Throws: ``KeepAliveError`` with code `supervision`.
    package init(cleanupDirectory: String?, loop: EventLoop) throws {
        self.loop = loop
        // If its watcher is killed, it comes to this process and not to init.
        _ = clinux_become_subreaper()
        try? CgroupDirectory.find().claim()
        var commands: CInt = -1
        let pid =
            if let cleanupDirectory {
                cleanupDirectory.withCString {
                    clinux_spawn_nursery(GuardedProcess.guardianName, $0, &commands)
                }
            } else {
                clinux_spawn_nursery(GuardedProcess.guardianName, nil, &commands)
            }
        guard pid > 0 else {
            throw KeepAliveError(.supervision, "cannot start a process: \(Errno(rawValue: errno))")
        }
        self.pid = pid
        self.commands = commands
        // It never sends anything.
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

    /// Returns whether it can take a process for a cgroup.
    ///
    /// - Parameter path: the path of the cgroup; in a deep hierarchy it may be too long.
    static func takes(_ path: String) -> Bool { path.utf8.count < Int(CLINUX_NURSERY_PATH_MAX) }

    /// True until the nursery is closed or killed.
    package var isAlive: Bool {
        guard !isReaped, !isClosed else { return false }
        isReaped = waitpid(pid, nil, WNOHANG) != 0
        // Its watcher may still be taking its trees down.
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

    /// Ends every tree, and waits until no process is left but those that do not end.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        stopWatching()
        Glibc.close(commands)
        // It outlives this process then.
        guard !isReaped, !holdsUnended else { return }
        isReaped = true
        _ = GuardedProcess.awaitChild(pid, until: EventLoop.monotonicNow + GuardedProcess.patience) {
            kill(pid, SIGKILL)
        }
    }
}

import Glibc
import KeepAlivePolicy

/// A process that was killed but does not end.
struct UnendedProcess: Equatable, CustomStringConvertible {
    /// The pid of the process; 0 if it is unknown.
    let pid: pid_t
    /// True if the process belongs to another user, such as a program that is setuid root. The process continues to
    /// run, because the runner's user may not kill it.
    let isForbidden: Bool
    private let name: String?
    /// The state of the process as in proc(5), such as D.
    private let state: Character?
    private let guardian: pid_t?

    /// - Parameters:
    ///   - error: the errno of kill(2), or 0.
    ///   - guardian: the pid of the guardian that waits for the process; `nil` if there is none.
    init(pid: pid_t, error: CInt, guardian: pid_t?) {
        self.pid = pid
        self.guardian = guardian
        isForbidden = error == EPERM
        let entry = ProcessTable.entry(pid)
        name = entry?.name.withoutControls
        state = entry?.state
    }

    var description: String {
        let process = pid == 0 ? "a process of the app" : "process \(pid)" + (name.map { " (\($0))" } ?? "")
        let why =
            isForbidden
            ? "it is another user's, which this user may not end (kill(2): EPERM)"
            : "the kernel holds it up" + (state.map { " (state \($0))" } ?? "")
                + ", as with a file system that does not answer"
        let rest =
            guardian.map { "; process \($0) waits for it, and removes what is left then" }
            ?? "; the next run removes what is left"
        return "\(process) was killed and has not ended: \(why)\(rest)"
    }
}

import CLinux
import Glibc

/// The controlling terminal, handed to the workload as a shell hands it to a job.
final class Terminal {
    /// How the runner and the workload share the terminal.
    enum Sharing: Equatable {
        /// There is none, or the runner is in its background.
        case none
        /// The runner is part of a pipeline or writes to a file: both stay in one process group, and the terminal's
        /// signals reach both, as without the runner.
        case sameGroup
        /// The workload gets a process group of its own and the terminal's foreground.
        case handOver
    }

    /// How the terminal is shared in this run.
    let sharing: Sharing
    /// The terminal, or -1.
    let descriptor: CInt
    private var ownModes = termios()
    private var workloadModes: termios?

    /// Looks at the terminal.
    init() {
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        self.descriptor = descriptor
        guard descriptor >= 0, tcgetpgrp(descriptor) == getpgrp() else {
            sharing = .none
            return
        }
        tcgetattr(descriptor, &ownModes)
        sharing = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 ? .handOver : .sameGroup
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Takes the foreground back, with the modes that the terminal had at the start.
    ///
    /// - Parameters:
    ///   - group: the process group of the workload; if it is not in the foreground nothing happens.
    ///   - restoringModes: whether the modes of the start come back; the workload's are kept for ``give(to:)``.
    /// - Returns: whether it had the foreground.
    @discardableResult
    func takeBack(from group: pid_t, restoringModes: Bool = true) -> Bool {
        guard sharing == .handOver, tcgetpgrp(descriptor) == group else { return false }
        tcsetpgrp(descriptor, getpgrp())
        guard restoringModes else { return true }
        var modes = termios()
        tcgetattr(descriptor, &modes)
        workloadModes = modes
        // A full-screen program may have switched Ctrl-C off; while it does not run, the user needs it.
        tcsetattr(descriptor, TCSADRAIN, &ownModes)
        return true
    }

    /// Gives the foreground to the workload again, with the modes that it had set.
    func give(to group: pid_t) {
        guard sharing == .handOver, tcgetpgrp(descriptor) == getpgrp() else { return }
        if var modes = workloadModes { tcsetattr(descriptor, TCSADRAIN, &modes) }
        tcsetpgrp(descriptor, group)
    }

    /// Whether the runner is in the foreground of its terminal.
    var isForeground: Bool {
        descriptor >= 0 && tcgetpgrp(descriptor) == getpgrp()
    }
}

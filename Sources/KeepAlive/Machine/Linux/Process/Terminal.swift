import CLinux
import Glibc
import KeepAlivePolicy

/// The controlling terminal, which is handed to the workload as a shell hands it to a job.
final class Terminal {
    /// The way in which the runner and the workload share the terminal.
    enum Sharing: Equatable {
        /// There is no terminal, or the workload does not use it.
        case none
        /// The runner is in the background, is part of a pipeline or a script, or writes to a file. Runner and workload
        /// stay in one process group, so that the terminal's signals reach both, as they would without the runner.
        case sameGroup
        /// The runner is the shell's whole foreground job. The workload gets its own process group, which becomes the
        /// foreground process group.
        case handOver
    }

    /// The way in which this run shares the terminal.
    let sharing: Sharing
    /// The descriptor of the terminal, or -1.
    let descriptor: CInt
    private var ownModes = termios()
    private var workloadModes: termios?
    /// The process group that was in the foreground before ``takeBack(from:restoringModes:)``; it gets the foreground
    /// again.
    private var owner: pid_t?
    /// The workload's process group that was in the foreground when the runner took the foreground back; otherwise
    /// `nil`.
    var foregroundOwner: pid_t? { owner }

    /// Opens the terminal and determines how to share it.
    ///
    /// - Parameter isUsed: false if the workload does not use the terminal.
    init(isUsed: Bool = true) {
        guard isUsed else {
            descriptor = -1
            sharing = .none
            return
        }
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        self.descriptor = descriptor
        guard descriptor >= 0 else {
            sharing = .none
            return
        }
        tcgetattr(descriptor, &ownModes)
        guard tcgetpgrp(descriptor) == getpgrp() else {
            // The runner was started in the background. When the shell brings the job to the foreground, the workload
            // must be in the foreground, too.
            sharing = .sameGroup
            return
        }
        let ownsBothEnds = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        sharing = ownsBothEnds && getpgrp() == getpid() ? .handOver : .sameGroup
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// True if a workload that starts now may take the foreground: the runner itself must be in the foreground.
    var canBeHandedOver: Bool { sharing == .handOver && tcgetpgrp(descriptor) == getpgrp() }

    /// Records the start of a workload, and discards the settings of the former launch.
    ///
    /// - Parameter waiting: the workload's process group if it could not take the foreground; ``giveBack()`` gives it
    ///   the foreground later. Otherwise `nil`.
    func started(waiting: pid_t?) {
        owner = sharing == .handOver ? waiting : nil
        workloadModes = nil
    }

    /// Makes the runner's process group the foreground process group again, and restores the terminal modes that were
    /// set when the runner started.
    ///
    /// - Parameters:
    ///   - groups: the process groups of the workload's tree; there may be several, because a shell makes its own. If
    ///     none of them is in the foreground, this has no effect.
    ///   - restoringModes: true to restore the modes. The workload's modes are kept for ``giveBack()``.
    func takeBack(from groups: Set<pid_t>, restoringModes: Bool = true) {
        guard sharing == .handOver else { return }
        let foreground = tcgetpgrp(descriptor)
        guard groups.contains(foreground) else { return }
        owner = foreground
        if restoringModes {
            var modes = termios()
            tcgetattr(descriptor, &modes)
            workloadModes = modes
        }
        tcsetpgrp(descriptor, getpgrp())
        // A full-screen program may have switched Ctrl-C off, which the user needs while the program is frozen or has
        // ended, so restore the runner's modes.
        if restoringModes { tcsetattr(descriptor, TCSADRAIN, &ownModes) }
    }

    /// Gives the foreground back to the process group that had it, with the modes that it had set. Has no effect while
    /// the runner itself is in the background.
    func giveBack() {
        guard sharing == .handOver, let owner, tcgetpgrp(descriptor) == getpgrp() else { return }
        if var modes = workloadModes { tcsetattr(descriptor, TCSADRAIN, &modes) }
        tcsetpgrp(descriptor, owner)
        self.owner = nil
    }
}

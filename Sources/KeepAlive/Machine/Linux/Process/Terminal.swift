import CLinux
import Glibc
import KeepAlivePolicy

/// The controlling terminal, handed to the workload as a shell hands it to a job.
final class Terminal {
    /// The way in which the runner and the workload share the terminal.
    enum Sharing: Equatable {
        /// The workload has no part in a terminal, or there is none.
        case none
        /// The runner is in the background, is part of a pipeline or a script, or writes to a file. Both stay in one
        /// process group, and the terminal's signals reach both, as without the runner.
        case sameGroup
        /// The runner is the whole job: the workload gets a process group of its own and the terminal's foreground.
        case handOver
    }

    /// The sharing in this run.
    let sharing: Sharing
    /// The terminal, or -1.
    let descriptor: CInt
    private var ownModes = termios()
    private var workloadModes: termios?
    /// The group that had the foreground before it was taken back.
    private var owner: pid_t?
    /// The group of the workload that had the foreground when it was taken back, or `nil`.
    var foregroundOwner: pid_t? { owner }

    /// Opens the terminal and finds out how to share it, unless the workload has no part in it.
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
            // The runner was started in the background. When the shell brings its job to the front, the workload must
            // come along.
            sharing = .sameGroup
            return
        }
        let ownsBothEnds = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        sharing = ownsBothEnds && getpgrp() == getpid() ? .handOver : .sameGroup
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// True when a workload that starts now may take the foreground: the runner itself must not be in the background.
    var canBeHandedOver: Bool { sharing == .handOver && tcgetpgrp(descriptor) == getpgrp() }

    /// Records the start of a workload, and forgets the former life.
    ///
    /// - Parameter waiting: the workload's process group when it could not take the foreground; ``giveBack()`` gives it
    ///   the foreground.
    func started(waiting: pid_t?) {
        owner = sharing == .handOver ? waiting : nil
        workloadModes = nil
    }

    /// Takes the foreground back, with the modes that the terminal had at the start.
    ///
    /// - Parameters:
    ///   - groups: the process groups of the workload's tree, since a shell gives the foreground to groups of its own.
    ///     If none of them is in the foreground, nothing happens.
    ///   - restoringModes: whether to set the modes of the start; the workload's are kept for ``giveBack()``.
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
        // A full-screen program may have switched Ctrl-C off. The user needs it while the program does not run.
        if restoringModes { tcsetattr(descriptor, TCSADRAIN, &ownModes) }
    }

    /// Gives the foreground to the group that had it, with the modes that it had set. While the runner itself is in the
    /// background, nothing happens.
    func giveBack() {
        guard sharing == .handOver, let owner, tcgetpgrp(descriptor) == getpgrp() else { return }
        if var modes = workloadModes { tcsetattr(descriptor, TCSADRAIN, &modes) }
        tcsetpgrp(descriptor, owner)
        self.owner = nil
    }
}

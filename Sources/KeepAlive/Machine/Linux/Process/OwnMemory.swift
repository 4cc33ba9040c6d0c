import CLinux
import KeepAlivePolicy

/// The memory of this process.
package enum OwnMemory {
    /// Gives back the pages of code and constants that this process has touched. The kernel reads them again from the
    /// program's file, or from its cache, when they are needed: madvise(2), `MADV_DONTNEED`.
    ///
    /// Most of what a start touches is not needed after it. A process that a debugger traces keeps them: a breakpoint stands
    /// in a copy of such a page.
    package static func giveBackCode() { clinux_give_back_code() }

    /// Gives them back once what runs now has settled, without a wakeup of its own while others come.
    package static func giveBackCode(afterStartOn loop: EventLoop) {
        _ = loop.schedule(after: .seconds(2), tolerance: .seconds(30)) { giveBackCode() }
    }
}

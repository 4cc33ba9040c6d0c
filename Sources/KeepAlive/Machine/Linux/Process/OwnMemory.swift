import CLinux
import KeepAlivePolicy

/// Releases memory of this process that the kernel can restore.
package enum OwnMemory {
    /// Releases the pages of code and constants that this process has touched. The kernel reads a page again from the
    /// page cache or the program's file when it is needed: madvise(2), `MADV_DONTNEED`.
    ///
    /// Most code that runs at the start is not needed afterwards. If a debugger traces the process, nothing is
    /// released, because a breakpoint is in a private copy of such a page and would be lost.
    package static func giveBackCode() { clinux_give_back_code() }

    /// Releases the pages of code and constants when the start is over, after 2 to 32 s. The tolerance of 30 s lets the
    /// release share a wakeup with other timers.
    package static func giveBackCode(afterStartOn loop: EventLoop) {
        _ = loop.schedule(after: .seconds(2), tolerance: .seconds(30)) { giveBackCode() }
    }
}

import Glibc
import KeepAlivePolicy

/// The CPU time and wakeups of an event loop's thread, by account.
package struct LoopLedger {
    /// A purpose for which work is counted.
    package enum Account: Sendable, CaseIterable {
        /// The runner itself: supervision, policy, files.
        case runner
        /// The client of the location receiver.
        case location
        /// The input that the runner feeds to a private location receiver, in place of an antenna's signal.
        case feed
    }

    /// The work done for an account.
    package struct Entry: Sendable, Equatable {
        /// The CPU time of the thread, in seconds.
        package var cpuSeconds = 0.0
        /// The number of wakeups of the loop whose first work was for this account.
        package var wakeups: Int64 = 0

        package init() {}
    }

    /// The account of the current work.
    private(set) var account = Account.runner
    private var entries: [Account: Entry] = [:]
    /// The thread's CPU time in seconds up to which all work has been booked; `nil` while nothing is counted.
    private var bookedTo: Double?
    /// True if the loop has woken and has done no work since.
    private var hasJustWoken = false

    /// True while work is counted.
    var counts: Bool { bookedTo != nil }

    /// Begins to count the CPU time and wakeups of each account, from 0.
    mutating func begin() {
        entries = [:]
        bookedTo = Self.threadSeconds
    }

    /// The entries, with all work up to now.
    var settled: [Account: Entry] {
        var copy = self
        copy.book()
        return copy.entries
    }

    /// Books the work from now on to another account.
    ///
    /// - Returns: the previous account.
    @discardableResult
    mutating func change(to next: Account) -> Account {
        let before = account
        if hasJustWoken, counts {
            hasJustWoken = false
            entries[next, default: Entry()].wakeups += 1
        }
        guard next != before else { return before }
        book()
        account = next
        return before
    }

    /// Records a wakeup of the loop, which counts for the account of the work that follows.
    mutating func woke() { hasJustWoken = true }

    private mutating func book() {
        guard let since = bookedTo else { return }
        let now = Self.threadSeconds
        entries[account, default: Entry()].cpuSeconds += now - since
        bookedTo = now
    }

    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
